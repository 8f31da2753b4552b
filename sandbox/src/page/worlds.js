// The worlds: which there are, a new one, and the end of one.

import { call } from './control.js';
import { ask, button, doing, field, h, sending, table } from './dom.js';

export class Worlds {
  constructor(context) {
    this.context = context;
  }

  section() {
    this.list = h('div');
    this.name = h('input', {
      type: 'text',
      pattern: '[a-z][a-z0-9\\-]{0,39}',
      maxlength: 40,
      autocomplete: 'off',
      spellcheck: 'false',
    });
    this.read();
    return h(
      'section',
      {},
      h('h2', { id: 'worlds' }, 'Worlds'),
      h('p.dim', {}, 'Each has data, faults, shapes, requests and tokens of its own.'),
      this.list,
      h(
        'form.row',
        { onsubmit: (event) => this.create(event) },
        field('Name: small letters, digits, hyphens; or empty', this.name),
        h('button', {}, 'Create world'),
      ),
    );
  }

  async read() {
    await doing(async () => {
      const { worlds } = await call('GET', 'worlds');
      const drawn = JSON.stringify(worlds);
      if (drawn === this.drawn) return;
      this.drawn = drawn;
      this.list.replaceChildren(
        table(
          'Worlds',
          ['World', 'Main API', ''],
          worlds.map((it) => this.row(it)),
        ),
      );
      this.context.listWorlds();
    });
  }

  row({ world, base_url: base }) {
    const href = `#/${encodeURIComponent(world)}/requests`;
    const isShown = world === this.context.world;
    const remove =
      world !== 'default' &&
      button('Remove', () => this.remove(world), { 'aria-label': `Remove the world ${world}` });
    const address = base ?? (isShown ? this.context.state.base_url : h('a', { href }, 'requests'));
    return [
      [
        h('a', { href: `#/${encodeURIComponent(world)}/switches` }, world),
        ' ',
        isShown && h('span.note', {}, 'shown'),
      ],
      h('small.mono', {}, address),
      remove,
    ];
  }

  create(event) {
    event.preventDefault();
    const create = async () => {
      const name = this.name.value.trim();
      const made = await call('POST', 'worlds', name ? { name } : {});
      this.context.listWorlds();
      location.hash = `#/${encodeURIComponent(made.world)}/requests`;
    };
    const done = 'The world is there. Its tokens begin with its name.';
    sending(event.target, create, done, () => this.name);
  }

  async remove(world) {
    const question = `Remove the world “${world}” with all that is in it?`;
    if (!(await ask(question, 'Remove it'))) return;
    const done = await doing(
      () => call('DELETE', `worlds/${encodeURIComponent(world)}`),
      `The world ${world} is gone.`,
    );
    if (done && world === this.context.world) location.hash = '#/default/switches';
    else if (done) {
      await this.read();
      // The button that had the focus is gone.
      this.list.querySelector('a')?.focus();
    }
  }
}
