// The start page: what Canvass is, and the demo people of a local service.

import { el, fill } from "../elements.js";
import { regionName, spaced } from "../format.js";
import { notice, PERMISSIONS_HINT } from "../words.js";

/** Draws the start page for a user who is not signed in. */
export async function home(main, { session, signIn, signal }) {
  fill(
    main,
    session.ended && notice({ kind: "signed_out", ended: session.ended }),
    el(
      "section",
      { class: "hero" },
      el(
        "div",
        { class: "pitch" },
        el("h1", {}, "Your surveys, and every answer in its place"),
        el(
          "p",
          { class: "lead" },
          "Canvass shows the surveys of your account and exports their responses as one table, each answer in the column of its question. It runs in this page and never sees your password.",
        ),
        el("div", { class: "actions" }, signInButton(signIn), el("a", { class: "button quiet", href: "/pricing/" }, "Plans and prices")),
        el("p", { class: "hint", id: "permissions-hint" }, PERMISSIONS_HINT),
      ),
      joined(),
    ),
  );
  const world = await sandbox(signal);
  if (world && !signal.aborted) main.append(people(world.people ?? []), terminal(world) ?? "");
}

/** An illustration of an export: ids become questions and answers. */
function joined() {
  const rows = [
    ["How was your visit?", "Very good", "choice 10784"],
    ["What brought you here?", "A friend told me", "other 10791"],
    ["Speed of the answer", "4 of 5 stars", "weight 4"],
    ["When did you come?", "14 March, 09:30", "row 20113"],
  ];
  return el(
    "div",
    { class: "joined", "aria-hidden": "true" },
    rows.map(([question, answer, id]) =>
      el("div", {}, el("span", { class: "asked-for" }, question), el("strong", {}, answer), el("code", {}, id)),
    ),
  );
}

function signInButton(signIn) {
  return el(
    "button",
    {
      class: "button primary",
      id: "sign-in",
      type: "button",
      onclick: async (event) => {
        const button = event.currentTarget;
        button.disabled = true;
        await signIn();
        button.disabled = false;
      },
    },
    "Sign in",
  );
}

/** The demo world; null unless this is a local service. */
async function sandbox(signal) {
  try {
    const response = await fetch("/sandbox", { headers: { "X-Canvass": "1" }, signal });
    if (!response.ok || !response.headers.get("content-type")?.includes("json")) return null;
    return await response.json();
  } catch {
    return null;
  }
}

function people(list) {
  return el(
    "section",
    { class: "panel", "aria-labelledby": "people" },
    el(
      "header",
      {},
      el("h2", { id: "people" }, "Demo people"),
      el("p", { class: "lead" }, "This service runs on your machine with demo data. Sign in as one of these people."),
    ),
    el("ul", { class: "people" }, list.map(person)),
  );
}

function person({ name, email, password, role, plan, region, note }) {
  return el(
    "li",
    {},
    el("div", { class: "who" }, el("strong", {}, name), note && el("p", { class: "hint" }, note)),
    el("div", { class: "keys" }, copyButton(email, "e-mail address"), copyButton(password, "password")),
    el(
      "div",
      { class: "tags" },
      role && el("span", { class: "tag accent" }, spaced(role)),
      plan && el("span", { class: "tag" }, spaced(plan)),
      region && el("span", { class: "tag", title: regionName(region.toLowerCase()) }, region.toUpperCase()),
    ),
  );
}

/** A button that shows a value and copies it. */
function copyButton(value, what) {
  if (!value) return null;
  const state = el("span", { class: "copied", "aria-live": "polite" });
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value);
      state.textContent = "copied";
      setTimeout(() => (state.textContent = ""), 1600);
    } catch {
      state.textContent = "";
    }
  };
  return el("button", { class: "copy", type: "button", onclick: copy, title: `Copy the ${what}` }, el("code", {}, value), state);
}

function terminal({ tokens, origins }) {
  const token = tokens?.[0]?.token ?? tokens?.[0]?.access_token;
  if (!token) return null;
  const origin = origins?.us ?? location.origin;
  return el(
    "section",
    { class: "panel", "aria-labelledby": "terminal" },
    el(
      "header",
      {},
      el("h2", { id: "terminal" }, "Or from a terminal"),
      el("p", { class: "lead" }, "The same data, with a bearer token of the demo world."),
    ),
    el(
      "pre",
      { class: "terminal", tabindex: "0", role: "region", "aria-label": "Command" },
      el("code", {}, `curl -H "Authorization: bearer ${token}" \\\n  ${origin}/v3/surveys`),
    ),
  );
}
