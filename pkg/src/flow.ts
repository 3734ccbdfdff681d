// What methods of several calls have in common: their requests are checked before the first call.

import type { CallOptions, InternalCallOptions } from "./calls/call.js";
import type { Caller } from "./calls/caller.js";
import { CALL_OPTIONS, checkOptions } from "./check_options.js";
import { invalid } from "./errors.js";
import type { ReportedFailure } from "./calls/exchange.js";
import type { Pacer } from "./calls/pacer.js";
import type { Source } from "./parts/part.js";

/** What a method that makes several calls uses of the client. */
export interface Flow {
  readonly call: Caller;
  readonly fail: (facts: ReportedFailure) => unknown;
  readonly pacer: Pacer;
  /** Source of the export engine. */
  readonly source: Source;
  /**
   * The largest page of responses with answers that the service has returned so far, in items; absent before the first.
   */
  largestPage?: number;
}

/** The option with which a flow continues after an interruption. */
type Continuation = "from" | "resume";

/** The options that apply to each call of a flow. */
export function callOptionsOf(options: CallOptions & { readonly from?: unknown; readonly resume?: unknown; readonly onProgress?: unknown }): InternalCallOptions {
  const { from: _, resume: __, onProgress: ___, ...others } = options;
  return others;
}

/** The names of the members of a request. */
export type Members<Request> = Readonly<Record<keyof Request, true>>;

/**
 * Throws if a request is no object, or has an option, which belongs in the second argument, or a member that does not
 * exist, or if an option is wrong.
 */
export function checkRequestForm(request: object, options: object, members: Readonly<Record<string, true>>, continuation?: Continuation): void {
  if (typeof request !== "object" || request === null) throw invalid("request", "The first argument must be an object with a `survey_id`.");
  const { from: text, ...each } = CALL_OPTIONS;
  checkOptions(options, continuation === undefined ? each : { ...each, [continuation]: text! });
  const given = Object.entries(request).flatMap(([name, value]) => (value === undefined ? [] : [name]));
  const option = given.find((name) => name === "resume" || Object.hasOwn(CALL_OPTIONS, name));
  if (option !== undefined) throw invalid(option, `"${option}" is an option: pass it in the second argument, not in the request.`);
  const unknown = given.find((name) => !Object.hasOwn(members, name));
  if (unknown !== undefined) throw invalid(unknown, `There is no member "${unknown}". The members are: ${Object.keys(members).join(", ")}.`);
  const { filters } = request as { readonly filters?: unknown };
  if (filters !== undefined && (Array.isArray(filters) || Object(filters) !== filters)) throw invalid("filters", 'The argument "filters" must be an object.');
}
