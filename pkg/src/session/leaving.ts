// What happens to results before an account leaves: open ones are closed, and what is kept of the account is erased.

import type { Account, Session } from "../client.js";
import { eraseAccount, eraseRoot, eraseUnlisted, folderOf, forgetLast, hasResults } from "../results/accounts.js";
import { tellLeft } from "../results/channel.js";

/** Results that are open in this tab. Those of a gateway are of its current account. */
export interface Opened {
  /** Origin of the gateway; undefined if there is none. */
  readonly gateway: string | undefined;
  close(): Promise<void>;
}

/** All of them. */
export const opened = new Set<Opened>();

/** Which account signs out. */
interface Which {
  readonly account?: string | undefined;
  readonly all?: boolean | undefined;
}

/**
 * Called before the request that signs accounts out, or with `null` before the one that makes another account current.
 * It imports nothing of the core, which would be split into more chunks then than a browser requests at once.
 */
export async function leave(gateway: string, which: Which | null, load: () => Promise<Session>, shown: string | undefined, signal?: AbortSignal): Promise<void> {
  if (which === null) {
    await closeAll(gateway);
    return forgetLast(gateway);
  }
  const isKept = await hasResults();
  // Who leaves matters only if something is kept, or if it may be another account than the current one.
  const session = isKept || which.account !== undefined ? await load().catch(() => signal?.throwIfAborted()) : undefined;
  const leaving = leavingAccounts(session, which, shown);
  if (which.account === undefined || (leaving?.some(({ current }) => current) ?? true)) await closeAll(gateway);
  if (!isKept) return;
  // Without the session it is unknown who leaves; then nothing may stay.
  if (leaving === undefined) return eraseUnlisted(gateway, undefined);
  for (const account of leaving) await eraseAccount(gateway, await folderOf(gateway, account));
}

/** Closes the results of a gateway's current account in every tab. */
async function closeAll(gateway: string): Promise<void> {
  tellLeft(gateway);
  await Promise.all([...opened].filter((results) => results.gateway === gateway).map((results) => results.close()));
}

/**
 * Erases all results that this origin keeps on the device, of every account and survey, and closes those that are open
 * in any tab. Signing out does the same for the account that signs out.
 */
export async function eraseResults(): Promise<void> {
  tellLeft(undefined);
  await eraseRoot();
}

/** The accounts that leave: without a name, the one that the page shows, which need not be the current one any more. */
function leavingAccounts(session: Session | undefined | void, { account, all }: Which, shown: string | undefined): readonly Account[] | undefined {
  if (session === undefined || !session.signed_in) return undefined;
  const named = account ?? shown;
  return session.accounts.filter(({ id, current }) => all || (named === undefined ? current : id === named));
}
