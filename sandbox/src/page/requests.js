// The view of requests: the list as it grows, what of it is shown, and the one that is looked at.

import { connect } from './connect.js';
import { ALL, call, of } from './control.js';
import { ask, button, count, debounced, doing, h, head, options } from './dom.js';
import { STATUSES, isFiltered, matcher, wanted } from './filter.js';
import { brief, isLost, isRefused, isWithoutAnswer } from './record.js';
import { partly, reasons } from './reasons.js';
import { detail } from './request.js';

/** How many rows are shown at first, and how many more at a time. */
const PAGE = 200;

export class Requests {
  constructor(context) {
    this.context = context;
    this.rows = new Map();
    this.limit = PAGE;
    this.paused = false;
    this.draw = this.draw.bind(this);
    this.feed = context.feed;
    this.isOfAll = context.world === ALL;
  }

  show(main, [number]) {
    this.body = h('tbody', {
      onclick: (event) => this.clicked(event),
      onkeydown: (event) => this.moved(event),
    });
    this.told = h('p.dim', { role: 'status' });
    this.more = button(
      'Show more',
      () => {
        this.limit += PAGE;
        this.draw();
      },
      { hidden: true },
    );
    this.panel = connect(this.context.state, this.feed.records.size === 0);
    this.aside = h('section.detail', { 'aria-label': 'One request' });
    this.split = h(
      'div.split',
      {},
      h(
        'section.list',
        { 'aria-label': 'Requests' },
        this.panel,
        this.bar(),
        this.told,
        this.table(),
        this.more,
      ),
      this.aside,
    );
    main.replaceChildren(this.split);
    this.open(number);
    this.feed.listen((news, isReset) => this.came(news, isReset));
    this.draw();
  }

  leave() {
    this.feed.listen(undefined);
    cancelAnimationFrame(this.frame);
  }

  came(news, isReset) {
    if (!this.paused) this.soon();
    // The page was opened after they had arrived.
    if (this.rows.size === 0 && news.length > 1) this.panel.open = false;
    const isOpen = news.some((record) => String(record.number) === this.number);
    if (isOpen || (isReset && this.number !== undefined)) this.reopen();
  }

  bar() {
    const again = debounced(() => {
      this.limit = PAGE;
      this.draw();
      this.tell();
    }, 120);
    const listen = (key) => (event) => {
      wanted[key] = event.target.value;
      again();
    };
    const operations = [
      ['', 'any operation'],
      ...[...this.context.operations.keys()].sort().map((id) => [id, id]),
      ['downloadBundle', 'downloadBundle'],
      ['-', 'no operation'],
    ];
    this.pause = button('Pause', () => this.toggle(), { 'aria-pressed': 'false' });
    return h(
      'form.bar',
      { role: 'search', onsubmit: (event) => event.preventDefault() },
      h('input', {
        type: 'search',
        id: 'filter',
        placeholder: 'path, header, body …',
        'aria-label': 'Text in the request or its answer',
        value: wanted.text,
        oninput: listen('text'),
      }),
      h(
        'select',
        { 'aria-label': 'Status', onchange: listen('status') },
        options(
          Object.entries(STATUSES).map(([key, [text]]) => [key, text]),
          wanted.status,
        ),
      ),
      h(
        'select',
        { 'aria-label': 'Operation', onchange: listen('operation') },
        options(operations, wanted.operation),
      ),
      this.pause,
      !this.isOfAll && button('Clear', () => this.clear()),
    );
  }

  table() {
    const world = this.isOfAll ? ['World'] : [];
    const heads = ['Time', ...world, 'Status', 'Method', 'Path', 'Operation', 'ms', 'Notes'];
    return h(
      'table.requests',
      {},
      h('caption.hidden', {}, 'Requests, the newest first'),
      head(heads, true),
      this.body,
    );
  }

  soon() {
    this.frame ??= requestAnimationFrame(() => {
      this.frame = undefined;
      this.draw();
    });
  }

  matching() {
    return [...this.feed.records.values()].reverse().filter(matcher());
  }

  /** Brings the rows in line with what is there. One that stays may have the focus. */
  draw() {
    const matching = this.matching();
    const shown = matching.slice(0, this.limit);
    const rows = new Map();
    shown.forEach((record, index) => {
      const known = this.rows.get(record.number);
      const row =
        known?.stamp === record.stamp
          ? known
          : { stamp: record.stamp, element: this.row(record, known?.element) };
      rows.set(record.number, row);
      if (this.body.children[index] !== row.element)
        this.body.insertBefore(row.element, this.body.children[index] ?? null);
    });
    while (this.body.children.length > shown.length) this.body.lastChild.remove();
    this.rows = rows;
    this.more.hidden = matching.length <= shown.length;
    this.found = matching.length;
    if (this.feed.records.size === 0) this.empty();
    else if (this.told.dataset.kind === 'empty') this.tell();
    this.mark();
  }

  row(record, element = h('tr')) {
    const notes = [
      record.misbehaved && 'fault',
      partly(record).length > 0 && 'errors',
      record.unknown.length > 0 && 'unknown',
      !record.took_effect && !isRefused(record) && !isWithoutAnswer(record) && 'no effect',
    ].filter(Boolean);
    const why = isRefused(record) && reasons(record, this.context)[0];
    const reason = why && [why.title, why.items?.[0]?.field].filter(Boolean).join(': ');
    const bad = isRefused(record) || isLost(record);
    const href = `#/${encodeURIComponent(this.context.world)}/requests/${record.number}`;
    const cells = [
      ['time', record.started.slice(11, 19)],
      this.isOfAll && ['world', h('span', { title: record.world }, record.world)],
      [
        bad ? 'status.bad' : 'status',
        isWithoutAnswer(record) ? (bad ? 'lost' : '…') : record.status,
      ],
      ['method', record.method],
      [
        'path',
        h(
          'a',
          { href, 'data-number': record.number, title: record.target },
          brief(record, this.context.state.project?.project_id),
        ),
      ],
      ['operation', record.operation ?? '–'],
      ['ms', record.millis],
      ['notes', [notes.map((note) => h('span.note', {}, note)), reason]],
    ].filter(Boolean);
    if (element.contains(document.activeElement)) {
      // The link that has the focus stays.
      cells.forEach(([name, content], index) => {
        element.children[index].className = name.replace('.', ' ');
        if (name !== 'path') element.children[index].replaceChildren(...[content].flat(2).filter(Boolean));
      });
    } else {
      element.replaceChildren(...cells.map(([name, content]) => h(`td.${name}`, {}, content)));
    }
    return element;
  }

  mark() {
    for (const row of this.body.children) {
      const link = row.querySelector('a');
      const is = link.dataset.number === this.number;
      row.classList.toggle('current', is);
      if (is) link.setAttribute('aria-current', 'true');
      else link.removeAttribute('aria-current');
    }
  }

  empty() {
    this.told.dataset.kind = 'empty';
    this.told.textContent = 'Nothing has arrived yet.';
  }

  /** Says how many are found: when asked for others, and not whenever one comes. */
  tell() {
    delete this.told.dataset.kind;
    this.told.textContent = isFiltered() ? `${count(this.found, 'request')} found.` : '';
  }

  open(number, isOpen = false) {
    this.number = number;
    this.split.classList.toggle('opened', number !== undefined);
    const record = this.feed.records.get(Number(number));
    this.record = record;
    const { operations, state, world } = this.context;
    const back = `#/${encodeURIComponent(world)}/requests`;
    const context = { operations, state, back, redraw: (shown) => this.open(number, shown) };
    const isWithin = this.aside.contains(document.activeElement);
    if (record)
      this.aside.replaceChildren(...detail(record, context, isOpen).flat(Infinity).filter(Boolean));
    else this.aside.replaceChildren(h('p.hint', {}, 'This request is not there, or not any more.'));
    if (isWithin) this.aside.querySelector('h2')?.focus();
    this.mark();
  }

  /** Shows the open request, and once more if its world holds something else by now. */
  async reopen() {
    const { number } = this;
    this.open(number);
    if (!this.record) return;
    try {
      const state = await call('GET', of(this.record.world, 'state'));
      const isNew = JSON.stringify(state) !== JSON.stringify(this.context.state);
      this.context.state = state;
      if (isNew && this.number === number) this.open(number);
    } catch {
      // A removed world has none.
    }
  }

  /** The address changed within the view. */
  follow([number]) {
    const before = this.number;
    const isWithin = this.aside.contains(document.activeElement);
    this.number = number;
    this.reopen();
    if (number === undefined) {
      if (isWithin) this.body.querySelector(`a[data-number="${CSS.escape(before)}"]`)?.focus();
      return;
    }
    this.aside.scrollTop = 0;
    // In a narrow window the request is shown instead of the list.
    if (!this.body.checkVisibility()) this.aside.querySelector('h2')?.focus();
  }

  clicked(event) {
    if (event.target.closest('a') || getSelection()?.toString()) return;
    event.target.closest('tr')?.querySelector('a').click();
  }

  moved(event) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    this.step(step);
  }

  /** To the next or the one before. */
  step(by) {
    const links = [...this.body.querySelectorAll('a')];
    const index = links.findIndex((link) => link.dataset.number === this.number);
    const link = links[Math.max(0, index + by)];
    if (!link) return;
    link.focus();
    // At once: the next key may come before the address has changed.
    this.number = link.dataset.number;
    link.click();
  }

  toggle() {
    this.paused = !this.paused;
    this.pause.setAttribute('aria-pressed', String(this.paused));
    this.pause.textContent = this.paused ? 'Go on' : 'Pause';
    if (!this.paused) this.draw();
  }

  async clear() {
    if (await ask('Forget all requests of this world?', 'Forget them')) {
      await doing(() => this.feed.clear(), 'The record is empty.');
      location.hash = `#/${encodeURIComponent(this.context.world)}/requests`;
    }
  }
}
