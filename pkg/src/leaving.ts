/** What happens to results before an account leaves: open ones are closed, and what is kept of the account is erased. */

import type { Account, Session } from "./client.js";
import { eraseAccount, eraseRoot, folderOf, hasResults } from "./results/accounts.js";
import { tellErased } from "./results/channel.js";

/** Results that are open in this tab. */
export interface Opened {
  /** Origin of the gateway; undefined if there is none. */
  readonly gateway: string | undefined;
  /** Id of the account whose results these are; undefined if it is not known. */
  readonly account: string | undefined;
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
 * Called before the request that signs an account out, or makes another one current. It imports nothing of the core, which
 * would be split into more chunks then than a browser requests at once.
 */
export async function leave(gateway: string, isSwitch: boolean, which: Which, load: () => Promise<Session>): Promise<void> {
  if (opened.size === 0 && (isSwitch || !(await hasResults()))) return;
  const session = await load().catch(() => undefined);
  const leaving = leavingAccounts(session, isSwitch ? {} : which);
  const isLeaving = ({ gateway: other, account }: Opened) => other === gateway && (leaving === undefined || leaving.some(({ id }) => id === account));
  await Promise.all([...opened].filter(isLeaving).map((results) => results.close()));
  if (isSwitch) return;
  // Who is leaving is not known if the session could not be read; then nothing may stay.
  if (leaving === undefined) return eraseResults();
  for (const account of leaving) {
    const folder = await folderOf(gateway, account);
    tellErased(folder);
    await eraseAccount(gateway, folder);
  }
}

/**
 * Erases all results that this origin keeps on the device, of every account and survey, and closes those that are open in
 * any tab. Signing out does the same for the account that signs out.
 */
export async function eraseResults(): Promise<void> {
  tellErased(undefined);
  await eraseRoot();
}

function leavingAccounts(session: Session | undefined, { account, all }: Which): readonly Account[] | undefined {
  if (session === undefined || !session.signed_in) return undefined;
  return session.accounts.filter(({ id, current }) => all || (account === undefined ? current : id === account));
}
