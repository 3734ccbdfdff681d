import { failure } from "./errors.js";
import type { DateText } from "./types.js";

/**
 * The moment that a date of the API means, in whichever of its dialects. Without an offset it is UTC: `new Date` would
 * read it as local time.
 */
export function toInstant(value: DateText): Date {
  const [, day, time = "00:00:00", offset = "Z"] =
    /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?)\d*)?(Z|[+-]\d\d:?\d\d)?$/.exec(value) ?? [];
  const moment = new Date(`${day}T${time}${offset.replace(/(\d\d)(\d\d)$/, "$1:$2")}`);
  if (Number.isNaN(moment.getTime())) {
    const message = "The argument \"value\" must be a date of the API.";
    throw failure({ kind: "invalid_argument", message, path: "value", retryable: false, remedy: { action: "correct" } });
  }
  return moment;
}
