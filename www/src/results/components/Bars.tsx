// A bar chart: a table with one row a choice, whose numbers are read like those of any table.

import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { Button } from "../../ui/Button.tsx";
import type { Measure } from "../url_state.ts";
import { shown } from "../figure_text.ts";
import { type Bar, type Figure, share } from "../models/figure.ts";
import { isPrinting } from "../printing.ts";
import { f, t } from "../words.ts";
import type { Choosing } from "./choosing.ts";
import { useGrown } from "./grown.ts";
import { FIRST } from "./heights.ts";
import { SurveyText } from "./Parts.tsx";

export interface BarsProps {
  readonly figure: Figure;
  readonly measure: Measure;
  readonly asTable: boolean;
  readonly bars: readonly Bar[];
  readonly choosing: Choosing;
  /** Whether the bars have an order that is kept, and all of them are shown. */
  readonly isOrdered?: boolean;
  /** Whether the bars are spans of time or of numbers, which are in the language of the page. */
  readonly areSpans?: boolean;
  /** A heading that is seen; without it the table has the figure's title for readers of the screen. */
  readonly caption?: string | undefined;
}

export function Bars({ figure, measure, asTable, bars, choosing, isOrdered = false, areSpans = false, caption }: BarsProps) {
  const [isAll, setAll] = useState(false);
  const isLong = !isOrdered && bars.length > FIRST + 3;
  const visible = isLong && !isAll && !isPrinting.value ? [...bars].sort((a, b) => (b.count ?? 0) - (a.count ?? 0)).slice(0, FIRST) : bars;
  const width = widthOf(bars, figure, measure);
  const grown = useGrown(bars);
  return (
    <>
      <table class={asTable ? "bars as-table" : "bars"}>
        <caption class={caption === undefined ? "visually-hidden" : undefined}>{caption ?? figure.title}</caption>
        <thead class={asTable ? undefined : "visually-hidden"}>
          <tr>
            <th scope="col">{t().figure.answer}</th>
            {!asTable && <td />}
            <th scope="col">{asTable ? t().measure.count : t().measure[measure]}</th>
            {asTable && <th scope="col">{t().measure.percent}</th>}
            {asTable && figure.in_view !== null && <th scope="col">{t().measure.all}</th>}
          </tr>
        </thead>
        <tbody>
          {visible.map((bar) => {
            const on = choosing.has(bar.id);
            return (
              <tr key={bar.id} class={rowClass(bar, on, choosing.isAny)} data-clickable={choosing.can && bar.count !== 0 ? "" : undefined} onClick={(event) => choosing.click(bar, event)}>
                <th scope="row">
                  <BarLabel bar={bar} on={on} choosing={choosing} text={labelOf(bar, figure, areSpans)} />
                </th>
                {!asTable && (
                  <td class="bar-cell">
                    <span key={grown.ids.has(bar.id) ? grown.times : 0} class={grown.ids.has(bar.id) ? "fill grown" : "fill"} style={{ inlineSize: `${width(bar)}%` }} />
                  </td>
                )}
                <td class="number">{asTable ? shown(bar, figure, "count") : shown(bar, figure, measure)}</td>
                {asTable && <td class="number">{shown(bar, figure, "percent")}</td>}
                {asTable && figure.in_view !== null && <td class="number">{shown(bar, figure, "all")}</td>}
              </tr>
            );
          })}
        </tbody>
      </table>
      {isLong && (
        <Button weight="quiet" onClick={() => setAll(!isAll)}>
          {isAll ? t().figure.fewer(f().count(FIRST)) : t().figure.showAll(f().count(bars.length))}
        </Button>
      )}
    </>
  );
}

function rowClass(bar: Bar, on: boolean, isAny: boolean): string | undefined {
  return [on ? "chosen" : isAny ? "unchosen" : "", bar.deleted ? "deleted" : "", bar.count === null ? "hidden-count" : ""].filter(Boolean).join(" ") || undefined;
}

/** Counts are drawn in proportion to the largest, percentages to the whole, so that 100 % fills the row. */
function widthOf(bars: readonly Bar[], figure: Figure, measure: Measure): (bar: Bar) => number {
  const largest = Math.max(1, ...bars.map(({ count }) => count ?? 0));
  return (bar) => (measure === "count" ? (100 * (bar.count ?? 0)) / largest : Math.min(100, share(bar, figure, measure) ?? 0));
}

interface BarLabelProps {
  readonly bar: Bar;
  readonly on: boolean;
  readonly choosing: Choosing;
  readonly text: ComponentChildren;
}

/** A choice has the survey's language; spans, and numbers of stars, have that of the page. */
function labelOf({ label }: Bar, { stars }: Figure, areSpans: boolean): ComponentChildren {
  const areStars = stars && /^\d+$/.test(label);
  if (areStars || areSpans) return <bdi class="clamp">{areStars ? t().figure.stars(Number(label)) : label}</bdi>;
  return <SurveyText clamp>{label}</SurveyText>;
}

function BarLabel({ bar, on, choosing, text }: BarLabelProps) {
  const tags = (
    <>
      {bar.deleted && <span class="tag">{t().figure.deleted}</span>}
      {bar.na && <span class="tag">{t().figure.na}</span>}
    </>
  );
  if (!choosing.can || bar.count === 0) {
    return (
      <span class="bar-label still">
        {text} {tags}
      </span>
    );
  }
  return (
    <button type="button" class="bar-label" aria-pressed={on} onClick={(event) => choosing.click(bar, event)} onKeyDown={(event) => {
        // With Ctrl, browsers press a button by the space bar alone.
        if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || event.repeat) return;
        event.preventDefault();
        choosing.click(bar, event);
      }}>
      {text} {tags}
    </button>
  );
}
