// Why a request was refused, in words: what the sandbox said, and what that means here.

import { count } from './dom.js';
import { isLost, isRefused, isSecret, isWithoutAnswer } from './record.js';
import { WORDS, had } from './words.js';

/** How much of a value that was sent is repeated. */
const REPEATED = 60;

/** What there is to say: `{ title, text, items }` each; nothing where all went well. */
export function reasons(record, context) {
  const all = [];
  if (record.misbehaved) all.push(ofFault(record));
  else if (isLost(record)) all.push({ title: 'Its sender went away before the end' });
  else if (isWithoutAnswer(record)) all.push({ title: 'It is still being sent or answered' });
  else if (record.answered.json?.error?.violations) all.push(ofViolations(record, context));
  else if (record.status >= 400) all.push(ofStatus(record, context));
  else if (partly(record).length > 0) all.push(ofPart(record));
  if (record.unknown.length > 0) all.push(ofUnknown(record));
  if (record.coerced.length > 0) all.push(ofCoerced(record));
  return all;
}

function ofViolations(record, context) {
  const fields = Object.entries(record.answered.json.error.violations);
  const items = fields.flatMap(([field, all]) =>
    [all].flat().map((text) => ({
      field,
      text: [ended(text), sentAs(record, field), had(text, record, context)]
        .filter(Boolean)
        .join(' '),
    })),
  );
  return {
    title: items.length === 1 ? 'One field is wrong' : `${items.length} fields are wrong`,
    items,
  };
}

const ended = (text) => (/[.!?]$/.test(text) ? text : `${text}.`);

/** What was sent as a field, unless it is a credential or long. */
function sentAs(record, field) {
  const parts = field.split('.');
  if (isSecret(parts.at(-1))) return '';
  const query = new URLSearchParams(record.target.split('?')[1] ?? '');
  const value =
    parts.reduce(
      (value, part) => (Object.hasOwn(value ?? {}, part) ? value[part] : undefined),
      record.sent.json,
    ) ??
    query.get(field) ??
    record.parameters?.[field];
  if (value === undefined) return '';
  const text = JSON.stringify(value);
  return text.length > REPEATED ? `Sent was ${text.slice(0, REPEATED)}…` : `Sent was ${text}.`;
}

/** The errors of an answer that is none as a whole. */
export function partly(record) {
  const errors = record.answered.json?.errors;
  return Array.isArray(errors) && !isRefused(record) ? errors : [];
}

/** The values in an object at any depth: a name may be one for each platform. */
function leaves(value) {
  const isObject = typeof value === 'object' && value !== null;
  return isObject ? Object.values(value).flatMap(leaves) : [value];
}

function ofPart(record) {
  const errors = partly(record);
  const items = errors.map((error) => {
    const { message: text, code, ...rest } = Object(error);
    return { field: [...new Set(leaves(rest).map(String))].join(' · '), text };
  });
  const text = `The status is ${record.status}, but the answer lists errors:`;
  return { title: `${count(errors.length, 'part')} of it refused`, text, items };
}

function ofUnknown(record) {
  const left = record.status < 400 ? ', and it was left aside. With --strict it is refused' : '';
  const text = `The document knows no such field or parameter${left}:`;
  const items = record.unknown.map((field) => ({ field }));
  return { title: `${count(items.length, 'unknown name')}`, text, items };
}

function ofCoerced(record) {
  const text = 'It was taken as it was meant; with --strict it is refused:';
  const items = record.coerced.map((field) => ({ field }));
  return { title: `${count(items.length, 'value')} of another form`, text, items };
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
  // Not every server answers with JSON.
  const said = message(record.answered.json) || record.refused || '';
  const refused = record.refused && !record.refused.startsWith(said) ? record.refused : '';
  const text = [refused, WORDS[record.status]?.(record, context, said)].filter(Boolean).join(' ');
  return { title: said || `Refused with ${record.status}`, text };
}
