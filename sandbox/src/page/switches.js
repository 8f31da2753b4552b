// The view of switches: shapes, nulls, rate limit, faults, worlds, and starting over.

import { call, of } from './control.js';
import { ask, button, doing, field, h, head, options, sending } from './dom.js';
import { Faults } from './faults.js';
import { NULLS, PRESETS, QUIRKS, SHAPES } from './quirks.js';
import { Worlds } from './worlds.js';

export class Switches {
  constructor(context) {
    this.context = context;
    this.faults = new Faults(context);
    this.worlds = new Worlds(context);
  }

  show(main) {
    this.shapes = h('div');
    this.limits = h('section');
    main.replaceChildren(
      h(
        'div.view.switches',
        {},
        h('div', {}, this.faults.section(), this.worlds.section(), this.startOver()),
        h(
          'div',
          {},
          this.limits,
          h(
            'section',
            {},
            h('h2', { id: 'shapes' }, 'Shapes of answers'),
            this.presets(),
            this.shapes,
          ),
        ),
      ),
    );
    this.draw();
    this.drawLimits();
    this.context.feed.listen((news, isReset) => {
      if (isReset) this.again();
    });
  }

  leave() {
    this.context.feed.listen(undefined);
    this.faults.leave();
  }

  /** It was away, or started over. */
  again() {
    this.worlds.read();
    return doing(() => Promise.all([this.read(), this.faults.read()]));
  }

  of(path) {
    return of(this.context.world, path);
  }

  /** What is set now may have been set by others. */
  async read() {
    const limits = ({ nulls, rate_limit: limit }) => JSON.stringify([nulls, limit]);
    const before = limits(this.context.state);
    this.context.state = await call('GET', this.of('state'));
    this.draw();
    // What is typed there stays where nothing changed.
    if (limits(this.context.state) !== before) this.drawLimits();
  }

  presets() {
    const put = (preset) =>
      doing(async () => {
        await call('PUT', this.of('shapes'), { preset });
        await this.read();
      }, `Answers have the shapes “${preset}” from now on.`);
    return h(
      'div',
      {},
      h(
        'p.dim',
        {},
        'Where the service contradicts itself, answers have either shape. A preset sets all:',
      ),
      h(
        'p.row',
        {},
        PRESETS.map(([name, what]) =>
          button(name, () => put(name), { title: what, 'aria-description': what }),
        ),
      ),
    );
  }

  /** Only where something changed: the focus may be in it. */
  draw() {
    const drawn = JSON.stringify(this.context.state.quirks);
    if (drawn === this.drawn) return;
    this.drawn = drawn;
    const rows = Object.entries(this.context.state.quirks).map(([name, shape]) =>
      this.quirk(name, shape),
    );
    this.shapes.replaceChildren(
      h(
        'table.quirks',
        {},
        h('caption.hidden', {}, 'Quirks and their shapes'),
        head(['Quirk', 'Shape']),
        h('tbody', {}, rows),
      ),
    );
  }

  quirk(name, shape) {
    const texts = QUIRKS[name] ?? ['sample', 'other'];
    const shapes = SHAPES.slice(0, Math.max(texts.length, SHAPES.indexOf(shape) + 1));
    const put = async ({ target }) => {
      const { quirks } = this.context.state;
      const wanted = target.value;
      const set = () => call('PUT', this.of(`quirks/${name}`), { shape: wanted });
      if (await doing(set, `${name}: ${wanted}`)) quirks[name] = wanted;
      else target.value = quirks[name];
      this.drawn = JSON.stringify(quirks);
    };
    const choices = shapes.map((it, index) => [it, `${it}: ${texts[index] ?? it}`]);
    return h(
      'tr',
      {},
      h('th.mono', { scope: 'row' }, name),
      h(
        'td',
        {},
        h('select', { 'aria-label': `Shape of ${name}`, onchange: put }, options(choices, shape)),
      ),
    );
  }

  drawLimits() {
    const { state } = this.context;
    const nulls = async ({ target }) => {
      const wanted = target.value;
      const set = () => call('PUT', this.of('nulls'), { nulls: wanted });
      if (await doing(set, `Nulls: ${wanted}`)) this.context.state.nulls = wanted;
      else target.value = this.context.state.nulls;
    };
    this.limits.replaceChildren(
      h('h2', { id: 'limits' }, 'Nulls and rate limit'),
      field(
        'Nulls in answers',
        h(
          'select',
          { onchange: nulls },
          options(
            NULLS.map(([value, text]) => [value, `${value}: ${text}`]),
            state.nulls,
          ),
        ),
      ),
      this.rateLimit(),
    );
  }

  rateLimit() {
    const limit = this.context.state.rate_limit;
    const number = (value) => h('input', { type: 'number', min: 1, max: 100000, value });
    const [perSecond, inFlight] = [number(limit?.per_second ?? 6), number(limit?.in_flight ?? 10)];
    const on = h('input', { type: 'checkbox', checked: Boolean(limit) });
    const put = (event) => {
      event.preventDefault();
      const wanted = on.checked
        ? { per_second: Number(perSecond.value), in_flight: Number(inFlight.value) }
        : null;
      sending(
        event.target,
        async () => {
          await call('PUT', this.of('rate_limit'), wanted);
          this.context.state.rate_limit = wanted;
        },
        wanted
          ? `Past ${wanted.per_second} requests a second the answer is 429.`
          : 'There is no rate limit.',
      );
    };
    return h(
      'form.row',
      { onsubmit: put },
      h('label.check', {}, on, ' Rate limit'),
      field('a second, each token', perSecond),
      field('in flight, each project', inFlight),
      h('button', {}, 'Set'),
    );
  }

  startOver() {
    const { world } = this.context;
    const act = async (path, question, verb, done) => {
      if (!(await ask(question, verb))) return;
      if (await doing(() => call('POST', this.of(path)), done)) this.again();
    };
    return h(
      'section',
      {},
      h('h2', { id: 'over' }, 'Start over'),
      h(
        'p.row',
        {},
        button('Data only', () =>
          act(
            'seed',
            `Put the data of “${world}” back to what they were at the start?`,
            'Put them back',
            'The data are those of the start.',
          ),
        ),
        button('Everything', () =>
          act(
            'reset',
            `Put data, faults, shapes and record of “${world}” back to those of the start?`,
            'Start over',
            'All is as at the start.',
          ),
        ),
        button('Read again', () => doing(() => this.again(), 'This is how it is now.')),
      ),
    );
  }
}
