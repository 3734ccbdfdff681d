// What a question is called: its heading as text, and the label of its type.

import type { Question } from "/sdk/index.js";
import { words } from "../../messages/index.ts";
import { plain, spaced } from "../../text.ts";

/** The heading as text. For an A/B test, the first heading and the number of the others. */
export function headingOf({ headings = [], family }: Question): string {
  const { design } = words.value;
  const [heading] = headings;
  const first = plain(heading?.heading) || plain(heading?.description) || (family === "presentation" ? design.image : design.noHeading);
  return headings.length > 1 ? design.otherWordings(first, headings.length - 1) : first;
}

/** The label of a question's type. */
export function kindOf({ family, subtype, display_options }: Question): string {
  const { displays, subtypes, families } = words.value.design;
  const shown = displays[display_options?.display_subtype ?? ""] ?? displays[display_options?.display_type ?? ""];
  return shown ?? subtypes[`${family}/${subtype}`] ?? families[family] ?? spaced(family);
}
