#!/usr/bin/env node
// Runs the program as a command, with its signals, output and exit code.

const { spawn } = require('node:child_process')
const { constants } = require('node:os')

const { program } = require('../lib/program.js')

const END = '--stop-with-stdin'
const given = process.argv.slice(2)
const waits = given.includes(END)

try {
  // The pipe closes when this process ends, even if it crashes, and stops the program. With END,
  // the caller means the standard input of this process.
  const stdio = [waits ? 'inherit' : 'pipe', 'inherit', 'inherit']
  const child = spawn(program(), waits ? given : [END, ...given], { stdio })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('error', fail)
  child.on('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal]))
} catch (error) {
  fail(error)
}

function fail(error) {
  console.error(`l10n-sandbox: ${error.message}`)
  process.exit(1)
}
