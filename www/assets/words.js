// Errors in words: what happened, and what the reader can do about it.

import { el } from "./elements.js";
import { counted, instant, spaced } from "./format.js";

const WORDS = {
  // Sign-in
  denied: ["You declined", "Nothing was shared, and nobody was signed in. You can try again whenever you like.", "sign_in"],
  expired: ["This sign-in has expired", "A sign-in link works once, and for ten minutes. Start a new one.", "sign_in"],
  state: [
    "This sign-in did not start here",
    "It was begun in another tab, or long ago. Start a new one in this tab.",
    "sign_in",
  ],
  exchange: ["The sign-in did not finish", "The service did not accept the sign-in. Start a new one.", "sign_in"],
  token: ["You are signed out", "The session has ended or its access was withdrawn. Sign in again to go on.", "sign_in"],
  // Access
  plan: ["This needs another plan", "The account's plan does not contain this.", "plans"],
  scope: ["Permission was not given", "When you sign in again, you can grant it on the consent page.", "sign_in"],
  permission: ["You have no access to this", "Its owner can share it with you.", null],
  region: ["The account lives in another region", "Sign in again, so that the right one is used.", "sign_in"],
  email: ["The e-mail address is not verified", "Follow the link in the message that was sent to it.", "retry"],
  missing: ["There is nothing here", "It was deleted, or the link is wrong.", "surveys"],
  large: ["This survey is too large", "The service does not hand out surveys of more than 1000 questions.", null],
  // Passing trouble
  quota: ["The request limit is reached", "The service takes no more requests from this app for the moment.", "retry"],
  connection: ["No connection", "The service could not be reached. Check the network and try again.", "retry"],
  timeout: ["No answer in time", "The service took too long to answer.", "retry"],
  service: ["The service has a problem", "It could not answer this request. It often helps to try again.", "retry"],
  engine: [
    "The browser cannot run Canvass",
    "It does not allow WebAssembly on this page. An up-to-date browser does.",
    null,
  ],
  unknown: ["Something went wrong", "The request did not succeed.", "retry"],
};

/** Causes that are facts about the account rather than failures. */
const CALM = new Set(["plan", "scope", "permission", "missing", "quota", "token"]);

const KINDS = {
  access_denied: "denied",
  sign_in_denied: "denied",
  sign_in_expired: "expired",
  transaction_expired: "expired",
  state_missing: "state",
  state_mismatch: "state",
  exchange_failed: "exchange",
  signed_out: "token",
  session: "token",
  sign_in_again: "token",
  revoked: "token",
  token_missing: "token",
  token_invalid: "token",
  token_expired: "token",
  token_revoked: "token",
  plan_required: "plan",
  needs_plan: "plan",
  upgrade_needed: "plan",
  scope_missing: "scope",
  missing_scope: "scope",
  forbidden: "permission",
  wrong_region: "region",
  email_unverified: "email",
  not_found: "missing",
  too_large: "large",
  rate_limited: "quota",
  rate_limit: "quota",
  network: "connection",
  offline: "connection",
  engine_unavailable: "engine",
};

const CODES = {
  1005: "plan", 1010: "token", 1011: "token", 1012: "token", 1013: "token", 1014: "scope", 1015: "plan",
  1016: "permission", 1017: "permission", 1018: "region", 1020: "missing", 1030: "large", 1040: "quota",
  1050: "service", 1051: "service", 1052: "missing", 1053: "missing", 1054: "service", 1055: "timeout",
  1057: "token", 1058: "email", 1063: "token",
};

/** Title, text and action of an error. The action is `sign_in`, `retry`, `plans`, `surveys` or null. */
export function explain(error) {
  const cause = causeOf(error);
  const [title, text, action] = WORDS[cause];
  return { cause, title, text: [text, detail(cause, error)].filter(Boolean).join(" "), action };
}

/** Whether the error means that nobody is signed in. */
export function isSignedOut(error) {
  return causeOf(error) === "token";
}

/** Whether the error is the reader's own leaving or cancelling. */
export function isAbort(error) {
  return error?.name === "AbortError" || error?.kind === "aborted";
}

/** A message for an error, with a button for its remedy. */
export function notice(error, { retry, signIn } = {}) {
  const { cause, title, text, action } = explain(error);
  return el(
    "div",
    { class: CALM.has(cause) ? "message notice" : "message bad notice", role: "alert", "data-cause": cause },
    el("strong", {}, title),
    el("p", {}, text),
    remedyButton(action, retry, signIn),
  );
}

function remedyButton(action, retry, signIn) {
  if (action === "sign_in" && signIn) return el("button", { class: "button", type: "button", onclick: signIn }, "Sign in again");
  if (action === "retry" && retry) return el("button", { class: "button", type: "button", onclick: retry }, "Try again");
  if (action === "plans") return el("a", { class: "button", href: "/pricing/" }, "Compare the plans");
  if (action === "surveys") return el("a", { class: "button", href: "#/surveys" }, "Go to the surveys");
  return null;
}

function causeOf(error) {
  const kind = String(error?.kind ?? "").replaceAll("-", "_");
  if (kind in WORDS) return kind;
  if (kind in KINDS) return KINDS[kind];
  if (error?.code in CODES) return CODES[error.code];
  if (error?.status >= 500) return "service";
  if (error?.status === 401) return "token";
  return "unknown";
}

function detail(cause, error) {
  const remedy = error?.remedy ?? {};
  if (cause === "scope" && remedy.scope) return `It is called “${spaced(remedy.scope)}” there.`;
  if (cause === "plan" && remedy.plan) return `The plan “${spaced(remedy.plan)}” does.`;
  if (cause === "quota") {
    const until = instant(remedy.until ?? remedy.resets_at);
    const seconds = remedy.seconds ?? (until ? Math.ceil((until - Date.now()) / 1000) : 0);
    if (seconds > 0) return seconds < 120 ? `It opens again in ${counted(seconds, "second")}.` : `It opens again in ${counted(Math.ceil(seconds / 60), "minute")}.`;
  }
  if (cause === "unknown" && error?.message) return `${error.message.replace(/[.\s]*$/, "")}.`;
  return "";
}
