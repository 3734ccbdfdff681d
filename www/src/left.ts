// What this browser keeps of accounts that have left: their answers are erased with their agreements, and their visits.

import type { Session } from "/sdk/index.js";
import { forget, keptKeys } from "./kept.ts";
import { CONSENT } from "./results/consent.ts";

/** The gateway as the SDK names it for this client: the page's own. */
const GATEWAY = "";

/** Begins the key of what an account's last visit found. */
export const VISITS = "canvass-visits-";

/**
 * Erases what is kept of accounts that the gateway does not list any more, such as after a sign-out in another browser.
 * An agreement is kept as long as answers may be. While another account is signed in, only the answers of those that
 * have left are erased, and its open results stay open.
 */
export async function eraseLeft(session: Session): Promise<void> {
  const listed = session.signed_in ? session.accounts.map(({ id }) => CONSENT + id) : [];
  const left = keptKeys(CONSENT).filter((key) => !listed.some((own) => key === own || key.startsWith(`${own}.`)));
  if (left.length === 0) return;
  if (session.signed_in) {
    const { eraseUnlisted } = await import("../../pkg/dist/results/accounts.js");
    await eraseUnlisted(GATEWAY, session);
  } else {
    const { eraseResults } = await import("/sdk/results.js");
    await eraseResults();
  }
  forget(left);
}

/** Forgets what the last visits found. */
export function forgetVisits(): void {
  forget(keptKeys(VISITS));
}
