// The running program.

const { spawn } = require('node:child_process')
const { once } = require('node:events')
const { mkdtemp, readFile, rm, writeFile } = require('node:fs/promises')
const { tmpdir } = require('node:os')
const { join } = require('node:path')
const { fileURLToPath } = require('node:url')

const { program } = require('./program.js')
const { SandboxError, World } = require('./world.js')

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
    const file = pathOf(seed)
    const data = file ? JSON.parse(await readFile(file, 'utf8')) : seed
    return new World(await this.control('POST', '/worlds', { name, seed: data, variants }))
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
}

async function startSandbox({ seed, variants, args = [], ...others } = {}) {
  refuse(others)
  const folder = await mkdtemp(join(tmpdir(), 'l10n-sandbox-'))
  try {
    let file = pathOf(seed)
    if (seed && !file) await writeFile((file = join(folder, 'seed.json')), JSON.stringify(seed))
    const options = { '--variants': variants, '--seed': file }
    const given = Object.entries(options).filter(([, value]) => value !== undefined)
    return await started([...given.flat(), ...args])
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** The path of a seed, unless it is the data. */
const pathOf = (seed) =>
  seed instanceof URL ? fileURLToPath(seed) : typeof seed === 'string' ? seed : undefined

/** Rejects unknown options, which may be misspelt. */
function refuse(others) {
  const [unknown] = Object.keys(others)
  if (unknown !== undefined) throw new TypeError(`there is no option ${JSON.stringify(unknown)}`)
}

async function started(options) {
  const command = ['--listen', '127.0.0.1:0', '--json', '--stop-with-stdin', ...options]
  const child = spawn(program(), command, { stdio: 'pipe' })
  let [output, errors] = ['', '']
  child.stdout.setEncoding('utf8')
  child.stderr.setEncoding('utf8').on('data', (text) => (errors += text))
  await new Promise((serving, failed) => {
    child.stdout.on('data', (text) => {
      output += text
      if (output.includes('\n')) serving()
    })
    child.on('error', (error) => failed(new SandboxError(error.message)))
    child.on('close', (code, signal) => {
      const why = `the sandbox ended with ${code ?? signal} before it served`
      failed(new SandboxError(errors.trim() || why))
    })
  })
  // If the program has exited already, there is nothing to stop.
  child.stdin.on('error', () => {})
  // A running sandbox does not keep this process alive, and stops with it: the pipe closes.
  for (const handle of [child, child.stdin, child.stdout, child.stderr]) handle.unref()
  return new Sandbox(child, JSON.parse(output))
}

module.exports = { Sandbox, startSandbox }
