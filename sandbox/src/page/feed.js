// The requests of a world as they come: by events, or by asking again where there are none.

import { call, of } from './control.js';
import { normal } from './record.js';

/** How many are held; the oldest go first. */
const CAPACITY = 5000;
const PAUSE = 1000;

export class Feed {
  /** `changed` is called whenever something came, with the requests that are new or changed. */
  constructor(world, changed) {
    this.world = world;
    this.changed = changed;
    /** By number; the oldest first. */
    this.records = new Map();
    this.stopped = false;
  }

  start() {
    this.source = new EventSource(of(this.world, 'events'));
    this.source.addEventListener('request', (event) =>
      this.enter([normal(JSON.parse(event.data))]),
    );
    this.source.addEventListener('reset', () => this.empty());
    // What came before, and while the connection was lost.
    this.source.addEventListener('open', () => this.load());
    this.source.addEventListener('error', () => {
      if (this.source.readyState === EventSource.CLOSED) this.poll();
    });
  }

  stop() {
    this.stopped = true;
    this.source?.close();
    clearTimeout(this.timer);
  }

  async load() {
    try {
      const { requests } = await call('GET', of(this.world, 'requests'));
      if (this.stopped) return;
      const all = requests.map(normal);
      const kept = new Set(all.map((record) => record.number));
      for (const number of this.records.keys()) if (!kept.has(number)) this.records.delete(number);
      this.enter(all);
    } catch {
      // The sandbox is away; it may come back.
    }
  }

  async poll() {
    await this.load();
    if (!this.stopped) this.timer = setTimeout(() => this.poll(), PAUSE);
  }

  enter(records) {
    const news = records.filter((record) => {
      const known = this.records.get(record.number);
      return !known || known.stamp !== record.stamp;
    });
    for (const record of news) this.records.set(record.number, record);
    for (const number of this.records.keys()) {
      if (this.records.size <= CAPACITY) break;
      this.records.delete(number);
    }
    this.changed(news);
  }

  async clear() {
    await call('DELETE', of(this.world, 'requests'));
    this.empty();
  }

  empty() {
    this.records.clear();
    this.changed([]);
  }
}
