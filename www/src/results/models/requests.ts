// What a tab asks of the results: the screen and the code that it shows ask the same.

import type { State } from "../url_state.ts";
import type { Index, Question } from "../design.ts";
import type { TextsRequest, TrendRequest } from "../types.ts";

/** Texts that are shown at first, and more at each request. */
export const TEXTS_STEP = 50;

/** Whether a question may have a mean or a score. One without weights or numbers says so when it is chosen. */
export function mayScore({ form }: Question): boolean {
  return form === "one" || form === "one_per_row" || form === "numbers";
}

/** Whether a question may have texts. */
export function hasTexts({ form, other }: Question): boolean {
  return form === "text" || form === "row_texts" || other !== null;
}

/** The question of a state, if it is one that the tab can be about. */
function questionOf({ question }: State, index: Index | null, fits: (question: Question) => boolean): Question | undefined {
  const found = question === null ? undefined : index?.question(question);
  return found && fits(found) ? found : undefined;
}

/**
 * The responses over time, or a score over time. A score has one row: the chosen one, or the first that is not deleted.
 */
export function trendRequest(state: State, index: Index | null): TrendRequest {
  const { row, by, utc } = state;
  const question = questionOf(state, index, mayScore);
  const rows = question === undefined || question.form === "one" ? [] : question.rows;
  const chosen = rows.find(({ id }) => id === row) ?? rows.find(({ deleted }) => !deleted) ?? rows[0];
  return { by, ...(utc && { timeZone: "UTC" }), ...(question && { question: question.id }), ...(chosen && { row: chosen.id }) };
}

/** The answers in words, without their places in the list: of all rows unless one of the question's own is chosen. */
export function textsRequest(state: State, index: Index | null): Omit<TextsRequest, "from" | "to"> {
  const { row, search, tag, order } = state;
  const question = questionOf(state, index, hasTexts);
  const chosen = question?.rows.find(({ id }) => id === row);
  const text = search.trim();
  return { ...(question && { question: question.id }), ...(chosen && { row: chosen.id }), ...(text !== "" && { text }), ...(tag !== null && { tag }), order };
}
