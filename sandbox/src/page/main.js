// The frame: shows the world and the request that the address names, `#/WORLD/NUMBER`.

import { ALL, call, of } from './control.js';
import { fill, h, offer, say } from './dom.js';
import { docsLink, operations } from './document.js';
import { Feed } from './feed.js';
import { Requests } from './requests.js';

const main = document.getElementById('main');
const worlds = document.getElementById('world');
const away = document.getElementById('away');
/** The world that is shown, the feed of its requests, and their view. */
const shown = {};

const home = () => h('a', { href: '#/default' }, 'Go to the default world');

/** Shows what the address names. */
async function go() {
  const [, world = 'default', number] = /^#\/([^/]+)\/?(\d*)/.exec(location.hash) ?? [];
  if (shown.view && shown.world === world) return shown.view.open(number);
  if (shown.world !== world) change(world);
  try {
    const [state, known] = await Promise.all([stateOf(world), operations()]);
    if (shown.world !== world) return;
    shown.view = new Requests({ world, state, operations: known, feed: shown.feed });
    shown.view.show(main, number);
  } catch (error) {
    if (shown.world === world)
      fill(main, h('p.dim', `${error.message}. `, error.status === 404 && home()));
  }
  listWorlds();
}

function change(world) {
  shown.feed?.stop();
  const feed = new Feed(world, (link, before) => linked(world, link, before));
  Object.assign(shown, { world, feed, view: undefined });
  away.textContent = '';
  feed.start();
  document.title = `${world === ALL ? 'all worlds' : world} · Localization sandbox`;
  document.getElementById('requests').href = `#/${world}`;
  document.getElementById('docs').href = docsLink(world === ALL ? 'default' : world);
}

/** All worlds together, and removed ones, have no state: theirs is that of the default world. */
async function stateOf(world) {
  const { removed } = await call('GET', 'worlds');
  return call('GET', [ALL, ...removed].includes(world) ? 'state' : of(world, 'state'));
}

/** Tells when the sandbox or the world is gone, and when it is back. */
function linked(world, link, before) {
  if (link === 'lost')
    away.textContent =
      'The sandbox does not respond. It was stopped, or cannot be reached. ' +
      'This page shows what it had, and continues when the sandbox is back.';
  else if (link === 'gone' && shown.view)
    fill(away, `The world “${world}” was removed. This page shows what it had. `, home());
  else away.textContent = '';
  listWorlds();
  if (link !== 'there' || !before) return;
  say(before === 'lost' ? 'The sandbox is back.' : `The world ${world} is back.`);
  if (shown.view) shown.view.faults?.read();
  else go();
}

async function listWorlds() {
  try {
    const { worlds: all, removed } = await call('GET', 'worlds');
    const names = all.map((world) => world.world);
    const others = removed.filter((world) => !names.includes(world)).reverse();
    const choices = [[ALL, 'All worlds'], ...names, ...others.map((it) => [it, `${it} (removed)`])];
    if (![ALL, ...names, ...others].includes(shown.world)) choices.push(shown.world);
    offer(worlds, choices, shown.world);
  } catch {
    // The sandbox does not respond, which the feed tells.
  }
}

worlds.addEventListener('change', () => {
  location.hash = `#/${worlds.value}`;
});
worlds.addEventListener('focus', listWorlds);
// Faults may have changed meanwhile.
addEventListener('focus', () => shown.view?.faults?.read());
addEventListener('keydown', ({ key }) => {
  if (key === 'Escape') document.querySelector('.detail .close')?.click();
});
addEventListener('hashchange', () => {
  if (location.hash === '#main') main.focus();
  else go();
});
go();
