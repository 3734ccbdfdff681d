// The options of a question, folded to their numbers.

import type { Answers } from "/sdk/index.js";
import { words } from "../../messages/index.ts";
import type { Forms } from "../../messages/formats.ts";
import { plain } from "../../text.ts";
import { Tag } from "../../ui/index.ts";

/** A row, a column or a choice. */
interface Option {
  readonly id: string;
  readonly text?: string;
  readonly weight?: number;
  readonly visible?: boolean;
  readonly is_na?: boolean;
  /** Whether it is a choice of the column before it. */
  readonly isUnder?: boolean;
}

export function Options({ answers }: { readonly answers: Answers | undefined }) {
  const { design, format } = words.value;
  if (answers === undefined) return null;
  const { rows = [], cols = [], choices = [] } = answers;
  // The documentation's examples have an array of one here.
  const others = [answers.other ?? []].flat().filter(({ visible }) => visible !== false);
  const columns: readonly Option[] = cols.flatMap((column) => [column, ...column.choices.map((choice) => ({ ...choice, isUnder: true }))]);
  const groups = ([[design.rows, rows], [design.columns, columns], [design.choices, choices]] as readonly (readonly [Forms, readonly Option[]])[]).filter(([, list]) => list.length > 0);
  if (groups.length === 0 && others.length === 0) return null;
  const counts = ([[rows, design.rows], [cols, design.columns], [choices, design.choices]] as const).filter(([list]) => list.length > 0).map(([list, forms]) => format.counted(list.length, forms));
  const [other] = others;
  return (
    <details class="options">
      <summary>{[...counts, ...(other === undefined ? [] : [other.is_answer_choice ? design.otherAsAnswer : design.comment])].join(", ")}</summary>
      <div class="groups">
        {groups.map(([forms, list]) => (
          <ul key={forms.other} aria-label={forms.other}>
            {list.map((option) => (
              <Line key={option.id} option={option} noun={forms.one ?? forms.other} />
            ))}
          </ul>
        ))}
        {others.length > 0 && (
          <ul aria-label={design.other}>
            {others.map(({ id, text }) => (
              <li key={id} class="free">
                {plain(text) || design.other}
              </li>
            ))}
          </ul>
        )}
      </div>
    </details>
  );
}

function Line({ option: { text, weight, visible, is_na, isUnder }, noun }: { readonly option: Option; readonly noun: string }) {
  const { design } = words.value;
  const label = plain(text) || (weight === undefined || weight === null ? design.unnamed(noun) : design.weight(weight));
  const className = [visible === false && "gone", isUnder && "under"].filter(Boolean).join(" ");
  return (
    <li class={className || undefined}>
      <span>{label}</span>
      {visible === false && <Tag tone="warn">{design.choiceDeleted}</Tag>}
      {is_na && <Tag>{design.notApplicable}</Tag>}
    </li>
  );
}
