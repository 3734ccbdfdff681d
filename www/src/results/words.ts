// The messages and formats of the results screens, in the language of the console.

import { catalogue } from "../messages/language.ts";
import type { Format } from "./format.ts";
import { type Messages, en } from "./messages/en.ts";

const words = catalogue<Messages>(en, { de: () => import("./messages/de.ts").then(({ de }) => de) });

/** The messages. A component that reads them is drawn again when the language changes. */
export function t(): Messages {
  return words.value;
}

/** The formats of numbers and dates. */
export function f(): Format {
  return words.value.format;
}
