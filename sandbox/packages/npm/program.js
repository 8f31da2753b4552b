// Finds the program, which the package for this platform has.

const { optionalDependencies } = require('./package.json')

const name = process.platform === 'win32' ? 'l10n-sandbox.exe' : 'l10n-sandbox'

function program() {
  for (const platform of Object.keys(optionalDependencies)) {
    try {
      return require.resolve(`${platform}/${name}`)
    } catch {
      // It is not installed: it is that of another platform.
    }
  }
  throw new Error(`no package for ${process.platform}-${process.arch} is installed`)
}

module.exports = { program }
