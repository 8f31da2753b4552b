// A sandbox for the tests of a file, and a world for each of them.

const { startSandbox } = require('./sandbox.js')

function useSandbox(runner, options) {
  // node:test and vitest have two names for the same.
  const { beforeAll = runner.before, afterAll = runner.after } = runner
  const used = { sandbox: undefined, world: undefined }
  beforeAll(async () => {
    used.sandbox = await startSandbox(options)
  })
  afterAll(async () => {
    await used.sandbox?.stop()
  })
  runner.beforeEach(async () => {
    used.world = await used.sandbox.world()
  })
  // Jest passes no context, and would take a parameter for a callback.
  runner.afterEach(async (...[context]) => {
    const failed = context?.passed === false || context?.task?.result?.state === 'fail'
    // The test may have removed its world.
    const refusals = (failed && (await used.world?.refusals().catch(() => []))) || []
    if (refusals.length > 0)
      console.error(['requests that l10n-sandbox rejected:', ...refusals].join('\n'))
    await used.world?.remove()
    used.world = undefined
  })
  return used
}

module.exports = { useSandbox }
