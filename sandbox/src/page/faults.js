// The faults of a world: those that are pending, and a form that starts another.

import { call, of } from './control.js';
import { button, fill, h, options, say } from './dom.js';

/** What requests do, the value that it needs at first, and how the API says it. */
const KINDS = {
  status: ['fail with status', 503, (status) => ({ respond: { status } })],
  delay: ['get a response later, by milliseconds', 2000, (delay) => ({ delay })],
  before: ['are lost before they take effect', undefined, () => ({ reset: 'before_effect' })],
  after: ['are lost after they took effect', undefined, () => ({ reset: 'after_effect' })],
  cut: ['get a response that is cut after bytes', 10, (bytes) => ({ cut_body: bytes })],
};

export class Faults {
  constructor({ world, operations }) {
    this.path = of(world, 'faults');
    this.title = h('summary', 'Faults');
    this.list = h('ul');
    const form = this.form(operations);
    this.panel = h('details', { name: 'panel' }, this.title, form, this.list);
    this.read();
  }

  /** Lists those that are pending. */
  async read() {
    const { faults } = await call('GET', this.path).catch(() => ({}));
    if (!faults) return; // The feed tells that the sandbox or the world is gone.
    const pending = faults.filter((fault) => !fault.spent);
    this.title.textContent = pending.length > 0 ? `Faults (${pending.length})` : 'Faults';
    const isFocused = this.list.contains(document.activeElement);
    fill(this.list, pending.map((fault) => this.item(fault)));
    if (isFocused) (this.list.querySelector('button') ?? this.title).focus();
  }

  item({ id, operation, method, path, times, applied, what }) {
    const target = [operation ?? 'any', method, path].filter(Boolean).join(' ');
    return h(
      'li',
      `Fault ${id}, ${target}: `,
      h('code', JSON.stringify(what)),
      ` applied ${applied}${times === 'always' ? '' : ` of ${times}`} times `,
      button('Remove', () => this.remove(id), { 'aria-label': `Remove fault ${id}` }),
    );
  }

  form(operations) {
    const names = [['any', 'any operation'], ...[...operations.keys()].sort(), 'downloadBundle'];
    const operation = h('select', { 'aria-label': 'Operation of the fault' }, options(names));
    const times = h('input', { type: 'number', min: 1, value: 1 });
    const value = h('input', { type: 'number', min: 0, 'aria-label': 'Value', required: true });
    const choose = () => {
      const [, first] = KINDS[kind.value];
      value.hidden = value.disabled = first === undefined;
      value.value = first ?? '';
    };
    const kinds = Object.entries(KINDS).map(([name, [text]]) => [name, text]);
    const kind = h('select', { 'aria-label': 'Effect', onchange: choose }, options(kinds));
    choose();
    const problem = h('p.bad', { role: 'alert' });
    const start = async (event) => {
      event.preventDefault();
      problem.textContent = '';
      const what = KINDS[kind.value][2](Number(value.value));
      const fault = { operation: operation.value, times: Number(times.value), what };
      try {
        const { id } = await call('POST', this.path, fault);
        say(`Fault ${id} is pending.`);
        await this.read();
      } catch (error) {
        problem.textContent = error.message;
      }
    };
    return h(
      'form.row',
      { onsubmit: start },
      h('label', 'The next ', times, ' requests of '),
      operation,
      kind,
      value,
      h('button', 'Start fault'),
      problem,
    );
  }

  async remove(id) {
    await call('DELETE', `${this.path}/${id}`).catch((error) => say(error.message, true));
    await this.read();
  }
}
