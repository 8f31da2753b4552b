// A request, in the form that the page shows.

/** Names of headers, parameters and fields that are credentials. */
const SECRET =
  /^(x-api-token|(proxy-)?authorization|cookie|client_secret|(access_|refresh_)?token|code)$/i;

/** Adds what the page needs. */
export function normal(record) {
  const { started, status, stage, took_effect: effect, misbehaved } = record;
  return {
    ...record,
    sent: content(record.body),
    answered: content(record.answer),
    millis: Math.round((record.duration_ms ?? 0) * 10) / 10 || '',
    // A sandbox that starts again repeats numbers: the time tells requests apart.
    stamp: JSON.stringify([started, status, stage, effect, misbehaved]),
  };
}

/** A body as text, and as JSON if it is complete. */
function content(body) {
  if (!body) return { text: '' };
  const isBinary = body.text === undefined;
  const content = { text: body.text ?? body.base64, cut: body.cut, isBinary };
  try {
    return { ...content, json: isBinary ? undefined : JSON.parse(body.text) };
  } catch {
    return content;
  }
}

/** The value of a header. */
export const header = (headers, name) => headers.find(([known]) => known === name)?.[1];

export const isRejected = (record) => record.status >= 400;
export const isWithoutResponse = (record) => !record.status;
export const isLost = (record) =>
  record.stage === 'lost' || (isWithoutResponse(record) && record.misbehaved);

/** What the paths of a server begin with. */
const PREFIXES = { main: '/v2/', cursor: '/v1/' };

/** The target without what nearly all have in common. */
export function brief({ server, target }, project) {
  if (!target.startsWith(PREFIXES[server])) return target;
  const path = target.slice(PREFIXES[server].length).replace(/^projects\//, '');
  return path.startsWith(`${project}/`) ? `…${path.slice(project.length)}` : `…/${path}`;
}

export const isSecret = (name) => SECRET.test(name);

/** The first and last characters of a credential. */
export function shortened(value) {
  const [, scheme = '', secret] = /^(bearer\s+|basic\s+)?(.*)$/i.exec(value) ?? [];
  return scheme + (secret.length > 12 ? `${secret.slice(0, 4)}…${secret.slice(-4)}` : '…');
}

/** JSON, a form or a target with its credentials shortened. */
export function withoutSecrets(text) {
  return text
    .replace(/"([a-z_]+)"(\s*:\s*)"((?:[^"\\]|\\.)*)"/gi, (whole, name, between, value) =>
      isSecret(name) ? `"${name}"${between}"${shortened(value)}"` : whole,
    )
    .replace(/(^|[?&])([a-z_]+)=([^&#\s]*)/gi, (whole, mark, name, value) =>
      isSecret(name) ? `${mark}${name}=${shortened(value)}` : whole,
    );
}
