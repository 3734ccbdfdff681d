// The search of the SDK's reference. Its pages list all that it finds, so that they are complete without it.

import { el, fill } from "./elements.js";

const INDEX = "/assets/reference.json";

/** Results that are shown. */
const MOST = 20;

const field = el("input", {
  id: "search-field",
  type: "search",
  autocomplete: "off",
  spellcheck: "false",
  "aria-describedby": "search-hint",
  "aria-controls": "search-found",
});
const status = el("p", { id: "search-hint", class: "hint", role: "status" });
const results = el("ol", { id: "search-found", class: "found" });
const HINT = "Press / to search, and the arrow keys to choose a result.";

/** The rows of the index: name, address and description. Loaded once; loaded again if that failed. */
let index;
function load() {
  index ??= fetch(INDEX).then((response) => (response.ok ? response.json() : Promise.reject(new Error(`status ${response.status}`))));
  index.catch(() => (index = undefined));
  return index;
}

/** How well a row fits the words; the lower the better, and null if a word is missing. */
function rankOf([name, , description], words) {
  const [lowName, lowText] = [name.toLowerCase(), description.toLowerCase()];
  const parts = lowName.split(/[._]/);
  let rank = lowName.length / 1000;
  for (const word of words) {
    if (lowName === word || parts.at(-1) === word) rank += 0;
    else if (lowName.startsWith(word) || parts.includes(word)) rank += 1;
    else if (lowName.includes(word)) rank += 2;
    else if (lowText.includes(word)) rank += 4;
    else return null;
  }
  return rank;
}

function find(rows, text) {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const ranked = rows.map((row) => [rankOf(row, words), row]).filter(([rank]) => rank !== null);
  return ranked.sort(([one], [other]) => one - other).map(([, row]) => row);
}

async function show() {
  const text = field.value.trim();
  if (text === "") {
    fill(results);
    status.textContent = HINT;
    return;
  }
  const rows = await load().catch(() => null);
  // The text may have changed while the index was loaded.
  if (text !== field.value.trim()) return;
  if (rows === null) {
    status.textContent = "The index could not be loaded. Check the connection, then type again.";
    return;
  }
  const found = find(rows, text);
  const more = found.length > MOST ? `, the first ${MOST} are shown` : "";
  status.textContent = found.length === 0 ? "Nothing found. Try another word." : `${found.length} found${more}.`;
  fill(results, found.slice(0, MOST).map(([name, address, description]) => el("li", {}, el("a", { href: address }, el("code", {}, name)), " ", description)));
}

/** Moves the focus between the field and the results. */
function move(event) {
  const stops = [field, ...results.querySelectorAll("a")];
  const at = stops.indexOf(document.activeElement);
  const next = { ArrowDown: at + 1, ArrowUp: at - 1, Escape: 0 }[event.key];
  if (event.key === "Enter" && at === 0) {
    stops[1]?.click();
  } else if (next === undefined || stops[next] === undefined) {
    return;
  } else {
    if (event.key === "Escape") field.value = "";
    stops[next].focus();
  }
  event.preventDefault();
  if (event.key === "Escape") show();
}

const place = document.getElementById("search");
place.addEventListener("keydown", move);
field.addEventListener("input", show);
// The result may be on this page.
results.addEventListener("click", () => {
  field.value = "";
  show();
});
addEventListener("keydown", (event) => {
  const isTyping = event.target instanceof HTMLElement && event.target.matches("input, textarea, select");
  if (event.key !== "/" || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  field.focus();
});
place.append(el("div", { class: "field" }, el("label", { for: field.id }, "Search the reference"), field, status), results);
show();
