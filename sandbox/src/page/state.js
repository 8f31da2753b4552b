// The view of the state: what a project of a world holds now.

import { call, of } from './control.js';
import { count, debounced, h, moment, offer, say, table } from './dom.js';

/** While a process is under way, its states are looked for. */
const WATCH = 1000;
/** Longer texts are shown in part. */
const LONG = 400;

export class State {
  constructor(context) {
    this.context = context;
    this.filter = '';
  }

  async show(main, rest) {
    this.main = main;
    await this.follow(rest);
    if (this.isGone) return;
    this.context.feed.listen((news, isReset) => {
      const isChanged = news.some((record) => record.took_effect && record.method !== 'GET');
      if (isReset || isChanged) this.context.changed();
    });
  }

  leave() {
    this.context.feed.listen(undefined);
    clearTimeout(this.timer);
    this.isGone = true;
  }

  again() {
    return this.refresh();
  }

  async follow([project, branch]) {
    const projects = await this.list();
    if (this.isGone) return;
    const wanted = project ?? this.context.state.project?.project_id;
    const found = projects.find((it) => it.id === wanted) ?? projects[0];
    this.project = found?.id;
    this.branch = found?.branches.includes(branch) ? branch : '';
    this.filter = '';
    if (this.project === undefined) {
      this.data = this.places = undefined;
      this.main.replaceChildren(h('p.hint', {}, 'This world has no project.'));
      return;
    }
    await this.load();
    if (this.isGone) return;
    if (!this.places) this.frame();
    this.places.filter.value = '';
    this.choose(projects);
    this.draw();
    if (project !== undefined && project !== this.project)
      say(`There is no project ${project}: this is another.`, true);
    else if (branch !== undefined && branch !== this.branch)
      say(`There is no branch ${branch}: this is the default one.`, true);
  }

  async list() {
    const { projects } = await call('GET', of(this.context.world, 'view'));
    return projects;
  }

  async load() {
    const query = new URLSearchParams({
      project: this.project,
      branch: this.branch,
      filter: this.filter,
    });
    this.data = await call('GET', of(this.context.world, `view?${query}`));
  }

  /** What is there changed. The controls stay, and with them the focus. */
  async refresh() {
    if (this.isGone) return;
    try {
      const projects = await this.list();
      const project = projects.find((it) => it.id === this.project);
      if (!project || (this.branch && !project.branches.includes(this.branch))) {
        await this.follow([this.project, this.branch].filter(Boolean));
        return;
      }
      await this.load();
      if (this.isGone) return;
      this.choose(projects);
      this.draw();
    } catch {
      // The sandbox is away, and it is said that it is.
    }
  }

  /** What stays while projects and branches change, and with it the focus. */
  frame() {
    const to = (...place) => {
      const parts = [this.context.world, 'state', ...place];
      location.hash = `#/${parts.map(encodeURIComponent).join('/')}`;
    };
    const project = h('select', { onchange: () => to(project.value) });
    const branch = h('select', { onchange: () => to(this.project, branch.value) });
    this.places = { project, branch, keys: h('div.texts'), rest: h('div.sections') };
    const bar = h(
      'form.bar',
      { onsubmit: (event) => event.preventDefault() },
      h('label', {}, 'Project ', project),
      h('label', {}, 'Branch ', branch),
      h(
        'a',
        { href: of(this.context.world, 'state/data'), download: `${this.context.world}.json` },
        'All data as a seed',
      ),
    );
    this.main.replaceChildren(h('div.view', {}, bar, this.keys(), this.places.rest));
  }

  /** The projects and branches to choose from. */
  choose(projects) {
    const { project, branch } = this.places;
    const all = projects.map((it) => [it.id, `${it.name} (${it.id})`]);
    offer(project, all, this.project);
    const branches = this.data.branches.map((it) => it.name);
    offer(branch, branches, this.data.branch);
  }

  keys() {
    const again = debounced(async () => {
      await this.refresh();
      this.tell();
    }, 200);
    this.places.filter = h('input', {
      type: 'search',
      id: 'filter',
      placeholder: 'name, text, file, tag …',
      'aria-label': 'Text in a key or its translations',
      oninput: (event) => {
        this.filter = event.target.value;
        again();
      },
    });
    this.told = h('span.dim', { role: 'status' });
    return h(
      'section',
      { 'aria-label': 'Keys' },
      h('div.row', {}, h('h2', {}, 'Keys'), this.places.filter, this.told),
      this.places.keys,
    );
  }

  tell() {
    const { keys, keys_matched: matched, keys_total: total } = this.data;
    const of = this.filter
      ? `${count(matched, 'key')} of ${total.toLocaleString('en')}`
      : count(total, 'key');
    this.told.textContent =
      keys.length < matched ? `${of}, the first ${keys.length} shown: filter for others` : of;
  }

  draw() {
    const { data } = this;
    keep(
      this.places.keys,
      table(
        'Keys and their translations',
        ['Key', ...data.languages.map((it) => it.iso)],
        data.keys.map((key) => [
          keyCell(key),
          ...data.languages.map((it) => translation(key.translations[it.iso])),
        ]),
        'No key.',
      ),
    );
    keep(this.places.rest, sections(data));
    this.tell();
    clearTimeout(this.timer);
    if (data.processes.some((it) => !['finished', 'failed', 'cancelled'].includes(it.status))) {
      this.timer = setTimeout(() => this.refresh(), WATCH);
    }
  }
}

/** Replaces what is in a place, and leaves its tables where they were scrolled to. */
function keep(place, ...content) {
  const before = [...place.querySelectorAll('.scroll')].map((it) => [it.scrollLeft, it.scrollTop]);
  const focused = [...place.querySelectorAll('.scroll')].indexOf(document.activeElement);
  place.replaceChildren(...content.flat(Infinity));
  [...place.querySelectorAll('.scroll')].forEach((it, index) => {
    [it.scrollLeft, it.scrollTop] = before[index] ?? [0, 0];
    if (index === focused) it.focus();
  });
}

/** A text, or its beginning where it would fill the table. */
const brief = (text) =>
  text.length > LONG ? `${text.slice(0, LONG)}… (${count(text.length, 'character')})` : text;

function keyCell(key) {
  const marks = [key.hidden && 'hidden', key.archived && 'archived', ...key.tags].filter(Boolean);
  return [
    h('strong.mono', {}, brief(key.names.join(' · '))),
    h('small', {}, [key.id, ...key.files].join(' · ')),
    key.description && h('small', {}, brief(key.description)),
    marks.map((mark) => h('span.note', {}, brief(mark))),
  ];
}

function translation(it) {
  if (it === undefined) return '';
  const text =
    typeof it.text === 'string'
      ? brief(it.text)
      : Object.entries(it.text).map(([form, text]) =>
          h('span.form', {}, h('small', {}, form), ' ', brief(text)),
        );
  const isEmpty = text.length === 0;
  return [
    isEmpty ? h('span.dim', {}, 'untranslated') : text,
    ' ',
    it.reviewed && h('span.note', {}, 'reviewed'),
    it.unverified && h('span.note', {}, 'unverified'),
  ];
}

function sections(data) {
  const mono = (text) => h('span.mono', {}, text);
  const by = (it) => [moment(it.created_at), h('small', {}, it.created_by)];
  const all = [
    [
      'Translations',
      ['Language', 'Done', '', 'Words to do', 'Texts', 'Reviewed', 'Unverified'],
      data.languages.map((it) => [
        `${it.name} (${it.iso})`,
        `${it.progress}\u00a0%`,
        h('progress', { max: 100, value: it.progress, 'aria-label': `${it.name}, words translated` }),
        it.words_to_do,
        it.translated,
        it.reviewed,
        it.unverified,
      ]),
    ],
    ['Contributors', ['Who', 'Role', 'Languages', 'Rights'], data.contributors.map(contributor)],
    [
      'Processes',
      ['Process', 'Status', 'What', 'When'],
      data.processes.map((it) => [
        mono(it.id),
        [it.status, it.message && h('small', {}, it.message)],
        [it.kind, h('small', {}, it.file ?? it.format ?? '')],
        by(it),
      ]),
    ],
    [
      'Webhooks',
      ['Event', 'To', 'Times sent', 'Result'],
      data.deliveries.map((it) => [
        mono(it.body.event ?? 'ping'),
        mono(it.url),
        it.attempts,
        it.error ?? it.status,
      ]),
    ],
    ['Files', ['File', 'Keys', 'Id'], data.files.map((it) => [mono(it.name), it.keys, it.id])],
    [
      'Branches',
      ['Branch', 'Keys', 'Id', 'Created'],
      data.branches.map((it) => [mono(it.name), it.keys, it.id, by(it)]),
    ],
    [
      'Statuses',
      ['Status', 'Color', 'Id'],
      data.statuses.map((it) => [it.title, swatch(it.color), it.id]),
    ],
    [
      'Comments',
      ['Comment', 'Key', 'Who'],
      data.comments.map((it) => [
        brief(it.text),
        it.key,
        [it.author, h('small', {}, moment(it.added_at))],
      ]),
    ],
  ];
  return all.map(([title, heads, rows]) =>
    h('section', {}, h('h2', {}, title), table(title, heads, rows)),
  );
}

function contributor(it) {
  const languages = it.languages
    .map((language) => (language.writable ? language.iso : `${language.iso} (reads)`))
    .join(', ');
  return [
    [it.fullname, h('small', {}, `${it.email} · ${it.id}`)],
    [it.admin && 'admin', it.reviewer && 'reviewer'].filter(Boolean).join(', ') || 'contributor',
    languages,
    h('small', {}, it.rights.join(', ')),
  ];
}

function swatch(color) {
  const place = h('span.swatch', { 'aria-hidden': 'true' });
  // A color that is none changes nothing.
  place.style.backgroundColor = color;
  return [place, ' ', h('span.mono', {}, color)];
}
