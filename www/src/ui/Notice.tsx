// Errors as messages: what happened, by the error's `kind`, and what to do, by its remedy.

import type { Scope } from "/sdk/index.js";
import { words } from "../messages/index.ts";
import { canvass, signIn } from "../session.ts";
import { Button, ButtonLink } from "./Button.tsx";

/** What the console reads of an error. Errors of the SDK have all of it, others may have a message. */
interface ErrorLike {
  readonly kind?: string;
  readonly code?: number;
  readonly message?: string;
  readonly ended?: string | null;
  readonly retryable?: boolean;
  readonly remedy?: { readonly action?: string; readonly scope?: string; readonly seconds?: number; readonly until?: Date };
}

/** Kinds that are facts about the account or the browser rather than failures. */
const CALM = new Set(["scope_missing", "plan_needed", "not_permitted", "not_found", "rate_limited", "published_too_often", "too_many_shares", "signed_out", "offline", "popup_blocked", "popup_closed", "not_copied", "not_printed", "beyond_sheet"]);

/** Kinds that end by themselves, in the seconds of the remedy. */
const PASSING = new Set(["rate_limited", "published_too_often"]);

/** The code of an error for a user who lacks rights and for an app that is disabled: it does not say which. */
const NOT_AUTHORIZED = 1063;

/**
 * The error to show: a permission that the plan does not offer cannot be granted by a sign-in, and a busy file passes.
 */
function shownOf(error: unknown): unknown {
  const { kind, remedy, retryable } = (error ?? {}) as ErrorLike;
  if (kind === "unavailable" && retryable) return { kind: "file_busy" };
  const isBeyondPlan = kind === "scope_missing" && remedy?.scope !== undefined && canvass.can(remedy.scope as Scope) === "needs_plan";
  return isBeyondPlan ? { kind: "plan_needed", remedy: { action: "upgrade" } } : error;
}

/** The kind of an error, for tests and styles. */
export const kindOf = (error: unknown): string => (error as ErrorLike | null)?.kind ?? "unknown";

/** Title and text of an error. */
export function explain(error: unknown): { readonly title: string; readonly text: string } {
  const { errors } = words.value;
  const known = (error ?? {}) as ErrorLike;
  const [title, text] = errors.kinds[known.code === NOT_AUTHORIZED ? "not_authorized" : kindOf(error)] ?? errors.unknown;
  return { title, text: [errors.ended[known.ended ?? ""], text, details(known)].filter(Boolean).join(" ") };
}

/** An error with a button for its remedy. */
export function Notice({ error: given, again }: { readonly error: unknown; readonly again?: (() => void) | undefined }) {
  const error = shownOf(given);
  const { title, text } = explain(error);
  const kind = kindOf(error);
  return (
    <div class={CALM.has(kind) ? "message notice" : "message bad notice"} role="alert" data-kind={kind}>
      <strong>{title}</strong>
      <p>{text}</p>
      <RemedyButton error={error} again={again} />
    </div>
  );
}

function RemedyButton({ error, again }: { readonly error: unknown; readonly again: (() => void) | undefined }) {
  const { errors } = words.value;
  switch ((error as ErrorLike | null)?.remedy?.action) {
    case "sign_in":
    case "grant_scope":
      return <Button onClick={signIn}>{errors.signInAgain}</Button>;
    case "reload":
      return <Button onClick={() => location.reload()}>{errors.reload}</Button>;
    case "upgrade":
      return <ButtonLink href="/pricing/">{errors.comparePlans}</ButtonLink>;
    case "none":
    case "correct":
      return kindOf(error) === "not_found" ? <ButtonLink href="#/surveys">{errors.goToSurveys}</ButtonLink> : null;
    default:
      return again === undefined ? null : <Button onClick={again}>{errors.tryAgain}</Button>;
  }
}

/** Details of an error in addition to its kind. */
function details({ kind = "", message, remedy = {} }: ErrorLike): string {
  const { errors } = words.value;
  const { scope, seconds = 0, until } = remedy;
  if (kind === "scope_missing" && scope) return errors.permission(scope);
  if (PASSING.has(kind) && seconds > 0) return seconds >= 3600 && until ? errors.tryAgainAt(until) : errors.tryAgainIn(seconds);
  return !(kind in errors.kinds) && message ? `${message.replace(/[.\s]*$/, "")}.` : "";
}
