// The viewer of the document, set to a world: its addresses, its token, the system's colors.

/* global SwaggerUIBundle */

const world = new URLSearchParams(location.search).get('world') ?? 'default';
const control = new URL('..', location.href).href.split(/[?#]/)[0];
const of = (path) => `${control}worlds/${encodeURIComponent(world)}/${path}`;

document.getElementById('world').textContent = world;
for (const link of document.querySelectorAll('nav a:not([aria-current])')) {
  link.href = `${control}#/${encodeURIComponent(world)}/${link.dataset.view}`;
}

const dark = matchMedia('(prefers-color-scheme: dark)');
const follow = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', follow);
follow();

const [state, spec] = await Promise.all(
  ['state', 'openapi.json'].map(async (path) => (await fetch(of(path))).json()),
);
// The operations are what is looked for here: of their introduction the beginning will do.
spec.info.description = spec.info.description.split('\n\n')[0];
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
  onComplete: () => ui.preauthorizeApiKey('apiToken', state.tokens?.read_write ?? ''),
});
