// The frame: which view of which world is shown, as the address says: `#/WORLD/VIEW/..`.

import { call, of } from './control.js';
import { debounced, h, options, say } from './dom.js';
import { docsLink, operations } from './document.js';
import { listen } from './keyboard.js';
import { Requests } from './requests.js';
import { State } from './state.js';
import { Switches } from './switches.js';

const VIEWS = { requests: Requests, state: State, switches: Switches };
const TITLES = { requests: 'Requests', state: 'State', switches: 'Switches' };

const main = document.getElementById('main');
const worlds = document.getElementById('world');
/** What is shown now. */
const shown = { world: undefined, view: undefined, at: undefined };

function place() {
  const parts = location.hash.startsWith('#/') ? location.hash.slice(2).split('/') : [];
  const [world = 'default', view = 'requests', ...rest] = parts.filter(Boolean).map(decoded);
  return { world, view: Object.hasOwn(VIEWS, view) ? view : 'requests', rest };
}

function decoded(part) {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Shows what the address says; a view that is there already only follows. */
async function go() {
  const { world, view, rest } = place();
  if (shown.at && shown.world === world && shown.view === view) {
    shown.at.follow?.(rest);
    return;
  }
  shown.at?.leave?.();
  Object.assign(shown, { world, view, at: undefined });
  try {
    const [state, known] = await Promise.all([call('GET', of(world, 'state')), operations()]);
    if (shown.world !== world || shown.view !== view) return;
    const changed = debounced(() => shown.at?.refresh?.(), 300);
    shown.at = new VIEWS[view]({ world, state, operations: known, changed, listWorlds });
    shown.at.show(main, rest);
  } catch (error) {
    main.replaceChildren(
      h(
        'p.wrong',
        {},
        `${error.message}. `,
        h('a', { href: '#/default/requests' }, 'To the default world'),
      ),
    );
  }
  document.title = `${TITLES[view]} · ${world} · Localization sandbox`;
  for (const link of document.querySelectorAll('nav a')) {
    const name = link.dataset.view;
    link.href = name === 'docs' ? docsLink(world) : `#/${encodeURIComponent(world)}/${name}`;
    if (name === view) link.setAttribute('aria-current', 'page');
    else link.removeAttribute('aria-current');
  }
  listWorlds();
}

async function listWorlds() {
  try {
    const { worlds: all } = await call('GET', 'worlds');
    const names = all.map((world) => world.world);
    if (!names.includes(shown.world)) names.push(shown.world);
    worlds.replaceChildren(...options(names, shown.world));
  } catch (error) {
    say(error.message, true);
  }
}

worlds.addEventListener('change', () => {
  location.hash = `#/${encodeURIComponent(worlds.value)}/${shown.view}`;
});
worlds.addEventListener('focus', listWorlds);
addEventListener('hashchange', () => {
  if (location.hash === '#main') main.focus();
  else go();
});
listen(() => shown);
go();
