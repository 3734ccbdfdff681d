// A question's figure in its card: number, heading, base, chart or table, notes, and what can be done with it.

import { useState } from "preact/hooks";
import { copyText } from "../../ui/index.ts";
import type { Measure } from "../url_state.ts";
import { baseOf } from "../figure_text.ts";
import { tabbedOf } from "../models/crosstab.ts";
import { type Figure, cellsOf } from "../models/figure.ts";
import { keyOf, keysOn } from "../keys.ts";
import { useWorkbench } from "../context.ts";
import { f, t } from "../words.ts";
import { FigureMenu, isTabulable, tabulate } from "./FigureMenu.tsx";
import { Notes, Scores } from "./FigureNotes.tsx";
import { FigurePart } from "./FigurePart.tsx";
import { headingId } from "./PrintContents.tsx";
import { TextSample } from "./TextSample.tsx";
import { SurveyText } from "./Parts.tsx";

interface FigureCardProps {
  readonly figure: Figure;
  readonly measure: Measure;
}

export function FigureCard({ figure, measure }: FigureCardProps) {
  const [asTable, setTable] = useState(false);
  const workbench = useWorkbench();
  const heading = headingId(figure.id);
  const keydown = (event: KeyboardEvent) => {
    const isField = event.target instanceof Element && event.target.closest("input, select, textarea") !== null;
    if (!keysOn.value || isField || event.metaKey || event.ctrlKey || event.altKey) return;
    const key = keyOf(event);
    if (key === "t") setTable(!asTable);
    else if (key === "c") void copyText(tabbed(figure, measure)).catch((error: unknown) => (workbench.problem.value = error));
    else if (key === "x" && isTabulable(figure)) tabulate(workbench, figure);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <section class="figure panel" data-figure={figure.id} data-kind={figure.part.kind} tabIndex={-1} aria-labelledby={heading} onKeyDown={keydown}>
      <header>
        <h2 id={heading}>
          <span class="figure-number">{f().count(figure.number)}</span>
          <SurveyText clamp title={figure.title.length > 160 ? figure.title : undefined}>
            {figure.title}
          </SurveyText>
          {workbench.index.value?.question(figure.id)?.deleted && <span class="tag">{t().figure.deleted}</span>}
        </h2>
        <FigureMenu figure={figure} measure={measure} asTable={asTable} onTable={() => setTable(!asTable)} />
      </header>
      <p class="base">{baseOf(figure)}</p>
      <Scores scores={figure.scores} />
      <Content figure={figure} measure={measure} asTable={asTable} />
      <Notes notes={figure.notes} />
    </section>
  );
}

/** The numbers for a spreadsheet. Where the bars show counts, percentages are of those who answered. */
function tabbed(figure: Figure, measure: Measure): string {
  const { n, answer } = t().figure;
  const { mean, median, std } = t().scores;
  const base = measure === "all" ? "all" : "percent";
  return tabbedOf(cellsOf(figure, base, { n, answer, count: t().measure.count, percent: t().measure[base], mean, median, std }));
}

function Content({ figure, measure, asTable }: FigureCardProps & { readonly asTable: boolean }) {
  const workbench = useWorkbench();
  if (figure.n === 0) return <p class="hint">{t().figure.unanswered}</p>;
  // The service's own numbers have no rows of entered numbers.
  if (figure.part.kind === "stats" && figure.part.rows.length === 0 && workbench.origin.value === "service") return <p class="hint">{t().figure.rowsLater}</p>;
  if (figure.part.kind === "texts") return <TextSample figure={figure} count={figure.part.count ?? 0} />;
  return <FigurePart figure={figure} measure={measure} asTable={asTable} />;
}
