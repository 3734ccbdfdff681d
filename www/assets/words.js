// Error messages: what happened, by the error's `kind`, and what to do, by its remedy.

import { el } from "./elements.js";
import { counted, moment, spaced } from "./format.js";

const WORDS = {
  // Sign-in
  sign_in_denied: ["You declined", "Nothing was shared, and you are not signed in. You can sign in again at any time."],
  sign_in_expired: ["This sign-in has expired", "A sign-in works once, and must be completed within ten minutes. Start a new one."],
  state_missing: ["No sign-in is in progress", "It may have been started in another tab. Start a new one here."],
  state_mismatch: ["This sign-in did not start here", "It was started in another browser or tab. Start a new one here."],
  popup_blocked: ["The popup was blocked", "The browser did not let the sign-in open a window. Allow popups for this page, or sign in without one."],
  popup_closed: ["The popup was closed", "The sign-in was not completed, and you are not signed in. Start a new one."],
  sign_in_failed: ["The sign-in failed", "The service did not accept it. Start a new one."],
  signed_out: ["You are signed out", "Sign in again to continue."],

  // Access
  scope_missing: ["A permission is missing", "Sign in again to grant it on the consent page. Leave the other permissions checked: those that you clear are withdrawn in your other browsers too."],
  plan_needed: ["This needs another plan", "The plan of the account does not include it."],
  not_permitted: ["You have no access to this", "Ask its owner to share it with you."],
  wrong_region: ["The account is in another region", "Sign in again to use the right region."],
  email_unverified: ["The e-mail address is not verified", "Follow the link in the message that was sent to this address."],
  not_found: ["Not found", "It was deleted, or the link is wrong."],
  too_large: ["This is too large", "The service does not return surveys with more than 1000 questions."],
  resource_limit: ["A limit is reached", "The account's plan allows no more of these. Delete some, or choose another plan."],

  // Temporary failures
  rate_limited: ["The request limit is reached", "The service accepts no more requests from this app for now."],
  offline: ["You are offline", "Nothing was sent. Try again when you are online."],
  network: ["No connection", "The service could not be reached. Check the network and try again."],
  timeout: ["No response in time", "The service took too long. Try again."],
  service_failed: ["The service has a problem", "It could not process this request. Try again in a moment."],
  unexpected_answer: ["Unexpected response", "The service returned data in a form that it does not document."],
  engine_failed: ["A part of this page crashed", "The next request restarts it. Try again."],
  unavailable: ["This browser cannot run Canvass", "It lacks a feature that Canvass needs, such as WebAssembly. Use an up-to-date browser."],
  configuration: ["Canvass is not set up correctly", "The operator of this page must change its configuration."],
};

/** Why a session ended, by the error's `ended`. */
const ENDED = {
  revoked: "This app's access to the account was revoked.",
  signed_out: "You signed out, here or in another browser.",
  idle: "The session was not used for seven days.",
  expired: "A session lasts 30 days at most.",
};

const UNKNOWN = ["Something went wrong", "The request failed."];

/** Shown before a sign-in, because an account has one token per app: a sign-in changes the permissions of all its sessions. */
export const PERMISSIONS_HINT =
  "Permissions belong to the account, not to this browser: permissions that you clear when you sign in are also withdrawn in your other browsers.";

/** Kinds that are facts about the account or the browser rather than failures. */
const CALM = new Set(["scope_missing", "plan_needed", "not_permitted", "not_found", "rate_limited", "signed_out", "offline", "popup_blocked", "popup_closed"]);

/** Title and text of an error. */
export function explain(error) {
  const [title, text] = WORDS[error?.kind] ?? UNKNOWN;
  return { title, text: [ENDED[error?.ended], text, details(error)].filter(Boolean).join(" ") };
}

/** Why an export pauses, and when it continues. */
export function pauseText(resumes_at) {
  return `Paused: the service accepts no more requests for now. The export continues ${moment(resumes_at)}.`;
}

/** Whether the error means that no account is signed in. */
export function isSignedOut(error) {
  return error?.kind === "signed_out";
}

/** Whether the user cancelled or left the view. */
export function isAbort(error) {
  return error?.name === "AbortError";
}

/** An error message with a button for its remedy. */
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
  const button = (onclick, label) => onclick && el("button", { class: "button", type: "button", onclick }, label);
  switch (error?.remedy?.action) {
    case "sign_in":
    case "grant_scope":
      return button(signIn, "Sign in again");
    case "upgrade":
      return el("a", { class: "button", href: "/pricing/" }, "Compare the plans");
    case "none":
    case "correct":
      return error.kind === "not_found" ? el("a", { class: "button", href: "#/surveys" }, "Go to the surveys") : null;
    default:
      return button(retry, "Try again");
  }
}

/** Details of an error in addition to its kind. */
function details(error) {
  const { scope, seconds, until } = error?.remedy ?? {};
  if (error?.kind === "scope_missing" && scope) return `The permission is “${spaced(scope)}”.`;
  if (error?.kind === "rate_limited" && seconds > 0) {
    if (seconds >= 3600 && until) return `Try again ${moment(until)}.`;
    const wait = seconds < 120 ? counted(seconds, "second") : counted(Math.ceil(seconds / 60), "minute");
    return `Try again in ${wait}.`;
  }
  if (!(error?.kind in WORDS) && error?.message) return `${error.message.replace(/[.\s]*$/, "")}.`;
  return "";
}
