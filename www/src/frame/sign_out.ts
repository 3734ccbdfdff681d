// The sign-out: of every account in this browser, because the console has no choice of accounts.

import { words } from "../messages/index.ts";
import { forgetConsent } from "../results/consent.ts";
import { replace } from "../router.ts";
import { canvass, fail, showSignedOut } from "../session.ts";
import { announceOnArrival } from "./announcer.ts";

/** Signs out and opens the start page. */
export async function signOut(): Promise<void> {
  try {
    await canvass.signOut({ all: true });
    forgetConsent();
    announceOnArrival(words.value.frame.signedOut);
    showSignedOut();
    replace("/");
  } catch (error) {
    fail(error, signOut);
  }
}
