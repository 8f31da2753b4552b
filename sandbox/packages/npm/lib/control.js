// Calls of control endpoints: JSON over HTTP.

/** The sandbox did not start, or rejected a request; the message says why. */
class SandboxError extends Error {
  name = 'SandboxError'
}

/** Sends a request, and returns the JSON of the response; `undefined` if it has no content. */
async function call(method, url, body) {
  const response = await fetch(url, { method, body: body && JSON.stringify(body) })
  const text = await response.text()
  if (!response.ok) {
    throw new SandboxError(`${method} ${url}: ${response.status}: ${reason(text)}`)
  }
  return text ? JSON.parse(text) : undefined
}

function reason(text) {
  try {
    return JSON.parse(text).error ?? text
  } catch {
    return text
  }
}

module.exports = { call, SandboxError }
