// The requests of a world as they come, whatever view there is, and whether there is word of it.

import { call, of } from './control.js';
import { normal } from './record.js';

/** How many are held; the oldest go first. */
const CAPACITY = 5000;
/** How long until new ones are asked for, in milliseconds. */
const PAUSE = 300;

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
    /** All up to this number have ended. */
    this.settled = 0;
  }

  /** `changed` is called whenever something came, with the requests that are new or changed. */
  listen(changed) {
    this.changed = changed;
  }

  stop() {
    this.stopped = true;
    clearTimeout(this.timer);
  }

  /** Asks for new requests from now on, unless nobody sees the page. */
  async start() {
    try {
      if (!document.hidden) await this.read();
    } catch (error) {
      // What comes back may be another sandbox, whose numbers begin anew.
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
    if (last < this.settled) throw new Error('The sandbox was started again');
    const link = removed ? 'gone' : 'there';
    // A world that was away is another one, although it has the same name.
    const isNew = link === 'there' && this.link !== link;
    let isReset = false;
    for (const number of this.records.keys())
      if (isNew || number < first) isReset = this.records.delete(number);
    const news = requests
      .map(normal)
      .filter((record) => this.records.get(record.number)?.stamp !== record.stamp);
    for (const record of news) this.records.set(record.number, record);
    for (const number of this.records.keys()) {
      if (this.records.size <= CAPACITY) break;
      this.records.delete(number);
    }
    const running = requests.find((it) => it.stage === 'arriving' || it.stage === 'read');
    this.settled = running ? running.number - 1 : (requests.at(-1)?.number ?? this.settled);
    this.become(link);
    if (news.length > 0 || isReset) this.changed?.(news, isReset);
  }

  async clear() {
    await call('DELETE', of(this.world, 'requests'));
    this.records.clear();
    this.changed?.([], true);
  }
}
