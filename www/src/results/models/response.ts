// One response for reading: its answers under their questions, as labels, in the order of the survey.

import { type Index, type Option, type Question, choicesAt } from "../design.ts";
import type { AnswerPart, OneResponse } from "../types.ts";

export interface AnswerLine {
  /** The row and column that the answer is in. */
  readonly place: string | null;
  readonly text: string;
  /** Whether the choice was deleted from the survey. */
  readonly deleted: boolean;
  /** The address of a file. */
  readonly file: string | null;
}

export interface AnsweredQuestion {
  readonly id: string;
  readonly number: number;
  /** The one that the respondent saw, if there are several. */
  readonly heading: string;
  /** Empty if the question was not answered. */
  readonly lines: readonly AnswerLine[];
}

export interface AnsweredPage {
  readonly id: string;
  readonly number: number;
  readonly title: string;
  /** Whether the respondent came to the page; null if the service does not tell. */
  readonly visited: boolean | null;
  readonly questions: readonly AnsweredQuestion[];
}

/** The pages of the survey with the answers of a response. */
export function pagesOf(response: OneResponse, index: Index): readonly AnsweredPage[] {
  const given = new Map((response.pages ?? []).flatMap(({ questions }) => questions.map((question) => [question.id, question] as const)));
  const path = response.page_path ?? [];
  return index.pages.map((page) => ({
    ...page,
    visited: path.length > 0 ? path.includes(page.id) : null,
    questions: index.questions
      .filter(({ page_id }) => page_id === page.id)
      .map((question) => ({
        id: question.id,
        number: question.number,
        heading: headingSeen(question, given.get(question.id)?.variable_id),
        lines: (given.get(question.id)?.answers ?? []).map((answer) => lineOf(answer, question)),
      })),
  }));
}

/**
 * The heading that a respondent saw. That of an assignment which was deleted is not known: another one would be wrong.
 */
function headingSeen({ number, heading, wordings }: Question, variable_id: string | undefined): string {
  return variable_id === undefined ? heading : (wordings.get(variable_id) ?? `Q${number}`);
}

/** The page that a response that is not complete ended on; null if it is unknown. */
export function leftAt(pages: readonly AnsweredPage[], response: OneResponse): AnsweredPage | null {
  if (response.response_status !== "partial") return null;
  const reached = pages.filter(({ visited, questions }) => visited ?? questions.some(({ lines }) => lines.length > 0));
  return reached.at(-1) ?? null;
}

function lineOf(answer: AnswerPart, question: Question): AnswerLine {
  const row = find(question.rows, answer.row_id);
  const column = find(question.columns, answer.col_id);
  const place = [row, column].map((option) => option?.label).filter(Boolean).join(", ") || null;
  const options = [...choicesAt(question, answer.col_id), ...(question.other ? [question.other] : [])];
  const picked = find(options, answer.choice_id ?? answer.other_id);
  const text = [picked?.label, answer.text].filter((part) => part !== undefined && part !== "").join(": ");
  const file = answer.download_url !== undefined && /^https?:/i.test(answer.download_url) ? answer.download_url : null;
  return { place, text: text || answer.content_type || "–", deleted: picked?.deleted === true, file };
}

function find<T extends Option>(options: readonly T[], id: string | undefined): T | Option | null {
  if (id === undefined) return null;
  return options.find((option) => option.id === id) ?? { id, label: id, deleted: true };
}

/** A value of the response's metadata. */
export function metadata(response: OneResponse, name: string): string | null {
  const value = response.metadata?.respondent?.[name]?.value;
  return value === undefined || value === null || value === "" ? null : String(value);
}

/** The device by its user agent, in the words that a reader needs: what runs, and on what. */
export function device(agent: string | null): string | null {
  if (agent === null) return null;
  const browser = /(Edg|OPR|SamsungBrowser|Firefox|FxiOS|CriOS|Chrome|Version)\/(\d+)/.exec(agent);
  const names: { readonly [name: string]: string } = { Edg: "Edge", OPR: "Opera", SamsungBrowser: "Samsung Internet", FxiOS: "Firefox", CriOS: "Chrome", Version: "Safari" };
  const system = /(Windows|Android|iPhone|iPad|Mac OS X|CrOS|Linux)/.exec(agent)?.[1];
  if (browser?.[1] === undefined && system === undefined) return agent;
  const name = browser?.[1] === undefined ? "" : `${names[browser[1]] ?? browser[1]} ${browser[2]}`;
  return [name, system === "Mac OS X" ? "macOS" : system].filter(Boolean).join(", ");
}
