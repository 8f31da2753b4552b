// The running program.

const { spawn } = require('node:child_process')
const { once } = require('node:events')
const { mkdtemp, rm, writeFile } = require('node:fs/promises')
const { tmpdir } = require('node:os')
const { join } = require('node:path')
const { fileURLToPath } = require('node:url')

const { call, SandboxError } = require('./control.js')
const { program } = require('./program.js')
const { isPath, readSeed, World } = require('./world.js')

// How long to wait for the program to exit before it is killed, in milliseconds.
const PATIENCE = 5_000

class Sandbox extends World {
  #child

  constructor(child, state) {
    super(state)
    this.#child = child
  }

  async world({ name, seed, variants, ...others } = {}) {
    refuse(others)
    const wanted = { name, seed: seed && (await readSeed(seed)), variants }
    return new World(await call('POST', `${this.controlUrl}/worlds`, wanted))
  }

  async stop() {
    const child = this.#child
    if (child.exitCode !== null || child.signalCode !== null) return
    child.ref()
    const ended = once(child, 'exit')
    const late = setTimeout(() => child.kill('SIGKILL'), PATIENCE)
    child.stdin.end()
    await ended
    clearTimeout(late)
  }

  async remove() {
    await this.stop()
  }
}

async function startSandbox({ seed, variants, args = [], ...others } = {}) {
  refuse(others)
  const command = ['--listen', '127.0.0.1:0', '--json', '--stop-with-stdin']
  if (variants !== undefined) command.push('--variants', variants)
  if (seed === undefined) return started([...command, ...args])
  if (isPath(seed)) {
    const path = seed instanceof URL ? fileURLToPath(seed) : seed
    return started([...command, '--seed', path, ...args])
  }
  const folder = await mkdtemp(join(tmpdir(), 'l10n-sandbox-'))
  try {
    const file = join(folder, 'seed.json')
    await writeFile(file, JSON.stringify(seed))
    return await started([...command, '--seed', file, ...args])
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** Rejects unknown options, which may be misspelt. */
function refuse(others) {
  const [unknown] = Object.keys(others)
  if (unknown !== undefined) throw new TypeError(`there is no option ${JSON.stringify(unknown)}`)
}

async function started(command) {
  const child = spawn(program(), command, { stdio: 'pipe' })
  let [output, complained] = ['', '']
  child.stdout.setEncoding('utf8')
  child.stderr.setEncoding('utf8')
  child.stderr.on('data', (text) => (complained += text))
  await new Promise((serving, failed) => {
    child.stdout.on('data', (text) => {
      output += text
      if (output.includes('\n')) serving()
    })
    child.on('error', failed)
    child.on('close', (code, signal) => {
      const why = `the sandbox ended with ${code ?? signal} before it served`
      failed(new SandboxError(complained.trim() || why))
    })
  })
  // If the program has exited already, there is nothing to stop.
  child.stdin.on('error', () => {})
  // A running sandbox does not keep this process alive, and stops with it: the pipe closes.
  for (const handle of [child, child.stdin, child.stdout, child.stderr]) handle.unref()
  return new Sandbox(child, JSON.parse(output))
}

module.exports = { Sandbox, startSandbox }
