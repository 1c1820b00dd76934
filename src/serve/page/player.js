// The player: exact frames on a canvas, by presentation time. One clock, the first camera's; a second pane shows another camera or
// another moment on it.
import { COLOURS, words as write } from "/page/overlay.js";
import { say } from "/page/words.js";

export const SPEEDS = [1 / 16, 1 / 8, 1 / 4, 1 / 2, 1, 2];
const LARGEST = 24;

class Pane {
  constructor(canvas, caption, redrawn) {
    Object.assign(this, { canvas, caption, moved: () => {}, zoom: 1, x: 0.5, y: 0.5, frames: null, bitmap: null, index: -1, t: 0, wanted: -1 });
    this.redrawn = redrawn;
    new ResizeObserver(() => this.draw()).observe(canvas);
    canvas.addEventListener("wheel", (event) => { event.preventDefault(); this.zoomAt(event.deltaY < 0 ? 1.25 : 0.8, event.offsetX, event.offsetY); }, { passive: false });
    const fingers = new Map();
    let last = null;
    const middle = () => { const all = [...fingers.values()]; return { x: all.reduce((s, p) => s + p.x, 0) / all.length, y: all.reduce((s, p) => s + p.y, 0) / all.length, far: all.length > 1 ? Math.hypot(all[0].x - all[1].x, all[0].y - all[1].y) : 0 }; };
    canvas.addEventListener("pointerdown", (event) => { canvas.setPointerCapture(event.pointerId); fingers.set(event.pointerId, { x: event.offsetX, y: event.offsetY }); last = middle(); });
    canvas.addEventListener("pointermove", (event) => {
      if (!fingers.has(event.pointerId)) return;
      fingers.set(event.pointerId, { x: event.offsetX, y: event.offsetY });
      const now = middle();
      this.pan(now.x - last.x, now.y - last.y);
      if (now.far && last.far) this.zoomAt(now.far / last.far, now.x, now.y);
      last = now;
    });
    for (const end of ["pointerup", "pointercancel"]) canvas.addEventListener(end, (event) => { fingers.delete(event.pointerId); if (fingers.size) last = middle(); });
  }

  get scale() { // screen pixels of the canvas for one of the recording
    if (!this.frames) return 1;
    return this.zoom * Math.min(this.canvas.clientWidth / this.frames.width, this.canvas.clientHeight / this.frames.height);
  }

  pan(dx, dy) {
    if (!this.frames) return;
    this.x -= dx / this.scale / this.frames.width;
    this.y -= dy / this.scale / this.frames.height;
    this.held();
  }

  zoomAt(factor, px, py) {
    if (!this.frames) return;
    const before = this.scale, zoom = Math.min(LARGEST, Math.max(1, this.zoom * factor));
    const dx = px - this.canvas.clientWidth / 2, dy = py - this.canvas.clientHeight / 2;
    this.zoom = zoom;
    this.x += (dx / before - dx / this.scale) / this.frames.width;
    this.y += (dy / before - dy / this.scale) / this.frames.height;
    this.held();
  }

  fit() { Object.assign(this, { zoom: 1, x: 0.5, y: 0.5 }); this.draw(); }

  held() { // the middle of the view stays inside the picture
    const room = 0.5 * (1 - 1 / this.zoom);
    this.x = Math.min(0.5 + room, Math.max(0.5 - room, this.x));
    this.y = Math.min(0.5 + room, Math.max(0.5 - room, this.y));
    this.draw();
    this.moved(this);
  }

  /** Looks where another looks. */
  like({ zoom, x, y }) { Object.assign(this, { zoom, x, y }); this.draw(); }

  /** Shows a frame, and no other in its stead. False when another was asked for meanwhile. */
  async show(index) {
    this.wanted = index;
    const bitmap = this.frames.ready(index) ?? (await this.frames.picture(index));
    if (this.wanted !== index) return false;
    Object.assign(this, { bitmap, index, t: this.frames.times[index] });
    this.draw();
    return true;
  }

  draw() {
    const { canvas, frames, bitmap } = this;
    const ratio = window.devicePixelRatio || 1;
    const width = Math.round(canvas.clientWidth * ratio), height = Math.round(canvas.clientHeight * ratio);
    if (canvas.width !== width) canvas.width = width;
    if (canvas.height !== height) canvas.height = height;
    const context = canvas.getContext("2d");
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.fillStyle = "#000";
    context.fillRect(0, 0, width, height);
    if (!bitmap?.width || !frames) return;
    const scale = this.scale * ratio;
    context.setTransform(scale, 0, 0, scale, width / 2 - this.x * frames.width * scale, height / 2 - this.y * frames.height * scale);
    context.imageSmoothingEnabled = scale < 3; // close up, a pixel is a pixel
    context.drawImage(bitmap, 0, 0);
    this.redrawn(this, context, this.scale);
    canvas.dataset.index = this.index;
    canvas.dataset.t = this.t.toFixed(6);
    canvas.dataset.zoom = this.zoom.toFixed(4);
    canvas.dataset.x = this.x.toFixed(4);
    canvas.dataset.y = this.y.toFixed(4);
  }
}

export class Player {
  /** `told` is called after each frame that is shown; `trouble` with a sentence. */
  constructor(told, trouble) {
    Object.assign(this, { told, trouble, t: 0, speed: 0, rate: 1, scale: 1, loop: false, marks: [null, null], marksOf: [], on: { zones: false, cards: false, hands: false, marks: true }, other: null, unreadable: [], steps: 0 });
    const redrawn = (pane, context, scale) => this.over(pane, context, scale);
    this.first = new Pane(document.getElementById("shown"), document.getElementById("shown-caption"), redrawn);
    this.beside = new Pane(document.getElementById("beside"), document.getElementById("beside-caption"), redrawn);
    for (const pane of [this.first, this.beside]) pane.moved = (moved) => this.twins(moved);
  }

  get frames() { return this.first.frames; }
  // Two moments of one camera are looked at in the same place.
  twins(pane) { if (this.other?.kind === "moment") (pane === this.first ? this.beside : this.first).like(pane); }
  get index() { return this.first.index; }

  /** Another recording. `shift` is added to its times for the match's clock (a clip begins in its middle). */
  async load(frames, overlay, { scale = 1, shift = 0 } = {}) {
    this.pause();
    this.hideBeside();
    Object.assign(this, { scale, shift, marks: [null, null] });
    Object.assign(this.first, { frames, overlay, bitmap: null, index: -1 });
    this.first.fit();
  }

  /** To the frame that is on the screen at a time of the match. */
  async seek(t) {
    if (!this.frames) return;
    this.steps = 0;
    await this.go(this.frames.at(t - this.shift));
  }

  async go(index, ahead = 1) {
    if (!this.frames) return;
    index = Math.max(0, Math.min(this.frames.count - 1, index));
    try {
      const shown = this.first.show(index);
      this.t = this.frames.times[index] + this.shift;
      const both = [shown];
      if (this.other) both.push(this.follow());
      this.frames.ahead(index, ahead);
      if (!(await shown)) return;
      await Promise.all(both);
      this.caption();
      this.told();
    } catch (why) { this.trouble(why.message); this.speed = 0; }
  }

  /** Steps by frames: each is shown in its turn, none twice, however fast they are asked for. */
  step(by) {
    this.pause();
    this.steps += by;
    if (this.stepping) return this.stepping;
    const walk = async () => {
      while (this.steps) {
        const way = Math.sign(this.steps);
        this.steps -= way;
        const next = this.first.wanted + way;
        if (!this.frames || next < 0 || next >= this.frames.count) { this.steps = 0; break; }
        const began = performance.now();
        await this.go(next, way);
        this.first.canvas.dataset.took = (performance.now() - began).toFixed(1);
      }
      this.stepping = null;
    };
    return (this.stepping = walk());
  }

  /** J K L: each press the same way doubles the speed. */
  shuttle(way) {
    if (!way) return this.pause();
    const place = SPEEDS.indexOf(Math.abs(this.speed));
    const same = Math.sign(this.speed) === way;
    this.run(way * (same ? SPEEDS[Math.min(SPEEDS.length - 1, place + 1)] : this.rate));
  }

  run(speed) {
    if (!this.frames) return;
    const running = this.speed !== 0;
    this.speed = speed;
    this.told();
    if (!running) this.tick(performance.now());
  }

  pause() { if (this.speed) { this.speed = 0; this.told(); } }

  /** Plays: the clock waits for a frame that is not there yet, so that what is shown is never another. */
  async tick(before) {
    let clock = this.t;
    while (this.speed) {
      const now = await new Promise(requestAnimationFrame);
      // A frame's own stamp may lie before what the clock said last.
      clock += (Math.min(100, Math.max(0, now - before)) / 1000) * (this.speed / this.scale);
      before = now;
      const [from, to] = this.span();
      if (clock > to || clock < from) {
        if (!this.loop) { clock = Math.min(to, Math.max(from, clock)); this.speed = 0; }
        else clock = this.speed > 0 ? from : to;
      }
      const index = this.frames.at(clock - this.shift), gone = index - this.index;
      if (gone) { await this.go(index, gone); before = performance.now(); if (Math.abs(this.t - clock) > 0.5) clock = this.t; }
    }
    this.told();
  }

  span() {
    const all = [this.frames.times[0] + this.shift, this.frames.times[this.frames.count - 1] + this.shift];
    if (!this.loop) return all;
    const [from, out] = [this.marks[0] ?? all[0], this.marks[1] ?? all[1]];
    // The frame that is marked is played to its end.
    const next = this.frames.times[this.frames.at(out - this.shift) + 1];
    const to = next === undefined ? out : next + this.shift - 1e-6;
    return from < to ? [from, to] : all;
  }

  mark(which) {
    this.marks[which] = this.marks[which] !== null && Math.abs(this.marks[which] - this.t) < 1e-9 ? null : this.t;
    this.told();
  }

  /** Another pane: `other` gives the frames, the overlay, and the map from this clock to its own and back. */
  async showBeside(other) {
    this.other = other;
    Object.assign(this.beside, { frames: other.frames, overlay: other.overlay, bitmap: null, index: -1 });
    document.getElementById("pane-b").hidden = false;
    if (other.kind === "moment") this.beside.like(this.first); else this.beside.fit();
    await this.follow().catch((why) => this.trouble(why.message));
    this.caption();
    this.told();
  }

  hideBeside() {
    this.other = null;
    document.getElementById("pane-b").hidden = true;
  }

  async follow() {
    const { frames, map } = this.other;
    const index = frames.at(map(this.t));
    const shown = this.beside.show(index);
    frames.ahead(index, 1);
    return shown;
  }

  zoom(factor) {
    for (const pane of this.other?.kind === "camera" ? [this.first, this.beside] : [this.first]) pane.zoomAt(factor, pane.canvas.clientWidth / 2, pane.canvas.clientHeight / 2);
  }

  fit() { this.first.fit(); this.beside.fit(); }
  redraw() { this.first.draw(); this.beside.draw(); }

  caption() {
    const { first, beside, frames } = this;
    const unread = this.unreadable.filter((span) => this.t >= span.from && this.t <= span.to).map((span) => span.why);
    first.caption.textContent = say("shown", { t: this.t.toFixed(4), index: first.index, count: frames.count - 1 }) + (unread.length ? say("shown.unreadable", { why: [...new Set(unread)].join("; ") }) : "");
    if (this.other) beside.caption.textContent = say(this.other.says, { t: beside.t.toFixed(4), index: beside.index, count: this.other.frames.count - 1 });
  }

  over(pane, context, scale) {
    pane.overlay?.draw(context, pane.t, this.on, scale, () => pane.draw());
    if (!this.on.marks) return;
    // The marks of contacts stand on the match's clock.
    const t = pane === this.first ? this.t : this.other?.back(pane.t);
    const gap = pane.frames.times[pane.index + 1] - pane.t || 1 / pane.frames.fps;
    let line = 0;
    for (const mark of this.marksOf) {
      if (t + gap <= mark.lo || t > mark.hi) continue;
      const ms = ((t - mark.t) * this.scale * 1000).toFixed(1);
      const here = mark.t >= t && mark.t < t + gap;
      const text = say(here ? "mark.here" : "mark.near", { mark: mark.short, ms: `${ms > 0 ? "+" : ""}${ms}` });
      const left = pane.x * pane.frames.width - pane.canvas.clientWidth / 2 / scale, top = pane.y * pane.frames.height - pane.canvas.clientHeight / 2 / scale;
      write(context, text, [left + 10 / scale, top + (46 + 19 * line++) / scale], here ? COLOURS.mark : COLOURS[mark.player], scale, true);
    }
  }
}
