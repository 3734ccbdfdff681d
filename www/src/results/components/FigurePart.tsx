// The chart of a figure.

import { breadth } from "../../documents/svg_text.ts";
import type { Measure } from "../url_state.ts";
import { barsOfDates, shown } from "../figure_text.ts";
import { type Bar, type Figure, type FilledRow, type Grid, type StatsRow, share } from "../models/figure.ts";
import { f, t } from "../words.ts";
import { Bars } from "./Bars.tsx";
import { STILL, useChoosing, useDating } from "./choosing.ts";
import { Histogram } from "./Histogram.tsx";
import { NpsStrip } from "./NpsStrip.tsx";
import { SurveyText } from "./Parts.tsx";

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
          <ChoiceBars {...props} bars={part.bars} />
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
      return (
        <>
          {part.rows.map((row) => (
            <Histogram key={row.id} {...props} row={row} isOnly={part.rows.length === 1} />
          ))}
          <StatsTable figure={figure} rows={part.rows} />
        </>
      );
    case "filled":
      return (
        <>
          {part.rows.map((row) => (
            <DateBars key={row.id} {...props} row={row} isOnly={part.rows.length === 1} />
          ))}
          {!isShown(part.rows, figure) && <Bars {...props} bars={part.rows.map(({ id, label, count }) => ({ id, label, count, base: figure.n }))} choosing={STILL} />}
        </>
      );
    case "texts":
      return <p class="hint">{t().figure.texts(part.count ?? 0, f().count(part.count ?? 0))}</p>;
    case "files":
      return <p class="hint">{t().figure.files(part.count ?? 0, f().count(part.count ?? 0))}</p>;
  }
}

/** Whether the dates of the only row are drawn: how many there are is the base, which is above them. */
function isShown(rows: readonly FilledRow[], figure: Figure): boolean {
  const [only, ...others] = rows;
  return only !== undefined && others.length === 0 && only.count === figure.n && barsOfDates(only, figure).length > 0;
}

/** The dates of a row as bars, one for each period. */
function DateBars({ row, isOnly, isStill = false, ...props }: PartProps & { readonly row: FilledRow; readonly isOnly: boolean }) {
  const bars = barsOfDates(row, props.figure);
  const choosing = useDating({ question: props.figure.id, row: row.id }, row.dates, isStill);
  if (bars.length === 0) return null;
  return <Bars {...props} bars={bars} isOrdered areSpans choosing={choosing} caption={isOnly ? undefined : row.label} />;
}

function ChoiceBars({ isStill = false, ...props }: PartProps & { readonly bars: readonly Bar[] }) {
  const choosing = useChoosing({ question: props.figure.id, row: onlyRow(props.figure) }, isStill);
  return <Bars {...props} choosing={choosing} />;
}

/** A rating of one row is drawn as bars: a click on one means the row. */
function onlyRow({ family, subtype }: Figure): string | undefined | "only" {
  return family === "matrix" && subtype !== "menu" ? "only" : undefined;
}

interface GridTableProps extends PartProps {
  readonly grid: Grid;
  readonly isRamp: boolean;
}

/** The breadth of the headings that fit side by side on a printed page, beside the labels of the rows. */
const PRINTED = 95;

/** Whether a printed page is too narrow for the table: no word of a heading is broken, and no percentage. */
function isWide(headings: readonly string[]): boolean {
  const widths = headings.map((heading) => 1.5 + Math.max(6, ...heading.split(/\s+/).map(breadth)));
  return widths.reduce((sum, width) => sum + width, 0) > PRINTED;
}

/** Rows by choices. A cell is shaded by its share; the number is in it, so that colour is never alone. */
function GridTable({ figure, measure, grid, isRamp, isStill = false }: GridTableProps) {
  const head = grid.rows[0]?.cells ?? [];
  const hasMean = grid.rows.some(({ mean }) => mean !== null);
  const hasPlace = grid.rows.some(({ place }) => place !== null);
  const { place, mean } = t().scores;
  const { n } = t().figure;
  const isTooWide = isWide([...head.map(({ label }) => label), ...(hasPlace ? [place] : []), ...(hasMean ? [mean] : []), n]);
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label={grid.label ?? figure.title}>
      <table class={["grid", isRamp && "ramp", isTooWide && "wide"].filter(Boolean).join(" ")}>
        <caption class={grid.label === null ? "visually-hidden" : undefined}>
          {grid.label ?? figure.title}
          {grid.deleted && <span class="tag">{t().figure.deleted}</span>}
        </caption>
        <thead>
          <tr>
            <td />
            {head.map(({ id, label }) => (
              <th key={id} scope="col">
                <SurveyText clamp>{label}</SurveyText>
              </th>
            ))}
            {hasPlace && <th scope="col" title={t().scores.explained.place}>{place}</th>}
            {hasMean && <th scope="col">{mean}</th>}
            <th scope="col">{n}</th>
          </tr>
        </thead>
        <tbody>
          {grid.rows.map((row) => (
            <tr key={row.id} class={row.deleted ? "deleted" : undefined}>
              <th scope="row">
                <SurveyText clamp>{row.label}</SurveyText>
              </th>
              {row.cells.map((cell) => (
                <GridCell key={cell.id} figure={figure} measure={measure} cell={cell} row={row.id} column={grid.id} isStill={isStill} />
              ))}
              {hasPlace && <td class="number strong" data-heading={place}>{row.place === null ? "–" : f().fixed(row.place, 2)}</td>}
              {hasMean && <td class="number strong" data-heading={mean}>{row.mean === null ? "–" : f().fixed(row.mean, 2)}</td>}
              <td class="number muted" data-heading={n}>{row.base === null ? t().figure.hidden : f().count(row.base)}</td>
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
    <td class={on ? "number heat chosen" : "number heat"} data-step={cell.count === null ? undefined : step} data-heading={cell.label}>
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
              <td class="number muted">{f().count(row.n)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
