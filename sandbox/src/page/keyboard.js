// Keys that save a way. All can be done without them too, and they can be switched off.

import { button, h } from './dom.js';

const OFF = 'keys-off';
const KEYS = [
  ['1', 'Requests'],
  ['2', 'State'],
  ['3', 'Switches'],
  ['4', 'Document'],
  ['/', 'To the filter'],
  ['j', 'Next request; in the list, arrow down'],
  ['k', 'The request before; in the list, arrow up'],
  ['p', 'Pause, or go on'],
  ['Esc', 'Close the request'],
  ['?', 'This list'],
];

let dialog;

function isOff() {
  try {
    return localStorage.getItem(OFF) === 'yes';
  } catch {
    return false;
  }
}

function help() {
  const toggle = h('input', {
    type: 'checkbox',
    checked: !isOff(),
    onchange: () => {
      try {
        localStorage.setItem(OFF, toggle.checked ? 'no' : 'yes');
      } catch {
        // They stay on where nothing can be kept.
      }
    },
  });
  dialog = h(
    'dialog',
    {
      'aria-labelledby': 'keys-title',
      onclose: () => {
        dialog.remove();
        dialog = undefined;
      },
    },
    h('h2', { id: 'keys-title' }, 'Keys'),
    h(
      'dl.keys',
      {},
      KEYS.map(([key, what]) => [h('dt', {}, h('kbd', {}, key)), h('dd', {}, what)]),
    ),
    h('label.check', {}, toggle, ' Single keys do this'),
    button('Close', () => dialog.close()),
  );
  document.body.append(dialog);
  dialog.showModal();
}

/** Listens from now on; `shown` tells which view there is. */
export function listen(shown) {
  document.getElementById('keys').addEventListener('click', help);
  document.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector('dialog[open]'))
      return;
    const isTyping = event.target.closest('input, select, textarea');
    if (isTyping && event.key !== 'Escape') return;
    if (isOff() && event.key !== 'Escape') return;
    if (act(event.key, shown().at)) event.preventDefault();
  });
}

function act(key, view) {
  const links = document.querySelectorAll('nav a');
  switch (key) {
    case '1':
    case '2':
    case '3':
    case '4':
      links[key - 1].click();
      return true;
    case '?':
      help();
      return true;
    case '/':
      return focus(document.getElementById('filter'));
    case 'j':
      view?.step?.(1);
      return true;
    case 'k':
      view?.step?.(-1);
      return true;
    case 'p':
      view?.toggle?.();
      return true;
    case 'Escape':
      return close();
    default:
      return false;
  }
}

function focus(element) {
  element?.focus();
  return Boolean(element);
}

/** Closes the request that is open; the focus goes back to its row. */
function close() {
  const link = document.querySelector('.detail .close');
  if (!link) return false;
  const row = document.querySelector('.requests a[aria-current]');
  link.click();
  return focus(row) || true;
}
