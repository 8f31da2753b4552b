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
    if (failed(context)) await report(used.world)
    await used.world?.remove()
    used.world = undefined
  })
  return used
}

/** Whether the test failed, by the context of node:test or of vitest. */
const failed = (context) => context?.passed === false || context?.task?.result?.state === 'fail'

/** Prints the requests that were rejected, unless the test removed its world. */
async function report(world) {
  const refusals = (await world?.refusals().catch(() => [])) ?? []
  if (refusals.length === 0) return
  console.error(['requests that l10n-sandbox rejected:', ...refusals].join('\n'))
}

module.exports = { useSandbox }
