// Putting right what the cameras were misread to show: a card on a pile, a play that was missed, something that did not happen.
// The rules engine judges again from there; the log keeps what was changed.
import { ask, make, say } from "/page/words.js";

const RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"];
// Events this near to the shown frame can be said not to have happened, seconds of the file.
const NEAR = 1;

export class Correct {
  /** `shown()`: the time of the shown frame; `name()`: who is at the page; `done(journal)`: after the case was judged again. */
  constructor(part, { shown, name, done, tell }) {
    Object.assign(this, { part, shown, name, done, tell });
  }

  show(whole, role) {
    Object.assign(this, { whole });
    this.part.hidden = role !== "referee";
    if (this.part.hidden) return;
    const select = (id, values, label) => make("select", "", { id, "aria-label": say(label) }, ...values.map(([value, text]) => make("option", text, { value })));
    const what = select("put-what", ["top", "play", "did_not_happen"].map((name) => [name, say(`put.${name}`)]), "put.what");
    const pile = select("put-pile", ["left", "right"].map((name) => [name, say(`pile.${name}`)]), "put.pile");
    const rank = select("put-rank", RANKS.map((name) => [name, name]), "put.rank");
    const player = select("put-player", ["1", "2"].map((n) => [n, say("player.n", { n })]), "put.player");
    const event = select("put-event", [], "put.event");
    const fields = { top: [pile, rank], play: [player, pile, rank], did_not_happen: [event] };
    const row = make("div", "", { class: "row" });
    const arrange = () => {
      row.replaceChildren(...fields[what.value]);
      if (what.value === "did_not_happen") event.replaceChildren(...this.near().map(([i, text]) => make("option", text, { value: i })));
    };
    what.addEventListener("change", arrange);
    const judge = make("button", say("put.judge"), { id: "put-judge", title: say("put.judge.why"), onclick: () => this.send({ what: what.value, pile: pile.value, rank: rank.value, player: Number(player.value), event: event.value }) });
    const details = make("details", "", {}, make("summary", say("put")), make("p", say("put.why"), { class: "soft" }), what, row, judge);
    details.addEventListener("toggle", arrange);
    this.part.replaceChildren(details);
    arrange();
  }

  /** By its key: opened, and the first field has the focus. */
  open() {
    const details = this.part.querySelector("details");
    if (!details || this.part.hidden) return;
    details.open = true;
    details.querySelector("select").focus();
  }

  /** Events about the shown frame, by their place in the report. */
  near() {
    const t = this.shown();
    const words = (e) => say("put.told", { t: e.t.toFixed(3), kind: say(`event.${e.kind}`), player: e.player ? say("player.n", { n: e.player }) : "", pile: e.pile ? say(`pile.${e.pile}`) : "" }).replace(/ +/g, " ").trim();
    return this.whole.report.events.map((event, i) => [i, event]).filter(([, event]) => Math.abs(event.t - t) < NEAR).map(([i, event]) => [i, words(event)]);
  }

  async send({ what, pile, rank, player, event }) {
    const who = this.name(), t = this.shown();
    if (!who) return this.tell(say("who.why"));
    let correction = { what, t, pile, rank };
    if (what === "play") correction = { what, t, player, hand: null, pile, rank };
    if (what === "did_not_happen") {
      const told = this.whole.report.events[Number(event)];
      if (!told || event === "") return this.tell(say("put.none"));
      correction = { what, t: told.t, kind: told.kind, player: told.player ?? null, pile: told.pile ?? null };
    }
    this.tell(say("put.judging"));
    try {
      await ask(`/api/case/${this.whole.id}/correct`, { who, corrections: [correction] });
      await this.done();
      this.tell(say("put.done"));
    } catch (why) { this.tell(why.message); }
  }
}
