// Which of the requests are looked for.

import { isRefused, isWithoutAnswer } from './record.js';

/** Kinds of outcomes: what they are called, and what they mean. */
export const STATUSES = {
  '': ['any status', () => true],
  refused: ['refused (4xx, 5xx)', isRefused],
  '2xx': ['2xx', (it) => it.status >= 200 && it.status < 300],
  '4xx': ['4xx', (it) => it.status >= 400 && it.status < 500],
  '5xx': ['5xx', (it) => it.status >= 500],
  none: ['no answer', isWithoutAnswer],
  fault: ['struck by a fault', (it) => it.misbehaved],
  unknown: ['with unknown fields', (it) => it.unknown.length > 0],
};

/** What is looked for outlives a change of views. */
export const wanted = { text: '', status: '', operation: '' };

export const isFiltered = () => Boolean(wanted.text || wanted.status || wanted.operation);

/** Whether a request is looked for. */
export function matcher() {
  const text = wanted.text.toLowerCase();
  const [, fits] = STATUSES[wanted.status];
  const operation = wanted.operation === '-' ? null : wanted.operation;
  return (record) =>
    fits(record) &&
    (wanted.operation === '' || (record.operation ?? null) === operation) &&
    (text === '' || holds(record, text));
}

function holds(record, text) {
  record.haystack ??= [
    record.world,
    record.method,
    record.target,
    record.operation,
    record.status,
    ...record.headers.flat(),
    record.sent.text,
    record.answered.text,
  ]
    .join('\n')
    .toLowerCase();
  return record.haystack.includes(text);
}
