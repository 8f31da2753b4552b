// Which requests the list shows.

import { isLost, isRejected, isWithoutResponse } from './record.js';

/** Kinds of outcomes: their names, and what they mean. */
export const STATUSES = {
  '': ['any status', () => true],
  rejected: ['rejected (4xx, 5xx)', isRejected],
  success: ['2xx', (it) => it.status >= 200 && it.status < 300],
  lost: ['no response', (it) => isLost(it) || isWithoutResponse(it)],
  fault: ['with a fault', (it) => it.misbehaved],
  unknown: ['with unknown fields', (it) => it.unknown.length > 0],
};

/** What the user chose; it stays when the world changes. */
export const wanted = { text: '', status: '', operation: '' };

/** Returns whether a request is wanted. */
export function isWanted(record) {
  const [, fits] = STATUSES[wanted.status];
  const operation = record.operation ?? '-';
  return (
    fits(record) &&
    (wanted.operation === '' || wanted.operation === operation) &&
    haystack(record).includes(wanted.text.toLowerCase())
  );
}

function haystack(record) {
  const { world, method, target, operation, status, headers, sent, answered } = record;
  record.haystack ??= [world, method, target, operation, status, headers, sent.text, answered.text]
    .flat(2)
    .join('\n')
    .toLowerCase();
  return record.haystack;
}
