// Creates DOM nodes. Text is never parsed as markup.

/**
 * Creates an element. `properties` has attributes and listeners, whose names begin with `on`; `false`, `null` and
 * `undefined` omit an attribute. Children are nodes, strings, or arrays of them.
 */
export function el(name, properties = {}, ...children) {
  const node = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (value === false || value === null || value === undefined) continue;
    if (typeof value === "function") node.addEventListener(key.slice(2), value);
    else if (key === "value" || key === "checked") node[key] = value;
    else node.setAttribute(key, value === true ? "" : value);
  }
  append(node, children);
  return node;
}

/** Replaces the children of a node. */
export function fill(node, ...children) {
  node.replaceChildren();
  append(node, children);
  return node;
}

function append(node, children) {
  for (const child of children.flat(Infinity)) {
    if (child === null || child === undefined || child === false) continue;
    node.append(child);
  }
}

/** Grey bars as a placeholder for content that is loading. */
export function skeleton(rows, label) {
  return el(
    "div",
    { class: "skeleton", role: "status" },
    el("span", { class: "visually-hidden" }, label),
    Array.from({ length: rows }, () => el("div", { class: "bone", "aria-hidden": "true" })),
  );
}

/** A `dl` of names and values. Rows without a value are omitted. */
export function facts(rows, className = "facts") {
  return el(
    "dl",
    { class: className },
    rows
      .filter(([, value]) => value !== null && value !== undefined && value !== "")
      .map(([name, value]) => el("div", {}, el("dt", {}, name), el("dd", {}, value))),
  );
}

/** Announces a sentence to screen readers. */
export function announce(sentence) {
  const announcer = document.getElementById("announcer");
  if (announcer) announcer.textContent = sentence;
}
