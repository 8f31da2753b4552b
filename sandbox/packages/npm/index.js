// The package: a sandbox, its worlds, and hooks of test runners.

const { Sandbox, startSandbox } = require('./lib/sandbox.js')
const { useSandbox } = require('./lib/hooks.js')
const { SandboxError, World } = require('./lib/world.js')

// A literal of names: an ES module can import each.
module.exports = { Sandbox, SandboxError, startSandbox, useSandbox, World }
