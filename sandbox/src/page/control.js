// Calls of the control endpoints.

/** Calls an endpoint; throws what it says where it refuses. */
export async function call(method, path, body) {
  const response = await fetch(path, {
    method,
    cache: 'no-store',
    headers: body === undefined ? {} : { 'Content-Type': 'application/json' },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  const text = await response.text();
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

/** The same, or nothing where this sandbox has no such endpoint. */
export async function callIfThere(method, path, body) {
  try {
    return await call(method, path, body);
  } catch (error) {
    if ([404, 405].includes(error.status)) return undefined;
    throw error;
  }
}

/** The path of an endpoint of a world. */
export const of = (world, path) => `worlds/${encodeURIComponent(world)}/${path}`;
