#!/usr/bin/env node
// Runs the program as a command, with its signals, output and exit code.

const { spawn } = require('node:child_process')
const { constants } = require('node:os')

const { program } = require('../program.js')

const child = spawn(program(), process.argv.slice(2), { stdio: 'inherit' })
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
child.on('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal]))
