// One request: what was sent, what was answered, why it was refused, and how to repeat it.

import { button, copy, count, h } from './dom.js';
import { docsLink } from './document.js';
import { reasons } from './reasons.js';
import {
  header,
  isRefused,
  isSecret,
  isWithoutAnswer,
  shortened,
  withoutSecrets,
} from './record.js';
import { credential } from './words.js';

/** Longer bodies are shown in part first. */
const LONG = 20000;
/** Headers that say nothing of the request, or that curl writes by itself. */
const BY_ITSELF =
  /^(host|content-length|connection|transfer-encoding|accept-encoding|accept|user-agent)$/i;
const SERVERS = {
  main: 'main API',
  auth: 'authorization server',
  cursor: 'cursor API',
  bundle: 'bundle host',
};

/** The detail of a request. */
export function detail(record, context, isOpen = false) {
  const operation = context.operations.get(record.operation);
  const show = (text) => (isOpen ? text : withoutSecrets(text));
  const again = () => curl(record, context);
  const reveal = button(
    isOpen ? 'Hide credentials' : 'Show credentials',
    () => context.redraw(!isOpen),
    { 'aria-pressed': isOpen ? 'true' : 'false' },
  );
  return [
    h(
      'header.row',
      {},
      h(
        'h2',
        { tabindex: -1, id: 'detail' },
        h('span.method', {}, record.method),
        ' ',
        h('span.path', {}, show(record.target)),
      ),
      h('a.close', { href: context.back }, 'Close', h('kbd', {}, 'Esc')),
    ),
    h('p.facts', {}, facts(record, operation, context)),
    reasons(record, context).map(why),
    h('div.row', {}, h('h3', {}, 'Sent'), reveal),
    headers(record, context, isOpen),
    body(record.sent, record.body_size, show, 'No body was sent.', 'The body was not kept.'),
    h('h3', {}, 'Answered'),
    body(
      record.answered,
      undefined,
      show,
      isWithoutAnswer(record)
        ? 'Nothing was answered.'
        : 'The answer has no body, or it was not kept.',
    ),
    h(
      'div.row',
      {},
      h('h3', {}, 'Again'),
      button('Copy', () => copy(again()), {
        'aria-label': 'Copy the command, credentials included',
      }),
    ),
    h(
      'pre',
      { tabindex: 0, 'aria-label': 'The command that repeats it' },
      isOpen ? again() : curl(record, context, shortened),
    ),
  ];
}

function facts(record, operation, context) {
  const status = isWithoutAnswer(record) ? 'no answer' : String(record.status);
  const bad = isRefused(record) || isWithoutAnswer(record);
  return [
    h(bad ? 'strong.bad' : 'strong', {}, status),
    operation
      ? h(
          'a',
          { href: docsLink(context.state.world, operation) },
          `${record.operation} in the document`,
        )
      : (record.operation ?? 'no operation'),
    SERVERS[record.server] ?? record.server,
    `world ${record.world}`,
    record.took_effect ? 'took effect' : 'no effect',
    record.millis && `${record.millis} ms`,
    h('time', { datetime: record.started }, record.started.replace('T', ' ').slice(0, 23)),
  ]
    .filter(Boolean)
    .map((fact) => h('span', {}, fact));
}

function why(reason) {
  return h(
    'section.why',
    {},
    h('h3', {}, reason.title),
    reason.text && h('p', {}, reason.text),
    reason.items &&
      h(
        'ul',
        {},
        reason.items.map((item) =>
          h('li', {}, h('code', {}, item.field), item.text && ` ${item.text}`),
        ),
      ),
  );
}

function headers(record, context, isOpen) {
  const { secret, name: token } = credential(record, context);
  return h(
    'dl.headers',
    {},
    record.headers.map(([name, value]) => [
      h('dt', {}, name),
      h(
        'dd',
        {},
        isSecret(name) && !isOpen ? shortened(value) : value,
        token && value.endsWith(secret) && h('span.dim', {}, ` (${token})`),
      ),
    ]),
  );
}

function body(content, size, show, none, lost = none) {
  if (content.text === '')
    return h('p.dim', {}, size > 0 ? `${lost} (${size.toLocaleString('en')} bytes)` : none);
  const whole = show(
    content.json === undefined ? content.text : JSON.stringify(content.json, null, 2),
  );
  const place = h('pre', { tabindex: 0, 'aria-label': 'Body' }, whole.slice(0, LONG));
  const kinds = [
    content.isBinary && 'No text: it is shown as Base64.',
    content.cut &&
      `Its beginning is all that was kept${size ? `, of ${count(size, 'byte')}` : ''}.`,
  ];
  const told = kinds.filter(Boolean).map((kind) => h('p.dim', {}, kind));
  if (whole.length <= LONG) return [told, place];
  const more = button(`Show all ${whole.length.toLocaleString('en')} characters`, () => {
    place.textContent = whole;
    more.remove();
  });
  return [told, place, more];
}

/** A command for a shell that repeats a request. */
function curl(record, context, shorten = (value) => value) {
  const parts = [];
  const method = record.method === 'GET' ? '' : ` -X ${quoted(record.method)}`;
  const urls = { main: 'base_url', auth: 'auth_url', cursor: 'cursor_url', bundle: 'bundle_url' };
  const address = record.target.startsWith('http')
    ? record.target
    : new URL(context.state[urls[record.server]]).origin + record.target;
  const isShort = shorten === shortened;
  parts.push(`curl${method} ${quoted(isShort ? withoutSecrets(address) : address)}`);
  for (const [name, value] of record.headers.filter(([name]) => !BY_ITSELF.test(name))) {
    parts.push(`-H ${quoted(`${name}: ${isSecret(name) ? shorten(value) : value}`)}`);
  }
  if (record.sent.cut || record.sent.isBinary)
    parts.push("--data-binary '@the-body-that-was-sent'");
  else if (record.sent.text) {
    if (!header(record.headers, 'content-type')) parts.push(`-H 'Content-Type:'`);
    parts.push(
      `--data-raw ${quoted(isShort ? withoutSecrets(record.sent.text) : record.sent.text)}`,
    );
  }
  return parts.join(' \\\n  ');
}

const quoted = (text) =>
  /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
