// Finds the program, which the package for this platform has.

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
  if (process.env.L10N_SANDBOX_PROGRAM) return process.env.L10N_SANDBOX_PROGRAM
  const [path] = Object.keys(optionalDependencies).flatMap(resolve)
  if (path) return path
  throw new Error(`no package for ${process.platform}-${process.arch} is installed`)
}

module.exports = { program }
