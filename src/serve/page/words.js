// The page's words: all in text.json, looked up by key. Nothing from a report or a person is ever put in as markup.
let words = {};

export async function load() {
  words = await (await fetch("/page/text.json")).json();
  for (const [from, to] of [["text", "textContent"], ["title", "title"], ["hint", "placeholder"], ["alt", "alt"]])
    for (const part of document.querySelectorAll(`[data-${from}]`)) part[to] = say(part.dataset[from]);
  for (const part of document.querySelectorAll("[data-label]")) part.setAttribute("aria-label", say(part.dataset.label));
}

/** The words of a key, with {names} filled in; the key's last part where there are none, with blanks for underscores. */
export function say(key, values = {}) {
  const text = words[key] ?? key.split(".").pop().replaceAll("_", " ");
  return text.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
}

export const all = () => words;

/** An element with text, attributes and children. */
export function make(tag, text = "", attributes = {}, ...children) {
  const part = document.createElement(tag);
  part.textContent = text;
  for (const [name, value] of Object.entries(attributes)) {
    if (name === "onclick") part.addEventListener("click", value);
    else if (value !== undefined && value !== false) part.setAttribute(name, value === true ? "" : value);
  }
  part.append(...children);
  return part;
}

/** Asks the server; throws its sentence when it refuses. */
export async function ask(path, body) {
  const options = body === undefined ? {} : { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
  const answer = await fetch(path, options);
  if (!answer.ok) {
    const said = await answer.json().catch(() => ({}));
    throw Object.assign(new Error(said.error ?? say("error.server", { status: answer.status })), { status: answer.status });
  }
  return answer.json();
}
