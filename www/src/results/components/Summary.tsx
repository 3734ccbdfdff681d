// The summary: a figure for each question, in the order of the survey.

import { useMemo, useRef } from "preact/hooks";
import { Notice } from "../../ui/index.ts";
import { useAnswer } from "../answer.ts";
import { MEASURES, type Measure } from "../url_state.ts";
import { useKeys } from "../keys.ts";
import type { Index } from "../design.ts";
import { type Figure, figureOf } from "../models/figure.ts";
import { ownRules, serviceFilters } from "../rules.ts";
import type { SurveyResults } from "../types.ts";
import { useWorkbench } from "../context.ts";
import { f, t } from "../words.ts";
import { FigureCard } from "./FigureCard.tsx";
import { Near } from "./Near.tsx";
import { Partly, Waiting } from "./Parts.tsx";
import { PrintContents } from "./PrintContents.tsx";
import { Toggle } from "./Toggle.tsx";
import { reserved } from "./heights.ts";

/** The results of the view: from the responses if they decide it, and otherwise the service's own. */
function useSummary(): { readonly results: SurveyResults | null; readonly stale: boolean; readonly isLocal: boolean; readonly error: unknown } {
  const workbench = useWorkbench();
  const { rule } = workbench.state.value;
  const view = workbench.view.value;
  const isHeld = (workbench.sync.value?.held ?? 0) > 0;
  const asks = JSON.stringify(rule);
  const served = workbench.serviceCounts.rollups.value;
  const isServed = workbench.origin.value === "service" && served !== null;
  const local = useAnswer(`${asks} ${workbench.version.value}`, view !== null && isHeld && !isServed ? () => view.summary({ own: ownRules(rule) }) : null);
  // The service's numbers stay until the first ones from the responses are there: both are the same.
  const isWaiting = local.value === null && local.error === null && served?.rule === asks;
  if (served !== null && (isServed || isWaiting)) return { results: served.results, stale: served.rule !== asks, isLocal: false, error: null };
  return { results: local.value, stale: local.stale, isLocal: true, error: local.error };
}

export function Summary() {
  const workbench = useWorkbench();
  const list = useRef<HTMLDivElement>(null);
  const { results, stale, isLocal, error } = useSummary();
  const index = workbench.index.value;
  const { measure, rule } = workbench.state.value;
  const step = (by: number) => focusFigure(list.current, by);
  useKeys({ ArrowDown: () => step(1), ArrowUp: () => step(-1) });
  // What is drawn changes with the results alone, not with each step of a fetch.
  const figures = useMemo(() => (results === null || index === null ? [] : figuresOf(results, index)), [results, index]);
  const cards = useMemo(() => figures.map((figure) => <NearFigure key={figure.id} figure={figure} measure={measure} />), [figures, measure]);
  if (error !== null) return <Notice error={error} />;
  if (results === null || index === null) return <Waiting />;
  // Without responses, the scales and notes of the charts say nothing. Those of a rule that none passes say that.
  const all = isLocal ? results.all : workbench.totalOf(results.all);
  if (all === 0 && figures.length > 0) return <Waiting />;
  const total = workbench.sync.value?.total ?? results.all;
  return (
    <section class={stale ? "summary stale" : "summary"} aria-label={t().tabs.summary}>
      <div class="summary-tools">
        <Toggle label={t().measure.label} value={measure} options={MEASURES.map((value) => [value, t().measure[value]] as const)} onChoose={(value) => workbench.go({ measure: value }, "replace")} />
        {!isLocal && total > 0 && <p class="hint">{serviceFilters(rule) !== null ? t().fromService : null}</p>}
      </div>
      {isLocal && <Partly />}
      <PrintContents figures={figures} />
      <div class="figures" ref={list}>
        {cards}
      </div>
      {figures.length === 0 && <p class="message">{t().noQuestions}</p>}
      <p class="visually-hidden">{t().counts.responses(results.responses, f().count(results.responses))}</p>
    </section>
  );
}

function figuresOf({ questions }: SurveyResults, index: Index): readonly Figure[] {
  const shown = questions.filter(({ kind, visible, answered }) => kind !== "none" && (visible || answered > 0));
  return shown.map((question) => figureOf(question, index.question(question.id)?.stars));
}

function NearFigure({ figure, measure }: { readonly figure: Figure; readonly measure: Measure }) {
  return (
    <Near place={figure.id} height={reserved(figure)}>
      <FigureCard figure={figure} measure={measure} />
    </Near>
  );
}

/** Moves the focus to the figure after or before the one that has it. */
function focusFigure(list: HTMLElement | null, by: number): void {
  const figures = [...(list?.querySelectorAll<HTMLElement>("[data-figure]") ?? [])];
  const at = figures.findIndex((figure) => figure.contains(document.activeElement));
  const next = figures[at < 0 ? (by > 0 ? 0 : -1) : at + by];
  next?.focus();
  next?.scrollIntoView({ block: "nearest" });
}
