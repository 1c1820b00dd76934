// The official score of the match (C.4.4, I.6.1): counted from the recording and the rulings, put right and confirmed by the referee.
// Confirming is an entry of the journal; the protocol shows it.
import { ask, make, say } from "/page/words.js";

const COUNTS = ["rounds", "slaps", "yellow", "red"];

export class Score {
  /** `send(what, body, done)` writes an entry, `name()` is who is at the page. */
  constructor(part, { send, name, askName }) { Object.assign(this, { part, send, name, askName, open: false }); }

  async show(id, role) {
    this.part.hidden = role !== "referee";
    if (this.part.hidden) return;
    const { score, confirmed } = await ask(`/api/case/${id}/score`);
    const field = (key, i, value, more) => {
      const input = make("input", "", { "data-score": key, "data-player": i, "aria-label": say("score.of", { what: say(`score.${key}`), n: i + 1 }), ...more });
      input.value = value;
      return input;
    };
    const row = (key, more) => [make("span", say(`score.${key}`)), ...[0, 1].map((i) => field(key, i, score[key][i], more))];
    const winner = make("select", "", { id: "score-winner" }, ...["", "1", "2"].map((n) => make("option", n ? say("player.n", { n }) : say("score.winner.none"), { value: n })));
    winner.value = String(score.winner ?? "");
    const confirm = make("button", say("score.confirm"), { id: "score-confirm", title: say("score.confirm.why"), onclick: () => this.confirm() });
    const details = make("details", "", { open: this.open }, make("summary", say("score")),
      make("p", say(confirmed ? "score.confirmed" : "score.counted", { number: confirmed ?? "" }), { class: "soft", id: "score-said" }),
      make("div", "", { class: "score" }, make("span", ""), make("span", say("player.n", { n: 1 })), make("span", say("player.n", { n: 2 })),
        ...row("names", { maxlength: 80 }), ...COUNTS.flatMap((key) => row(key, { type: "number", min: 0, max: 999 }))),
      make("label", say("score.winner"), {}, winner), confirm);
    details.addEventListener("toggle", () => { this.open = details.open; });
    this.part.replaceChildren(details);
  }

  async confirm() {
    if (!this.name()) return this.askName();
    const pair = (key, read) => [0, 1].map((i) => read(this.part.querySelector(`[data-score=${key}][data-player="${i}"]`).value));
    const score = { names: pair("names", (text) => text.trim()), winner: Number(this.part.querySelector("#score-winner").value) || null };
    for (const key of COUNTS) score[key] = pair(key, Number);
    await this.send("score", { who: this.name(), score }, "score.done");
  }
}
