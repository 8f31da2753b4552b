// Why a request was refused, in words: what the sandbox said, and what that means here.

import { nearest } from './document.js';
import { header, isLost, isWithoutAnswer, shortened } from './record.js';

const TOKENS = {
  read_write: 'the owner’s token, which may read and write',
  read_only: 'the owner’s read-only token',
  reviewer: 'the reviewer’s token, whose user may not manage contributors, upload or download',
  translator: 'the translator’s token, whose user has no admin right in the project',
  outsider: 'the token of a user outside the main project',
};

/** What there is to say: `{ title, text, items }`, the most telling first. Nothing where all went well. */
export function reasons(record, context) {
  const found = [];
  const said = message(record.answered.json);
  if (record.misbehaved) found.push(ofFault(record));
  else if (isLost(record))
    found.push({
      title: 'Nobody was left to answer',
      text: 'Its sender closed the connection before the end.',
    });
  else if (isWithoutAnswer(record))
    found.push({ title: 'No answer yet', text: 'It is still being sent or answered.' });
  else if (record.status >= 400) found.push(ofStatus(record, context, said));
  const violations = record.misbehaved ? undefined : record.answered.json?.error?.violations;
  if (violations) {
    const items = Object.entries(violations).flatMap(([field, messages]) =>
      messages.map((text) => ({ field, text })),
    );
    found.push({
      title: items.length === 1 ? 'One field is not valid' : `${items.length} fields are not valid`,
      items,
    });
  }
  if (record.unknown.length > 0) {
    const refused = record.status === 400 && !record.misbehaved;
    found.push({
      title:
        record.unknown.length === 1
          ? 'One name is unknown'
          : `${record.unknown.length} names are unknown`,
      text: refused
        ? 'The document has no such field or parameter.'
        : 'The document has no such field or parameter; it was left aside. With --strict this is refused.',
      items: record.unknown.map((field) => ({
        field: typeof field === 'string' ? field : JSON.stringify(field),
        text: '',
      })),
    });
  }
  return found;
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
    text: `The sandbox was asked to misbehave (see Switches, Faults), and did so here. ${happened} ${effect}`,
  };
}

function ofStatus(record, context, said) {
  const refused = record.refused && record.refused !== said ? record.refused : '';
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
    return 'No credential came: send a token of this world in X-Api-Token, or an access token as Authorization: Bearer.';
  if (name) return `The token is ${TOKENS[name] ?? name}, but it is not taken for this operation.`;
  const tokens = Object.values(context.state.tokens ?? {}).join(', ');
  return `${shortened(secret)} is no credential of the world “${context.state.world}”. Its tokens are: ${tokens}. An access token may have expired.`;
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
    return 'The path is right, but something that it names by an id or a name is not in this world: see State.';
  const path = record.target.replace(/^\/worlds\/[^/]+/, '').split('?')[0];
  const near = nearest(context.operations, record.method, path.replace(/^\/v\d+/, ''));
  const names = near
    .map((operation) => `${operation.method} ${operation.path} (${operation.id})`)
    .join('; ');
  return `No operation has this path.${names ? ` Near it are: ${names}.` : ''} The main API begins at ${context.state.base_url}.`;
}

const WORDS = {
  400: (record, context, said) => {
    if (/token|credential/i.test(said)) return unauthenticated(record, context);
    if (record.answered.json?.error?.violations) return 'The request does not fit the document.';
    if (/syntax/i.test(said)) return 'The body is no JSON.';
    return 'The request fits the document, but not what is there or what the service allows.';
  },
  401: unauthenticated,
  403: forbidden,
  404: missing,
  405: () => 'The path is right, the method is not.',
  409: () =>
    'It is in conflict with something that ended a moment ago, or goes on: repeat it a little later.',
  413: () => 'It is too large to be done in one request.',
  429: (record, context) => {
    const limit = context.state.rate_limit;
    const figures = limit?.per_second
      ? ` It is ${limit.per_second} a second for each token, and ${limit.in_flight} in flight for each project.`
      : '';
    return `The rate limit is on.${figures} Wait, then repeat it; the limit can be changed under Switches.`;
  },
  501: () => 'The sandbox does not serve this operation.',
};
