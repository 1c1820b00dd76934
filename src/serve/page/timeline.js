// The match as a timeline: tops, hands on piles with their confidence, what could not be read, incidents, marks, where the player is.
import { say } from "/page/words.js";

const LEFT = 92;
// The row of seconds, as tall as its buttons must be for fingers.
const SECONDS = matchMedia("(pointer: coarse)").matches ? 34 : 18;

export class Timeline {
  /** `seek(t)` goes to a moment, `open(which)` opens an incident. */
  constructor(canvas, seek, open) {
    Object.assign(this, { canvas, seek, open, from: 0, to: 1, all: [0, 1], rows: null, player: null });
    new ResizeObserver(() => this.draw()).observe(canvas);
    canvas.addEventListener("wheel", (event) => {
      event.preventDefault();
      if (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) this.shift(((event.deltaX || event.deltaY) / canvas.clientWidth) * (this.to - this.from));
      else this.zoom(event.deltaY < 0 ? 0.8 : 1.25, this.time(event.offsetX));
    }, { passive: false });
    const fingers = new Map();
    const apart = () => { const [a, b] = [...fingers.values()]; return { far: Math.max(8, Math.abs(a - b)), middle: (a + b) / 2 }; };
    const go = (x) => this.seek(Math.max(this.all[0], Math.min(this.all[1], this.time(x))));
    canvas.addEventListener("pointerdown", (event) => {
      canvas.setPointerCapture(event.pointerId);
      fingers.set(event.pointerId, event.offsetX);
      if (fingers.size > 1) return;
      const { row, which } = this.under(event.offsetX, event.offsetY);
      if (row === 0 && which >= 0) this.open(which); else go(event.offsetX);
    });
    canvas.addEventListener("pointermove", (event) => {
      if (!fingers.has(event.pointerId)) { canvas.title = this.tells(event.offsetX, event.offsetY); return; }
      if (fingers.size === 1) { if (event.buttons) go(event.offsetX); return; }
      // Two fingers: what is between them stays between them.
      const was = apart();
      fingers.set(event.pointerId, event.offsetX);
      const now = apart(), about = this.time(was.middle);
      this.zoom(was.far / now.far, about);
      this.shift(about - this.time(now.middle));
    });
    for (const end of ["pointerup", "pointercancel"]) canvas.addEventListener(end, (event) => fingers.delete(event.pointerId));
  }

  /** What lies under a point: the row, and the incident that is marked near it. */
  under(x, y) {
    const row = Math.floor(y / ((this.canvas.clientHeight - SECONDS) / 7));
    const far = (incident) => Math.abs(this.place(incident.t) - x);
    const near = (this.report?.incidents ?? []).map((incident, i) => [far(incident), i]).filter(([away]) => away < 9).sort((a, b) => a[0] - b[0])[0];
    return { row, which: near ? near[1] : -1 };
  }

  /** The words for what lies under a point. */
  tells(x, y) {
    if (!this.report || x < LEFT) return "";
    const { row, which } = this.under(x, y), t = this.time(x);
    if (row === 0) {
      const incident = this.report.incidents[which];
      return incident ? say("timeline.incident", { kind: say(`kind.${incident.kind}`), t: incident.t.toFixed(3) }) : "";
    }
    const stay = this.touches.find((stay) => lane(stay) === row && t >= stay.from && t <= stay.to);
    const unread = this.report.unreadable.filter((span) => t >= span.from && t <= span.to).map((span) => say("timeline.unreadable", span));
    return [...(stay ? [say("timeline.stay", { n: stay.player, from: stay.from.toFixed(3), to: stay.to.toFixed(3), p: (100 * stay.confidence).toFixed(0) })] : []), ...unread].join("\n");
  }

  /** The player moved: it stays in what is shown. */
  follow() {
    const { t } = this.player;
    if (t < this.from || t > this.to) this.shift(t - (this.from + this.to) / 2); else this.draw();
  }

  whole() { [this.from, this.to] = this.all; this.draw(); }

  load(report) {
    this.report = report;
    this.all = [report.reviewed.from, Math.max(report.reviewed.to, report.reviewed.from + 0.1)];
    [this.from, this.to] = this.all;
    this.touches = stays(report.events, this.all[1]);
    this.draw();
  }

  /** Looks at a span, with room around it. */
  look(from, to) {
    const room = 0.15 * (to - from) + 0.05;
    [this.from, this.to] = [Math.max(this.all[0], from - room), Math.min(this.all[1], to + room)];
    if (this.to - this.from < 0.02) [this.from, this.to] = this.all;
    this.draw();
  }

  zoom(factor, about = (this.from + this.to) / 2) {
    const span = Math.min(this.all[1] - this.all[0], Math.max(0.02, (this.to - this.from) * factor));
    const part = (about - this.from) / (this.to - this.from);
    this.from = about - part * span;
    this.to = this.from + span;
    this.shift(0);
  }

  shift(by) {
    const span = this.to - this.from;
    this.from = Math.max(this.all[0], Math.min(this.all[1] - span, this.from + by));
    this.to = this.from + span;
    this.draw();
  }

  time(x) { return this.from + ((x - LEFT) / (this.canvas.clientWidth - LEFT - 8)) * (this.to - this.from); }
  place(t) { return LEFT + ((t - this.from) / (this.to - this.from)) * (this.canvas.clientWidth - LEFT - 8); }

  draw() {
    const { canvas, report } = this, ratio = window.devicePixelRatio || 1;
    Object.assign(canvas.dataset, { from: this.from, to: this.to });
    canvas.width = canvas.clientWidth * ratio;
    canvas.height = canvas.clientHeight * ratio;
    if (!report) return;
    const c = canvas.getContext("2d"), style = getComputedStyle(document.documentElement);
    const colour = (name) => style.getPropertyValue(`--${name}`).trim();
    c.setTransform(ratio, 0, 0, ratio, 0, 0);
    const width = canvas.clientWidth, height = canvas.clientHeight, row = (height - SECONDS) / 7;
    c.font = "11px system-ui, sans-serif";
    c.textBaseline = "middle";
    const names = ["lane.incidents", "lane.2left", "lane.2right", "lane.topleft", "lane.topright", "lane.1left", "lane.1right"];
    names.forEach((name, i) => {
      c.fillStyle = colour(i % 2 ? "panel" : "raise");
      c.fillRect(0, i * row, width, row);
      c.fillStyle = colour("soft");
      c.fillText(say(name), 8, (i + 0.5) * row);
    });
    c.save();
    c.beginPath();
    c.rect(LEFT, 0, width - LEFT, height);
    c.clip();
    c.fillStyle = colour("warn");
    c.globalAlpha = 0.16;
    for (const span of report.unreadable) c.fillRect(this.place(span.from), row, Math.max(1, this.place(span.to) - this.place(span.from)), 6 * row);
    c.globalAlpha = 1;
    this.ticks(c, colour, height);
    report.tops.forEach((tops, i) => {
      const a = this.place(tops.t), b = this.place(report.tops[i + 1]?.t ?? this.all[1]);
      if (b < LEFT || a > width) return;
      for (const [lane, rank] of [[3, tops.left], [4, tops.right]]) {
        c.strokeStyle = tops.left && tops.left === tops.right ? colour("good") : colour("line");
        c.strokeRect(a + 0.5, lane * row + 1.5, Math.max(1, b - a - 1), row - 3);
        c.fillStyle = colour("ink");
        if (b - a > 12) c.fillText(rank ?? "?", Math.max(LEFT, a) + 4, (lane + 0.5) * row);
      }
    });
    for (const stay of this.touches) {
      const a = this.place(stay.from), b = this.place(stay.to), top = lane(stay) * row;
      c.fillStyle = colour(`p${stay.player}`);
      c.globalAlpha = 0.25 + 0.75 * stay.confidence;
      c.fillRect(a, top + 2, Math.max(2, b - a), row - 4);
      c.globalAlpha = 1;
      c.fillStyle = colour("panel");
      if (b - Math.max(LEFT, a) > 40) c.fillText(say("percent", { p: (100 * stay.confidence).toFixed(0) }), Math.max(LEFT, a) + 4, top + row / 2);
    }
    for (const incident of report.incidents) {
      const x = this.place(incident.t);
      c.fillStyle = colour(incident.finding === "offence" ? "warn" : incident.finding === "referee" ? "focus" : "soft");
      c.beginPath();
      c.moveTo(x - 5, 2); c.lineTo(x + 5, 2); c.lineTo(x, row - 2);
      c.fill();
    }
    if (this.player) {
      const [a, b] = this.player.marks.map((mark) => (mark === null ? null : this.place(mark)));
      c.fillStyle = colour("good");
      if (a !== null) c.fillRect(a, 0, 2, height);
      if (b !== null) c.fillRect(b, 0, 2, height);
      if (a !== null && b !== null) { c.globalAlpha = 0.12; c.fillRect(a, 0, b - a, height); c.globalAlpha = 1; }
      c.fillStyle = colour("mark");
      c.fillRect(this.place(this.player.t) - 0.5, 0, 2, height);
    }
    c.restore();
  }

  ticks(c, colour, height) {
    const step = [0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10, 30, 60, 300].find((s) => (this.to - this.from) / s <= 14) ?? 900;
    for (let t = Math.ceil(this.from / step) * step; t <= this.to; t += step) {
      const x = this.place(t);
      c.fillStyle = colour("line");
      c.fillRect(x, 0, 1, height - SECONDS + 2);
      c.fillStyle = colour("soft");
      c.textAlign = "center";
      c.fillText(say("seconds", { t: t.toFixed(step < 0.1 ? 3 : step < 1 ? 2 : 0) }), x, height - SECONDS / 2 + 1);
      c.textAlign = "left";
    }
  }
}

/** The row of a hand on a pile. */
const lane = (stay) => (stay.player === 2 ? 1 : 5) + (stay.pile === "right" ? 1 : 0);

/** Hands on piles, from touch to untouch. */
function stays(events, end) {
  const open = new Map(), all = [];
  for (const event of events) {
    const key = `${event.player} ${event.hand} ${event.pile}`;
    if (event.kind === "touch") {
      const stay = { player: event.player, pile: event.pile, from: event.t, to: end, confidence: event.confidence };
      open.set(key, stay);
      all.push(stay);
    } else if (event.kind === "untouch" && open.has(key)) { open.get(key).to = event.t; open.delete(key); }
  }
  return all.filter((stay) => stay.player && stay.pile);
}
