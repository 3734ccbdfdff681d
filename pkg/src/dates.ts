// A date of the API without an offset is UTC.

import { invalid } from "./errors.js";
import type { DateText } from "./generated/types.js";

/**
 * Parses a date of the API in any of its formats. A date without an offset is UTC, whereas `new Date` would read it as
 * local time. Throws an `InvalidArgumentError` for other text.
 */
export function toInstant(value: DateText): Date {
  const [, day, time = "00:00:00", offset = "Z"] =
    /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?)\d*)?(Z|[+-]\d\d:?\d\d)?$/.exec(value) ?? [];
  const instant = new Date(`${day}T${time}${offset.replace(/(\d\d)(\d\d)$/, "$1:$2")}`);
  if (isNaN(+instant)) {
    throw invalid("value", 'The argument "value" must be a date of the API, such as 2026-01-31T12:00:00+00:00.');
  }
  return instant;
}
