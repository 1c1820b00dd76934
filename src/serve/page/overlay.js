// What the program believes, drawn over a frame: zones, cards, hands, contact marks. Each can be switched.
import { ask, say } from "/page/words.js";

const FINGERS = [[0, 1, 2, 3, 4], [0, 5, 6, 7, 8], [5, 9, 10, 11, 12], [9, 13, 14, 15, 16], [13, 17, 18, 19, 20], [0, 17]];
const SHOWN = ["boundary_1", "boundary_2", "centre_left", "centre_right", "draw_1", "draw_2"];
const PIECE = 2; // seconds fetched at once
export const COLOURS = { 1: "#56b4e9", 2: "#f0a030", zone: "#7be0a4", card: "#f5f5f5", unseen: "#9a9a9a", mark: "#ff6b9d" };

export class Overlay {
  constructor(id, camera) { Object.assign(this, { id, camera, zones: [], pieces: new Map(), missing: "" }); }

  async load() {
    try { this.zones = (await ask(`/api/case/${this.id}/zones/${this.camera}`)).filter(([name]) => SHOWN.includes(name)); }
    catch (why) { this.missing = why.message; }
  }

  /** The seen frame of a time, fetched when it is not there yet; `then` is called when it is. */
  seen(t, then) {
    if (this.missing) return null;
    const piece = Math.floor(t / PIECE);
    const have = this.pieces.get(piece);
    if (have === undefined) {
      this.pieces.set(piece, null);
      ask(`/api/case/${this.id}/seen/${this.camera}?from=${piece * PIECE - 0.2}&to=${(piece + 1) * PIECE}`)
        .then((rows) => { this.pieces.set(piece, rows); then(); }, () => {});
    }
    return have ?? null;
  }

  draw(context, t, on, scale, then) {
    context.lineWidth = 1.6 / scale;
    context.lineJoin = "round";
    if (on.zones) for (const [, points] of this.zones) outline(context, points, COLOURS.zone);
    if (!on.hands && !on.cards) return;
    const rows = this.seen(t, then);
    if (!rows) return;
    let last = -1;
    for (let i = 0; i < rows.length && rows[i].t <= t + 1e-6; i++) last = i;
    if (last < 0 || t - rows[last].t > 0.1) return;
    if (on.cards) {
      let read = last;
      while (read >= 0 && !rows[read].cards) read--;
      for (const card of rows[read]?.cards ?? []) {
        outline(context, card.quad, COLOURS.card);
        if (card.rank) words(context, card.rank, card.quad[0], COLOURS.card, scale);
      }
    }
    if (on.hands) for (const hand of rows[last].hands) {
      const colour = hand.seen ? COLOURS[hand.player] : COLOURS.unseen;
      for (const run of FINGERS) outline(context, run.map((i) => hand.at[i]), colour, false);
      words(context, say(`layer.hand.${hand.hand}`, { n: hand.player }), hand.at[0], colour, scale);
    }
  }
}

function outline(context, points, colour, closed = true) {
  context.strokeStyle = colour;
  context.beginPath();
  points.forEach(([x, y], i) => (i ? context.lineTo(x + 0.5, y + 0.5) : context.moveTo(x + 0.5, y + 0.5)));
  if (closed) context.closePath();
  context.stroke();
}

/** Words at a place of the picture, as large on the screen however near it is; on a ground of their own when `boxed`. */
export function words(context, text, [x, y], colour, scale, boxed = false) {
  context.font = `600 ${13 / scale}px system-ui, sans-serif`;
  context.lineWidth = 3 / scale;
  if (boxed) {
    context.fillStyle = "rgb(0 0 0 / .62)";
    context.fillRect(x - 5 / scale, y - 14 / scale, context.measureText(text).width + 10 / scale, 19 / scale);
  }
  context.strokeStyle = "rgb(0 0 0 / .75)";
  context.strokeText(text, x, y);
  context.fillStyle = colour;
  context.fillText(text, x, y);
  context.lineWidth = 1.6 / scale;
}
