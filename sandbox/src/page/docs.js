// The viewer of the document, with the addresses and the token of a world.

/* global SwaggerUIBundle */

const world = new URLSearchParams(location.search).get('world') ?? 'default';
const control = new URL('..', location.href).href;
const status = document.getElementById('status');

const dark = matchMedia('(prefers-color-scheme: dark)');
const follow = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', follow);
follow();
document.getElementById('requests').href = `${control}#/${encodeURIComponent(world)}`;

async function read(path) {
  const response = await fetch(`${control}worlds/${encodeURIComponent(world)}/${path}`);
  const value = await response.json();
  if (!response.ok) throw new Error(value.error);
  return value;
}

/** Drops the examples of optional query parameters: the forms would send them all as filters. */
function dropFilters({ paths, components }) {
  const items = Object.values(paths).flatMap((item) => [item, ...Object.values(item)]);
  const own = items.flatMap((it) => it.parameters ?? []);
  for (const parameter of [...own, ...Object.values(components.parameters)])
    if (parameter.in === 'query' && !parameter.required) delete parameter.example;
}

try {
  const [state, spec] = await Promise.all([read('state'), read('openapi.json')]);
  status.textContent = `Requests go to ${state.base_url}`;
  // The first paragraph of the introduction is enough here.
  spec.info.description = spec.info.description.split('\n\n')[0];
  dropFilters(spec);
  const ui = SwaggerUIBundle({
    spec,
    domNode: document.getElementById('viewer'),
    deepLinking: true,
    docExpansion: 'none',
    defaultModelsExpandDepth: -1,
    filter: true,
    tryItOutEnabled: true,
    validatorUrl: null,
    onComplete: () => ui.preauthorizeApiKey('apiToken', state.tokens.read_write),
  });
} catch (error) {
  status.textContent = error.message;
}
