// What a status means of a request: what it came with, what is there, and what would be right.

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

/** Names in one line. */
function listed(names) {
  if (names.length === 0) return 'none';
  const more = names.length > LISTED ? ` and ${names.length - LISTED} more` : '';
  return names.slice(0, LISTED).join(', ') + more;
}

/** The project that a request names, as the world has it. */
const projectOf = (record, { state }) =>
  state.projects?.find((it) => it.project_id === record.project || it.uuid === record.project);

/** What the project of a request has where it was asked for something else. */
export function had(said, record, context) {
  const project = projectOf(record, context);
  if (!project) return '';
  if (/language/i.test(said))
    return `${project.project_id} has the languages ${listed(project.languages)}.`;
  if (isAtNoBranch(record, project) || /branch/i.test(said))
    return `${project.project_id} has the branches ${listed(project.branches)}.`;
  return '';
}

/** Whether the project of a request has no longer, or never had, its branch. */
const isAtNoBranch = (record, project) =>
  Boolean(record.branch) && !project.branches.includes(record.branch);

/** The credential that a request came with, and its name where it is a token of this world. */
export function credential(record, context) {
  const secret =
    header(record.headers, 'x-api-token') ??
    header(record.headers, 'authorization')?.replace(/^bearer\s+/i, '');
  const known = Object.entries(context.state.tokens ?? {}).find(([, token]) => token === secret);
  return { secret, name: known?.[0] };
}

/** What a request came with. */
function came(record, context) {
  const { name } = credential(record, context);
  return name ? `It came with ${TOKENS[name] ?? `the token “${name}”`}.` : '';
}

function unauthenticated(record, context, said) {
  if (/client/i.test(said))
    return `The application of this world is ${context.state.oauth_app?.client_id}.`;
  const { secret, name } = credential(record, context);
  const isBearer = Boolean(header(record.headers, 'authorization'));
  const { state } = context;
  if (!secret)
    return (
      'No credential came: send a token of this world as X-Api-Token, or an access token as ' +
      'Authorization: Bearer.'
    );
  if (/^basic /i.test(secret))
    return 'Authorization: Basic is not taken: send an API token as X-Api-Token.';
  if (name && isBearer)
    return `${came(record, context)} API tokens are sent as X-Api-Token, not as Authorization.`;
  if (name) return `${came(record, context)} It is not taken for this operation.`;
  const tokens = Object.values(state.tokens ?? {});
  const own = tokens.find((token) => token === `${state.world}.${secret}`);
  if (own) return `It is a token of another world: in “${state.world}” it is ${own}.`;
  const start = shortened(secret);
  const it = start === '…' ? 'What came' : start;
  return (
    `${it} is no credential of the world “${state.world}”, or not any more. ` +
    `Its tokens: ${listed(tokens)}.`
  );
}

function forbidden(record, context, said) {
  // Its origin was rejected, whatever it asked for.
  if (/^web pages of /.test(said)) return '';
  if (record.server === 'bundle')
    return (
      'Links to bundles are signed: follow them as they are, without X-Api-Token or ' +
      'Authorization.'
    );
  const operation = context.operations.get(record.operation);
  const { name } = credential(record, context);
  const token = came(record, context);
  const writes = operation && operation.method !== 'GET';
  if (name === 'read_only' && writes) return `${token} It may not write: send another one.`;
  if (/no access/i.test(said))
    return `${token} Its user is no contributor of ${record.project ?? 'the project'}.`;
  if (name === 'outsider' || name === 'translator') return token;
  const needs = [];
  if (operation?.right && operation.right !== 'none')
    needs.push(`the admin right “${operation.right}” in the project`);
  if (operation?.scopes.length > 0 && !name)
    needs.push(`the scope ${operation.scopes.join(' or ')}`);
  if (needs.length > 0) return `${token} ${operation.id} needs ${needs.join(' and ')}.`.trim();
  return token;
}

/** The path of a target within the main API, and whether it begins as that does. */
function within(record, { state }) {
  const plain = (path) => path.replace(/^\/worlds\/[^/]+/, '');
  const path = plain(record.target.split('?')[0]);
  const base = plain(new URL(state.base_url).pathname).replace(/\/$/, '');
  const begins = path.startsWith(`${base}/`);
  return { base, begins, path: begins ? path.slice(base.length) : path };
}

function missing(record, context, said) {
  if (record.operation) return absent(record, context, said);
  const { base, begins, path } = within(record, context);
  const wrong = begins
    ? 'No operation has this path.'
    : `Paths of the main API begin with ${base}: it is at ${context.state.base_url}.`;
  const near = nearest(context.operations, record.method, path)
    .map((operation) => `${operation.method} ${operation.path} (${operation.id})`)
    .join('; ');
  return near ? `${wrong} Like it are: ${near}.` : wrong;
}

/** What a right path names that is not there. */
function absent(record, context, said) {
  const { state } = context;
  const project = projectOf(record, context);
  if (record.project && !project) {
    const all = state.projects.map((it) => it.project_id);
    return `The world “${state.world}” has no project ${record.project}. It has ${listed(all)}.`;
  }
  const known = had(said, record, context);
  if (project && isAtNoBranch(record, project)) return known;
  const named = Object.entries(record.parameters ?? {})
    .filter(([name]) => name !== 'project_id')
    .map(([name, value]) => `${name} ${value}`);
  if (named.length === 0 || /branch/i.test(said)) return known;
  const branch = record.branch ? `, branch ${record.branch}` : '';
  const where = record.project ? `${record.project}${branch},` : 'what is';
  return `${named.join(', ')} is not in ${where} in the world “${state.world}”. ${known}`.trim();
}

function limited(record, context, said) {
  const limit = context.state.rate_limit;
  if (!limit) return 'The rate limit was on, and is off now.';
  const most = /same time/.test(said)
    ? `${limit.in_flight} requests of a project at the same time`
    : `${limit.per_second} requests of a token within a second`;
  return `The rate limit is on: ${most}. Wait for Retry-After, then repeat it, or see Switches.`;
}

function wrongMethod(record, context) {
  const methods = methodsAt(context.operations, within(record, context).path);
  const right = methods.length > 0 ? ` It takes ${methods.join(', ')}.` : '';
  return `The path is right, the method is not.${right}`;
}

/** What a status means, by the request, what is there, and what the answer said. */
export const WORDS = {
  400: (record, context, said) => {
    if (/token|credential|client is not/i.test(said)) return unauthenticated(record, context, said);
    if (/syntax/i.test(said)) return 'The body is no JSON.';
    if (/must be sent as/.test(said)) return '';
    return (
      had(said, record, context) ||
      'The request fits the document, but not what is there or what the service allows.'
    );
  },
  401: unauthenticated,
  403: forbidden,
  404: missing,
  405: wrongMethod,
  406: () => 'No key fits the options of the export: look at its filters.',
  409: () => 'Something that goes on, or ended a moment ago, is in its way: repeat it later.',
  413: (record) =>
    record.operation === 'exportFiles'
      ? 'Ask for it with startExport, and look at its process until it has finished.'
      : 'It is too large to be done in one request.',
  414: () => 'The service takes addresses of up to about 8,000 bytes: name less in the query.',
  429: limited,
  501: () => 'The sandbox does not serve this operation.',
};
