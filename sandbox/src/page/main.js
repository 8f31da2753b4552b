// The requests of a world as they arrive: `#/WORLD`.

/** How many requests are shown. */
const SHOWN = 200;
/** The time between polls, in milliseconds. */
const PAUSE = 500;

const find = (id) => document.getElementById(id);
const [worlds, filter, list, detail] = ['world', 'filter', 'requests', 'detail'].map(find);

let world;
/** The requests by number, the oldest first; all up to `settled` have ended. */
let records = new Map();
let settled = 0;
/** The number of the request that is open. */
let open;

/** Creates an element. Its children are elements or text, never markup. */
function h(tag, attributes, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.replaceChildren(...children);
  return element;
}

async function read(path) {
  const response = await fetch(path, { cache: 'no-store' });
  const value = await response.json();
  if (!response.ok) throw new Error(value.error);
  return value;
}

/** Reads new and changed requests, again and again. */
async function poll() {
  const asked = world;
  try {
    const path = `worlds/${encodeURIComponent(world)}/requests?since=${settled}`;
    const { requests, first, last } = await read(path);
    if (asked === world) take(requests, first, last);
    find('status').textContent = '';
  } catch (error) {
    find('status').textContent = `${error.message} (the sandbox or the world may be gone)`;
  }
  setTimeout(poll, PAUSE);
}

function take(requests, first, last) {
  // Another sandbox may run at this address.
  if (last < settled) return show();
  const removed = [...records.keys()].filter((number) => number < first);
  removed.forEach((number) => records.delete(number));
  requests.forEach((request) => records.set(request.number, request));
  const running = requests.find((it) => it.stage === 'arriving' || it.stage === 'read');
  settled = running ? running.number - 1 : last;
  if (requests.length > 0 || removed.length > 0) draw();
}

function draw() {
  const wanted = filter.value.toLowerCase();
  const fits = (request) => JSON.stringify(request).toLowerCase().includes(wanted);
  const matching = [...records.values()].reverse().filter(fits).slice(0, SHOWN);
  const focused = document.activeElement?.dataset.number;
  list.replaceChildren(...matching.map(row));
  list.querySelector(`[data-number="${focused}"]`)?.focus();
}

function row(request) {
  const { number, started, status, stage, method, target, operation, refused, fault } = request;
  const link = h('a', { href: `#/${world}`, 'data-number': number }, target);
  if (number === open) link.setAttribute('aria-current', 'true');
  link.addEventListener('click', (event) => {
    event.preventDefault();
    open = number === open ? undefined : number;
    draw();
    explain(records.get(open));
  });
  const isBad = status >= 400 || stage === 'lost';
  const note = refused ?? (fault ? `fault ${fault}` : '');
  const texts = [started.slice(11, 19), status ?? stage, method, link, operation ?? '', note];
  return h('tr', isBad ? { class: 'bad' } : {}, ...texts.map((text) => h('td', {}, text)));
}

/** Shows a request as it was recorded. */
function explain(request) {
  detail.hidden = !request;
  if (!request) return;
  const { body, answer, headers, ...rest } = request;
  const parts = {
    Request: JSON.stringify(rest, null, 2),
    Headers: headers.map(([name, value]) => `${name}: ${value}`).join('\n'),
    Body: text(body),
    Response: text(answer),
  };
  const shown = Object.entries(parts).filter(([, value]) => value);
  detail.replaceChildren(...shown.flatMap(([name, it]) => [h('h2', {}, name), h('pre', {}, it)]));
}

function text(body) {
  const sent = body?.text ?? body?.base64 ?? '';
  try {
    return JSON.stringify(JSON.parse(sent), null, 2);
  } catch {
    return sent;
  }
}

/** Shows the world that the address names. */
function show() {
  world = decodeURIComponent(location.hash.slice(2)) || 'default';
  [records, settled, open] = [new Map(), 0, undefined];
  draw();
  explain();
  listWorlds();
}

async function listWorlds() {
  const { worlds: all } = await read('worlds').catch(() => ({ worlds: [] }));
  const names = new Set([...all.map((it) => it.world), world]);
  worlds.replaceChildren(...[...names].map((name) => h('option', { value: name }, name)));
  worlds.value = world;
}

worlds.addEventListener('focus', listWorlds);
worlds.addEventListener('change', () => (location.hash = `#/${worlds.value}`));
filter.addEventListener('input', draw);
addEventListener('hashchange', show);
show();
poll();
