// Keys that save a way. All can be done without them too, and they can be switched off.

import { button, h } from './dom.js';

const OFF = 'keys-off';
/** What each does, and in which views, where not in all. */
const KEYS = [
  ['1', 'Requests'],
  ['2', 'State'],
  ['3', 'Switches'],
  ['4', 'Document'],
  ['/', 'To the filter', ['requests', 'state', 'docs']],
  ['j', 'Next request; in the list, arrow down', ['requests']],
  ['k', 'The request before; in the list, arrow up', ['requests']],
  ['p', 'Pause, or go on', ['requests']],
  ['Esc', 'Close the request', ['requests']],
  ['?', 'This list'],
];
/** The filter of the page, or of the viewer. */
const FILTER = '#filter, .operation-filter-input';

function isOff() {
  try {
    return localStorage.getItem(OFF) === 'yes';
  } catch {
    return false;
  }
}

function help(view) {
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
  const dialog = h(
    'dialog',
    {
      'aria-labelledby': 'keys-title',
      onclose: () => dialog.remove(),
    },
    h('h2', { id: 'keys-title' }, 'Shortcuts'),
    h(
      'dl.keys',
      {},
      KEYS.filter(([, , views]) => !views || views.includes(view)).map(([key, what]) => [
        h('dt', {}, h('kbd', {}, key)),
        h('dd', {}, what),
      ]),
    ),
    h('label.check', {}, toggle, ' Single keys do this'),
    button('Close', () => dialog.close()),
  );
  document.body.append(dialog);
  dialog.showModal();
}

/** Listens from now on; `shown` tells which view there is. */
export function listen(shown) {
  document.getElementById('keys').addEventListener('click', () => help(shown().view));
  document.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector('dialog[open]'))
      return;
    const isTyping = event.target.closest('input, select, textarea');
    if (isTyping && event.key !== 'Escape') return;
    if (isOff() && event.key !== 'Escape') return;
    if (act(event.key, shown())) event.preventDefault();
  });
}

function act(key, { view, at }) {
  const links = document.querySelectorAll('nav a');
  switch (key) {
    case '1':
    case '2':
    case '3':
    case '4':
      links[key - 1].click();
      return true;
    case '?':
      help(view);
      return true;
    case '/':
      return focus(document.querySelector(FILTER));
    case 'j':
      at?.step?.(1);
      return true;
    case 'k':
      at?.step?.(-1);
      return true;
    case 'p':
      at?.toggle?.();
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
  link?.focus();
  link?.click();
  return Boolean(link);
}
