// The viewer of the document, set to a world: its addresses, its tokens, the system's colors.

/* global SwaggerUIBundle */

import { call, of } from './control.js';
import { docsLink } from './document.js';
import { fill, h, offer, options } from './dom.js';

const world = new URLSearchParams(location.search).get('world') ?? 'default';
const control = new URL('..', location.href).href;
const worlds = document.getElementById('world');
const to = document.getElementById('to');

const dark = matchMedia('(prefers-color-scheme: dark)');
const follow = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', follow);
follow();

document.getElementById('requests').href = `${control}#/${encodeURIComponent(world)}`;
worlds.addEventListener('focus', listWorlds);
worlds.addEventListener('change', () => {
  // The operation stays open.
  location.href = control + docsLink(worlds.value) + location.hash;
});

async function listWorlds() {
  const { worlds: all } = await call('GET', `${control}worlds`);
  offer(worlds, [...new Set([...all.map((it) => it.world), world])], world);
}

async function show() {
  const [state, spec] = await Promise.all(
    ['state', 'openapi.json'].map((path) => call('GET', control + of(world, path))),
  );
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
    displayRequestDuration: true,
    validatorUrl: null,
    onComplete: () => send(ui, state.tokens?.read_write),
  });
  const tokens = Object.entries(state.tokens ?? {});
  const named = tokens.map(([name, secret]) => [name, `${name}: ${secret}`]);
  const choices = options([...named, ['', 'none']], 'read_write');
  const change = ({ target }) => send(ui, state.tokens[target.value]);
  fill(
    to,
    h('span', 'Requests go to ', h('code', state.base_url)),
    h('label', 'with the token ', h('select', { onchange: change }, choices)),
  );
}

/** Drops the examples of optional query parameters: the forms would send them all as filters. */
function dropFilters({ paths, components }) {
  const items = Object.values(paths).flatMap((item) => [item, ...Object.values(item)]);
  const own = items.flatMap((it) => it.parameters ?? []);
  for (const parameter of [...own, ...Object.values(components.parameters)])
    if (parameter.in === 'query' && !parameter.required) delete parameter.example;
}

/** Sets the token that the viewer sends, or none. */
function send(ui, secret) {
  if (secret) ui.preauthorizeApiKey('apiToken', secret);
  else ui.authActions.logout(['apiToken']);
}

try {
  await Promise.all([show(), listWorlds()]);
} catch (error) {
  to.setAttribute('role', 'alert');
  fill(to, `${error.message}. `, h('a', { href: `${control}docs/` }, 'Go to the default world'));
}
