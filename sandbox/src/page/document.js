// What the page needs of the document: its operations, and where the viewer shows them.

import { call } from './control.js';

const METHODS = ['get', 'put', 'post', 'delete', 'patch'];

let loading;

/** All operations, by their ids; read once. */
export function operations() {
  loading ??= call('GET', 'openapi.json').then(read);
  loading.catch(() => {
    // The sandbox is away: the next try asks again.
    loading = undefined;
  });
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
        summary: operation.summary ?? '',
        right: operation['x-admin-right'],
        scopes: security.flatMap((way) => way.oauth2 ?? []),
        isOfOtherServer: Boolean(item.servers ?? operation.servers),
      });
    }
  }
  return found;
}

/** The methods that a path takes. */
export function methodsAt(all, path) {
  const parts = path.split('/');
  const fits = (template) => {
    const wanted = template.split('/');
    return (
      wanted.length === parts.length &&
      wanted.every((part, index) => part.startsWith('{') || part === parts[index])
    );
  };
  const found = [...all.values()].filter((it) => !it.isOfOtherServer && fits(it.path));
  return [...new Set(found.map((it) => it.method))];
}

/** Where the viewer shows an operation. */
export function docsLink(world, operation) {
  const place = operation ? `#/${encodeURIComponent(operation.tag)}/${operation.id}` : '';
  return `docs/?world=${encodeURIComponent(world)}${place}`;
}

/** The operations whose paths are most like one that means none. */
export function nearest(all, method, path) {
  const parts = path.split('/').filter(Boolean);
  const rated = [...all.values()]
    .filter((it) => !it.isOfOtherServer)
    .map((operation) => {
      const wanted = operation.path.split('/').filter(Boolean);
      let points = operation.method === method ? 0.5 : 0;
      points -= Math.abs(wanted.length - parts.length);
      wanted.forEach((part, index) => {
        const given = parts[index] ?? '';
        if (part === given) points += 2;
        else if (part.startsWith('{')) points += given ? 0.5 : 0;
        else if (given && part.startsWith(given.slice(0, 3))) points += 1;
      });
      return { operation, points };
    });
  rated.sort((a, b) => b.points - a.points);
  return rated
    .slice(0, 3)
    .filter((it) => it.points > 1)
    .map((it) => it.operation);
}
