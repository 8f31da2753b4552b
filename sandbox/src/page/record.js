// A request as the record tells it, in the form that the page shows.

/** The names of headers, query parameters and members whose values are credentials. */
const SECRET = /^(x-api-token|authorization|proxy-authorization|cookie|client_secret|access_token|refresh_token|code|token)$/i;

/** Fills in what a record leaves out. */
export function normal(record) {
  const number = record.number ?? record.id ?? record.started;
  return {
    ...record,
    number,
    headers: record.headers ?? [],
    unknown: record.unknown ?? [],
    sent: text(record.body),
    answer: { headers: record.answer?.headers ?? [], ...text(record.answer?.body) },
    millis: record.duration_ms ?? null,
    stamp: JSON.stringify([record.status, record.took_effect, record.misbehaved, record.body_size, record.duration_ms, record.unknown]),
  };
}

/** A body as text, and as JSON where it is that. */
function text(body) {
  if (body === undefined || body === null) return { text: '' };
  if (typeof body !== 'string') return { text: JSON.stringify(body), json: body };
  try {
    return { text: body, json: JSON.parse(body) };
  } catch {
    return { text: body };
  }
}

/** The value of a header of a request or an answer, by its name in any case. */
export function header(headers, name) {
  return headers.find(([known]) => known.toLowerCase() === name)?.[1];
}

export const isRefused = (record) => record.status >= 400;
export const isWithoutAnswer = (record) => record.status === null || record.status === undefined;

/** The beginning and the end of a credential. */
export function shortened(value) {
  const [, scheme = '', secret] = /^(bearer\s+|basic\s+)?(.*)$/i.exec(value) ?? [];
  return secret.length > 12 ? `${scheme}${secret.slice(0, 4)}…${secret.slice(-4)}` : `${scheme}…`;
}

export const isSecret = (name) => SECRET.test(name);

/** A text of JSON or of a form, or a target, with its credentials shortened. */
export function withoutSecrets(text) {
  return text
    .replace(/"([a-z_]+)"(\s*:\s*)"((?:[^"\\]|\\.)*)"/gi, (whole, name, between, value) => (isSecret(name) ? `"${name}"${between}"${shortened(value)}"` : whole))
    .replace(/([?&])([a-z_]+)=([^&#\s]*)/gi, (whole, mark, name, value) => (isSecret(name) ? `${mark}${name}=${shortened(value)}` : whole));
}
