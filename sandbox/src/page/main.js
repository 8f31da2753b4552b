// The requests of a world as they arrive: `#/WORLD`.

/** How many requests are shown. */
const SHOWN = 200;
/** The time between polls, in milliseconds. */
const PAUSE = 500;
/** After so many milliseconds without a request, the list has a gap. */
const GAP = 1000;
/** Headers that curl sends itself. */
const OWN = ['host', 'content-length', 'transfer-encoding', 'connection', 'accept-encoding',
  'user-agent'];
/** The variables in place of credentials, by header. */
const SECRETS = { 'x-api-token': 'L10N_TOKEN', authorization: 'L10N_AUTHORIZATION' };
const NOTE = 'Set the variable to the token in the headers. Other secrets are as recorded.';

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
  if (requests.some((it) => it.number === open)) explain(records.get(open));
}

function draw() {
  const wanted = filter.value.toLowerCase();
  const fits = (request) => !wanted || JSON.stringify(request).toLowerCase().includes(wanted);
  const matching = [...records.values()].reverse().filter(fits).slice(0, SHOWN);
  const focused = document.activeElement?.dataset.number;
  list.replaceChildren(...matching.map((it, index) => row(it, matching[index + 1])));
  list.querySelector(`[data-number="${focused}"]`)?.focus();
}

function row(request, before) {
  const { number, started, method, target, operation, duration_ms: took } = request;
  const [, start, project, rest] = /^(\/v\d+\/projects\/)?([^/?]*)(.*)$/.exec(target);
  const dim = h('span', { class: 'project' }, h('span', { class: 'extra' }, start ?? ''), project);
  const link = h('a', { href: `#/${world}`, 'data-number': number, title: target }, dim, rest);
  if (number === open) link.setAttribute('aria-current', 'true');
  link.addEventListener('click', (event) => {
    event.preventDefault();
    toggle(number);
  });
  const since = before && Math.max(0, Date.parse(started) - Date.parse(before.started));
  return h('tr', since >= GAP ? { class: 'gap' } : {},
    h('td', {}, status(request)),
    h('td', { class: 'method', 'data-method': method }, method),
    h('td', {}, link, ...notes(request)),
    h('td', { class: 'extra dim' }, operation ?? ''),
    h('td', { class: 'dim' }, since >= 0 ? `+${time(since)}` : ''),
    h('td', { class: 'extra dim' }, took ? time(took) : ''));
}

function status({ status, stage }) {
  const label = status ?? (stage === 'lost' ? 'lost' : '…');
  return h('b', { class: `status s${String(label)[0]}`, title: stage ?? '' }, label);
}

/** Why the request was rejected, and what was strange about it. */
function notes({ refused, fault, unknown, coerced, ignored }) {
  const reason = refused ? [h('p', { class: 'bad' }, refused)] : [];
  const lists = { fault: fault ? [fault] : [], unknown, coerced, ignored };
  const odd = Object.entries(lists).filter(([, places]) => places?.length);
  const text = ([name, places]) => `${name}: ${places.join(', ')}`;
  return [...reason, ...odd.map((it) => h('p', { class: 'odd' }, text(it)))];
}

function time(ms) {
  const units = [[3600e3, 'h'], [60e3, 'min'], [1e3, 's']];
  const [size, unit] = units.find(([it]) => ms >= it) ?? [1, 'ms'];
  const amount = ms / size;
  return `${amount < 10 ? Math.round(amount * 10) / 10 : Math.round(amount)} ${unit}`;
}

/** Opens a request, or closes it. */
function toggle(number) {
  open = number === open ? undefined : number;
  draw();
  explain(records.get(open));
  list.querySelector(`[data-number="${number}"]`)?.focus();
}

/** Shows a request as it was recorded: the response first. */
function explain(request) {
  detail.hidden = !request;
  if (!request) return;
  const { number, method, target, body, answer, headers = [], ...rest } = request;
  const close = h('button', { 'aria-label': 'Close' }, '✕');
  close.addEventListener('click', () => toggle(number));
  const copy = h('button', {}, 'Copy as curl');
  const command = h('pre', { tabindex: 0 }, curl(request));
  copy.addEventListener('click', async () => {
    // Without HTTPS, the page of another machine has no clipboard.
    const copied = navigator.clipboard?.writeText(command.textContent).then(() => true);
    const isCopied = await copied?.catch(() => false);
    if (!isCopied) getSelection().selectAllChildren(command);
    copy.textContent = isCopied ? 'Copied' : 'Selected';
  });
  const filled = Object.entries(rest).filter(([, it]) => Object.keys(Object(it)).length || it > 0);
  const lines = headers.map(([name, value]) => `${name}: ${value}`).join('\n');
  detail.replaceChildren(
    h('header', {}, status(request), h('b', {}, method), copy, close, h('code', {}, target)),
    ...notes(request),
    ...part('Response', answer),
    ...part('Request body', body),
    ...part('Request headers', { text: lines }),
    h('h2', {}, 'curl'), command, h('p', { class: 'dim' }, NOTE),
    ...part('Record', { text: JSON.stringify(Object.fromEntries(filled)) }),
  );
}

/** A heading and a body, with the names of its fields set off. */
function part(name, body) {
  const remarks = [!body && 'none', body?.base64 && 'base64', body?.cut && 'the beginning'];
  const heading = h('h2', {}, [name, ...remarks.filter(Boolean)].join(' · '));
  if (!body) return [heading];
  const pieces = text(body).split(/^( *"(?:[^"\\]|\\.)*"(?=:))/m);
  const set = pieces.map((piece, index) => (index % 2 ? h('i', {}, piece) : piece));
  return [heading, h('pre', { tabindex: 0 }, ...set)];
}

function text(body) {
  const sent = body?.text ?? body?.base64 ?? '';
  try {
    return JSON.stringify(JSON.parse(sent), null, 2);
  } catch {
    return sent;
  }
}

/** The command that repeats a request. */
function curl({ method, target, headers = [], body }) {
  const quote = (it) => (/^[\w./:-]+$/.test(it) ? it : `'${it.replaceAll("'", `'\\''`)}'`);
  const value = (name) => headers.find(([it]) => it === name)?.[1];
  const url = quote(`${location.protocol}//${value('host') ?? location.host}${target}`);
  const verb = method === 'HEAD' ? '--head' : `-X ${quote(method)}`;
  const parts = [`curl --globoff ${verb} ${url}`];
  for (const [name, it] of headers.filter(([name]) => !OWN.includes(name))) {
    const secret = SECRETS[name];
    parts.push(`-H ${secret ? `"${name}: $${secret}"` : quote(`${name}: ${it}`)}`);
  }
  if (body && !value('content-type')) parts.push("-H 'content-type:'");
  if (body?.text) parts.push(`--data-raw ${quote(body.text)}`);
  if (body?.base64) parts.push('--data-binary @-');
  const input = body?.base64 ? `echo ${body.base64} | base64 -d | ` : '';
  return input + parts.join(' \\\n  ');
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
addEventListener('keydown', ({ key }) => key === 'Escape' && open && toggle(open));
addEventListener('hashchange', show);
show();
poll();
