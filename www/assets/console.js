// The console: a web app that uses only the public SDK.

import { createCanvass } from "/sdk/index.js";
import { announce, el, fill, skeleton } from "./elements.js";
import { count } from "./format.js";
import { startRouter } from "./router.js";
import { isAbort, isSignedOut, notice } from "./words.js";
import { account } from "./views/account.js";
import { home } from "./views/home.js";
import { survey } from "./views/survey.js";
import { surveys } from "./views/surveys.js";

const canvass = createCanvass();
const main = document.getElementById("main");
const nav = document.getElementById("nav");
const signOutButton = document.getElementById("sign-out");

let session = null;
let first = true;

const render = startRouter(show);
signOutButton.addEventListener("click", signOut);
document.getElementById("skip").addEventListener("click", (event) => {
  event.preventDefault();
  main.focus();
});
render();

/** Shows the view of a route in `main`. */
async function show({ parts, query }, signal) {
  const view = { canvass, signal, query, signIn, refreshQuota, session: null, retry: render };
  try {
    if (session === null) session = await canvass.session();
    if (signal.aborted) return;
    view.session = session;
    showFrame(parts[0]);
    const [name, id] = parts;
    if (!session.signed_in) await enter(home, view);
    else if (name === "surveys" && id) await enter(survey, { ...view, survey_id: id });
    else if (name === "surveys") await enter(surveys, view);
    else if (name === "account") await enter(account, view);
    else location.replace("#/surveys");
  } catch (error) {
    if (signal.aborted || isAbort(error)) return;
    fail(error);
  } finally {
    refreshQuota();
  }
}

/** Shows a placeholder at once, and then the view when it has loaded. */
async function enter(draw, view) {
  window.scrollTo(0, 0);
  fill(main, skeleton(6, "Loading"));
  await draw(main, view);
  if (view.signal.aborted) return;
  const heading = main.querySelector("h1");
  if (heading) {
    document.title = heading.textContent === "Canvass" ? "Canvass" : `${heading.textContent} · Canvass`;
    heading.tabIndex = -1;
    if (!first) heading.focus({ preventScroll: true });
    announce(document.title);
  }
  first = false;
}

function fail(error) {
  if (isSignedOut(error)) {
    session = { signed_in: false };
    showFrame();
  }
  fill(main, el("h1", { class: "visually-hidden" }, "Canvass"), notice(error, { retry: render, signIn }));
}

function showFrame(section) {
  nav.hidden = !session.signed_in;
  signOutButton.hidden = !session.signed_in;
  for (const link of nav.querySelectorAll("a")) {
    if (link.hash === `#/${section}`) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
}

async function signIn() {
  try {
    await canvass.signIn({ return_to: `/${location.hash.startsWith("#/surveys") ? location.hash : "#/surveys"}` });
  } catch (error) {
    fail(error);
  }
}

async function signOut() {
  signOutButton.disabled = true;
  try {
    await canvass.signOut();
    session = { signed_in: false };
    history.replaceState(null, "", "/");
    render();
    announce("You are signed out");
  } catch (error) {
    fail(error);
  } finally {
    signOutButton.disabled = false;
  }
}

/** Shows the quota in the footer, once a response has reported it. */
function refreshQuota() {
  const line = document.getElementById("quota");
  const { minute, day } = canvass.quota ?? {};
  const left = ({ limit, remaining }) => (limit === Infinity ? "no limit" : `${count(remaining)} of ${count(limit)}`);
  line.hidden = minute === undefined || !session?.signed_in;
  if (line.hidden) return;
  const unlimited = minute.limit === Infinity && day.limit === Infinity;
  line.textContent = `Requests left: ${unlimited ? "no limit" : `${left(minute)} this minute · ${left(day)} today`}`;
}
