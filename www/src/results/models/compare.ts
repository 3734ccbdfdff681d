// The view model of a comparison: for each choice the groups side by side, with differences in points to the first.

import type { ChoiceResult, Comparison, QuestionResults } from "../types.ts";
import { type Meaning, meaningsOf } from "./crosstab.ts";

export interface ComparedCell {
  readonly count: number;
  readonly percent: number;
  readonly base: number;
  readonly letters: string;
  readonly meanings: readonly Meaning[];
  /** Points above or below the first group; null for itself and without a base. */
  readonly difference: number | null;
}

export interface ComparedRow {
  readonly id: string;
  readonly label: string;
  readonly cells: readonly ComparedCell[];
  /** Whether some groups were not tested, because too few answers are expected. */
  readonly untested: boolean;
}

export interface ComparedTable {
  readonly label: string | null;
  readonly rows: readonly ComparedRow[];
  readonly means: readonly ComparedMean[] | null;
}

export interface ComparedMean {
  readonly mean: number | null;
  readonly letters: string;
  readonly meanings: readonly Meaning[];
}

export interface ComparedFigure {
  readonly id: string;
  readonly number: number;
  readonly title: string;
  readonly bases: readonly number[];
  readonly tables: readonly ComparedTable[];
  readonly scores: readonly (number | null)[] | null;
}

/** A comparison without letters: of responses that are still arriving, they would say nothing. */
export function withoutLetters(comparison: Comparison): Comparison {
  return { ...comparison, questions: comparison.questions.map((question) => ({ ...question, letters: {}, tested: false, expected_low: [] })) };
}

/**
 * The figures of a comparison. Questions without choices, numbers or places have nothing to compare but how many
 * answered.
 */
export function comparedOf({ groups: compared, questions }: Comparison, confidence: readonly number[]): readonly ComparedFigure[] {
  const columns = compared.map(({ name, letter }) => ({ label: name, letter }));
  const explain = (letters: string, at: number) => meaningsOf(letters, columns[at]?.label ?? "", columns, confidence);
  return questions.map((question) => {
    const { groups, letters, expected_low } = question;
    const has_mean = groups[0]?.has_mean === true && !groups.some(({ nps }) => nps);
    const tables = tablesOf(groups, { letters, expected_low, has_mean, explain });
    return {
      id: question.id,
      number: question.number,
      title: question.heading,
      bases: groups.map(({ answered }) => answered),
      tables,
      scores: groups.some(({ nps }) => nps) ? groups.map(({ nps }) => (nps && nps.n > 0 ? nps.score : null)) : null,
    };
  });
}

/** What was tested, and whether a mean says something. */
interface Tests extends Pick<Comparison["questions"][number], "letters" | "expected_low"> {
  readonly has_mean: boolean;
  readonly explain: (letters: string, at: number) => readonly Meaning[];
}

function tablesOf(groups: readonly QuestionResults[], tests: Tests): readonly ComparedTable[] {
  const [first] = groups;
  const own = (key: string) => key;
  if (first === undefined) return [];
  if (first.choices) {
    const others = groups.map(({ other, answered }): ChoiceResult | null => (other?.is_choice ? { ...other, base: answered, weight: null, is_na: false } : null));
    const lists = groups.map(({ choices = [] }, at) => [...choices, ...(others[at] ? [others[at]] : [])]);
    return [{ label: null, rows: rowsOf(lists, own, tests), means: meansOf(groups.map(({ stats }) => stats), "mean", tests) }];
  }
  const rows = first.rows ?? [];
  if (rows.length === 0) {
    // A slider has one number.
    const means = meansOf(groups.map(({ stats }) => stats), "mean", tests);
    return means === null ? [] : [{ label: null, rows: [], means }];
  }
  return rows.flatMap((row, place): ComparedTable[] => {
    const each = groups.map((group) => group.rows?.[place]);
    if (row.choices) {
      const lists = each.map((other) => other?.choices ?? []);
      return [{ label: rows.length > 1 ? row.label : null, rows: rowsOf(lists, (id) => `${row.id}:${id}`, tests), means: meansOf(each.map((other) => other?.stats), `${row.id}:mean`, tests) }];
    }
    if (row.columns) {
      return row.columns.map((column, at) => ({
        label: [row.label, column.label].filter(Boolean).join(", "),
        rows: rowsOf(each.map((other) => other?.columns?.[at]?.choices ?? []), (id) => `${row.id}:${column.id}:${id}`, tests),
        means: null,
      }));
    }
    const means = meansOf(each.map((other) => other?.stats), `${row.id}:mean`, tests);
    return means === null ? [] : [{ label: row.label || null, rows: [], means }];
  });
}

function rowsOf(lists: readonly (readonly ChoiceResult[])[], keyOf: (id: string) => string, { letters, expected_low, explain }: Tests): readonly ComparedRow[] {
  return (lists[0] ?? [])
    .filter(({ deleted, id }) => !deleted || lists.some((list) => (list.find((choice) => choice.id === id)?.count ?? 0) > 0))
    .map(({ id, label }) => {
      const found = lists.map((list) => list.find((choice) => choice.id === id));
      const [own] = found;
      const cells = found.map((choice, at) => {
        const base = choice?.base ?? 0;
        const difference = at === 0 || base === 0 || !own || own.base === 0 ? null : (choice?.percent ?? 0) - own.percent;
        const found = letters[keyOf(id)]?.[at] ?? "";
        return { count: choice?.count ?? 0, percent: choice?.percent ?? 0, base, letters: found, meanings: explain(found, at), difference };
      });
      return { id, label, cells, untested: expected_low.includes(keyOf(id)) };
    });
}

function meansOf(stats: readonly ({ readonly n: number; readonly mean: number } | null | undefined)[], key: string, { letters, has_mean, explain }: Tests): readonly ComparedMean[] | null {
  if (!has_mean || !stats.some((own) => own && own.n > 0)) return null;
  return stats.map((own, at) => {
    const found = letters[key]?.[at] ?? "";
    return { mean: own && own.n > 0 ? own.mean : null, letters: found, meanings: explain(found, at) };
  });
}
