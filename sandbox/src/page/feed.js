// The requests of a world as they arrive, and whether the sandbox and the world are there.

import { call, of } from './control.js';
import { normal } from './record.js';

/** How many requests are kept; the oldest are dropped first. */
const CAPACITY = 5000;
/** The time between polls, in milliseconds. */
const PAUSE = 300;

export class Feed {
  /**
   * `linked` is called when the world becomes `there`, `gone`, or `lost` with the sandbox, with
   * this and what it was before.
   */
  constructor(world, linked) {
    this.world = world;
    this.linked = linked;
    /** By number, the oldest first. */
    this.records = new Map();
    /** All up to this number have ended. */
    this.settled = 0;
    /** Is called with requests that are new or changed, and whether some were removed. */
    this.changed = undefined;
  }

  stop() {
    this.stopped = true;
    clearTimeout(this.timer);
  }

  /** Polls from now on. */
  async start() {
    try {
      await this.read();
    } catch (error) {
      // The sandbox that comes back may be another one, which counts from 1.
      this.settled = 0;
      this.become(error.status === 404 ? 'gone' : 'lost');
    }
    if (!this.stopped) this.timer = setTimeout(() => this.start(), PAUSE);
  }

  become(link) {
    const before = this.link;
    this.link = link;
    if (!this.stopped && link !== before) this.linked(link, before);
  }

  async read() {
    const path = of(this.world, `requests?since=${this.settled}`);
    const { requests, first, last, removed } = await call('GET', path);
    if (this.stopped) return;
    if (last < this.settled) throw new Error('The sandbox was restarted');
    const link = removed ? 'gone' : 'there';
    // A world that was gone is another one with the same name.
    const isNew = link === 'there' && this.link !== link;
    let isReset = false;
    for (const number of this.records.keys())
      if (isNew || number < first) isReset = this.records.delete(number);
    const news = requests
      .map(normal)
      .filter((record) => this.records.get(record.number)?.stamp !== record.stamp);
    for (const record of news) this.records.set(record.number, record);
    const excess = Math.max(0, this.records.size - CAPACITY);
    for (const number of [...this.records.keys()].slice(0, excess)) this.records.delete(number);
    const running = requests.find((it) => it.stage === 'arriving' || it.stage === 'read');
    this.settled = running ? running.number - 1 : (requests.at(-1)?.number ?? this.settled);
    this.become(link);
    if (news.length > 0 || isReset) this.changed?.(news, isReset);
  }
}
