// The chart of a figure. A bar chart is a table with one row a choice; its numbers are read like those of any table.

import { useState } from "preact/hooks";
import { Button } from "../../ui/Button.tsx";
import type { Measure } from "../address.ts";
import { shown } from "../figure_text.ts";
import { type Bar, type Figure, type Grid, type StatsRow, share } from "../models/figure.ts";
import { f, t } from "../words.ts";
import { FIRST } from "./heights.ts";
import { useChoosing } from "./choosing.ts";
import { useGrown } from "./grown.ts";
import { NpsStrip } from "./NpsStrip.tsx";

export interface PartProps {
  readonly figure: Figure;
  readonly measure: Measure;
  readonly asTable: boolean;
  /** Whether a click on a bar filters: not on a page without rules. */
  readonly isStill?: boolean;
}

export function FigurePart(props: PartProps) {
  const { figure } = props;
  const { part } = figure;
  switch (part.kind) {
    case "bars":
      return (
        <>
          <NpsStrip figure={figure} />
          <Bars {...props} bars={part.bars} />
        </>
      );
    case "grids":
      return (
        <div class="grids">
          {part.grids.map((grid) => (
            <GridTable key={grid.id ?? ""} {...props} grid={grid} isRamp={part.ramp} />
          ))}
        </div>
      );
    case "stats":
      return <StatsTable figure={figure} rows={part.rows} />;
    case "filled":
      return <Bars {...props} bars={part.rows.map((row) => ({ ...row, base: figure.n }))} isStill />;
    case "texts":
      return <p class="hint">{t().figure.texts(part.count ?? 0, f().n(part.count ?? 0))}</p>;
    case "files":
      return <p class="hint">{t().figure.files(part.count ?? 0, f().n(part.count ?? 0))}</p>;
  }
}

function Bars({ figure, measure, asTable, bars, isStill = false }: PartProps & { readonly bars: readonly Bar[] }) {
  const [isAll, setAll] = useState(false);
  const choosing = useChoosing({ question: figure.id, row: onlyRow(figure) }, isStill);
  const isLong = bars.length > FIRST + 3;
  const visible = isLong && !isAll ? [...bars].sort((a, b) => (b.count ?? 0) - (a.count ?? 0)).slice(0, FIRST) : bars;
  const width = widthOf(bars, figure, measure);
  const grown = useGrown(bars);
  return (
    <>
      <table class={asTable ? "bars as-table" : "bars"}>
        <caption class="visually-hidden">{figure.title}</caption>
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
                  <BarLabel bar={bar} on={on} choosing={choosing} stars={figure.stars} />
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
          {isAll ? t().figure.fewer(f().n(FIRST)) : t().figure.showAll(f().n(bars.length))}
        </Button>
      )}
    </>
  );
}

/** A rating of one row is drawn as bars: a click on one means the row. */
function onlyRow({ family, subtype }: Figure): string | undefined | "only" {
  return family === "matrix" && subtype !== "menu" ? "only" : undefined;
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
  readonly choosing: ReturnType<typeof useChoosing>;
  readonly stars: boolean;
}

function BarLabel({ bar, on, choosing, stars }: BarLabelProps) {
  const text = <bdi class="clamp">{stars && /^\d+$/.test(bar.label) ? t().figure.stars(Number(bar.label)) : bar.label}</bdi>;
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
    <button type="button" class="bar-label" aria-pressed={on} onClick={(event) => choosing.click(bar, event)}>
      {text} {tags}
    </button>
  );
}

interface GridTableProps extends PartProps {
  readonly grid: Grid;
  readonly isRamp: boolean;
}

/** Rows by choices. A cell is shaded by its share; the number is in it, so that colour is never alone. */
function GridTable({ figure, measure, grid, isRamp, isStill = false }: GridTableProps) {
  const head = grid.rows[0]?.cells ?? [];
  const hasMean = grid.rows.some(({ mean }) => mean !== null);
  const hasPlace = grid.rows.some(({ place }) => place !== null);
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label={grid.label ?? figure.title}>
      <table class={isRamp ? "grid ramp" : "grid"}>
        <caption class={grid.label === null ? "visually-hidden" : undefined}>{grid.label ?? figure.title}</caption>
        <thead>
          <tr>
            <td />
            {head.map(({ id, label }) => (
              <th key={id} scope="col">
                <bdi class="clamp">{label}</bdi>
              </th>
            ))}
            {hasPlace && <th scope="col" title={t().scores.explained.place}>{t().scores.place}</th>}
            {hasMean && <th scope="col">{t().scores.mean}</th>}
            <th scope="col">{t().figure.n}</th>
          </tr>
        </thead>
        <tbody>
          {grid.rows.map((row) => (
            <tr key={row.id} class={row.deleted ? "deleted" : undefined}>
              <th scope="row">
                <bdi class="clamp">{row.label}</bdi>
              </th>
              {row.cells.map((cell) => (
                <GridCell key={cell.id} figure={figure} measure={measure} cell={cell} row={row.id} column={grid.id} isStill={isStill} />
              ))}
              {hasPlace && <td class="number strong">{row.place === null ? "–" : f().fixed(row.place, 2)}</td>}
              {hasMean && <td class="number strong">{row.mean === null ? "–" : f().fixed(row.mean, 2)}</td>}
              <td class="number muted">{row.base === null ? t().figure.hidden : f().n(row.base)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface GridCellProps {
  readonly figure: Figure;
  readonly measure: Measure;
  readonly cell: Bar;
  readonly row: string;
  readonly column: string | null;
  readonly isStill: boolean;
}

function GridCell({ figure, measure, cell, row, column, isStill }: GridCellProps) {
  const choosing = useChoosing({ question: figure.id, row, column: column ?? undefined }, isStill);
  const on = choosing.has(cell.id);
  // Seven steps: more shades are hard to distinguish.
  const step = Math.min(6, Math.floor((share(cell, figure, "percent") ?? 0) / (100 / 7)));
  const text = shown(cell, figure, measure);
  return (
    <td class={on ? "number heat chosen" : "number heat"} data-step={cell.count === null ? undefined : step}>
      {choosing.can && cell.count !== 0 ? (
        <button type="button" aria-pressed={on} aria-label={t().figure.cell(cell.label, text)} onClick={(event) => choosing.click(cell, event)}>
          {text}
        </button>
      ) : (
        text
      )}
    </td>
  );
}

function decimal(value: number | null): string {
  return value === null ? "–" : f().fixed(value, Number.isInteger(value) ? 0 : 2);
}

function StatsTable({ figure, rows }: { readonly figure: Figure; readonly rows: readonly StatsRow[] }) {
  const m = t().scores;
  const columns = (["mean", "median", "min", "max", "std"] as const).filter((column) => rows.some((row) => row[column] !== null));
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label={figure.title}>
      <table class="grid stats">
        <caption class="visually-hidden">{figure.title}</caption>
        <thead>
          <tr>
            <td />
            {columns.map((column) => (
              <th key={column} scope="col" title={column === "std" ? m.explained.std : undefined}>
                {m[column]}
              </th>
            ))}
            <th scope="col">{t().figure.n}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              <th scope="row">
                <bdi class="clamp">{row.label ?? t().figure.value}</bdi>
              </th>
              {columns.map((column) => (
                <td key={column} class="number">
                  {row.n === 0 ? "–" : decimal(row[column])}
                </td>
              ))}
              <td class="number muted">{f().n(row.n)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
