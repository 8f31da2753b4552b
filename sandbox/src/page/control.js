// Calls of the control endpoints.

/** The requests of all worlds are those of this one. */
export const ALL = '*';

/** The path of an endpoint of a world. */
export const of = (world, path) => `worlds/${encodeURIComponent(world)}/${path}`;

/** Returns the JSON of an endpoint, or throws its error. */
export async function call(method, path, body) {
  const { response, text } = await sent(path, {
    method,
    cache: 'no-store',
    body: body && JSON.stringify(body),
  });
  // Proxies respond with other things than JSON.
  const value = text.startsWith('{') ? JSON.parse(text) : {};
  if (response.ok) return value;
  const error = new Error(value.error ?? `${method} ${path}: status ${response.status}`);
  throw Object.assign(error, { status: response.status });
}

async function sent(path, request) {
  try {
    const response = await fetch(path, request);
    return { response, text: await response.text() };
  } catch {
    throw new Error('The sandbox does not respond');
  }
}
