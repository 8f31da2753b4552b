// The running program, and its worlds.

const { spawn } = require('node:child_process')
const { once } = require('node:events')
const { createInterface } = require('node:readline')

const { program } = require('./program.js')

class World {
  constructor(state) {
    this.state = state
    this.base_url = state.base_url
    this.control_url = state.control_url
    this.tokens = state.tokens
    this.project = state.project
  }

  async control(method, path, body) {
    const url = this.control_url + path
    const response = await fetch(url, { method, body: JSON.stringify(body) })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${url}: ${response.status}: ${text}`)
    return text ? JSON.parse(text) : undefined
  }
}

class Sandbox extends World {
  #child

  constructor(child, state) {
    super(state)
    this.#child = child
  }

  async world(options = {}) {
    return new World(await this.control('POST', '/worlds', options))
  }

  async stop() {
    const child = this.#child
    if (child.exitCode !== null || child.signalCode !== null) return
    child.ref()
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
}

async function startSandbox(...args) {
  const command = ['--listen', '127.0.0.1:0', '--json', '--stop-with-stdin', ...args]
  const child = spawn(program(), command, { stdio: ['pipe', 'pipe', 'inherit'] })
  const line = await new Promise((resolve, reject) => {
    createInterface(child.stdout).once('line', resolve)
    child.on('error', reject)
    child.on('close', (code, signal) => {
      reject(new Error(`l10n-sandbox exited with ${code ?? signal} before it served`))
    })
  })
  // A running sandbox does not keep this process alive, and stops with it: the pipe closes.
  for (const handle of [child, child.stdin, child.stdout]) handle.unref()
  return new Sandbox(child, JSON.parse(line))
}

module.exports = { Sandbox, World, startSandbox }
