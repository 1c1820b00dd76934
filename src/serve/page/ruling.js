// The referee's ruling on an incident, by keyboard; notes; the log, in which undoing is a new entry.
import { ask, make, say } from "/page/words.js";

const RULINGS = ["confirmed", "overturned", "stands", "too_close"];
const store = (name, value) => { try { return value === undefined ? localStorage.getItem(name) ?? "" : localStorage.setItem(name, value); } catch { return ""; } };

/** What a correction changed; `was`: the card that the report before had there, when it is about a card. */
function changed(put, was) {
  const key = put.what === "top" && was ? "put.log.top.was" : `put.log.${put.what}`;
  const player = put.player ? say("player.n", { n: put.player }) : "";
  return say(key, { t: put.t.toFixed(3), pile: put.pile ? say(`pile.${put.pile}`) : "", rank: put.rank, was, player, kind: put.kind ? say(`event.${put.kind}`) : "" }).replace(/ +/g, " ");
}

export class Ruling {
  /** `tell(null)`: the journal is another; `changed`: the report was judged again. */
  constructor(tell, changed) {
    Object.assign(this, { tell, changed, recorded: () => {}, form: document.getElementById("ruling"), log: document.getElementById("log"), chosen: null, journal: null });
  }

  async load(id, role, incidents) {
    Object.assign(this, { id, role, incidents });
    this.set(await ask(`/api/case/${id}/journal`));
  }

  set(journal) {
    this.journal = journal;
    this.showLog();
    this.tell(null);
  }

  standing(incident) {
    const number = this.journal?.standing[incident];
    return number === undefined ? null : this.journal.entries.find((entry) => entry.number === number).act;
  }

  /** The form for an incident. */
  show(incident, slap = this.slap) {
    Object.assign(this, { incident, slap, chosen: null });
    const who = make("input", "", { id: "who", maxlength: 80, autocomplete: "name" });
    who.value = store("who");
    who.addEventListener("change", () => store("who", who.value));
    // Asked for in the middle of a ruling, Enter goes on with it.
    who.addEventListener("keydown", (event) => { if (event.key === "Enter" && this.chosen && who.value.trim()) this.record(); });
    const note = make("textarea", "", { id: "note", maxlength: 4000, rows: 2 });
    const parts = [make("h2", say(this.role === "referee" ? "ruling" : "note"))];
    if (this.role === "viewer") return this.form.replaceChildren(make("p", say("viewer.looks"), { class: "soft" }));
    const stands = this.standing(incident.id);
    if (stands) parts.push(make("p", say(stands.verdict ? "ruled.winner" : "ruled", { ruling: say(`ruling.${stands.ruling}`), winner: say(`winner.${stands.verdict}`) }), { class: "ruled", id: "stands" }));
    if (this.role === "referee") {
      parts.push(make("div", "", { class: "choices", role: "radiogroup", "aria-label": say("ruling") }, ...RULINGS.map((name, i) =>
        make("button", say("choice", { key: i + 1, ruling: say(`ruling.${name}`) }), { "data-ruling": name, role: "radio", "aria-checked": "false", "aria-pressed": "false", title: say(`ruling.${name}.why`), onclick: () => this.choose(name) }))));
      if (this.slap) parts.push(make("label", say("winner"), {}, make("select", "", { id: "winner" }, ...["", "player1", "player2", "too_close", "no_valid_attempt"].map((value) => make("option", say(`winner.${value || "none"}`), { value })))));
      const clauses = make("input", "", { id: "clauses", maxlength: 200 });
      clauses.value = incident.laws.join(", ");
      parts.push(make("label", say("clauses"), {}, clauses));
    }
    parts.push(make("label", say("note"), {}, note));
    if (this.role === "referee") {
      const pick = (name, values) => make("select", "", { id: name, "aria-label": say(name) }, ...values.map((value) => make("option", say(`${name}.${value || "none"}`), { value })));
      parts.push(make("label", say("sanction"), {}, make("div", "", { class: "row" }, pick("card", ["", "warning", "yellow", "red"]), pick("to", ["1", "2"]))));
      if (incident.player) parts.at(-1).querySelector("#to").value = String(incident.player);
    }
    parts.push(make("label", say("who"), {}, who));
    const row = make("div", "", { class: "row" });
    if (this.role === "referee") row.append(make("button", say("record"), { id: "record", title: say("record.why"), onclick: () => this.record() }));
    row.append(make("button", say("note.leave"), { id: "leave", onclick: () => this.leave() }));
    this.form.replaceChildren(...parts, row);
  }

  /** The ruling by its number, as the keys do it. */
  choose(name) {
    this.chosen = name;
    for (const button of this.form.querySelectorAll("[data-ruling]"))
      for (const state of ["aria-checked", "aria-pressed"]) button.setAttribute(state, String(button.dataset.ruling === name));
    const who = this.form.querySelector("#who");
    if (who.value.trim()) this.form.querySelector("#record").focus();
    else { who.focus(); this.tell(say("who.why")); }
  }

  key(number) { if (this.role === "referee" && RULINGS[number - 1]) this.choose(RULINGS[number - 1]); }
  focus() { this.form.querySelector("[data-ruling], #note")?.focus(); }

  async record() {
    if (!this.chosen) return this.tell(say("choose"));
    const value = (name) => this.form.querySelector(`#${name}`).value.trim();
    const sanctions = value("card") ? [{ player: Number(value("to")), card: value("card"), why: value("note") || this.incident.laws.join(", ") }] : [];
    await this.send("rule", { who: value("who"), incident: this.incident.id, ruling: this.chosen, verdict: this.verdict(), clauses: value("clauses").split(/[\s,;]+/).filter(Boolean), note: value("note"), sanctions }, "recorded");
  }

  /** Of a slap, when the ruling is not the software's: who won it. */
  verdict() {
    if (!this.slap || this.chosen === "confirmed") return null;
    return this.form.querySelector("#winner").value || (this.chosen === "too_close" ? "too_close" : null);
  }

  async leave() {
    const value = (name) => this.form.querySelector(`#${name}`).value.trim();
    await this.send("note", { who: value("who"), incident: this.incident.id, t: null, note: value("note") }, "note.left");
  }

  /** The name of whoever is at the page, once it was given. */
  name() { return store("who").trim() || this.form.querySelector("#who")?.value.trim() || ""; }
  askName() { this.form.querySelector("#who")?.focus(); this.tell(say("who.why")); }

  async undo(number) {
    if (!this.name()) return this.askName();
    const corrected = this.journal.entries.find((entry) => entry.number === number)?.act.act === "corrected";
    await this.send("undo", { who: this.name(), number }, "undone");
    // Without the correction the report is another.
    if (corrected) await this.changed();
  }
  async allow(allowed) { if (!this.name()) return this.askName(); await this.send("allow", { who: this.name(), allowed }, allowed ? "allowed" : "not.allowed"); }

  async send(what, body, done) {
    try {
      if (body.who) store("who", body.who);
      this.set(await ask(`/api/case/${this.id}/${what}`, body));
      if (this.incident) this.show(this.incident);
      document.activeElement?.blur();
      await this.recorded();
      this.tell(say(done, { number: this.journal.entries.length }));
    } catch (why) { this.tell(why.message); }
  }

  /** An incident in words; its name where the report no longer holds it. */
  incidentOf({ software, incident }) {
    const row = software ?? this.incidents.find((row) => row.id === incident);
    return row ? say("log.incident", { kind: say(`kind.${row.kind}`), t: row.t.toFixed(3) }) : incident ?? "";
  }

  showLog() {
    const lines = [...this.journal.entries].reverse().map((entry) => {
      const { act } = entry;
      // A note is on an incident, on a moment or on the match.
      const on = act.act === "noted" && !act.incident ? (act.t === null ? ".match" : ".moment") : "";
      let text = say(`act.${act.act}${on}`, { number: entry.number, incident: this.incidentOf(act), ruling: act.ruling ? say(`ruling.${act.ruling}`) : "", undone: act.number ?? "", t: act.t?.toFixed(3) ?? "" });
      if (act.verdict) text += say("log.winner", { winner: say(`winner.${act.verdict}`) });
      if (act.clauses?.length) text += ` (${act.clauses.join(", ")})`;
      if (act.act === "corrected") text += `: ${act.corrections.map((put, i) => changed(put, act.report.was?.[i])).join("; ")}`;
      if (act.act === "allowed_assistants") text = say(act.allowed ? "allowed" : "not.allowed");
      for (const given of act.sanctions ?? []) text += `; ${say(`card.${given.card}`)}, ${say("player.n", { n: given.player })}`;
      if (act.note) text += `: ${act.note}`;
      const when = new Date(entry.at).toLocaleString("en-GB");
      const line = make("li", "", { "data-number": entry.number, class: entry.undone ? "undone" : "" });
      const can = this.role === "referee" && !entry.undone && ["ruled", "noted", "undone", "allowed_assistants", "corrected", "score_confirmed"].includes(act.act);
      if (can) line.append(make("button", say("undo"), { title: say("undo.why"), onclick: () => this.undo(entry.number) }));
      line.append(make("span", `${entry.number}. ${text}`), make("div", `${entry.who} (${say(`role.${entry.role}`)}), ${when}`, { class: "soft" }));
      return line;
    });
    const last = this.journal.entries.at(-1);
    // Whoever writes the last hash down can tell later whether the journal was written anew.
    const chain = last ? [make("p", say("log.hash", { number: last.number }), { class: "soft" }, make("code", last.hash, { id: "log-hash" }))] : [];
    this.log.replaceChildren(make("h2", say("log")), lines.length ? make("ol", "", {}, ...lines) : make("p", say("log.empty"), { class: "soft" }), ...chain);
  }
}
