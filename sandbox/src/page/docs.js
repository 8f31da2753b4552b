// The viewer of the document, set to a world: its addresses, its tokens, the system's colors.

/* global SwaggerUIBundle */

import { call, of } from './control.js';
import { docsLink } from './document.js';
import { h, offer, options } from './dom.js';
import { listen } from './keyboard.js';

/** Which of a world's tokens is sent at first. */
const TOKEN = 'read_write';

const world = new URLSearchParams(location.search).get('world') ?? 'default';
const control = new URL('..', location.href).href.split(/[?#]/)[0];
const worlds = document.getElementById('world');
const to = document.getElementById('to');

const dark = matchMedia('(prefers-color-scheme: dark)');
const follow = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', follow);
follow();

for (const link of document.querySelectorAll('nav a')) {
  const { view } = link.dataset;
  const place = view === 'docs' ? docsLink(world) : `#/${encodeURIComponent(world)}/${view}`;
  link.href = control + place;
}
listen(() => ({ view: 'docs' }));
offer(worlds, [world], world);
worlds.addEventListener('focus', listWorlds);
worlds.addEventListener('change', () => {
  // The operation that is open stays.
  location.href = `${control}${docsLink(worlds.value)}${location.hash}`;
});

async function listWorlds() {
  const { worlds: all } = await call('GET', `${control}worlds`);
  const names = all.map((it) => it.world);
  if (!names.includes(world)) names.push(world);
  offer(worlds, names, world);
}

async function show() {
  const [state, spec] = await Promise.all(
    ['state', 'openapi.json'].map((path) => call('GET', control + of(world, path))),
  );
  // The operations are what is looked for here: of their introduction the beginning will do.
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
    onComplete: () => send(ui, state.tokens?.[TOKEN]),
  });
  const tokens = Object.entries(state.tokens ?? {});
  const choice = h(
    'select',
    { onchange: () => send(ui, state.tokens[choice.value]) },
    options([...tokens.map(([name, secret]) => [name, `${name}: ${secret}`]), ['', 'none']], TOKEN),
  );
  to.replaceChildren(
    h('span', {}, 'Requests go to ', h('code', {}, state.base_url)),
    h('label', {}, 'with the token ', choice),
  );
}

/** Drops the examples of optional query parameters: the forms would send all of them as filters. */
function dropFilters({ paths, components }) {
  const items = Object.values(paths).flatMap((item) => [item, ...Object.values(item)]);
  const own = items.flatMap((it) => it.parameters ?? []);
  for (const parameter of [...own, ...Object.values(components.parameters)])
    if (parameter.in === 'query' && !parameter.required) delete parameter.example;
}

/** Has the viewer send a token, or none. */
function send(ui, secret) {
  if (secret) ui.preauthorizeApiKey('apiToken', secret);
  else ui.authActions.logout(['apiToken']);
}

try {
  await Promise.all([show(), listWorlds()]);
} catch (error) {
  to.setAttribute('role', 'alert');
  to.replaceChildren(
    `${error.message}. `,
    h('a', { href: `${control}docs/` }, 'The default world'),
  );
}
