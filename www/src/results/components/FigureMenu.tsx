// What can be done with a figure: see its table, tabulate it, see it over time, save it as a picture.

import type { Measure } from "../url_state.ts";
import type { Figure } from "../models/figure.ts";
import { targets } from "../models/targets.ts";
import { useWorkbench } from "../context.ts";
import { t } from "../words.ts";
import { Menu } from "./Menu.tsx";
import { savePicture } from "../documents.ts";
import type { PictureCaption } from "../picture.ts";
import { ownRules, parts } from "../rules.ts";
import { describe } from "../wording.ts";
import type { Workbench } from "../workbench.ts";

interface FigureMenuProps {
  readonly figure: Figure;
  readonly measure: Measure;
  readonly asTable: boolean;
  readonly onTable: () => void;
}

export function FigureMenu({ figure, measure, asTable, onTable }: FigureMenuProps) {
  const workbench = useWorkbench();
  const m = t().figure.menu;
  const { part } = figure;
  const hasBars = part.kind === "bars" || part.kind === "filled" || (part.kind === "stats" && part.rows.some(({ bins = [] }) => bins.length > 1));
  const isChart = hasBars || part.kind === "grids";
  const save = (format: "svg" | "png") => void savePicture(figure, measure, captionOf(workbench, figure), format).catch((error: unknown) => (workbench.problem.value = error));
  return (
    <Menu
      label={m.label(figure.number)}
      quiet
      items={[
        hasBars ? { label: asTable ? m.chart : m.table, keys: "t", act: onTable } : null,
        isTabulable(figure) ? { label: m.crosstab, keys: "x", act: () => tabulate(workbench, figure) } : null,
        figure.scores.length > 0 ? { label: m.time, act: () => workbench.go({ tab: "time", question: figure.id, row: null }) } : null,
        isChart ? { label: m.svg, act: () => save("svg") } : null,
        isChart ? { label: m.png, act: () => save("png") } : null,
      ]}
    />
  );
}

/** The rules of a figure's own numbers: its bars filter the others. */
function captionOf(workbench: Workbench, { id }: Figure): PictureCaption {
  const { rule } = workbench.state.value;
  const own = ownRules(rule)[id] ?? rule;
  const index = workbench.index.value;
  return { rules: parts(own).length === 0 ? null : describe(own, index, { zoned: true }), isDeleted: index?.question(id)?.deleted === true };
}

/** Whether the question can be the rows of a crosstab. */
export function isTabulable({ part }: Figure): boolean {
  return part.kind === "bars" || (part.kind === "grids" && part.grids.some(({ rows }) => rows.length > 0));
}

/** Opens the crosstab of a figure's question, or of its first row or cell that is not deleted. */
export function tabulate(workbench: Workbench, { id }: Figure): void {
  const index = workbench.index.value;
  const stub = (index && targets(index).find(({ stub }) => stub.question === id)?.stub) ?? null;
  workbench.go({ tab: "crosstab", crosstab: { ...workbench.state.value.crosstab, stub } });
}
