// The frame: which view of which world is shown, as the address says: `#/WORLD/VIEW/..`.

import { ALL, call, of } from './control.js';
import { debounced, h, offer, say } from './dom.js';
import { docsLink, operations } from './document.js';
import { Feed } from './feed.js';
import { listen } from './keyboard.js';
import { Requests } from './requests.js';
import { State } from './state.js';
import { Switches } from './switches.js';

const VIEWS = { requests: Requests, state: State, switches: Switches };
const TITLES = { requests: 'Requests', state: 'State', switches: 'Switches' };

const main = document.getElementById('main');
const worlds = document.getElementById('world');
const away = document.getElementById('away');
/** What is shown now, and the requests of its world. */
const shown = { world: undefined, view: undefined, at: undefined, feed: undefined };

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
  try {
    if (shown.at && shown.world === world && shown.view === view) {
      await shown.at.follow?.(rest);
      return;
    }
    await change(world, view, rest);
  } catch (error) {
    if (shown.world !== world || shown.view !== view) return;
    shown.at?.leave?.();
    shown.at = undefined;
    main.replaceChildren(
      h(
        'p.hint',
        {},
        `${error.message}. `,
        error.status === 404 && h('a', { href: '#/default/requests' }, 'To the default world'),
      ),
    );
  }
  name(world, view);
  listWorlds();
}

async function change(world, view, rest) {
  shown.at?.leave?.();
  if (shown.world !== world) follow(world);
  Object.assign(shown, { world, view, at: undefined });
  shown.feed.listen(undefined);
  const [state, known] = await Promise.all([stateOf(world, view), operations()]);
  if (shown.world !== world || shown.view !== view) return;
  const changed = debounced(() => shown.at?.refresh?.(), 300);
  const { feed } = shown;
  const context = { world, state, operations: known, feed, changed, listWorlds };
  main.scrollTop = 0;
  shown.at = new VIEWS[view](context);
  await shown.at.show(main, rest);
}

/** The requests of all worlds, or of a removed one, are shown with the state of the default one. */
async function stateOf(world, view) {
  if (world === ALL && view !== 'requests')
    throw new Error('State and switches are those of one world: choose one at the top');
  const { removed } = await call('GET', 'worlds');
  const isWithout = view === 'requests' && [ALL, ...removed].includes(world);
  return call('GET', isWithout ? 'state' : of(world, 'state'));
}

/** Listens to another world. */
function follow(world) {
  shown.feed?.stop();
  away.textContent = '';
  shown.feed = new Feed(world, (link, before) => linked(world, link, before));
  shown.feed.start();
}

/** Says it when the sandbox or the world goes away, and when it is back. */
function linked(world, link, before) {
  const isBack = link === 'there' && before !== undefined;
  if (link === 'lost')
    away.textContent =
      'The sandbox does not answer: it was stopped, or cannot be reached. ' +
      'What is below was seen last; the page goes on when it is back.';
  else if (link === 'gone' && shown.at)
    away.replaceChildren(
      `There is no world “${world}” any more. What is below was seen last. `,
      h('a', { href: '#/default/requests' }, 'To the default world'),
    );
  else away.textContent = '';
  listWorlds();
  if (!isBack) return;
  say(before === 'lost' ? 'The sandbox is back.' : `The world ${world} is back.`);
  if (shown.at) shown.at.again?.();
  else go();
}

/** Names what is shown in the title, and has the links of the views lead within its world. */
function name(world, view) {
  const named = world === ALL ? 'all worlds' : world;
  document.title = `${TITLES[view]} · ${named} · Localization sandbox`;
  for (const link of document.querySelectorAll('nav a')) {
    const name = link.dataset.view;
    const isDocs = name === 'docs';
    link.href = isDocs ? docsLink(world === ALL ? 'default' : world) : `#/${encodeURIComponent(world)}/${name}`;
    if (name === view) link.setAttribute('aria-current', 'page');
    else link.removeAttribute('aria-current');
  }
}

async function listWorlds() {
  try {
    const { worlds: all, removed } = await call('GET', 'worlds');
    const names = all.map((world) => world.world);
    const others = removed.filter((world) => !names.includes(world)).reverse();
    names.push(...others.map((world) => [world, `${world} (removed)`]));
    names.unshift([ALL, 'All worlds']);
    if (![ALL, ...names, ...removed].includes(shown.world)) names.push(shown.world);
    offer(worlds, names, shown.world);
  } catch {
    // The sandbox is away, and it is said that it is.
  }
}

worlds.addEventListener('change', () => {
  // Of all worlds, and of a removed one.
  const hasOnlyRequests = worlds.selectedOptions[0].text !== worlds.value;
  const view = hasOnlyRequests ? 'requests' : shown.view;
  location.hash = `#/${encodeURIComponent(worlds.value)}/${view}`;
});
worlds.addEventListener('focus', listWorlds);
// What was done elsewhere meanwhile is not always told.
addEventListener('focus', () => shown.at?.again?.());
addEventListener('hashchange', () => {
  if (location.hash === '#main') main.focus();
  else go();
});
listen(() => shown);
go();
