// A sandbox for the tests of a file, and a world for each of them.

import { startSandbox } from './sandbox.js'

export function useSandbox(runner, options = {}) {
  // node:test and vitest have two names for the same.
  const before = runner.beforeAll ?? runner.before
  const after = runner.afterAll ?? runner.after
  const used = { sandbox: undefined, world: undefined }
  before(async () => {
    used.sandbox = await startSandbox(options)
  })
  after(async () => {
    await used.sandbox?.stop()
  })
  runner.beforeEach(async () => {
    used.world = await used.sandbox.world()
  })
  runner.afterEach(async () => {
    await used.world?.remove()
    used.world = undefined
  })
  return used
}
