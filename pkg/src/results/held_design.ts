/** The design of a survey as it is held: its bytes for the engine, and its value for the app. */

import type { SurveyDetails } from "../generated/types.js";

/** Milliseconds for which the first sync does not fetch the design again. */
const FRESH = 60_000;

/** The newest design. */
export class HeldDesign {
  #bytes: Uint8Array<ArrayBuffer> | undefined;
  #value: SurveyDetails | undefined;
  /** When the design was fetched, until a sync has made use of that. */
  #fetchedAt = -Infinity;

  /** The bytes of the response; undefined before there is a design. */
  get bytes(): Uint8Array<ArrayBuffer> | undefined {
    return this.#bytes;
  }

  /** The design. There is one as soon as the results are open. */
  get value(): SurveyDetails {
    return this.#value!;
  }

  /** Whether it was fetched a short time ago, and no sync has made use of that. */
  get isFresh(): boolean {
    return performance.now() - this.#fetchedAt < FRESH;
  }

  set(bytes: Uint8Array<ArrayBuffer>): void {
    this.#bytes = bytes;
    this.#value = JSON.parse(new TextDecoder().decode(bytes)) as SurveyDetails;
  }

  /** The design has just been fetched. */
  markFresh(): void {
    this.#fetchedAt = performance.now();
  }

  /** The next sync has to fetch the design. */
  markOld(): void {
    this.#fetchedAt = -Infinity;
  }
}
