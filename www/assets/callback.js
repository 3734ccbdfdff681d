// The page a sign-in comes back to: hands the answer to the SDK and goes on to where it began.

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
  const onwards = el("a", { class: "button quiet", href: "/" }, "Go to the start");
  const button = el("button", { class: "button primary", type: "button", id: "again", onclick: again }, "Sign in again");
  fill(main, heading, lead, el("div", { class: "actions" }, button, onwards));
  heading.focus();
  canvass.session().then(
    ({ signed_in }) => signed_in && fill(onwards, "Go on") && lead.append(" You are signed in all the same."),
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
