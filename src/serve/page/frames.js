// The frames of one recording: numbers and presentation times, and pictures that are fetched ahead.
import { ask, say } from "/page/words.js";

const KEPT = 40;   // pictures that are decoded, at most
const AHEAD = 10;  // fetched ahead, the way the player goes
const BEHIND = 4;  // and the other way

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

  /** The picture of a frame, exactly that one. */
  picture(index, ahead = false) {
    const known = this.pictures.get(index);
    if (known) {
      this.pictures.delete(index);
      this.pictures.set(index, known);
      return known.promise;
    }
    const slot = { ready: null };
    slot.promise = this.fetch(index, ahead).then(
      (bitmap) => (slot.ready = bitmap),
      (why) => { this.pictures.delete(index); throw why; },
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

  async fetch(index, ahead) {
    const answer = await fetch(`/api/case/${this.id}/frame/${this.film}/${index}${ahead ? "?ahead=1" : ""}`);
    if (!answer.ok) throw new Error((await answer.json().catch(() => ({}))).error ?? say("error.frame", { index }));
    return createImageBitmap(await answer.blob());
  }

  ready(index) { return this.pictures.get(index)?.ready ?? null; }

  /** Fetches what comes next. */
  ahead(index, step) {
    const way = step < 0 ? -1 : 1, size = Math.max(1, Math.abs(step));
    for (let i = 1; i <= AHEAD; i++) this.maybe(index + way * i * size);
    for (let i = 1; i <= BEHIND; i++) this.maybe(index - way * i);
  }

  maybe(index) { if (index >= 0 && index < this.count && !this.pictures.has(index)) this.picture(index, true); }
}
