// The SDK's client, who is signed in, and the quota, as signals that every screen reads.

import { type Account, type Canvass, type RetryEvent, type Session, type SignedInSession, createCanvass } from "/sdk/index.js";
import { type ReadonlySignal, signal } from "@preact/signals";
import { keep, kept } from "./kept.ts";
import { eraseLeft, forgetVisits } from "./left.ts";

/** What is left of a window of the quota; `Infinity` without a limit. */
interface QuotaLeft {
  readonly limit: number;
  readonly remaining: number;
  /** When the window ends. */
  readonly resets_at: Date;
}

/** What is left of the quota in this minute and today. */
export interface QuotaNow {
  readonly minute: QuotaLeft;
  readonly day: QuotaLeft;
}

/** What is shown in place of the screen: an error, and what "Try again" does. */
interface Failure {
  readonly error: unknown;
  readonly again: () => unknown;
}

/** Pauses shorter than this are not shown, in milliseconds. */
const SHORTEST_PAUSE = 1_000;

/** Milliseconds after a pause in which the answer, or the next pause, is known. */
const ANSWER = 1_000;

/** Milliseconds between two questions who is signed in, while the gateway cannot be reached. */
const UNTIL_ASKED_AGAIN = 15_000;

/** Why a session has ended that another tab has ended, or one of which the gateway knows nothing any more. */
const ELSEWHERE = "elsewhere";

/** Key of the session that was open last, for opening with the network off. */
const LAST = "canvass-account";

/** The members that are kept of it. */
const KEPT = ["account", "region", "keep_results"] as const;

const quotaNow = signal<QuotaNow | undefined>(undefined);
const sessionNow = signal<Session | null>(null);
const failureNow = signal<Failure | null>(null);
const pauseNow = signal<Date | null>(null);

/** Whether the person is signing out in this tab, which needs no message. */
let isLeaving = false;

/** The client of the whole console. */
export const canvass: Canvass = createCanvass({ onQuota: (quota) => (quotaNow.value = quota), onRetry: showPause });

/** The quota that the last response reported, to this tab or to another. */
export const quota: ReadonlySignal<QuotaNow | undefined> = quotaNow;

/** Until when calls wait, because the service accepts no more requests; null if none does. */
export const pause: ReadonlySignal<Date | null> = pauseNow;

/** Who is signed in; null until it is known. */
export const session: ReadonlySignal<Session | null> = sessionNow;

/** Why nothing can be shown: the session could not be loaded, has ended, or could not be begun or ended. */
export const failure: ReadonlySignal<Failure | null> = failureNow;

/** Asks who is signed in. While the gateway cannot be reached, it is who was signed in here last. */
export async function openSession(): Promise<void> {
  failureNow.value = null;
  try {
    hear(await canvass.session());
  } catch (error) {
    const last = isOutOfReach(error) ? lastSession() : null;
    if (last === null) return fail(error, openSession);
    sessionNow.value = last;
    askAgain(last);
  }
}

/**
 * Asks until it is known who is signed in: when the browser is online again, and after a while, because it may be the
 * gateway that was out of reach.
 */
function askAgain(standIn: Session): void {
  const waiting = new AbortController();
  const ask = async () => {
    waiting.abort();
    clearTimeout(timer);
    const answer = await canvass.session().catch((error: unknown) => ({ error }));
    if (sessionNow.peek() !== standIn) return;
    if (!("error" in answer)) hear(answer);
    else if (isOutOfReach(answer.error)) askAgain(standIn);
    else fail(answer.error, openSession);
  };
  const timer = setTimeout(() => void ask(), UNTIL_ASKED_AGAIN);
  addEventListener("online", () => void ask(), { signal: waiting.signal });
}

/** Follows what other tabs do, and what calls show: a sign-in, another account, a sign-out, an end. */
export function followSession(): void {
  canvass.onSessionChange((session) => {
    const shown = sessionNow.peek();
    // What failed before, such as a call after the end of the session, says nothing of a new session. A sign-out that
    // has failed stays while the session is as before. That the session could not be loaded is over in any case.
    const isNew = session.signed_in && !(shown?.signed_in && shown.account === session.account);
    if (isNew || failureNow.peek()?.again === openSession) forgetFailure();
    hear(session, session.signed_in ? session : canvass.session());
  });
}

/**
 * Who is signed in is known: who is not any more leaves nothing here. That no account is, the client also concludes
 * from one call that was refused, so it is the gateway's answer that counts. If erasing fails, it is tried with the
 * next session.
 */
function hear(session: Session, answer: Session | Promise<Session> = session): void {
  void Promise.resolve(answer).then(eraseLeft).catch(() => {});
  if (!session.signed_in && session.ended === "signed_out") forgetVisits();
  show(session);
}

function show(session: Session): void {
  const before = sessionNow.peek();
  // The first refused call alone says why a session has ended.
  if (!session.signed_in && !session.ended && before?.signed_in === false) return;
  keep(LAST, session.signed_in ? JSON.stringify(session, [...KEPT]) : null);
  // What ends a session elsewhere gives this tab no reason, but the page that goes needs a sentence.
  sessionNow.value = before?.signed_in && !session.signed_in && !isLeaving ? { ...session, ended: session.ended ?? ELSEWHERE } : session;
}

/** The session that was open here last, without the names of its accounts. */
function lastSession(): Session | null {
  const text = kept(LAST);
  if (text === null) return null;
  try {
    return { signed_in: true, accounts: [], ...(JSON.parse(text) as Pick<SignedInSession, (typeof KEPT)[number]>) };
  } catch {
    return null;
  }
}

/** Asks the gateway what is left of the quota, unless a response has reported it. */
export async function askQuota(signal: AbortSignal): Promise<void> {
  if (quotaNow.peek() === undefined) await refreshQuota(signal);
}

/**
 * Asks the gateway what is left of the quota. Costs no request to the service. A response that arrives meanwhile knows
 * more.
 */
export async function refreshQuota(signal: AbortSignal): Promise<void> {
  const before = quotaNow.peek();
  try {
    const response = await askGateway("/gateway/budget", { signal });
    if (!response.ok) return;
    const { minute, day } = (await response.json()) as Record<"minute" | "day", { reported: boolean; limit: number | null; spent: number; resets_at: string }>;
    if (!minute.reported || quotaNow.peek() !== before) return;
    // As responses report it: `left` of the budget is also less what is reserved.
    const leftOf = ({ limit, spent, resets_at }: typeof minute) => ({ limit: limit ?? Infinity, remaining: Math.max(0, (limit ?? Infinity) - spent), resets_at: new Date(resets_at) });
    quotaNow.value = { minute: leftOf(minute), day: leftOf(day) };
  } catch {
    // The next response of the service reports it.
  }
}

/**
 * Asks the gateway for the account that is shown. If its session has ended, or another account is current meanwhile,
 * the console shows that, and the call is aborted. If the account has signed in again meanwhile, the request is
 * repeated once.
 */
export async function askGateway(path: string, init: RequestInit = {}): Promise<Response> {
  const shown = sessionNow.peek();
  const headers = { "X-Canvass": "1", ...(shown?.signed_in && { "X-Canvass-Account": shown.account }), ...init.headers };
  const ask = () => fetch(path, { ...init, headers });
  const response = await ask();
  if (response.status !== 401 || !shown?.signed_in) return response;
  const { type, ended } = (await response.clone().json().catch(() => ({}))) as { type?: string; ended?: string };
  if (type === "urn:canvass:problem:account-changed") await openSession();
  else if (type === "urn:canvass:problem:signed-out") await endSession(shown, ended);
  else return response;
  const now = sessionNow.peek();
  // The screens of the same account stay, so nothing else would ask again.
  if (failureNow.peek() === null && now?.signed_in && now.account === shown.account) return ask();
  throw new DOMException("The account that is shown is not current in this browser.", "AbortError");
}

/** The session of the account that was shown has ended: shows why, or the account that is current now. */
async function endSession(shown: Session, ended: string | undefined): Promise<void> {
  if (sessionNow.peek() !== shown) return;
  // The client has to know too. That the session has ended is known, also if this fails.
  const now = await canvass.session().catch(() => null);
  if (now !== null) void eraseLeft(now).catch(() => {});
  if (ended === "signed_out") forgetVisits();
  const last = sessionNow.peek();
  // What is known since, such as a sign-in in another tab, is newer. An end that the client reports may lack the
  // reason.
  if (last !== shown && last?.signed_in) return;
  show(now?.signed_in ? now : { signed_in: false, ...(ended !== undefined && { ended }) });
}

/** Shows how long a call waits for the quota. Of several calls, the last one counts. */
function showPause({ error, delay }: RetryEvent): void {
  const until = new Date(Date.now() + delay);
  if (error.kind !== "rate_limited" || delay < SHORTEST_PAUSE || until < (pauseNow.peek() ?? until)) return;
  pauseNow.value = until;
  setTimeout(() => pauseNow.peek() === until && (pauseNow.value = null), delay + ANSWER);
}

/**
 * Shows an error in place of the screen. `again` repeats what failed. After `signed_out`, the console shows no account.
 */
export function fail(error: unknown, again: () => unknown = forgetFailure): void {
  if (isSignedOut(error)) show({ signed_in: false, ...endOf(error) });
  failureNow.value = { error, again };
}

/** Why the session has ended, if the error says so. */
function endOf(error: unknown): { readonly ended?: string } {
  return hasMember(error, "ended") && typeof error.ended === "string" ? { ended: error.ended } : {};
}

/** Removes the error that is shown in place of the screen. */
export function forgetFailure(): void {
  failureNow.value = null;
}

/**
 * Leaves for the sign-in, which returns to the survey that is open or to the list, and to the page if it is not the
 * console's.
 */
export async function signIn(): Promise<void> {
  const { pathname, search, hash } = location;
  try {
    await canvass.signIn({ return_to: pathname === "/" ? `/${hash.startsWith("#/surveys") ? hash : "#/surveys"}` : `${pathname}${search}` });
  } catch (error) {
    fail(error, signIn);
  }
}

/** Whether answers may be kept on devices: an operator can forbid it. */
export function mayKeep({ keep_results }: SignedInSession): boolean {
  return keep_results !== false;
}

/**
 * Signs out of every account in this browser, because the console has no choice of accounts. Nothing that failed before
 * is shown.
 */
export async function leave(): Promise<void> {
  isLeaving = true;
  try {
    await canvass.signOut({ all: true });
    forgetFailure();
    forgetVisits();
    show({ signed_in: false });
  } finally {
    isLeaving = false;
  }
}

/** What an account is called: its address, or what else is known of its user. */
export function accountName({ email, name, username, id }: Account): string {
  return email ?? name ?? username ?? id;
}

/** Whether an error means that no account is signed in. */
export function isSignedOut(error: unknown): boolean {
  return hasMember(error, "kind") && error.kind === "signed_out";
}

/** Whether an error means that the gateway cannot be reached. */
export function isOutOfReach(error: unknown): boolean {
  return hasMember(error, "kind") && (error.kind === "offline" || error.kind === "network");
}

/** Whether the call was cancelled, or its screen left. */
export function isAbort(error: unknown): boolean {
  return hasMember(error, "name") && error.name === "AbortError";
}

function hasMember<K extends string>(value: unknown, name: K): value is Record<K, unknown> {
  return typeof value === "object" && value !== null && name in value;
}
