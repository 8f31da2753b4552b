// Calls of the control endpoints.

/** Calls an endpoint; throws what it says where it refuses. */
export async function call(method, path, body) {
  const { response, text } = await sent(path, {
    method,
    cache: 'no-store',
    headers: body === undefined ? {} : { 'Content-Type': 'application/json' },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  let value = text;
  try {
    value = JSON.parse(text);
  } catch {
    // Not every answer is JSON.
  }
  if (response.ok) return value;
  const error = new Error(value.error || `${method} ${path}: ${response.status} ${text}`);
  error.status = response.status;
  throw error;
}

async function sent(path, request) {
  try {
    const response = await fetch(path, request);
    return { response, text: await response.text() };
  } catch {
    // What browsers say of it differs, and names no cause.
    throw new Error('The sandbox does not answer');
  }
}

/** All worlds, in place of the name of one: for their requests only. */
export const ALL = '*';

/** The path of an endpoint of a world. */
export const of = (world, path) => `worlds/${encodeURIComponent(world)}/${path}`;
