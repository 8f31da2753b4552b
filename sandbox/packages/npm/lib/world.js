// A world: its own data, faults, variants of responses and record of requests.

/** The sandbox did not start, or rejected a request; the message says why. */
class SandboxError extends Error {
  name = 'SandboxError'
}

class World {
  #removed = false

  constructor(state) {
    this.state = state
    this.name = state.world
    this.baseUrl = state.base_url
    this.authUrl = state.auth_url
    this.cursorUrl = state.cursor_url
    this.controlUrl = state.control_url
    this.tokens = state.tokens
    this.token = state.tokens.read_write ?? Object.values(state.tokens)[0]
    this.project = state.project
    this.projectId = state.project?.project_id
  }

  async control(method, path, body) {
    const url = this.controlUrl + path
    const response = await fetch(url, { method, body: body && JSON.stringify(body) })
    const text = await response.text()
    const json = text.startsWith('{') ? JSON.parse(text) : undefined
    if (response.ok) return json
    throw new SandboxError(`${method} ${url}: ${response.status}: ${json?.error ?? text}`)
  }

  async fault(what, conditions = {}) {
    const effect = typeof what === 'number' ? { respond: { status: what } } : what
    return (await this.control('POST', '/faults', { ...conditions, what: effect })).id
  }

  async requests(query = {}) {
    return (await this.control('GET', `/requests?${new URLSearchParams(query)}`)).requests
  }

  async refusals() {
    const refused = (await this.requests()).filter((seen) => seen.refused !== null)
    return refused.map((seen) => `${seen.method} ${seen.target}: ${seen.status}: ${seen.refused}`)
  }

  async remove() {
    if (this.#removed) return
    this.#removed = true
    await this.control('DELETE', '')
  }
}

module.exports = { SandboxError, World }
