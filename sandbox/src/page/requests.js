// The view of requests: the panels, the list as it grows, and the request that is open.

import { commands } from './commands.js';
import { connect } from './connect.js';
import { ALL, call, of } from './control.js';
import { button, count, fill, h, options } from './dom.js';
import { Faults } from './faults.js';
import { STATUSES, isWanted, wanted } from './filter.js';
import { brief, isLost, isRejected, isWithoutResponse } from './record.js';
import { partly, reasons } from './reasons.js';
import { detail } from './request.js';

/** How many rows are shown at first, and how many more at a time. */
const PAGE = 200;

export class Requests {
  constructor(context) {
    this.context = context;
    this.feed = context.feed;
    this.rows = new Map();
    this.limit = PAGE;
    this.isOfAll = context.world === ALL;
    // Removed worlds have only requests, as all worlds together.
    if (context.state.world === context.world) this.faults = new Faults(context);
  }

  show(main, number) {
    const { state } = this.context;
    this.body = h('tbody', {
      onclick: (event) => this.clicked(event),
      onkeydown: (event) => this.moved(event),
    });
    this.found = h('p.dim', { role: 'status' });
    this.more = button('Show more', () => {
      this.limit += PAGE;
      this.draw();
    });
    this.connect = connect(state, this.feed.records.size === 0);
    const panels = [this.connect, this.faults?.panel, this.faults && commands(state)];
    this.aside = h('section.detail', { 'aria-label': 'One request' });
    this.split = h(
      'div.split',
      h(
        'section.list',
        { 'aria-label': 'Requests' },
        h('div.panels', panels),
        this.bar(),
        this.found,
        this.table(),
        this.more,
      ),
      this.aside,
    );
    fill(main, this.split);
    this.open(number);
    this.feed.changed = (news, isReset) => this.changed(news, isReset);
    this.draw();
  }

  /** Requests arrived or changed, or were removed. */
  changed(news, isReset) {
    // The page was opened after these had arrived.
    if (this.rows.size === 0 && news.length > 1) this.connect.open = false;
    this.frame ??= requestAnimationFrame(() => this.draw());
    const isOpen = news.some((record) => String(record.number) === this.number);
    if (isReset || isOpen) this.open(this.number);
    if (isReset || news.some((record) => record.misbehaved)) this.faults?.read();
  }

  bar() {
    const listen = (key) => (event) => {
      wanted[key] = event.target.value;
      this.limit = PAGE;
      this.draw();
      const isFiltered = Object.values(wanted).some(Boolean);
      this.found.textContent = isFiltered ? `${count(this.matching, 'request')} found.` : '';
    };
    const statuses = Object.entries(STATUSES).map(([key, [text]]) => [key, text]);
    const operations = [
      ['', 'any operation'],
      ...[...this.context.operations.keys()].sort(),
      'downloadBundle',
      ['-', 'no operation'],
    ];
    const choice = (name, key, all) =>
      h('select', { 'aria-label': name, onchange: listen(key) }, options(all, wanted[key]));
    return h(
      'form.bar',
      { role: 'search', onsubmit: (event) => event.preventDefault() },
      h('input', {
        type: 'search',
        id: 'filter',
        placeholder: 'path, header, body …',
        'aria-label': 'Text in the request or its response',
        value: wanted.text,
        oninput: listen('text'),
      }),
      choice('Status', 'status', statuses),
      choice('Operation', 'operation', operations),
    );
  }

  table() {
    const world = this.isOfAll ? ['World'] : [];
    const heads = ['Time', ...world, 'Status', 'Method', 'Path', 'Operation', 'ms', 'Notes'];
    const cells = heads.map((name) => h(`th.${name.toLowerCase()}`, { scope: 'col' }, name));
    const caption = h('caption', 'Requests, the newest first');
    return h('table.requests', caption, h('thead', h('tr', cells)), this.body);
  }

  /** Updates the rows. Those that stay the same stay in place, with the focus. */
  draw() {
    this.frame = undefined;
    const matching = [...this.feed.records.values()].reverse().filter(isWanted);
    const rows = new Map();
    matching.slice(0, this.limit).forEach((record, index) => {
      const known = this.rows.get(record.number);
      const isSame = known?.stamp === record.stamp;
      const row = isSame ? known : { stamp: record.stamp, element: this.row(record) };
      rows.set(record.number, row);
      const isFocused = !isSame && known?.element.contains(document.activeElement);
      if (this.body.children[index] !== row.element)
        this.body.insertBefore(row.element, this.body.children[index] ?? null);
      if (isFocused) row.element.querySelector('a').focus();
    });
    while (this.body.children.length > rows.size) this.body.lastChild.remove();
    this.rows = rows;
    this.matching = matching.length;
    this.more.hidden = matching.length <= this.limit;
    const none = 'No requests yet.';
    if (this.feed.records.size === 0) this.found.textContent = none;
    else if (this.found.textContent === none) this.found.textContent = '';
    this.mark();
  }

  row(record) {
    const { state, world } = this.context;
    const isError = isRejected(record);
    const isBad = isError || isLost(record);
    const notes = [
      record.misbehaved && 'fault',
      partly(record).length > 0 && 'errors',
      record.unknown.length > 0 && 'unknown',
      !record.took_effect && !isError && !isWithoutResponse(record) && 'no effect',
    ];
    const [why] = isError ? reasons(record, this.context) : [];
    const link = {
      href: `#/${world}/${record.number}`,
      title: record.target,
      'data-number': record.number,
    };
    return h(
      'tr',
      h('td.time', record.started.slice(11, 19)),
      this.isOfAll && h('td.world', { title: record.world }, record.world),
      h(isBad ? 'td.status.bad' : 'td.status', record.status ?? (isBad ? 'lost' : '…')),
      h('td.method', record.method),
      h('td.path', h('a', link, brief(record, state.project?.project_id))),
      h('td.operation', record.operation ?? '–'),
      h('td.ms', record.millis),
      h(
        'td.notes',
        notes.filter(Boolean).map((note) => h('span.note', note)),
        why && [why.title, why.items?.[0]?.field].filter(Boolean).join(': '),
      ),
    );
  }

  /** Marks the row of the open request. */
  mark() {
    for (const link of this.body.querySelectorAll('a')) {
      if (link.dataset.number === this.number) link.setAttribute('aria-current', 'true');
      else link.removeAttribute('aria-current');
    }
  }

  /** Shows a request, or none, with what its world holds by now. */
  async open(number) {
    this.number = number || undefined;
    const record = this.feed.records.get(Number(number));
    // A removed world has no state.
    const state = record && (await call('GET', of(record.world, 'state')).catch(() => undefined));
    if (this.number !== (number || undefined)) return;
    this.context.state = state ?? this.context.state;
    const isWithin = this.aside.contains(document.activeElement);
    const row = this.body.querySelector('[aria-current]');
    this.split.classList.toggle('opened', Boolean(number));
    this.detail(record, false);
    this.aside.scrollTop = 0;
    this.mark();
    if (!number && isWithin) row?.focus();
    // In a narrow window the request replaces the list.
    if (!this.body.checkVisibility()) this.aside.querySelector('h2')?.focus();
  }

  /** Shows a request, with its credentials if `isOpen`. */
  detail(record, isOpen) {
    const isWithin = this.aside.contains(document.activeElement);
    const none = h('p.dim', 'The page does not have this request, or not any more.');
    const redraw = (isOpen) => this.detail(record, isOpen);
    fill(this.aside, record ? detail(record, this.context, isOpen, redraw) : none);
    if (isWithin) this.aside.querySelector('h2')?.focus();
  }

  clicked(event) {
    if (event.target.closest('a') || getSelection()?.toString()) return;
    event.target.closest('tr')?.querySelector('a').click();
  }

  moved(event) {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!by) return;
    event.preventDefault();
    this.step(by);
  }

  /** Opens the next request, or the one before. */
  step(by) {
    const links = [...this.body.querySelectorAll('a')];
    const index = links.findIndex((link) => link.dataset.number === this.number);
    const link = links[Math.max(0, index + by)];
    if (!link) return;
    link.focus();
    // At once, because the next key may come before the address has changed.
    this.number = link.dataset.number;
    link.click();
  }
}
