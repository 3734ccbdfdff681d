// The callback page of a sign-in: completes it with the SDK, and continues at the page where it started.

import { createCanvass } from "/sdk/index.js";
import { el, fill } from "./elements.js";
import { explain } from "./words.js";

const canvass = createCanvass();
const main = document.getElementById("main");

try {
  const { return_to } = await canvass.completeSignIn();
  location.replace(return_to || "/#/surveys");
} catch (error) {
  show(error);
}

function show(error) {
  const { title, text } = explain(error);
  document.title = `${title} · Canvass`;
  const heading = el("h1", { tabindex: "-1" }, title);
  const lead = el("p", { class: "lead", "data-kind": error?.kind ?? "unknown" }, text);
  const link = el("a", { class: "button quiet", href: "/" }, "Go to the start page");
  const button = el("button", { class: "button primary", type: "button", id: "again", onclick: again }, "Sign in again");
  fill(main, heading, lead, el("div", { class: "actions" }, button, link));
  heading.focus();
  canvass.session().then(
    ({ signed_in }) => signed_in && fill(link, "Continue") && lead.append(" You are still signed in from an earlier sign-in."),
    () => {},
  );
}

async function again(event) {
  event.currentTarget.disabled = true;
  try {
    await canvass.signIn({ return_to: "/#/surveys" });
  } catch (error) {
    show(error);
  }
}
