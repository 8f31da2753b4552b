// Data of one's own.

import assert from 'node:assert/strict'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test from 'node:test'
import { pathToFileURL } from 'node:url'

import { SandboxError, startSandbox } from 'l10n-sandbox'

const shop = { projects: [{ name: 'Shop', keys: [{ name: 'greeting' }] }] }
const file = join(await mkdtemp(join(tmpdir(), 'seeds-')), 'shop.json')
await writeFile(file, JSON.stringify(shop))

test('a sandbox starts with them', async () => {
  for (const seed of [shop, file, pathToFileURL(file)]) {
    const sandbox = await startSandbox({ seed })
    assert.equal(sandbox.projectId, 'shop')
    assert.equal((await sandbox.world()).projectId, 'shop')
    await sandbox.stop()
  }
})

test('a world has its own, which are read and replaced', async () => {
  const sandbox = await startSandbox()
  for (const seed of [shop, file]) {
    assert.equal((await sandbox.world({ seed })).projectId, 'shop')
  }
  const world = await sandbox.world()
  const data = await world.data()
  assert.equal(data.projects[0].project_id, world.projectId)
  await world.setData(shop)
  assert.deepEqual(world.state.projects.map((project) => project.project_id), ['shop'])
  await world.setData(data)
  assert.deepEqual(await world.data(), data)
  await sandbox.stop()
})

test('a mistake is told', async () => {
  await assert.rejects(startSandbox({ seed: { projcets: [] } }), (error) => {
    return error instanceof SandboxError && error.message.includes('projcets')
  })
  const sandbox = await startSandbox()
  const world = sandbox.world({ seed: '/none.json' })
  await assert.rejects(world, (error) => {
    return error instanceof SandboxError && /^cannot read the seed \/none.json: /.test(error.message)
  })
  await sandbox.stop()
})
