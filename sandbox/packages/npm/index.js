// The package: a sandbox, its worlds, and hooks of test runners.

export { SandboxError } from './lib/control.js'
export { Sandbox, startSandbox } from './lib/sandbox.js'
export { useSandbox } from './lib/hooks.js'
export { World } from './lib/world.js'
