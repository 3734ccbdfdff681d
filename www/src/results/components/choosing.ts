// Filtering by a click on a bar: the choice or range alone, or added with ⌘, Ctrl or ⇧; clicked again, it is taken out.

import { useContext } from "preact/hooks";
import type { Bar } from "../models/figure.ts";
import { chosen, chosenPeriod, chosenRange, isWithin, toggleChoice, togglePeriod, toggleRange } from "../rules.ts";
import type { Bin, DateHistogram, QuestionPart, Rule } from "../types.ts";
import { WorkbenchContext } from "../context.ts";

interface Where {
  readonly question: string;
  /** The row; `only` is the single row of a question. */
  readonly row?: string | undefined;
  readonly column?: string | undefined;
}

export interface Choosing {
  /** Whether bars can be clicked here. */
  readonly can: boolean;
  /** Whether some choice of this part of the question is chosen. */
  readonly isAny: boolean;
  has(choice: string): boolean;
  click(bar: Bar, event: MouseEvent | KeyboardEvent): void;
}

/** Bars that cannot be clicked. */
export const STILL: Choosing = { can: false, isAny: false, has: () => false, click: () => {} };

export function useChoosing(where: Where, isStill: boolean): Choosing {
  const workbench = useContext(WorkbenchContext);
  if (isStill || workbench === null) return STILL;
  const row = where.row === "only" ? workbench.index.value?.question(where.question)?.rows.find(({ deleted }) => !deleted)?.id : where.row;
  const part: QuestionPart = { question: where.question, row, column: where.column };
  const on = chosen(workbench.state.value.rule, part);
  return {
    can: true,
    isAny: on.length > 0,
    has: (choice) => on.includes(choice),
    click(bar, event) {
      if (bar.count === 0) return;
      // The button in a row and the row itself have the same meaning: the click counts once.
      event.stopPropagation();
      const adding = event.metaKey || event.ctrlKey || event.shiftKey;
      workbench.go({ rule: toggleChoice(workbench.state.value.rule, part, bar.id, adding) });
    },
  };
}

/** The same for the bins of a histogram, each with the place in the list as its id. */
export function useRanging({ question, row }: Where, bins: readonly Bin[], isStill: boolean): Choosing {
  const part: QuestionPart = { question, row };
  return useIntervals(isStill, {
    chosen: (rule) => chosenRange(rule, part),
    of(id) {
      const { min, max } = bins[Number(id)] ?? {};
      return min == null || max == null ? undefined : { min, max };
    },
    isIn: ({ min, max }, on) => min >= (on.min ?? -Infinity) && max <= (on.max ?? Infinity),
    toggle: (rule, range, adding) => toggleRange(rule, part, range, adding),
  });
}

/** The same for the periods of a histogram of dates, each with its start as its id. */
export function useDating({ question, row }: Where, dates: DateHistogram | undefined, isStill: boolean): Choosing {
  const part: QuestionPart = { question, row };
  return useIntervals(isStill, {
    chosen: (rule) => chosenPeriod(rule, part),
    of: (id) => dates?.bins.find(({ from, count }) => from === id && count > 0),
    isIn: isWithin,
    toggle: (rule, period, adding) => togglePeriod(rule, part, period, adding),
  });
}

/** An interval of which an end may be left out. */
type Open<Interval> = { readonly [End in keyof Interval]?: Interval[End] | undefined };

/** What bars of intervals filter by. */
interface Intervals<Interval> {
  chosen(rule: Rule): Open<Interval> | undefined;
  /** The interval of a bar; undefined if there is nothing in it to filter by. */
  of(id: string): Interval | undefined;
  isIn(interval: Interval, on: Open<Interval>): boolean;
  toggle(rule: Rule, interval: Interval, adding: boolean): Rule;
}

function useIntervals<Interval>(isStill: boolean, { chosen, of, isIn, toggle }: Intervals<Interval>): Choosing {
  const workbench = useContext(WorkbenchContext);
  if (isStill || workbench === null) return STILL;
  const on = chosen(workbench.state.value.rule);
  return {
    can: true,
    isAny: on !== undefined,
    has(id) {
      const interval = of(id);
      return on !== undefined && interval !== undefined && isIn(interval, on);
    },
    click(bar, event) {
      const interval = of(bar.id);
      if (interval === undefined) return;
      event.stopPropagation();
      const adding = event.metaKey || event.ctrlKey || event.shiftKey;
      workbench.go({ rule: toggle(workbench.state.value.rule, interval, adding) });
    },
  };
}
