// The photo finish of a slap with the sound under it, on one scale of time; a click goes to that moment.
import { ask } from "/page/words.js";

// As evidence/strip.rs draws it and evidence/mod.rs spans it: real seconds before the first contact and after the last, the longest
// strip, and how wide it is and the columns that names take (70 of 1240).
const BEFORE = 0.09, AFTER = 0.06, LONGEST = 0.6;

export class Strip {
  constructor(seek) {
    this.box = document.getElementById("strip");
    this.picture = document.getElementById("strip-picture");
    this.wave = document.getElementById("wave");
    this.picture.addEventListener("error", () => { this.picture.hidden = true; });
    this.box.addEventListener("click", (event) => {
      const part = ((event.clientX - this.box.getBoundingClientRect().left) / this.box.clientWidth - this.left) / (1 - this.left);
      if (this.span && part >= 0) seek(this.span[0] + part * (this.span[1] - this.span[0]));
    });
    new ResizeObserver(() => this.draw()).observe(this.wave);
  }

  /** `place` is the incident's in the report. */
  async load(id, place, contacts, frames, film, scale, player, left) {
    Object.assign(this, { player, peaks: null, left });
    this.box.hidden = contacts.length === 0 || !frames || player.shift !== 0;
    if (this.box.hidden) return;
    const times = contacts.map((contact) => contact.t);
    const from = Math.min(...times) - BEFORE / scale;
    const to = Math.min(Math.max(...times) + AFTER / scale, from + LONGEST / scale);
    const first = frames.times.findIndex((t) => t >= from - 1e-9);
    this.span = [frames.times[Math.max(0, first)], frames.times[frames.at(to)] + 1 / frames.fps];
    this.contacts = contacts;
    this.picture.hidden = false;
    this.picture.src = `/api/case/${id}/strip/${place}`;
    const span = this.span;
    try {
      const peaks = await ask(`/api/case/${id}/wave/${film}?from=${span[0]}&to=${span[1]}&bins=1000`);
      if (span === this.span) this.peaks = peaks;
    } catch { /* a silent recording has no wave */ }
    this.draw();
  }

  draw() {
    if (!this.span || this.box.hidden) return;
    const canvas = this.wave, ratio = window.devicePixelRatio || 1;
    const width = (canvas.width = canvas.clientWidth * ratio), height = (canvas.height = canvas.clientHeight * ratio);
    const c = canvas.getContext("2d"), left = width * this.left;
    const place = (t) => left + ((t - this.span[0]) / (this.span[1] - this.span[0])) * (width - left);
    c.fillStyle = "#8fd3a8";
    const loudest = Math.max(1, ...(this.peaks ?? [1]));
    (this.peaks ?? []).forEach((peak, i, all) => {
      const tall = Math.max(1, (peak / loudest) * (height - 4));
      c.fillRect(left + ((width - left) * i) / all.length, (height - tall) / 2, Math.max(1, (width - left) / all.length), tall);
    });
    for (const contact of this.contacts) {
      c.fillStyle = contact.player === 1 ? "#56b4e9" : "#f0a030";
      c.fillRect(place(contact.t) - ratio / 2, 0, 2 * ratio, height);
    }
    c.fillStyle = "#ff6b9d";
    c.fillRect(place(this.player.t) - ratio / 2, 0, 2 * ratio, height);
  }
}
