// What the status of a rejected request means: what was sent, what there is, and what to send.

import { methodsAt, nearest } from './document.js';
import { header, shortened } from './record.js';

const TOKENS = {
  read_write: 'the owner’s token, which may read and write',
  read_only: 'the owner’s read-only token',
  reviewer: 'the reviewer’s token, whose user may not manage contributors, upload or download',
  translator: 'the translator’s token, whose user has no admin right in the project',
  outsider: 'the token of a user outside the main project',
};

/** How many names are listed. */
const LISTED = 12;

function listed(names) {
  const more = names.length > LISTED ? ` and ${names.length - LISTED} more` : '';
  return (names.slice(0, LISTED).join(', ') || 'none') + more;
}

/** The project of a request, as the world has it. */
const projectOf = (record, { state }) =>
  state.projects.find((it) => it.project_id === record.project || it.uuid === record.project);

const isWithoutBranch = (record, project) =>
  Boolean(record.branch) && !project.branches.includes(record.branch);

/** The languages or branches of the project, if the message is about these. */
export function alternatives(message, record, context) {
  const project = projectOf(record, context);
  if (!project) return '';
  if (/language/i.test(message))
    return `${project.project_id} has the languages ${listed(project.languages)}.`;
  if (isWithoutBranch(record, project) || /branch/i.test(message))
    return `${project.project_id} has the branches ${listed(project.branches)}.`;
  return '';
}

/** The credential of a request, and its name if it is a token of this world. */
export function credential({ headers }, { state }) {
  const secret =
    header(headers, 'x-api-token') ??
    header(headers, 'authorization')?.replace(/^bearer\s+/i, '');
  const known = Object.entries(state.tokens ?? {}).find(([, token]) => token === secret);
  return { secret, name: known?.[0] };
}

function unauthenticated(record, context, message) {
  const { state } = context;
  if (/client/i.test(message)) return `The client of this world is ${state.oauth_app?.client_id}.`;
  const { secret, name } = credential(record, context);
  if (!secret) return 'The request has no credential. Send a token as X-Api-Token.';
  if (/^basic /i.test(secret))
    return 'The service does not accept Authorization: Basic. Send an API token as X-Api-Token.';
  if (name && header(record.headers, 'authorization'))
    return `${sentToken(name)} Send it as X-Api-Token, not as Authorization.`;
  if (name) return `${sentToken(name)} This operation does not accept it.`;
  const tokens = listed(Object.values(state.tokens ?? {}));
  const [, world] = /^([a-z][a-z0-9-]*)\./.exec(secret) ?? [];
  if (world && world !== state.world)
    return `There is no world “${world}”. The tokens of “${state.world}” are ${tokens}.`;
  return (
    `${shortened(secret)} is no credential of the world “${state.world}”, or has expired. ` +
    `Its tokens: ${tokens}.`
  );
}

const sentToken = (name) =>
  name ? `The request has ${TOKENS[name] ?? `the token “${name}”`}.` : '';

function forbidden(record, context, message) {
  // The origin was rejected, whatever the request.
  if (/^web pages of /.test(message)) return '';
  if (record.server === 'bundle')
    return 'Links to bundles are signed. Send no X-Api-Token or Authorization with them.';
  const operation = context.operations.get(record.operation);
  const { name } = credential(record, context);
  const token = sentToken(name);
  if (name === 'read_only' && operation?.method !== 'GET')
    return `${token} It may not write. Send another one.`;
  if (/no access/i.test(message))
    return `${token} Its user is no contributor of ${record.project ?? 'the project'}.`;
  const needs = [];
  if (operation?.right && operation.right !== 'none')
    needs.push(`the admin right “${operation.right}” in the project`);
  if (operation?.scopes.length > 0 && !name)
    needs.push(`the scope ${operation.scopes.join(' or ')}`);
  return needs.length > 0 ? `${token} ${operation.id} needs ${needs.join(' and ')}.` : token;
}

/** The path of a request in the main API, or undefined if it does not start as that does. */
function pathOf({ target }, { state }) {
  const [path] = target.split('?');
  const base = new URL(state.base_url).pathname;
  return path.startsWith(`${base}/`) ? path.slice(base.length) : undefined;
}

function missing(record, context, message) {
  if (record.operation) return absent(record, context, message);
  const path = pathOf(record, context);
  if (path === undefined) return `The main API is at ${context.state.base_url}.`;
  const near = nearest(context.operations, record.method, path)
    .map((operation) => `${operation.method} ${operation.path} (${operation.id})`)
    .join('; ');
  return `No operation has this path.${near && ` Similar: ${near}.`}`;
}

/** What the path names that does not exist. */
function absent(record, context, message) {
  const { state } = context;
  const project = projectOf(record, context);
  if (record.project && !project) {
    const all = listed(state.projects.map((it) => it.project_id));
    return `The world “${state.world}” has no project ${record.project}. It has ${all}.`;
  }
  const known = alternatives(message, record, context);
  const named = Object.entries(record.parameters ?? {})
    .filter(([name]) => name !== 'project_id')
    .map(([name, value]) => `${name} ${value}`);
  const isOfBranch = /branch/i.test(message) || (project && isWithoutBranch(record, project));
  if (named.length === 0 || isOfBranch) return known;
  const branch = record.branch ? `, branch ${record.branch}` : '';
  const where = record.project ? ` ${record.project}${branch}, in` : '';
  return `There is no ${named.join(', ')} in${where} the world “${state.world}”. ${known}`;
}

function limited(record, { state: { rate_limit: limit } }, message) {
  if (!limit) return 'A rate limit was set, which is off now.';
  const most = /same time/.test(message)
    ? `${limit.in_flight} requests of a project at the same time`
    : `${limit.per_second} requests of a token per second`;
  return `The rate limit is ${most}. Wait for the seconds of Retry-After, then retry.`;
}

/** What a status means, given the request, the world, and the message of the response. */
export const MEANINGS = {
  400: (record, context, message) => {
    if (/token|credential|client is not/i.test(message))
      return unauthenticated(record, context, message);
    if (/syntax/i.test(message)) return 'The body is not JSON.';
    return alternatives(message, record, context);
  },
  401: unauthenticated,
  403: forbidden,
  404: missing,
  405: (record, context) => {
    const methods = methodsAt(context.operations, pathOf(record, context) ?? '');
    return methods.length > 0 ? `This path has the methods ${methods.join(', ')}.` : '';
  },
  406: () => 'No key matches the options of the export. Check its filters.',
  409: () => 'Something else is in progress, or ended a moment ago. Retry later.',
  413: () => 'This is too large for one request. To export more, use startExport.',
  414: () => 'The service accepts URLs of up to about 8,000 bytes. Send fewer parameters.',
  429: limited,
  501: () => 'The sandbox does not implement this operation. A fault can stub it.',
};
