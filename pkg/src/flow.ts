import type { CallOptions, InternalCallOptions } from "./call.js";
import type { Caller } from "./caller.js";
import type { ReportedFailure } from "./exchange.js";
import type { Pacer } from "./pacer.js";
import type { Source } from "./part.js";

/** What a method that makes several calls uses of the client. */
export interface Flow {
  readonly call: Caller;
  readonly fail: (facts: ReportedFailure) => unknown;
  readonly pacer: Pacer;
  /** Source of the export engine. */
  readonly source: Source;
  /** The largest page of responses with answers that the service has returned so far, in items; undefined before the first. */
  largestPage: number | undefined;
}

const OPTIONS = ["signal", "timeout", "deadline", "retries", "maxWait", "background"] as const;

/** The call options among the properties of a request: they apply to each of its calls. */
export function optionsOf(request: CallOptions): InternalCallOptions {
  return Object.fromEntries(OPTIONS.flatMap((name) => (request[name] === undefined ? [] : [[name, request[name]]])));
}
