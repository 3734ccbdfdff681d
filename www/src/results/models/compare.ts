// The view model of a comparison: for each choice the groups side by side, with differences in points to the first.

import type { ChoiceResult, Comparison, QuestionResults } from "../types.ts";

export interface ComparedCell {
  readonly count: number;
  readonly percent: number;
  readonly base: number;
  readonly letters: string;
  /** Points above or below the first group; null for itself and without a base. */
  readonly difference: number | null;
}

export interface ComparedRow {
  readonly id: string;
  readonly label: string;
  readonly cells: readonly ComparedCell[];
}

export interface ComparedTable {
  readonly label: string | null;
  readonly rows: readonly ComparedRow[];
  readonly means: readonly ComparedMean[] | null;
}

export interface ComparedMean {
  readonly mean: number | null;
  readonly letters: string;
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
  return { ...comparison, questions: comparison.questions.map((question) => ({ ...question, letters: {} })) };
}

/** The figures of a comparison. Questions without choices, numbers or places have nothing to compare but how many answered. */
export function comparedOf({ questions }: Comparison): readonly ComparedFigure[] {
  return questions.map((question) => {
    const { groups, letters } = question;
    return {
      id: question.id,
      number: question.number,
      title: question.heading,
      bases: groups.map(({ answered }) => answered),
      tables: groups.some(({ nps }) => nps) ? tablesOf(groups, letters).map((table) => ({ ...table, means: null })) : tablesOf(groups, letters),
      scores: groups.some(({ nps }) => nps) ? groups.map(({ nps }) => (nps && nps.n > 0 ? nps.score : null)) : null,
    };
  });
}

type Letters = Comparison["questions"][number]["letters"];

function tablesOf(groups: readonly QuestionResults[], letters: Letters): readonly ComparedTable[] {
  const [first] = groups;
  if (first === undefined) return [];
  if (first.choices) {
    const others = groups.map(({ other, answered }): ChoiceResult | null => (other?.is_choice ? { ...other, base: answered, weight: null, is_na: false, deleted: false } : null));
    const lists = groups.map(({ choices = [] }, at) => [...choices, ...(others[at] ? [others[at]] : [])]);
    return [{ label: null, rows: rowsOf(lists, (id) => letters[id]), means: meansOf(groups.map(({ stats }) => stats), letters["mean"]) }];
  }
  const rows = first.rows ?? [];
  if (rows.length === 0) {
    // A slider has one number.
    const means = meansOf(groups.map(({ stats }) => stats), letters["mean"]);
    return means === null ? [] : [{ label: null, rows: [], means }];
  }
  return rows.flatMap((row, place): ComparedTable[] => {
    const own = groups.map((group) => group.rows?.[place]);
    if (row.choices) {
      const lists = own.map((other) => other?.choices ?? []);
      return [{ label: rows.length > 1 ? row.label : null, rows: rowsOf(lists, (id) => letters[`${row.id}:${id}`] ?? letters[id]), means: meansOf(own.map((other) => other?.stats), letters[`${row.id}:mean`]) }];
    }
    if (row.columns) {
      return row.columns.map((column, at) => ({
        label: `${row.label}, ${column.label}`,
        rows: rowsOf(own.map((other) => other?.columns?.[at]?.choices ?? []), (id) => letters[`${row.id}:${column.id}:${id}`]),
        means: null,
      }));
    }
    const means = meansOf(own.map((other) => other?.stats), letters[`${row.id}:mean`]);
    return means === null ? [] : [{ label: row.label, rows: [], means }];
  });
}

function rowsOf(lists: readonly (readonly ChoiceResult[])[], lettersAt: (id: string) => readonly string[] | undefined): readonly ComparedRow[] {
  return (lists[0] ?? [])
    .filter(({ deleted, id }) => !deleted || lists.some((list) => (list.find((choice) => choice.id === id)?.count ?? 0) > 0))
    .map(({ id, label }) => {
      const found = lists.map((list) => list.find((choice) => choice.id === id));
      const [own] = found;
      const cells = found.map((choice, at) => {
        const base = choice?.base ?? 0;
        const difference = at === 0 || base === 0 || !own || own.base === 0 ? null : (choice?.percent ?? 0) - own.percent;
        return { count: choice?.count ?? 0, percent: choice?.percent ?? 0, base, letters: lettersAt(id)?.[at] ?? "", difference };
      });
      return { id, label, cells };
    });
}

function meansOf(stats: readonly ({ readonly n: number; readonly mean: number } | null | undefined)[], letters: readonly string[] | undefined): readonly ComparedMean[] | null {
  if (!stats.some((own) => own && own.n > 0)) return null;
  return stats.map((own, at) => ({ mean: own && own.n > 0 ? own.mean : null, letters: letters?.[at] ?? "" }));
}
