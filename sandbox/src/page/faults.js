// The faults of a world: what is set, how often each struck, and a form for another.

import { call, of } from './control.js';
import { ask, button, doing, field, h, options, sending, table } from './dom.js';

/** How often strikes are counted anew, in milliseconds. */
const WATCH = 2000;

const json = (value) => ({ respond: { body: { json: value } } });
const RESETS = [
  ['before_body', 'before the body is read'],
  ['before_effect', 'before it takes effect'],
  ['after_effect', 'after it took effect'],
  ['on_connect', 'when it connects'],
];

/** The kinds: what they are called, what is asked for (label, value), and what they become. */
const KINDS = {
  status: [
    'answer another status',
    [
      ['Status', 503],
      ['Retry-After, seconds', ''],
    ],
    (status, wait) => ({
      respond: {
        status: Number(status),
        headers: wait === '' ? {} : { 'Retry-After': String(wait) },
        body: { json: { error: { message: 'A fault that was asked for', code: Number(status) } } },
      },
    }),
  ],
  delay: ['answer late', [['Milliseconds', 2000]], (time) => ({ delay: Number(time) })],
  drip: [
    'send the body in pieces',
    [
      ['Bytes of a piece', 10],
      ['Pause, milliseconds', 100],
    ],
    (chunk, pause) => ({ drip: { chunk: Number(chunk), pause: Number(pause) } }),
  ],
  reset: ['reset the connection', [['When', RESETS]], (moment) => ({ reset: moment })],
  cut_body: ['cut the body', [['After bytes', 10]], (bytes) => ({ cut_body: Number(bytes) })],
  cut_head: ['cut the head', [['After bytes', 10]], (bytes) => ({ cut_head: Number(bytes) })],
  html: [
    'answer a web page',
    [],
    () => ({
      respond: {
        headers: { 'Content-Type': 'text/html' },
        body: { text: '<!doctype html><title>Maintenance</title>' },
      },
    }),
  ],
  empty: ['answer an empty object', [], () => json({})],
  list: ['shorten lists', [['Items at most', 1]], (cap) => ({ list: { cap: Number(cap) } })],
  uncounted: ['lists without totals', [], () => ({ list: { counted: false } })],
  expired_link: ['bundle host: link expired', [], () => 'expired_link'],
};

/** What a fault does, in words. */
const WORDS = {
  respond: ({ status = 200 }) => `answer with status ${status}`,
  delay: (time) => `answer ${time} ms late`,
  drip: ({ chunk, pause }) => `send ${chunk} bytes every ${pause} ms`,
  reset: (moment) => `reset the connection ${Object.fromEntries(RESETS)[moment]}`,
  cut_head: (bytes) => `cut the head after ${bytes} bytes`,
  cut_body: (bytes) => `cut the body after ${bytes} bytes`,
  list: ({ cap, counted }) =>
    [cap && `list at most ${cap}`, counted === false && 'list without totals']
      .filter(Boolean)
      .join(', '),
  one_of: (all) => all.map(inWords).join(', or '),
};

function inWords(what) {
  if (what === 'expired_link') return 'say that the link has expired';
  const [[kind, value]] = Object.entries(what);
  return WORDS[kind]?.(value) ?? JSON.stringify(what);
}

/** The moment at which nothing is known of a request, not even its world. */
const ON_CONNECT = 'on_connect';

export class Faults {
  constructor(context) {
    this.context = context;
  }

  get path() {
    return of(this.context.world, 'faults');
  }

  leave() {
    clearTimeout(this.timer);
    this.isGone = true;
  }

  section() {
    this.list = h('div');
    this.read();
    return h(
      'section',
      {},
      h('h2', { id: 'faults' }, 'Faults'),
      h('p.dim', {}, 'What shall go wrong with the next requests. The oldest that applies wins.'),
      this.list,
      this.form(),
    );
  }

  /** The ones that are set. */
  async read() {
    clearTimeout(this.timer);
    try {
      const { faults } = await call('GET', this.path);
      if (this.isGone) return;
      this.draw(faults);
      this.timer = setTimeout(() => this.read(), WATCH);
    } catch {
      // The sandbox or the world is away; when it is back, the view reads again.
    }
  }

  /** Only where something changed: the focus may be in it. */
  draw(faults) {
    const drawn = JSON.stringify(faults);
    if (drawn === this.drawn) return;
    this.drawn = drawn;
    const isHere = this.list.contains(document.activeElement);
    const rows = faults.map((fault) => [
      [`${fault.id} `, fault.spent && h('span.note', {}, 'spent')],
      h('span.mono', {}, fault.operation ?? 'any'),
      h('span', { title: JSON.stringify(fault.what) }, inWords(fault.what)),
      String(fault.times),
      `${fault.struck} of ${fault.matched}`,
      button('Remove', () => this.remove(fault.id), { 'aria-label': `Remove fault ${fault.id}` }),
    ]);
    this.list.replaceChildren(
      table('Faults', ['Id', 'Operation', 'What', 'Times', 'Struck', ''], rows, 'None is set.'),
      faults.length > 1 ? button('Remove all', () => this.clear()) : '',
    );
    if (isHere) this.list.querySelector('button')?.focus();
  }

  form() {
    const names = ['any', ...[...this.context.operations.keys()].sort(), 'downloadBundle'];
    const operation = h('select', {}, options(names, 'any'));
    const kind = h(
      'select',
      { onchange: () => ask() },
      options(
        Object.entries(KINDS).map(([name, [text]]) => [name, text]),
        'status',
      ),
    );
    const after = h('input', { type: 'number', min: 0, value: 0 });
    const times = h('input', {
      type: 'text',
      value: '1',
      pattern: '[1-9][0-9]*|always',
      inputmode: 'numeric',
    });
    const place = h('span.parts');
    const ask = () => {
      place.replaceChildren(
        ...KINDS[kind.value][1].map(([label, value]) => field(label, this.control(value))),
      );
      fix();
    };
    const given = () => [...place.querySelectorAll('input, select')];
    // Where only one operation can be meant, no other can be chosen.
    const fix = () => {
      const isOfBundles = kind.value === 'expired_link';
      const only = isOfBundles
        ? 'downloadBundle'
        : given().some((it) => it.value === ON_CONNECT) && 'any';
      if (only) operation.value = only;
      operation.disabled = Boolean(only);
    };
    place.addEventListener('change', fix);
    ask();
    const add = (event) => {
      event.preventDefault();
      const fields = { operation, after, times, what: given()[0] ?? kind };
      const fault = {
        operation: operation.value,
        after: Number(after.value),
        times: times.value === 'always' ? 'always' : Number(times.value),
        what: KINDS[kind.value][2](...given().map((it) => it.value)),
      };
      // An error begins with the member of the fault that it is about.
      const fieldOf = ({ message }) => fields[/^`?(\w+)/.exec(message)?.[1]];
      sending(event.target, () => this.add(fault), 'The fault is set.', fieldOf);
    };
    return h(
      'form.row',
      { onsubmit: add },
      field('Operation', operation),
      field('What', kind),
      place,
      field('Spare first', after),
      field('Times, or always', times),
      h('button', {}, 'Add fault'),
    );
  }

  /** A field for what a kind asks for, by the value that it begins with. */
  control(value) {
    const { world } = this.context;
    if (Array.isArray(value)) {
      // A connection belongs to no world.
      const all = value.filter(([moment]) => moment !== ON_CONNECT || world === 'default');
      return h('select', {}, options(all));
    }
    return h('input', { type: 'number', min: 0, value });
  }

  async add(fault) {
    await call('POST', this.path, fault);
    await this.read();
  }

  remove(id) {
    return doing(async () => {
      await call('DELETE', `${this.path}/${id}`);
      await this.read();
    }, `Fault ${id} is gone.`);
  }

  async clear() {
    if (!(await ask('Remove all faults of this world?', 'Remove them'))) return;
    await doing(async () => {
      await call('DELETE', this.path);
      await this.read();
    }, 'No fault is set.');
  }
}
