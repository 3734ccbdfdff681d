import type { CallOptions, Calling, Progress, Taking } from "./call.js";
import type { ToldFailure } from "./exchange.js";
import type { Source } from "./part.js";

/** What a flow of several calls uses of the facade. */
export interface Flow {
  readonly call: (operation: number, args: object, asked: Taking) => Calling<unknown>;
  readonly fail: (facts: ToldFailure) => unknown;
  /** Waits until requests fit into the quota; `paused` is told for how many milliseconds. */
  readonly turn: (requests: number, asked: Taking, paused: (milliseconds: number) => void) => Promise<void>;
  /** Milliseconds until the last of so many requests can be sent. */
  readonly time: (requests: number) => Promise<number>;
  /** Where the results' engine comes from. */
  readonly source: Source;
  /** Responses with their answers on the largest page that the service has been seen to give; unknown before the first. */
  most: number | undefined;
}

const OPTIONS = ["signal", "timeout", "deadline", "retries", "maxWait", "background"] as const;

/** What the caller of a flow says about its calls, which is what is true for each of them. */
export function optionsOf(request: CallOptions): Taking {
  return Object.fromEntries(OPTIONS.flatMap((name) => (request[name] === undefined ? [] : [[name, request[name]]])));
}

/** A progress told before a pause: it is over then at the earliest. */
export function pausing<P extends Progress>(told: P, milliseconds: number): P {
  const resumes_at = new Date(Date.now() + milliseconds);
  return { ...told, until: told.until > resumes_at ? told.until : resumes_at, resumes_at };
}
