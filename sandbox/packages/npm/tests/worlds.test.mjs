// Worlds, and the hooks that make them.

import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import test, * as runner from 'node:test'

import { SandboxError, startSandbox, useSandbox } from 'l10n-sandbox'

const l10n = useSandbox(runner)

async function status({ baseUrl, projectId, token }) {
  const url = `${baseUrl}/projects/${projectId}/keys`
  return (await fetch(url, { headers: { 'X-Api-Token': token } })).status
}

let former

test('what happens in a world stays there', async () => {
  former = l10n.world
  await former.fault(418, { operation: 'listKeys', times: 2 })
  const other = await l10n.sandbox.world({ name: 'other' })
  assert.deepEqual([await status(former), await status(other)], [418, 200])
  assert.equal((await former.requests()).length, 1)
  assert.equal((await other.requests()).length, 1)
  await other.remove()
  assert.notEqual(await status(other), 200)
  await former.reset()
  assert.deepEqual(await former.requests(), [])
  assert.equal(await status(former), 200)
})

test('each test has another world, and the former one is removed', async () => {
  assert.notEqual(l10n.world.name, former.name)
  await assert.rejects(former.faults(), SandboxError)
})

test('faults are more than statuses', async () => {
  const { world } = l10n
  await world.fault({ respond: { status: 503 } }, { after: 1, times: 'always' })
  assert.deepEqual([await status(world), await status(world), await status(world)], [200, 503, 503])
  await world.clearFaults()
  assert.equal(await status(world), 200)
  await world.clearRequests()
  assert.deepEqual(await world.requests(), [])
})

const FAILING = `
  import assert from 'node:assert/strict'
  import test, * as runner from 'node:test'
  import { useSandbox } from 'l10n-sandbox'

  const l10n = useSandbox(runner)
  const get = (path) => fetch(l10n.world.baseUrl + '/projects/p' + path)

  test('fails', async () => {
    await l10n.world.fault(404, { operation: 'listKeys' })
    await get('/keys')
    await get('/tasks?page=2')
    assert.fail()
  })
  test('passes', () => get('/orders'))
  test('removes its world', async () => {
    await l10n.world.remove()
    assert.fail()
  })`

test('a failing test shows the requests that were rejected', () => {
  const command = ['--input-type=module', '-e', FAILING]
  const env = { ...process.env, NODE_TEST_CONTEXT: undefined }
  const { stderr, stdout } = spawnSync('node', command, { encoding: 'utf8', env })
  assert.match(stderr, /rejected:\nGET \S+\/projects\/p\/tasks\?page=2: 501: The sandbox/)
  assert.doesNotMatch(stderr, /\/keys|\/orders/)
  assert.match(stdout, /# fail 2/)
})

test('the types have the fields of a request', async () => {
  await status(l10n.world)
  const [seen] = await l10n.world.requests({ wait: 1 })
  const types = await readFile('node_modules/l10n-sandbox/index.d.ts', 'utf8')
  const fields = /interface SeenRequest \{(.*?)\n\}/s.exec(types)[1].matchAll(/^  (\w+):/gm)
  assert.deepEqual(Object.keys(seen).toSorted(), [...fields].map((it) => it[1]).toSorted())
})

test('options that there are not are refused', async () => {
  await assert.rejects(l10n.sandbox.world({ sed: {} }), TypeError)
  await assert.rejects(startSandbox({ variant: 'sample' }), /there is no option "variant"/)
})

test('what is refused says why', async () => {
  await l10n.world.variants({ timestamps: 'other' })
  await l10n.world.nulls('all')
  await assert.rejects(l10n.world.variants({ hats: 'other' }), /unknown variant `hats`/)
})
