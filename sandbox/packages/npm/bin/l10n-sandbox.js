#!/usr/bin/env node
// The program as a command: with its signals, its output and its exit code.

import { spawn } from 'node:child_process'
import { constants } from 'node:os'

import { program } from '../lib/program.js'

const END = '--stop-with-stdin'

const given = process.argv.slice(2)
const waits = given.includes(END)
// A pipe of ours closes however this process ends, and the program with it. Who waits for the end
// of the standard input means the one that this process was given.
const stdio = [waits ? 'inherit' : 'pipe', 'inherit', 'inherit']
const child = spawn(program(), waits ? given : [END, ...given], { stdio })

const forward = (signal) => child.kill(signal)
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, forward)

child.on('error', (error) => {
  console.error(`l10n-sandbox: ${error.message}`)
  process.exit(1)
})
child.on('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal]))
