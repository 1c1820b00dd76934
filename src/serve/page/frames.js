// The frames of one recording: numbers and presentation times, and pictures that are fetched ahead.
import { ask, say } from "/page/words.js";

const KEPT = 40;   // pictures that are decoded, at most
const AHEAD = 10;  // fetched ahead, the way the player goes
const BEHIND = 4;  // and the other way
const STALE = 100; // what was to be fetched ahead so far from where the player is now is called off

export class Frames {
  static async open(id, film) {
    const made = new Frames();
    Object.assign(made, await ask(`/api/case/${id}/times/${film}`), { id, film, pictures: new Map() });
    return made;
  }

  get count() { return this.times.length; }

  /** The frame that is on the screen at a time: the last that has begun. Half a microsecond of leeway for rounded times. */
  at(t) {
    let low = 0, high = this.times.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.times[middle] <= t + 5e-7) low = middle + 1; else high = middle;
    }
    return Math.max(0, low - 1);
  }

  /** The picture of a frame, exactly that one. `at`: where the player is, when it is only fetched ahead. */
  picture(index, at = null) {
    const known = this.pictures.get(index);
    if (known) this.pictures.delete(index);
    // One that is still on its way as something fetched ahead may come late: what is to be shown is asked for again.
    if (known && (known.ready || at !== null || !known.ahead)) {
      this.pictures.set(index, known);
      return known.promise;
    }
    const slot = { ready: null, ahead: at !== null, calls: new AbortController() };
    slot.promise = this.fetch(index, at, slot.calls.signal).then(
      (bitmap) => (slot.ready = bitmap),
      (why) => { if (this.pictures.get(index) === slot) this.pictures.delete(index); throw why; },
    );
    slot.promise.catch(() => {});
    this.pictures.set(index, slot);
    for (const [old, its] of this.pictures) {
      if (this.pictures.size <= KEPT) break;
      this.pictures.delete(old);
      // What is on the screen was asked for among the last: it is never the oldest. One still on its way is left to the collector.
      its.ready?.close();
    }
    return slot.promise;
  }

  async fetch(index, at, signal) {
    // A browser asks a server for few things at once: what is to be shown goes before what is fetched ahead.
    const priority = at === null ? "high" : "low";
    const answer = await fetch(`/api/case/${this.id}/frame/${this.film}/${index}${at === null ? "" : `?at=${at}`}`, { priority, signal });
    // Given up: the player was elsewhere when its turn came.
    if (answer.status === 204) throw new Error(say("error.frame", { index }));
    if (!answer.ok) throw new Error((await answer.json().catch(() => ({}))).error ?? say("error.frame", { index }));
    return createImageBitmap(await answer.blob());
  }

  ready(index) { return this.pictures.get(index)?.ready ?? null; }

  /** Fetches what comes next, the nearest first, either way. */
  ahead(index, step) {
    // The browser holds back what it has no connection for: it must not tell the server of a place that the player has left.
    for (const [far, slot] of this.pictures)
      if (slot.ahead && !slot.ready && Math.abs(far - index) > STALE) { this.pictures.delete(far); slot.calls.abort(); }
    const way = step < 0 ? -1 : 1, size = Math.max(1, Math.abs(step));
    for (let i = 1; i <= AHEAD; i++) {
      this.maybe(index + way * i * size, index);
      if (i <= BEHIND) this.maybe(index - way * i, index);
    }
  }

  /** Fetches a frame ahead for a player who is `at` another. */
  maybe(index, at) { if (index >= 0 && index < this.count && !this.pictures.has(index)) this.picture(index, at); }
}
