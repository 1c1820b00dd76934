// What the software says of an incident: verdict, margin with its interval, clauses, contacts to jump to.
import { make, say } from "/page/words.js";

/** The contacts of a slap in order of time, each with who, where and its interval. */
export function contactsOf(report, slap) {
  if (!slap) return [];
  const all = [];
  for (const attempt of slap.attempts) for (const pile of ["left", "right"]) {
    const t = attempt[`${pile}_t`];
    if (t === null) continue;
    const near = report.arrivals.concat(report.events.filter((event) => event.kind === "touch"))
      .filter((arrival) => arrival.player === attempt.player && arrival.pile === pile)
      .sort((a, b) => Math.abs(a.t - t) - Math.abs(b.t - t))[0];
    const known = near && Math.abs(near.t - t) < 0.02;
    all.push({ t, lo: known ? Math.min(near.lo, t) : t, hi: known ? Math.max(near.hi, t) : t, player: attempt.player, pile, hand: known ? near.hand : null, short: say("contact.short", { n: attempt.player, pile: say(`pile.${pile}`) }) });
  }
  return all.sort((a, b) => a.t - b.t);
}

const ms = (value) => (value === null || value === undefined ? "?" : value.toFixed(1));

export function percent(p) {
  if (p > 0.999) return say("percent.over", { p: "99.9" });
  if (p < 0.001) return say("percent.under", { p: "0.1" });
  return say("percent", { p: (100 * p).toFixed(1) });
}

export function show(box, whole, place, contacts, jump) {
  const { report, clauses, slaps } = whole, row = report.incidents[place], slap = report.slaps[slaps[place]];
  const parts = [make("h2", say("verdict"))];
  if (slap) {
    parts.push(make("p", say(`verdict.${slap.verdict}`), { class: `headline ${slap.winner ? `p${slap.winner}` : ""}`, id: "headline" }));
    if (slap.margin_ms !== null) parts.push(make("p", say("margin", { ms: ms(slap.margin_ms), lo: ms(slap.margin_lo), hi: ms(slap.margin_hi) }), { class: "margin", id: "margin" }));
    if (slap.p_player1_first !== null) parts.push(make("p", say("p.first", { p: percent(slap.p_player1_first) }), { class: "soft" }));
  } else {
    parts.push(make("p", row.player ? say("verdict.of", { kind: say(`kind.${row.kind}`), player: say("player.n", { n: row.player }) }) : say(`kind.${row.kind}`), { class: "headline", id: "headline" }));
    parts.push(make("p", say("sure", { finding: say(`finding.${row.finding}`), p: percent(row.confidence) }), { class: "margin" }));
  }
  if (row.sanction_due) parts.push(make("p", say(`due.${row.sanction_due}`), { class: "offence" }));
  if (contacts.length) {
    parts.push(make("h3", say("contacts")));
    const zero = contacts[0].t, real = report.source.time_scale * 1000;
    parts.push(make("div", "", { class: "contacts" }, ...contacts.map((contact, i) =>
      make("button", "", { class: `p${contact.player}`, "data-contact": i, title: say("contact.why", { key: i + 1 }), onclick: () => jump(i) },
        make("span", say("contact", { key: i + 1, n: contact.player, hand: contact.hand ? say(`hand.${contact.hand}`) : "", pile: say(`pile.${contact.pile}`) })),
        make("span", say("contact.at", { ms: ((contact.t - zero) * real).toFixed(1), half: (((contact.hi - contact.lo) / 2) * real).toFixed(1) }))))));
    for (const attempt of slap.attempts) if (!attempt.valid) parts.push(make("p", say("invalid", { n: attempt.player, why: say(`reason.${attempt.reason}`) }), { class: "soft" }));
  }
  for (const number of row.laws) parts.push(make("p", "", { class: "clause" }, make("b", number), clauses[number] ?? ""));
  parts.push(make("p", row.explanation, { class: "soft" }));
  box.replaceChildren(...parts);
}
