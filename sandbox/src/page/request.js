// One request: what was sent, the response, why it was rejected, and a command that repeats it.

import { button, copier, count, h } from './dom.js';
import { docsLink } from './document.js';
import { credential } from './meanings.js';
import { reasons } from './reasons.js';
import {
  header,
  isRejected,
  isSecret,
  isWithoutResponse,
  shortened,
  withoutSecrets,
} from './record.js';

/** Headers that curl writes itself, or that do not matter. */
const BY_ITSELF =
  /^(host|content-length|connection|transfer-encoding|accept-encoding|accept|user-agent)$/;

/** The detail of a request; `isOpen` shows its credentials, and `redraw` changes that. */
export function detail(record, context, isOpen, redraw) {
  const show = (text) => (isOpen ? text : withoutSecrets(text));
  return [
    h(
      'header',
      h('h2', { tabindex: -1 }, h('span.method', record.method), ' ', show(record.target)),
      h('a.close', { href: `#/${context.world}`, title: 'Esc' }, 'Close'),
    ),
    h('p.facts', facts(record, context)),
    reasons(record, context).map(why),
    h(
      'h3',
      'Request ',
      button(`${isOpen ? 'Hide' : 'Show'} credentials`, () => redraw(!isOpen)),
    ),
    headers(record, context, isOpen),
    body(record.sent, show, record.body_size),
    h('h3', 'Response'),
    isWithoutResponse(record) ? h('p.dim', 'No response.') : body(record.answered, show),
    h(
      'h3',
      'Command ',
      copier('command, including credentials', () => curl(record, context, true)),
    ),
    h(
      'pre',
      { tabindex: 0, 'aria-label': 'The command that repeats it' },
      curl(record, context, isOpen),
    ),
  ];
}

function facts(record, context) {
  const operation = context.operations.get(record.operation);
  const isBad = isRejected(record) || isWithoutResponse(record);
  const all = [
    h(isBad ? 'strong.bad' : 'strong', record.status ?? 'no response'),
    operation
      ? h('a', { href: docsLink(context.state.world, operation) }, `${record.operation} (document)`)
      : (record.operation ?? 'no operation'),
    `server ${record.server}`,
    `world ${record.world}`,
    record.took_effect ? 'took effect' : 'no effect',
    record.millis && `${record.millis} ms`,
    h('time', { datetime: record.started }, record.started.replace('T', ' ').slice(0, 23)),
  ];
  return all.filter(Boolean).map((fact) => h('span', fact));
}

const why = ({ title, text, items = [] }) =>
  h(
    'section.why',
    h('h3', title),
    text && h('p', text),
    items.length > 0 &&
      h('ul', items.map((item) => h('li', h('code', item.field), item.text && ` ${item.text}`))),
  );

function headers(record, context, isOpen) {
  const { secret, name: token } = credential(record, context);
  return h(
    'dl',
    record.headers.map(([name, value]) => [
      h('dt', name),
      h(
        'dd',
        isSecret(name) && !isOpen ? shortened(value) : value,
        token && value.endsWith(secret) && h('span.dim', ` (${token})`),
      ),
    ]),
  );
}

function body(content, show, size = 0) {
  if (content.text === '')
    return h('p.dim', size > 0 ? `The body was not kept (${count(size, 'byte')}).` : 'No body.');
  const text = content.json === undefined ? content.text : JSON.stringify(content.json, null, 2);
  return [
    content.isBinary && h('p.dim', 'Binary data, in Base64.'),
    content.cut && h('p.dim', 'Only the beginning of the body was kept.'),
    h('pre', { tabindex: 0, 'aria-label': 'Body' }, show(text)),
  ];
}

/** A shell command that repeats a request. */
function curl({ method, target, server, headers, sent }, { state }, isOpen) {
  const urls = { auth: 'auth_url', cursor: 'cursor_url', bundle: 'bundle_url' };
  const address = new URL(target, state[urls[server] ?? 'base_url']).href;
  const show = (text) => quoted(isOpen ? text : withoutSecrets(text));
  const parts = [`curl${method === 'GET' ? '' : ` -X ${quoted(method)}`} ${show(address)}`];
  for (const [name, value] of headers.filter(([name]) => !BY_ITSELF.test(name)))
    parts.push(`-H ${quoted(`${name}: ${isSecret(name) && !isOpen ? shortened(value) : value}`)}`);
  if (sent.cut || sent.isBinary) parts.push("--data-binary '@the-body-that-was-sent'");
  else if (sent.text) {
    if (!header(headers, 'content-type')) parts.push("-H 'Content-Type:'");
    parts.push(`--data-raw ${show(sent.text)}`);
  }
  return parts.join(' \\\n  ');
}

const quoted = (text) =>
  /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
