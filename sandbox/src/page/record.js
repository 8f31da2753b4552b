// A request as the record tells it, in the form that the page shows.

/** The names of headers, query parameters and members whose values are credentials. */
const SECRET =
  /^(x-api-token|(proxy-)?authorization|cookie|client_secret|(access_|refresh_)?token|code)$/i;

/** Adds what the page needs beside what is told. */
export function normal(record) {
  return {
    ...record,
    sent: content(record.body),
    answered: content(record.answer),
    millis: Math.round((record.duration_ms ?? 0) * 10) / 10 || '',
    // Numbers begin anew when the sandbox starts anew; what was sent when tells them apart.
    stamp: JSON.stringify([
      record.started,
      record.status,
      record.stage,
      record.took_effect,
      record.misbehaved,
    ]),
  };
}

/** A body as text, and as JSON where it is that and whole. */
function content(body) {
  if (!body) return { text: '' };
  const said = { text: body.text ?? body.base64, cut: body.cut, isBinary: body.text === undefined };
  try {
    return { ...said, json: said.isBinary ? undefined : JSON.parse(said.text) };
  } catch {
    return said;
  }
}

/** The value of a header of a request or an answer, by its name in any case. */
export function header(headers, name) {
  return headers.find(([known]) => known.toLowerCase() === name)?.[1];
}

export const isRefused = (record) => record.status >= 400;
export const isWithoutAnswer = (record) => !record.status;
export const isLost = (record) =>
  record.stage === 'lost' || (isWithoutAnswer(record) && record.misbehaved);

/** What the paths of a server begin with. */
const PREFIXES = { main: '/v2/', cursor: '/v1/' };

/** Where a request went, without what nearly all have in common. */
export function brief({ server, target }, project) {
  const inWorld = target.replace(/^\/worlds\/[^/]+/, '');
  if (!inWorld.startsWith(PREFIXES[server])) return target;
  const path = inWorld.slice(PREFIXES[server].length).replace(/^projects\//, '');
  return path.startsWith(`${project}/`) ? `…${path.slice(project.length)}` : `…/${path}`;
}

/** The beginning and the end of a credential. */
export function shortened(value) {
  const [, scheme = '', secret] = /^(bearer\s+|basic\s+)?(.*)$/i.exec(value) ?? [];
  const ends = secret.length > 12 ? [secret.slice(0, 4), secret.slice(-4)] : ['', ''];
  return scheme + ends.join('…');
}

export const isSecret = (name) => SECRET.test(name);

/** A text of JSON or of a form, or a target, with its credentials shortened. */
export function withoutSecrets(text) {
  return text
    .replace(/"([a-z_]+)"(\s*:\s*)"((?:[^"\\]|\\.)*)"/gi, (whole, name, between, value) =>
      isSecret(name) ? `"${name}"${between}"${shortened(value)}"` : whole,
    )
    .replace(/([?&])([a-z_]+)=([^&#\s]*)/gi, (whole, mark, name, value) =>
      isSecret(name) ? `${mark}${name}=${shortened(value)}` : whole,
    );
}
