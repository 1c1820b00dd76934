// The photo finish of a slap with the sound under it, on one scale of time; a click goes to that moment. While the second camera
// stands beside, its photo finish lies between the two, on its own scale.
import { ask } from "/page/words.js";

// As evidence/strip.rs draws it and evidence/mod.rs spans it: real seconds before the first contact and after the last, the longest
// strip, and how wide it is and the columns that names take (70 of 1240).
const BEFORE = 0.09, AFTER = 0.06, LONGEST = 0.6;

export class Strip {
  constructor(seek) {
    this.box = document.getElementById("strip");
    this.picture = document.getElementById("strip-picture");
    this.wave = document.getElementById("wave");
    this.second = document.getElementById("strip-second");
    this.theirs = document.getElementById("strip-second-picture");
    this.head = document.getElementById("strip-head");
    this.picture.addEventListener("error", () => { this.picture.hidden = true; });
    this.theirs.addEventListener("error", () => { this.second.hidden = true; });
    this.box.addEventListener("click", (event) => {
      const span = this.second.contains(event.target) ? this.other : this.span;
      const part = ((event.clientX - this.box.getBoundingClientRect().left) / this.box.clientWidth - this.left) / (1 - this.left);
      if (span && part >= 0) seek(span[0] + part * (span[1] - span[0]));
    });
    new ResizeObserver(() => this.draw()).observe(this.wave);
  }

  /** `place` is the incident's in the report. */
  async load(id, place, contacts, frames, film, scale, player, left) {
    Object.assign(this, { player, peaks: null, left, id, place });
    this.beside(null);
    this.box.hidden = contacts.length === 0 || !frames || player.shift !== 0;
    if (this.box.hidden) return;
    this.span = spanned(contacts.map((contact) => contact.t), frames, scale);
    this.contacts = contacts;
    this.picture.hidden = false;
    this.picture.src = `/api/case/${id}/strip/${place}/0`;
    const span = this.span;
    try {
      const peaks = await ask(`/api/case/${id}/wave/${film}?from=${span[0]}&to=${span[1]}&bins=1000`);
      if (span === this.span) this.peaks = peaks;
    } catch { /* a silent recording has no wave */ }
    this.draw();
  }

  /** The second camera's strip, or none: its frames, the maps to its clock and back, and its real seconds a file second. */
  beside(camera) {
    this.second.hidden = !camera || this.box.hidden;
    this.box.classList.toggle("two", !this.second.hidden);
    if (this.second.hidden) return;
    this.other = spanned(this.contacts.map((contact) => camera.map(contact.t)), camera.frames, camera.scale).map(camera.back);
    this.theirs.src = `/api/case/${this.id}/strip/${this.place}/1`;
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
    if (this.second.hidden) return;
    const [from, to] = this.other, part = (this.player.t - from) / (to - from);
    this.head.hidden = part < 0 || part > 1;
    this.head.style.left = `${100 * (this.left + part * (1 - this.left))}%`;
  }
}

/** The span of a strip of contacts at `times`, from its first frame to the end of its last. */
function spanned(times, frames, scale) {
  const from = Math.min(...times) - BEFORE / scale;
  const to = Math.min(Math.max(...times) + AFTER / scale, from + LONGEST / scale);
  const first = frames.times.findIndex((t) => t >= from - 1e-9);
  return [frames.times[Math.max(0, first)], frames.times[frames.at(to)] + 1 / frames.fps];
}
