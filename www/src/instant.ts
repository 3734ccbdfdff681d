// Dates of the API as moments.

import { toInstant } from "/sdk/index.js";

/** A date of the API, in any of its formats; null without one, or if it is none. */
export function instant(text: string | null | undefined): Date | null {
  try {
    return text ? toInstant(text) : null;
  } catch {
    return null;
  }
}
