// Filtering by a click on a bar: the choice alone, or added with ⌘, Ctrl or ⇧; clicked again, it is taken out.

import { useContext } from "preact/hooks";
import type { Bar } from "../models/figure.ts";
import { type Place, chosen, toggleChoice } from "../rules.ts";
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
  /** Whether some choice of this place is chosen. */
  readonly isAny: boolean;
  has(choice: string): boolean;
  click(bar: Bar, event: MouseEvent): void;
}

const STILL: Choosing = { can: false, isAny: false, has: () => false, click: () => {} };

export function useChoosing(where: Where, isStill: boolean): Choosing {
  const workbench = useContext(WorkbenchContext);
  if (isStill || workbench === null) return STILL;
  const row = where.row === "only" ? workbench.index.value?.question(where.question)?.rows[0]?.id : where.row;
  const place: Place = { question: where.question, row, column: where.column };
  const on = chosen(workbench.state.value.rule, place);
  return {
    can: true,
    isAny: on.length > 0,
    has: (choice) => on.includes(choice),
    click(bar, event) {
      if (bar.count === 0) return;
      // The button in a row and the row itself have the same meaning: the click counts once.
      event.stopPropagation();
      const adding = event.metaKey || event.ctrlKey || event.shiftKey;
      workbench.go({ rule: toggleChoice(workbench.state.value.rule, place, bar.id, adding) });
    },
  };
}
