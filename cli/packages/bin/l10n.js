#!/usr/bin/env node
// Runs the program of the package for this platform, with its signals and exit code.

const { spawn } = require('node:child_process')
const { constants } = require('node:os')

const { optionalDependencies } = require('../package.json')

const name = process.platform === 'win32' ? 'l10n.exe' : 'l10n'

/** Returns the path of the program in an optional dependency, if that is installed. */
function resolve(platform) {
  try {
    return [require.resolve(`${platform}/${name}`)]
  } catch {
    return []
  }
}

function fail(message) {
  console.error(`l10n: ${message}`)
  process.exit(1)
}

const [program] = Object.keys(optionalDependencies).flatMap(resolve)
if (!program) fail(`no package for ${process.platform}-${process.arch} is installed`)
const child = spawn(program, process.argv.slice(2), { stdio: 'inherit' })
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
child.on('error', (error) => fail(error.message))
child.on('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal]))
