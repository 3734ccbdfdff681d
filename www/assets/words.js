// Errors in words: what happened, by the error's `kind`, and what helps, by its remedy.

import { el } from "./elements.js";
import { counted, moment, spaced } from "./format.js";

const WORDS = {
  // Sign-in
  sign_in_denied: ["You declined", "Nothing was shared, and nobody was signed in. You can try again whenever you like."],
  sign_in_expired: ["This sign-in has expired", "A sign-in works once, and for ten minutes. Start a new one."],
  state_missing: ["No sign-in is under way", "It may have been started in another tab. Start a new one here."],
  state_mismatch: ["This sign-in did not start here", "It was started elsewhere. Start a new one here."],
  popup_blocked: ["The window was blocked", "The browser did not let the sign-in open a window. Allow it for this page, or sign in without one."],
  popup_closed: ["The window was closed", "The sign-in was not finished, and nobody was signed in. Start a new one."],
  sign_in_failed: ["The sign-in did not finish", "The service did not accept it. Start a new one."],
  signed_out: ["You are signed out", "Sign in again to go on."],

  // Access
  scope_missing: ["Permission was not given", "When you sign in again, you can grant it on the consent page. Leave the others checked: what you leave out is withdrawn in your other browsers too."],
  plan_needed: ["This needs another plan", "The plan of the account does not contain it."],
  not_permitted: ["You have no access to this", "Its owner can share it with you."],
  wrong_region: ["The account lives in another region", "Sign in again, so that the right one is used."],
  email_unverified: ["The e-mail address is not verified", "Follow the link in the message that was sent to it."],
  not_found: ["There is nothing here", "It was deleted, or the link is wrong."],
  too_large: ["This is too large", "The service does not hand out surveys of more than 1000 questions."],
  resource_limit: ["A limit is reached", "The account's plan allows no more of these."],

  // Passing trouble
  rate_limited: ["The request limit is reached", "The service takes no more requests from this app for the moment."],
  offline: ["You are offline", "Nothing was sent. Try again once the network is back."],
  network: ["No connection", "The service could not be reached. Check the network and try again."],
  timeout: ["No answer in time", "The service took too long. It often helps to try again."],
  service_failed: ["The service has a problem", "It could not answer this request. It often helps to try again."],
  unexpected_answer: ["An answer that makes no sense", "The service sent something that it does not document."],
  engine_failed: ["Something broke down here", "It starts anew with the next request. Try again."],
  unavailable: ["This browser cannot run Canvass", "It does not allow WebAssembly here. An up-to-date browser does."],
};

/** Why a session ended, by the error's `ended`. */
const ENDED = {
  revoked: "The access of this app was removed at the service.",
  signed_out: "You signed out, here or in another browser.",
  idle: "You were away for seven days.",
  expired: "A session lasts 30 days at most.",
};

const UNKNOWN = ["Something went wrong", "The request did not succeed."];

/** Kinds that are facts about the account rather than failures. */
/** What a sign-in does to the permissions of other sessions: an account has one token per app. */
export const PERMISSIONS_HINT =
  "Permissions belong to the account, not to this browser: what you leave out when you sign in is also withdrawn in your other browsers.";

const CALM = new Set(["scope_missing", "plan_needed", "not_permitted", "not_found", "rate_limited", "signed_out", "offline", "popup_blocked", "popup_closed"]);

/** Title and text of an error. */
export function explain(error) {
  const [title, text] = WORDS[error?.kind] ?? UNKNOWN;
  return { title, text: [ENDED[error?.ended], text, more(error)].filter(Boolean).join(" ") };
}

/** Why an export pauses, and when it goes on. */
export function pausing(resumes_at) {
  return `A pause: the service takes no more requests for now. It goes on ${moment(resumes_at)}.`;
}

/** Whether the error means that nobody is signed in. */
export function isSignedOut(error) {
  return error?.kind === "signed_out";
}

/** Whether the error is the reader's own leaving or cancelling. */
export function isAbort(error) {
  return error?.name === "AbortError";
}

/** A message for an error, with a button for its remedy. */
export function notice(error, { retry, signIn } = {}) {
  const { title, text } = explain(error);
  const kind = error?.kind ?? "unknown";
  return el(
    "div",
    { class: CALM.has(kind) ? "message notice" : "message bad notice", role: "alert", "data-kind": kind },
    el("strong", {}, title),
    el("p", {}, text),
    remedyButton(error, retry, signIn),
  );
}

function remedyButton(error, retry, signIn) {
  const press = (onclick, label) => onclick && el("button", { class: "button", type: "button", onclick }, label);
  switch (error?.remedy?.action) {
    case "sign_in":
    case "grant_scope":
      return press(signIn, "Sign in again");
    case "upgrade":
      return el("a", { class: "button", href: "/pricing/" }, "Compare the plans");
    case "none":
    case "correct":
      return error.kind === "not_found" ? el("a", { class: "button", href: "#/surveys" }, "Go to the surveys") : null;
    default:
      return press(retry, "Try again");
  }
}

/** What the error says beyond its kind. */
function more(error) {
  const { scope, seconds, until } = error?.remedy ?? {};
  if (error?.kind === "scope_missing" && scope) return `It is the permission “${spaced(scope)}”.`;
  if (error?.kind === "rate_limited" && seconds > 0) {
    if (seconds >= 3600 && until) return `It opens again ${moment(until)}.`;
    const wait = seconds < 120 ? counted(seconds, "second") : counted(Math.ceil(seconds / 60), "minute");
    return `It opens again in ${wait}.`;
  }
  if (!(error?.kind in WORDS) && error?.message) return `${error.message.replace(/[.\s]*$/, "")}.`;
  return "";
}
