// The requests of a world as they come, whatever view there is, and whether there is word of it.

import { call, of } from './control.js';
import { debounced } from './dom.js';
import { normal } from './record.js';

/** How many are held; the oldest go first. */
const CAPACITY = 5000;
/** How long until a sandbox or a world that is away is looked for again, in milliseconds. */
const PAUSE = 1000;

export class Feed {
  /**
   * `linked` is called with whether the world is `there`, `gone`, or `lost` with the sandbox,
   * whenever that changes, and with what it was before.
   */
  constructor(world, linked) {
    this.world = world;
    this.linked = linked;
    /** By number; the oldest first. */
    this.records = new Map();
    /** How many were told, one by one. */
    this.told = 0;
    this.stopped = false;
    this.catchUp = debounced(() => this.load(), 300);
    this.seen = () => (document.hidden ? this.rest() : this.look());
    document.addEventListener('visibilitychange', this.seen);
  }

  /** `changed` is called whenever something came, with the requests that are new or changed. */
  listen(changed) {
    this.changed = changed;
  }

  start() {
    this.rest();
    this.source = new EventSource(of(this.world, 'events'));
    this.source.addEventListener('request', (event) =>
      this.enter([{ ...normal(JSON.parse(event.data)), told: (this.told += 1) }]),
    );
    this.source.addEventListener('reset', () => this.empty());
    // There were more at once than it could be told; all are read once that is over.
    this.source.addEventListener('missed', this.catchUp);
    // What came before, and while the connection was lost.
    this.source.addEventListener('open', () => {
      this.become('there');
      this.load();
    });
    this.source.addEventListener('error', () => this.look());
  }

  stop() {
    this.stopped = true;
    document.removeEventListener('visibilitychange', this.seen);
    this.rest();
  }

  /** Browsers allow six connections to a server; pages that nobody sees must not hold them. */
  rest() {
    this.source?.close();
    clearTimeout(this.timer);
  }

  become(link) {
    const before = this.link;
    this.link = link;
    if (link !== before) this.linked(link, before);
  }

  /** Looks whether the world is there still, and goes on once it is. */
  async look() {
    clearTimeout(this.timer);
    const link = await this.find();
    if (this.stopped || document.hidden) return;
    if (link !== 'there') {
      this.source?.close();
      if (link === 'gone' && this.records.size === 0) this.load();
      this.become(link);
      this.timer = setTimeout(() => this.look(), PAUSE);
    } else if ((this.source?.readyState ?? EventSource.CLOSED) === EventSource.CLOSED) {
      this.start();
    }
  }

  async find() {
    try {
      const { worlds } = await call('GET', 'worlds');
      return worlds.some((it) => it.world === this.world) ? 'there' : 'gone';
    } catch {
      return 'lost';
    }
  }

  async load() {
    try {
      const before = this.told;
      const { requests } = await call('GET', of(this.world, 'requests'));
      if (this.stopped) return;
      const kept = new Set(requests.map((record) => record.number));
      // What was told meanwhile is newer than what was read.
      const isNewer = (number) => this.records.get(number)?.told > before;
      for (const number of this.records.keys())
        if (!kept.has(number) && !isNewer(number)) this.records.delete(number);
      this.enter(requests.filter((record) => !isNewer(record.number)).map(normal));
    } catch {
      // The sandbox or the world is away; it may come back.
    }
  }

  enter(records) {
    const news = records.filter((record) => {
      const known = this.records.get(record.number);
      return !known || known.stamp !== record.stamp;
    });
    for (const record of news) this.records.set(record.number, record);
    // The newest is the last, also where it was told before older ones were read.
    if (news.some((record) => !record.told)) this.sort();
    for (const number of this.records.keys()) {
      if (this.records.size <= CAPACITY) break;
      this.records.delete(number);
    }
    this.changed?.(news);
  }

  sort() {
    this.records = new Map([...this.records].sort(([one], [other]) => one - other));
  }

  async clear() {
    await call('DELETE', of(this.world, 'requests'));
    this.empty();
  }

  /** All is as at the start. */
  empty() {
    this.records.clear();
    this.changed?.([], true);
  }
}
