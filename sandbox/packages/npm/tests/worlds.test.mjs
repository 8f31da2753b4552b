// Worlds, the hooks that create them, and seeds.

import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test, * as runner from 'node:test'
import { pathToFileURL } from 'node:url'

import { SandboxError, startSandbox, useSandbox } from 'l10n-sandbox'

const l10n = useSandbox(runner)
const shop = { projects: [{ name: 'Shop', keys: [{ key_name: 'greeting' }] }] }
const file = join(await mkdtemp(join(tmpdir(), 'seeds-')), 'shop.json')
await writeFile(file, JSON.stringify(shop))

async function status({ baseUrl, projectId, token }) {
  const url = `${baseUrl}/projects/${projectId}/keys`
  return (await fetch(url, { headers: { 'X-Api-Token': token } })).status
}

let former

test('what happens in a world stays there', async () => {
  former = l10n.world
  await former.fault(418, { operation: 'listKeys', after: 1, times: 2 })
  const other = await l10n.sandbox.world({ name: 'other' })
  for (const expected of [[200, 200], [418, 200], [418, 200]])
    assert.deepEqual([await status(former), await status(other)], expected)
  assert.deepEqual([(await former.requests()).length, (await other.requests()).length], [3, 3])
  await other.remove()
  assert.notEqual(await status(other), 200)
  await former.control('POST', '/reset')
  assert.deepEqual(await former.requests(), [])
})

test('each test has another world, and the former one is removed', async () => {
  assert.notEqual(l10n.world.name, former.name)
  await assert.rejects(former.fault(503), SandboxError)
})

test('a sandbox and a world start with a seed', async () => {
  for (const seed of [shop, file, pathToFileURL(file)]) {
    const sandbox = await startSandbox({ seed })
    assert.deepEqual([sandbox.projectId, (await sandbox.world()).projectId], ['shop', 'shop'])
    await sandbox.stop()
    assert.equal((await l10n.sandbox.world({ seed })).projectId, 'shop')
  }
})

test('mistakes are errors that name them', async () => {
  const { sandbox, world } = l10n
  for (const [does, kind, message] of [
    [() => startSandbox({ seed: { projcets: [] } }), SandboxError, /projcets/],
    [() => startSandbox({ args: ['--nope'] }), SandboxError, /unexpected argument '--nope'/],
    [() => sandbox.world({ seed: '/none.json' }), Error, /\/none.json/],
    [() => sandbox.world({ sed: {} }), TypeError, /there is no option "sed"/],
    [() => startSandbox({ variant: 'sample' }), TypeError, /there is no option "variant"/],
    [() => world.control('PUT', '/quirks/hats', {}), SandboxError, /404|unknown variant `hats`/],
  ])
    await assert.rejects(does, (error) => error instanceof kind && message.test(error.message))
})

const FAILING = `
  import assert from 'node:assert/strict'
  import test, * as runner from 'node:test'
  import { useSandbox } from 'l10n-sandbox'

  const l10n = useSandbox(runner)
  const get = (path) =>
    fetch(l10n.world.baseUrl + path, { headers: { 'X-Api-Token': l10n.world.token } })

  test('fails', async () => {
    await l10n.world.fault(404, { operation: 'listKeys' })
    await get('/projects/p/keys')
    await get('/projects/p/tasks?page=2')
    assert.fail()
  })
  test('passes', () => get('/projects/p/orders'))
  test('removes its world', async () => {
    await l10n.world.remove()
    assert.fail()
  })`

test('a failing test shows the requests that were rejected', () => {
  const env = { ...process.env, NODE_TEST_CONTEXT: undefined }
  const command = ['--input-type=module', '-e', FAILING]
  const { stderr, stdout } = spawnSync('node', command, { encoding: 'utf8', env })
  assert.match(stderr, /rejected:\nGET \S+\/projects\/p\/tasks\?page=2: 404: Not Found/)
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
