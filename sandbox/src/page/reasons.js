// Why a request was refused, in words: what the sandbox said, and what that means here.

import { count } from './dom.js';
import { nearest } from './document.js';
import { header, isLost, isWithoutAnswer, shortened } from './record.js';

const TOKENS = {
  read_write: 'the owner’s token, which may read and write',
  read_only: 'the owner’s read-only token',
  reviewer: 'the reviewer’s token, whose user may not manage contributors, upload or download',
  translator: 'the translator’s token, whose user has no admin right in the project',
  outsider: 'the token of a user outside the main project',
};

/** What there is to say: `{ title, text, items }` each; nothing where all went well. */
export function reasons(record, context) {
  const all = [];
  if (record.misbehaved) all.push(ofFault(record));
  else if (isLost(record)) all.push({ title: 'Its sender went away before the end' });
  else if (isWithoutAnswer(record)) all.push({ title: 'It is still being sent or answered' });
  else if (record.answered.json?.error?.violations) all.push(ofViolations(record));
  else if (record.status >= 400) all.push(ofStatus(record, context));
  if (record.unknown.length > 0) all.push(ofUnknown(record));
  return all;
}

function ofViolations(record) {
  const fields = Object.entries(record.answered.json.error.violations);
  const items = fields.flatMap(([field, all]) => [all].flat().map((text) => ({ field, text })));
  const title = `${count(items.length, 'field')} not valid`;
  return { title, text: 'The request does not fit the document:', items };
}

function ofUnknown(record) {
  const left = record.status < 400 ? ', and it was left aside. With --strict it is refused' : '';
  const text = `The document knows no such field or parameter${left}:`;
  const items = record.unknown.map((field) => ({ field }));
  return { title: `${count(items.length, 'unknown name')}`, text, items };
}

/** What an error body says, whichever envelope it has. */
export function message(body) {
  if (typeof body !== 'object' || body === null) return '';
  const said = body.error_description ?? body.error?.message ?? body.message ?? body.error ?? '';
  return typeof said === 'string' ? said : '';
}

function ofFault(record) {
  const happened = isWithoutAnswer(record)
    ? 'The connection ended without a whole answer.'
    : `It answered ${record.status}.`;
  const effect = record.took_effect ? 'What was asked was done all the same.' : 'Nothing was done.';
  const which = record.fault ? `Fault ${record.fault}` : 'A fault';
  return {
    title: `${which} struck`,
    text: `The sandbox was asked to misbehave: see Switches, Faults. ${happened} ${effect}`,
  };
}

function ofStatus(record, context) {
  const said = message(record.answered.json);
  const refused = record.refused && !record.refused.startsWith(said) ? record.refused : '';
  const text = [refused, WORDS[record.status]?.(record, context, said)].filter(Boolean).join(' ');
  return { title: said || `Refused with ${record.status}`, text };
}

/** The credential that a request came with, and its name where it is a token of this world. */
export function credential(record, context) {
  const secret =
    header(record.headers, 'x-api-token') ??
    header(record.headers, 'authorization')?.replace(/^bearer\s+/i, '');
  const known = Object.entries(context.state.tokens ?? {}).find(([, token]) => token === secret);
  return { secret, name: known?.[0] };
}

function unauthenticated(record, context) {
  const { secret, name } = credential(record, context);
  if (!secret)
    return 'No credential came: send a token of this world as X-Api-Token, or Authorization: Bearer.';
  if (name) return `The token is ${TOKENS[name] ?? name}, but it is not taken for this operation.`;
  const tokens = Object.values(context.state.tokens ?? {}).join(', ');
  const whose = `the world “${context.state.world}”`;
  return `${shortened(secret)} is no credential of ${whose}, or not any more. Its tokens: ${tokens}.`;
}

function forbidden(record, context) {
  const operation = context.operations.get(record.operation);
  const { name } = credential(record, context);
  const writes = operation && operation.method !== 'GET';
  const came = name ? `It came with ${TOKENS[name] ?? name}.` : '';
  if (name === 'read_only' && writes) return `${came} It may not write: send another one.`;
  if (name === 'outsider' || name === 'translator') return came;
  const needs = [];
  if (operation?.right && operation.right !== 'none') {
    needs.push(`the admin right “${operation.right}” in the project`);
  }
  if (operation?.scopes.length > 0 && !name)
    needs.push(`the scope ${operation.scopes.join(' or ')}`);
  return [came, needs.length > 0 && `${operation.id} needs ${needs.join(' and ')}.`]
    .filter(Boolean)
    .join(' ');
}

function missing(record, context) {
  if (record.operation)
    return 'The path is right, but something that it names is not in this world: see State.';
  const path = record.target.replace(/^\/worlds\/[^/]+/, '').split('?')[0];
  const near = nearest(context.operations, record.method, path.replace(/^\/v\d+/, ''));
  const names = near
    .map((operation) => `${operation.method} ${operation.path} (${operation.id})`)
    .join('; ');
  const like = names ? ` Like it are: ${names}.` : '';
  return `No operation has this path.${like} The main API begins at ${context.state.base_url}.`;
}

const WORDS = {
  400: (record, context, said) => {
    if (/token|credential/i.test(said)) return unauthenticated(record, context);
    if (/syntax/i.test(said)) return 'The body is no JSON.';
    return 'The request fits the document, but not what is there or what the service allows.';
  },
  401: unauthenticated,
  403: forbidden,
  404: missing,
  405: () => 'The path is right, the method is not.',
  409: () => 'Something that goes on, or ended a moment ago, is in its way: repeat it later.',
  413: () => 'It is too large to be done in one request.',
  429: (record, context) => {
    const limit = context.state.rate_limit;
    const figures = limit?.per_second
      ? ` It is ${limit.per_second} a second for a token, and ${limit.in_flight} in flight for a project.`
      : '';
    return `The rate limit is on.${figures} Wait, then repeat it, or see Switches.`;
  },
  501: () => 'The sandbox does not serve this operation.',
};
