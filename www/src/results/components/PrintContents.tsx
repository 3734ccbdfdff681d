// The contents page of a long printed summary: its questions, as links within the document.

import type { Figure } from "../models/figure.ts";
import { f, t } from "../words.ts";

/** Questions from which a printed summary has a contents page. */
const LONG = 20;

/** The id of a figure's heading, to which the contents link. */
export function headingId(question: string): string {
  return `figure-${question}`;
}

export function PrintContents({ figures }: { readonly figures: readonly Figure[] }) {
  if (figures.length < LONG) return null;
  return (
    <nav class="print-contents" aria-label={t().print.contents}>
      <h2>{t().print.contents}</h2>
      <ol>
        {figures.map(({ id, number, title }) => (
          <li key={id}>
            <span class="figure-number">{f().count(number)}</span> <a href={`#${headingId(id)}`}>{title}</a>
          </li>
        ))}
      </ol>
    </nav>
  );
}
