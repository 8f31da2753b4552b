// A world: its own data, faults, variants of responses and record of requests.

const { readFile } = require('node:fs/promises')

const { call, SandboxError } = require('./control.js')

/** Whether a seed is the path of a file, not its content. */
const isPath = (seed) => typeof seed === 'string' || seed instanceof URL

/** Returns the content of a seed. */
async function readSeed(seed) {
  if (!isPath(seed)) return seed
  try {
    return JSON.parse(await readFile(seed, 'utf8'))
  } catch (error) {
    throw new SandboxError(`cannot read the seed ${seed}: ${error.message}`)
  }
}

class World {
  #removed = false

  constructor(state) {
    this.state = state
  }

  get name() {
    return this.state.world
  }

  get baseUrl() {
    return this.state.base_url
  }

  get authUrl() {
    return this.state.auth_url
  }

  get cursorUrl() {
    return this.state.cursor_url
  }

  get controlUrl() {
    return this.state.control_url
  }

  get tokens() {
    return this.state.tokens
  }

  get token() {
    return this.tokens.read_write ?? Object.values(this.tokens)[0]
  }

  get project() {
    return this.state.project
  }

  get projectId() {
    return this.project.project_id
  }

  async fault(what, conditions = {}) {
    const happens = typeof what === 'number' ? { respond: { status: what } } : what
    const added = await this.#call('POST', '/faults', { ...conditions, what: happens })
    return added.id
  }

  async faults() {
    return (await this.#call('GET', '/faults')).faults
  }

  async clearFaults() {
    await this.#call('DELETE', '/faults')
  }

  async requests(query = {}) {
    const words = new URLSearchParams(query).toString()
    return (await this.#call('GET', words ? `/requests?${words}` : '/requests')).requests
  }

  async refusals() {
    const refused = (await this.requests()).filter((seen) => seen.refused !== null)
    return refused.map((seen) => `${seen.method} ${seen.target}: ${seen.status}: ${seen.refused}`)
  }

  async clearRequests() {
    await this.#call('DELETE', '/requests')
  }

  async reset() {
    await this.#call('POST', '/reset')
  }

  async variants(variants) {
    const { preset, ...quirks } = typeof variants === 'string' ? { preset: variants } : variants
    if (preset !== undefined) await this.#call('PUT', '/variants', { preset })
    for (const [name, variant] of Object.entries(quirks)) {
      await this.#call('PUT', `/quirks/${name}`, { variant })
    }
  }

  async nulls(which) {
    await this.#call('PUT', '/nulls', { nulls: which })
  }

  async data() {
    return this.#call('GET', '/state/data')
  }

  async setData(seed) {
    await this.#call('PUT', '/state/data', await readSeed(seed))
    this.state = await this.#call('GET', '/state')
  }

  async remove() {
    if (this.#removed) return
    this.#removed = true
    await this.#call('DELETE', '')
  }

  async [Symbol.asyncDispose]() {
    await this.remove()
  }

  #call(method, path, body) {
    return call(method, this.controlUrl + path, body)
  }
}

module.exports = { isPath, readSeed, World }
