// The page: which report and incident is open, what each key does, and who may do it.
import { Correct } from "/page/correct.js";
import { Frames } from "/page/frames.js";
import { Overlay } from "/page/overlay.js";
import { Player, SPEEDS } from "/page/player.js";
import { Ruling } from "/page/ruling.js";
import { Score } from "/page/score.js";
import { Strip } from "/page/strip.js";
import { Timeline } from "/page/timeline.js";
import { contactsOf, show as showVerdict } from "/page/verdict.js";
import { all, ask, load, make, say } from "/page/words.js";

const $ = (id) => document.getElementById(id);
const tell = (text) => {
  $("said").textContent = text ?? "";
  $("said").classList.toggle("long", (text ?? "").length > 60);
};
let whole = null, role = null, place = -1, contacts = [], opened = 0;
const films = new Map();

const player = new Player(() => { timeline.follow(); strip.draw(); state(); }, tell);
const timeline = new Timeline($("timeline"), (t) => player.seek(t), (which) => openIncident(which));
timeline.player = player;
const strip = new Strip((t) => player.seek(t));
const ruling = new Ruling((text) => { if (text !== null) tell(text); queue(); allowing(); }, () => openCase(whole.id, whole.report.incidents[place]?.id));

const correct = new Correct($("correct"), {
  shown: () => player.t, name: () => ruling.name(), tell,
  done: async () => { const row = whole.report.incidents[place]; await openCase(whole.id, row?.id); },
});

const score = new Score($("score"), { send: (...what) => ruling.send(...what), name: () => ruling.name(), askName: () => ruling.askName() });
// A ruling changes what is counted, until the score is confirmed, and how much of the match is ruled.
ruling.recorded = async () => { await Promise.all([score.show(whole.id, role), listCases()]); };

// Reports and incidents.

async function openCase(id, incident) {
  tell(say("loading"));
  whole = await ask(`/api/case/${id}`);
  films.clear();
  place = -1;
  timeline.load(whole.report);
  player.unreadable = whole.report.unreadable;
  for (const [name, key] of [["kind", "kind"], ["finding", "finding"]]) {
    const values = [...new Set(whole.report.incidents.map((row) => row[key]))].sort();
    $(name).replaceChildren(make("option", say(`queue.every.${name}`), { value: "" }), ...values.map((value) => make("option", say(`${name}.${value}`), { value })));
  }
  await ruling.load(id, role, whole.report.incidents);
  correct.show(whole, role);
  await score.show(id, role);
  $("protocol").href = `/api/case/${id}/protocol`;
  $("archive").href = `/api/case/${id}/archive`;
  $("archive").hidden = role !== "referee";
  $("second").disabled = !whole.report.also;
  queue();
  // What the address names, else the first slap that somebody tried.
  const named = whole.report.incidents.findIndex((row) => row.id === incident);
  const first = named >= 0 ? named : whole.slaps.findIndex((slap) => whole.report.slaps[slap]?.attempts.length);
  if (whole.report.incidents.length) await openIncident(first < 0 ? 0 : first);
  else { tell(say("none")); await film("0").then((frames) => player.load(frames, null)).then(() => player.seek(whole.report.reviewed.from)).catch((why) => tell(why.message)); }
}

async function film(name) {
  if (!films.has(name)) films.set(name, Frames.open(whole.id, name).catch((why) => { films.delete(name); throw why; }));
  return films.get(name);
}

const overlays = new Map();
function overlay(camera) {
  const key = `${whole.id} ${camera}`;
  if (!overlays.has(key)) {
    const made = new Overlay(whole.id, camera);
    overlays.set(key, made);
    made.load().then(() => player.redraw());
  }
  return overlays.get(key);
}

async function openIncident(which) {
  const { report } = whole, row = report.incidents[which], mine = ++opened;
  if (!row) return;
  place = which;
  history.replaceState(null, "", `#${whole.id}/${encodeURIComponent(row.id)}`);
  queue();
  contacts = contactsOf(report, report.slaps[whole.slaps[which]]);
  player.marksOf = contacts;
  showVerdict($("software"), whole, which, contacts, jump);
  ruling.show(row, report.slaps[whole.slaps[which]] ?? null);
  timeline.look(row.from, row.to);
  let frames, name = "0", shift = 0, sentence = "";
  try { frames = await film("0"); }
  catch (why) {
    try {
      name = `clip-${which}`;
      frames = await film(name);
      [shift, sentence] = [row.from, say("clip.only", { why: why.message })];
    } catch { frames = null; sentence = why.message; }
  }
  if (mine !== opened) return;
  if (!frames) return tell(sentence);
  const other = player.other, again = player.frames === frames;
  if (!again) await player.load(frames, name === "0" ? overlay(0) : null, { scale: report.source.time_scale, shift });
  else player.marks = [null, null];
  tell(sentence);
  await player.seek(contacts[0]?.t ?? row.t);
  if (mine !== opened) return;
  // The keys 1 to 4 go there.
  for (const contact of contacts.slice(1)) frames.maybe(frames.at(contact.t - shift), player.index);
  if (again && other) player.hideBeside();
  strip.load(whole.id, which, contacts, frames, name, report.source.time_scale, player, 70 / 1240);
  state();
}

function queue() {
  if (!whole) return;
  const text = $("search").value.toLowerCase(), [kind, finding, seen] = ["kind", "finding", "state"].map((id) => $(id).value);
  const rows = whole.report.incidents.map((row, i) => ({ row, i, stands: ruling.standing(row.id) })).filter(({ row, i, stands }) =>
    (!kind || row.kind === kind) && (!finding || row.finding === finding) && (!seen || (seen === "ruled") === Boolean(stands)) &&
    (!text || `${say(`kind.${row.kind}`)} ${found(row, i)} ${row.laws.join(" ")} ${row.explanation} ${row.t.toFixed(3)}`.toLowerCase().includes(text)));
  $("incidents").replaceChildren(...rows.map(({ row, i, stands }) => make("li", "", {},
    make("button", "", { "data-incident": row.id, "aria-current": String(i === place), onclick: () => openIncident(i) },
      make("span", say("seconds", { t: row.t.toFixed(3) }), { class: "when" }),
      make("span", say(`kind.${row.kind}`), { class: row.finding === "offence" ? "offence" : "" }),
      make("span", stands ? say("queue.ruled", { ruling: say(`ruling.${stands.ruling}`) }) : found(row, i), { class: `state ${stands ? "ruled" : ""}` })))));
  if (!rows.length) $("incidents").append(make("li", say("queue.empty"), { class: "soft" }));
  shownRows = rows.map(({ i }) => i);
}
let shownRows = [];

/** What was found, in a few words: of a slap its verdict. */
function found(row, i) {
  const slap = whole.report.slaps[whole.slaps[i]];
  return slap ? say(`verdict.${slap.verdict}`) : say(`finding.${row.finding}`);
}

function neighbour(way) {
  const at = shownRows.indexOf(place);
  const next = shownRows[at < 0 ? 0 : Math.max(0, Math.min(shownRows.length - 1, at + way))];
  if (next !== undefined && next !== place) openIncident(next);
}

function jump(i) { if (contacts[i]) player.seek(contacts[i].t); }

// What stands beside: the second camera, or this moment held while the first pane moves on.

// Frames between two moments from which each has a reader of its own: one would have to run to and fro.
const FAR = 90;

function beside(kind) {
  const was = player.other?.kind;
  player.hideBeside();
  strip.beside(null);
  if (was === kind || !player.frames) return state();
  if (kind === "moment") {
    // The moment that was marked, else the last contact, or from there the first. The second pane keeps its distance to the first:
    // both run on one clock.
    const { frames, shift } = player, away = [player.marks[0], contacts.at(-1)?.t, contacts[0]?.t].filter((t) => t !== null && t !== undefined);
    const here = frames.at(player.t - shift), distance = (away.find((t) => frames.at(t - shift) !== here) ?? player.t) - player.t;
    if (!distance) return tell(say("beside.none"));
    const map = (t) => t + distance - shift, far = Math.abs(frames.at(map(player.t)) - here) > FAR;
    const show = (theirs) => player.showBeside({ kind, frames: theirs, overlay: player.first.overlay, map, back: (t) => t + shift, says: "shown.moment" });
    return (far && frames.film === "0" ? film("0-again").then(show) : show(frames)).catch((why) => tell(why.message));
  }
  const { also, source } = whole.report;
  if (!also) return state();
  const drift = 1 + also.drift_ppm * 1e-6;
  const map = (t) => (t * source.time_scale - also.began_s) / drift / also.source.time_scale;
  const back = (t) => (t * also.source.time_scale * drift + also.began_s) / source.time_scale;
  const show = (frames) => {
    strip.beside({ frames, map, back, scale: also.source.time_scale });
    return player.showBeside({ kind, frames, overlay: overlay(1), map, back, says: "shown.second" });
  };
  return film("1").then(show).catch((why) => tell(why.message));
}

// Buttons and keys.

const LAYERS = ["zones", "cards", "hands", "marks"];
function toggle(layer) { player.on[layer] = !player.on[layer]; player.redraw(); state(); if (layer !== "marks" && player.on[layer] && (player.first.overlay?.missing ?? true)) tell(say("layers.missing")); }

function state() {
  const pressed = (id, on) => $(id).setAttribute("aria-pressed", String(Boolean(on)));
  for (const layer of LAYERS) pressed(`layer-${layer}`, player.on[layer]);
  pressed("loop", player.loop);
  pressed("second", player.other?.kind === "camera");
  pressed("pin", player.other?.kind === "moment");
  pressed("play", player.speed !== 0);
  $("play").textContent = say(player.speed ? "go.pause" : "go.play");
  $("speed").value = String(player.rate);
}

function rate(by) {
  player.rate = SPEEDS[Math.max(0, Math.min(SPEEDS.length - 1, SPEEDS.indexOf(player.rate) + by))];
  if (player.speed) player.speed = Math.sign(player.speed) * player.rate;
  state();
}

const play = () => (player.speed ? player.pause() : player.run(player.rate));
const ends = (which) => whole && player.seek(whole.report.incidents[place]?.[which] ?? whole.report.reviewed[which]);
// Light or dark: as the system has it until somebody chooses here.
const system = matchMedia("(prefers-color-scheme: light)");
function kept() { try { return localStorage.getItem("light"); } catch { return null; } }
function lit(on) {
  document.documentElement.classList.toggle("light", on);
  $("light").textContent = say(on ? "light.off" : "light.on");
  timeline.draw();
}
function light() {
  const on = !document.documentElement.classList.contains("light");
  try { localStorage.setItem("light", on ? "1" : ""); } catch { /* not kept then */ }
  lit(on);
}

// One row a key: how the key is told in the help, and what it does.
const KEYS = {
  ",": ["back", () => player.step(-1)], "ArrowLeft": ["back", () => player.step(-1)],
  ".": ["on", () => player.step(1)], "ArrowRight": ["on", () => player.step(1)],
  "<": ["back10", () => player.step(-10)], ">": ["on10", () => player.step(10)],
  "j": ["j", () => player.shuttle(-1)], "k": ["k", () => player.shuttle(0)], "l": ["l", () => player.shuttle(1)],
  " ": ["play", play], "-": ["slower", () => rate(-1)], "=": ["faster", () => rate(1)], "+": ["faster", () => rate(1)],
  "Home": ["start", () => ends("from")], "End": ["end", () => ends("to")],
  "i": ["in", () => player.mark(0)], "o": ["out", () => player.mark(1)], "p": ["loop", () => { player.loop = !player.loop; state(); }],
  "1": ["contact", () => number(1)], "2": ["contact", () => number(2)], "3": ["contact", () => number(3)], "4": ["contact", () => number(4)],
  "z": ["zones", () => toggle("zones")], "c": ["cards", () => toggle("cards")], "h": ["hands", () => toggle("hands")], "x": ["marks", () => toggle("marks")],
  "b": ["second", () => beside("camera")], "m": ["moment", () => beside("moment")],
  "[": ["smaller", () => player.zoom(0.8)], "]": ["larger", () => player.zoom(1.25)], "0": ["fit", () => player.fit()],
  "e": ["closer", () => timeline.zoom(0.5, player.t)], "w": ["wider", () => timeline.zoom(2, player.t)], "t": ["whole", () => timeline.whole()],
  "ArrowUp": ["before", () => neighbour(-1)], "ArrowDown": ["next", () => neighbour(1)],
  "r": ["rule", () => { ruleKeys = true; ruling.focus(); tell(say("rule.keys")); }],
  "f": ["put", () => correct.open()], "v": ["review", reviewMoment], "u": ["undo", undoLast], "/": ["search", () => $("search").focus()], "?": ["help", help], "Escape": ["leave", () => { ruleKeys = false; document.activeElement?.blur(); tell(""); }],
};
let ruleKeys = false;

/** A digit: after R the ruling of that number, else the contact. */
function number(n) {
  if (ruleKeys) { ruleKeys = false; ruling.key(n); } else jump(n - 1);
}

/** The moment that is shown, reviewed on demand; its report is opened when it is there. */
async function reviewMoment() {
  if (role !== "referee" || !player.frames) return;
  const id = whole.id, t = player.t, who = ruling.name();
  if (!who) return ruling.askName();
  player.pause();
  try { await ask(`/api/case/${id}/moment`, { who, t }); } catch (why) { return tell(why.message); }
  tell(say("moment.begun", { t: t.toFixed(3) }));
  const source = new EventSource(`/api/case/${id}/moment`);
  source.addEventListener("message", async (event) => {
    const { stage, done, report, error } = JSON.parse(event.data);
    if (!report && !error) return stage && tell(say("moment.stage", { stage: say(`stage.${stage.replace(/\W+/g, "_")}`), done: (100 * done).toFixed(0) }));
    source.close();
    if (error) return tell(error);
    await listCases();
    $("cases").value = report;
    openCase(report).catch((why) => tell(why.message));
  });
  source.addEventListener("error", () => { source.close(); tell(say("moment.lost")); });
}

function undoLast() {
  const last = whole && ruling.journal?.standing[whole.report.incidents[place]?.id];
  if (last !== undefined && role === "referee") ruling.undo(last); else tell(say("undo.none"));
}

function help() {
  const names = { " ": say("key.name.space"), Escape: say("key.name.escape"), Home: say("key.name.home"), End: say("key.name.end"), ArrowLeft: "←", ArrowRight: "→", ArrowUp: "↑", ArrowDown: "↓" };
  const rows = new Map();
  for (const [key, [name]] of Object.entries(KEYS)) rows.set(name, [...(rows.get(name) ?? []), names[key] ?? (key.length === 1 ? key.toUpperCase() : key)]);
  const list = make("dl", "");
  for (const [name, keys] of rows) {
    const term = make("dt", "");
    for (const key of keys) term.append(make("kbd", key), " ");
    list.append(term, make("dd", say(`key.${name}`)));
  }
  $("keys").replaceChildren(make("h2", say("keys")), list, make("button", say("keys.close"), { id: "keys-close", onclick: () => $("keys").close() }));
  $("keys").showModal();
}

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || $("keys").open || $("desk").hidden) return;
  const typing = event.target.matches("input, textarea, select");
  if (typing && event.key !== "Escape") return;
  // Enter and blank press the button that has the focus.
  if (event.target.matches("button") && event.key === " ") return;
  const known = KEYS[event.key] ?? KEYS[event.key.toLowerCase()];
  if (!known || (event.shiftKey && /^[a-z]$/i.test(event.key))) return;
  event.preventDefault();
  if (known[0] !== "contact" && known[0] !== "rule") ruleKeys = false;
  if (event.shiftKey && event.key.startsWith("Arrow")) {
    if (event.key === "ArrowLeft") player.step(-10);
    else if (event.key === "ArrowRight") player.step(10);
    return;
  }
  known[1]();
});

function allowing() {
  const can = role === "referee" && ruling.journal;
  $("allow").hidden = !can;
  if (can) $("allow").textContent = say(ruling.journal.assistants_allowed ? "allow.no" : "allow.yes");
}

function wire() {
  const on = (id, work) => $(id).addEventListener("click", () => { work(); $(id).blur(); });
  on("to-start", () => ends("from")); on("back", () => player.step(-1)); on("on", () => player.step(1)); on("play", play);
  on("mark-in", () => player.mark(0)); on("mark-out", () => player.mark(1)); on("loop", KEYS.p[1]);
  on("second", () => beside("camera")); on("pin", () => beside("moment")); on("fit", () => player.fit()); on("moment", reviewMoment);
  // Beside the keys is their ground: a press there closes them, as on a tablet.
  $("keys").addEventListener("click", (event) => { if (event.target === $("keys")) $("keys").close(); });
  on("time-closer", KEYS.e[1]); on("time-wider", KEYS.w[1]); on("help", help); on("light", light); on("allow", () => ruling.allow(!ruling.journal.assistants_allowed));
  $("speed").replaceChildren(...SPEEDS.map((speed) => make("option", speed < 1 ? `1/${1 / speed}` : `${speed}`, { value: speed })));
  $("speed").addEventListener("change", () => { player.rate = Number($("speed").value); if (player.speed) player.speed = Math.sign(player.speed) * player.rate; $("speed").blur(); });
  $("overlays").append(...LAYERS.map((layer) => make("button", say(`layer.${layer}`), { id: `layer-${layer}`, title: say(`layer.${layer}.why`), onclick: (event) => { toggle(layer); event.currentTarget.blur(); } })));
  $("state").replaceChildren(...["", "open", "ruled"].map((value) => make("option", say(`state.${value || "every"}`), { value })));
  for (const id of ["kind", "finding", "state"]) $(id).addEventListener("change", queue);
  $("search").addEventListener("input", queue);
  $("cases").addEventListener("change", () => openCase($("cases").value).then(() => $("cases").blur()).catch((why) => tell(why.message)));
}

async function enter() {
  $("door").hidden = true;
  $("desk").hidden = false;
  $("role").textContent = say(`role.${role}`);
  $("moment").hidden = role !== "referee";
  const cases = await listCases();
  const [id, incident] = decodeURIComponent(location.hash.slice(1)).split("/");
  const first = cases.find((row) => row.id === id && !row.error) ?? cases.find((row) => !row.error);
  if (first) { $("cases").value = first.id; await openCase(first.id, incident); } else tell(cases[0]?.error ?? say("no.cases"));
}

async function listCases() {
  const cases = await ask("/api/cases");
  $("cases").replaceChildren(...cases.map((row) => make("option", row.error ? row.name : say("queue.row", row), { value: row.id, disabled: Boolean(row.error), title: row.error ?? undefined })));
  if (whole) $("cases").value = whole.id;
  return cases;
}

async function begin() {
  await load();
  lit(kept() === null ? system.matches : kept() === "1");
  system.addEventListener("change", () => { if (kept() === null) lit(system.matches); });
  wire();
  state();
  role = (await ask("/api/me")).role;
  if (role) return enter();
  $("door").hidden = false;
  $("code").focus();
  $("door").addEventListener("submit", async (event) => {
    event.preventDefault();
    try { role = (await ask("/api/code", { code: $("code").value })).role; await enter(); }
    catch (why) { $("door-said").textContent = why.message; }
  });
}

begin().catch((why) => { if (Object.keys(all()).length) tell(why.message); else document.body.textContent = why.message; });
