// Whether the answers of a survey are kept on this device: once the account's person has agreed, unless they have
// erased those of this survey since. Nothing is written before they agree.

import { forget, keep, kept, keptKeys } from "../kept.ts";

/** Begins the keys of agreements. */
export const CONSENT = "canvass.keep.";

const agreementOf = (account: string) => CONSENT + account;

/** What a survey has whose answers were erased, although those of others are kept. */
const exceptionOf = (account: string, survey: string) => `${CONSENT}${account}.${survey}`;

/** Whether the account's person agreed on this device to keep the answers of a survey. */
export function remembered(account: string | null, survey: string): boolean {
  return account !== null && kept(agreementOf(account)) === "device" && kept(exceptionOf(account, survey)) === null;
}

/** Remembers the agreement, and asks the browser not to evict what is kept. Called from a click. */
export async function remember(account: string | null, survey: string): Promise<void> {
  if (account !== null) {
    keep(agreementOf(account), "device");
    keep(exceptionOf(account, survey), null);
  }
  // A browser that refuses keeps the answers as long as it has room.
  await navigator.storage?.persist?.().catch(() => false);
}

/** Forgets every agreement; part of a sign-out. */
export function forgetConsent(): void {
  forget(keptKeys(CONSENT));
}

/** Erases the answers of a survey from this device, and remembers not to keep them. The tab still has them. */
export async function eraseKept(results: { keep(where: "tab"): Promise<void> }, account: string | null, survey: string): Promise<void> {
  await results.keep("tab");
  if (account !== null && kept(agreementOf(account)) !== null) keep(exceptionOf(account, survey), "tab");
}
