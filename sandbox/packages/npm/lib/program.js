// Finds the program, which the package for this platform has.

const { accessSync, constants } = require('node:fs')

const { SandboxError } = require('./control.js')
const { optionalDependencies } = require('../package.json')

const name = process.platform === 'win32' ? 'l10n-sandbox.exe' : 'l10n-sandbox'

function resolve(platform) {
  try {
    return [require.resolve(`${platform}/${name}`)]
  } catch {
    return []
  }
}

/** Returns the path in `L10N_SANDBOX_PROGRAM`, or that of the program for this platform. */
function program() {
  const named = process.env.L10N_SANDBOX_PROGRAM
  if (named) {
    try {
      accessSync(named, constants.X_OK)
    } catch (error) {
      throw new SandboxError(`L10N_SANDBOX_PROGRAM: ${error.message}`)
    }
    return named
  }
  const [path] = Object.keys(optionalDependencies).flatMap(resolve)
  if (path) return path
  throw new SandboxError(`no package for ${process.platform}-${process.arch} is installed`)
}

module.exports = { program }
