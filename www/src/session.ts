// The SDK's client, who is signed in, and the quota, as signals that every screen reads.

import { type Canvass, type Quota, type Session, type SignedInSession, createCanvass } from "/sdk/index.js";
import { type ReadonlySignal, signal } from "@preact/signals";
import { announce } from "./frame/announcer.ts";
import { words } from "./messages/index.ts";

export type { SignedInSession };

const quotaNow = signal<Quota | undefined>(undefined);
const sessionNow = signal<Session | null>(null);
const failureNow = signal<unknown>(null);

/** The client of the whole console. */
export const canvass: Canvass = createCanvass({ onQuota: (quota) => (quotaNow.value = quota) });

/** The quota that the last response reported, to this tab or to another. */
export const quota: ReadonlySignal<Quota | undefined> = quotaNow;

/** Who is signed in; null until it is known. */
export const session: ReadonlySignal<Session | null> = sessionNow;

/** Why nothing can be shown: the session could not be loaded, has ended, or could not be begun or ended. */
export const failure: ReadonlySignal<unknown> = failureNow;

/** Asks who is signed in. */
export async function openSession(): Promise<void> {
  failureNow.value = null;
  try {
    sessionNow.value = await canvass.session();
  } catch (error) {
    fail(error);
  }
}

/** Shows an error in place of the screen. After `signed_out`, the console knows that nobody is signed in. */
export function fail(error: unknown): void {
  if (isSignedOut(error)) sessionNow.value = { signed_in: false };
  failureNow.value = error;
}

/** Removes the error that is shown in place of the screen. */
export function forgetFailure(): void {
  failureNow.value = null;
}

/** Leaves for the sign-in, which returns to the survey that is open, or to the list. */
export async function signIn(): Promise<void> {
  try {
    await canvass.signIn({ return_to: `/${location.hash.startsWith("#/surveys") ? location.hash : "#/surveys"}` });
  } catch (error) {
    fail(error);
  }
}

/** Signs out and opens the start page. */
export async function signOut(): Promise<void> {
  try {
    await canvass.signOut();
    history.replaceState(null, "", "/");
    failureNow.value = null;
    sessionNow.value = { signed_in: false };
    announce(words.value.frame.signedOut);
  } catch (error) {
    fail(error);
  }
}

/** Whether an error means that no account is signed in. */
export function isSignedOut(error: unknown): boolean {
  return hasMember(error, "kind") && error.kind === "signed_out";
}

/** Whether somebody cancelled, or left the screen. */
export function isAbort(error: unknown): boolean {
  return hasMember(error, "name") && error.name === "AbortError";
}

function hasMember<K extends string>(value: unknown, name: K): value is Record<K, unknown> {
  return typeof value === "object" && value !== null && name in value;
}
