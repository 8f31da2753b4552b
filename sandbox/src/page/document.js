// What the page needs of the document: its operations, and where the viewer shows them.

import { call } from './control.js';

const METHODS = ['get', 'put', 'post', 'delete', 'patch'];

let loading;

/** All operations by their ids; read once. */
export function operations() {
  loading ??= call('GET', 'openapi.json').then(read);
  // After an error, the next call tries again.
  loading.catch(() => (loading = undefined));
  return loading;
}

function read(document) {
  const found = new Map();
  for (const [path, item] of Object.entries(document.paths)) {
    for (const method of METHODS.filter((method) => item[method])) {
      const operation = item[method];
      const security = operation.security ?? document.security ?? [];
      found.set(operation.operationId, {
        id: operation.operationId,
        method: method.toUpperCase(),
        path,
        tag: operation.tags?.[0] ?? 'default',
        right: operation['x-admin-right'],
        scopes: security.flatMap((way) => way.oauth2 ?? []),
        isOfOtherServer: Boolean(item.servers ?? operation.servers),
      });
    }
  }
  return found;
}

/** Where the viewer shows an operation. */
export function docsLink(world, operation) {
  const place = operation ? `#/${encodeURIComponent(operation.tag)}/${operation.id}` : '';
  return `docs/?world=${encodeURIComponent(world)}${place}`;
}

/** How much an operation differs from a method and path; 0 if it is the same. */
function distance(operation, method, path) {
  const [wanted, parts] = [operation.path, path].map((it) => it.split('/').filter(Boolean));
  const differences = wanted.slice(0, parts.length).map((part, index) => {
    const given = parts[index];
    if (part === given || part.startsWith('{')) return 0;
    return part[0] === given[0] ? 1 : 2;
  });
  const others = 2 * Math.abs(wanted.length - parts.length);
  const ofMethod = operation.method === method ? 0 : 0.5;
  return differences.reduce((sum, one) => sum + one, others + ofMethod);
}

/** The operations of the main API whose paths are most like one. */
export const nearest = (all, method, path) =>
  [...all.values()]
    .filter((it) => !it.isOfOtherServer)
    .map((operation) => [distance(operation, method, path), operation])
    .filter(([distance]) => distance < 2)
    .sort(([a], [b]) => a - b)
    .slice(0, 3)
    .map(([, operation]) => operation);

/** The methods of a path. */
export const methodsAt = (all, path) =>
  [...all.values()]
    .filter((it) => !it.isOfOtherServer && distance(it, it.method, path) === 0)
    .map((it) => it.method);
