// The scores above a figure's chart, and the notes below it.

import { scoreText } from "../figure_text.ts";
import type { Note, Score } from "../models/figure.ts";
import { f, t } from "../words.ts";

export function Notes({ notes }: { readonly notes: readonly Note[] }) {
  // A link may have a note of another version, which this console does not know.
  const known = notes.filter(({ code }) => code in t().notes);
  if (known.length === 0) return null;
  return (
    <ul class="notes">
      {known.map((note) => (
        <li key={note.code}>{t().notes[note.code](f().count(note.n ?? 0))}</li>
      ))}
    </ul>
  );
}

/** Means, medians, boxes and the score of a recommendation, each with its base. */
export function Scores({ scores }: { readonly scores: readonly Score[] }) {
  // As with notes, a link may have one of another version.
  const known = scores.filter(({ code }) => code in t().scores.explained);
  if (known.length === 0) return null;
  return (
    <dl class="scores">
      {known.map((score) => (
        <div key={score.code} class={score.code}>
          <dt title={t().scores.explained[score.code]}>{t().scores[score.code]}</dt>
          <dd>
            <strong>{scoreText(score)}</strong>
            {score.code === "nps" && <span class="hint">{t().scores.margin(f().fixed(score.nps.margin, 1))}</span>}
            <span class="hint">{t().scores.n(f().count(score.n))}</span>
          </dd>
        </div>
      ))}
    </dl>
  );
}
