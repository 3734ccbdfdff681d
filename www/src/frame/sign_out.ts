// The sign-out.

import { words } from "../messages/index.ts";
import { forgetConsent } from "../results/consent.ts";
import { replace } from "../router.ts";
import { fail, leave } from "../session.ts";
import { announceOnArrival } from "./announcer.ts";

/** Signs out and opens the start page. */
export async function signOut(): Promise<void> {
  try {
    announceOnArrival(words.value.frame.signedOut);
    await leave();
    forgetConsent();
    replace("/");
  } catch (error) {
    announceOnArrival("");
    fail(error, signOut);
  }
}
