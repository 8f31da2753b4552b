// Why a request was rejected: what the sandbox responded, and what that means here.

import { count } from './dom.js';
import { isLost, isRejected, isSecret, isWithoutResponse } from './record.js';
import { MEANINGS, alternatives } from './meanings.js';

/** The reasons, `{ title, text, items }` each; none if all went well. */
export function reasons(record, context) {
  const all = [];
  if (record.misbehaved) all.push(ofFault(record));
  else if (isLost(record)) all.push({ title: 'The client disconnected before the response' });
  else if (isWithoutResponse(record)) all.push({ title: 'The request is in progress' });
  else if (record.answered.json?.error?.violations) all.push(ofViolations(record, context));
  else if (isRejected(record)) all.push(ofStatus(record, context));
  else if (partly(record).length > 0) all.push(ofPart(record));
  all.push(
    ofFields(record.unknown, 'undocumented name', 'The sandbox ignores these; with --strict it'),
    ofFields(record.coerced, 'converted value', 'The sandbox converts these; with --strict it'),
  );
  return all.filter(Boolean);
}

const ofFields = (fields, one, text) =>
  fields.length > 0 && {
    title: count(fields.length, one),
    text: `${text} rejects the request:`,
    items: fields.map((field) => ({ field })),
  };

function ofViolations(record, context) {
  const fields = Object.entries(record.answered.json.error.violations);
  const items = fields.flatMap(([field, all]) =>
    [all].flat().map((text) => ({
      field,
      text: [
        text.replace(/([^.!?])$/, '$1.'),
        sent(record, field),
        alternatives(text, record, context),
      ].join(' '),
    })),
  );
  return { title: count(items.length, 'invalid field'), items };
}

/** The value of a field, unless it is a credential. */
function sent(record, field) {
  const parts = field.split('.');
  if (isSecret(parts.at(-1))) return '';
  const query = new URLSearchParams(record.target.split('?')[1]);
  const own = (value, part) => (Object.hasOwn(Object(value), part) ? value[part] : undefined);
  const inBody = parts.reduce(own, record.sent.json);
  const value = inBody ?? query.get(field) ?? own(record.parameters, field);
  if (value === undefined) return '';
  const text = JSON.stringify(value);
  return `Sent: ${text.length > 60 ? `${text.slice(0, 60)}…` : text}.`;
}

/** The errors of a response that rejected only some items. */
export function partly(record) {
  const errors = record.answered.json?.errors;
  return Array.isArray(errors) && !isRejected(record) ? errors : [];
}

/** The values in an object, at any depth. */
const leaves = (value) =>
  value === Object(value) ? Object.values(value).flatMap(leaves) : [String(value)];

function ofPart(record) {
  const items = partly(record).map((error) => {
    const { message: text, code, ...rest } = Object(error);
    return { field: [...new Set(leaves(rest))].join(' · '), text };
  });
  const title = `${count(items.length, 'item')} rejected`;
  return { title, text: `The status is ${record.status}, but the response has errors:`, items };
}

/** The message of an error, in any of the service's envelopes. */
function message(body) {
  const { error_description: description, error, message } = Object(body);
  const text = description ?? error?.message ?? message ?? error;
  return typeof text === 'string' ? text : '';
}

function ofFault(record) {
  const what = isWithoutResponse(record)
    ? 'The client got no whole response.'
    : `The client got status ${record.status}.`;
  const effect = record.took_effect ? 'took effect all the same' : 'had no effect';
  return {
    title: `${record.fault ? `Fault ${record.fault}` : 'A fault'} applied`,
    text: `A test asked the sandbox for this. ${what} The request ${effect}.`,
  };
}

function ofStatus(record, context) {
  const reported = message(record.answered.json) || record.refused || '';
  const refused = record.refused?.startsWith(reported) ? '' : record.refused;
  const text = [refused, MEANINGS[record.status]?.(record, context, reported)];
  return { title: reported || `Status ${record.status}`, text: text.filter(Boolean).join(' ') };
}
