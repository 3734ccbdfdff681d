// The table of a crosstab. Arrows move from cell to cell; a hidden text says in words what the letters of a cell mean.

import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { Button } from "../../ui/index.ts";
import { MEASURES, type CrosstabState } from "../url_state.ts";
import { fileName } from "../../text.ts";
import { saveBlob, saveText } from "../documents.ts";
import { type CrossMean, type CrosstabModel, type Meaning, crosstabCells, csvOf } from "../models/crosstab.ts";
import { type CellPlace, moved, within } from "../models/grid.ts";
import { parts } from "../rules.ts";
import { describe } from "../wording.ts";
import { useWorkbench } from "../context.ts";
import { f, t } from "../words.ts";
import { Toggle } from "./Toggle.tsx";

interface CrosstabTableProps {
  readonly model: CrosstabModel;
  readonly crosstab: CrosstabState;
  readonly isCount: boolean;
}

export function CrosstabTable({ model, crosstab, isCount }: CrosstabTableProps) {
  const workbench = useWorkbench();
  const m = t().crosstab;
  const { blocks, columns, rows, means, base } = model;
  const table = useRef<HTMLTableElement>(null);
  const [chosen, setChosen] = useState<CellPlace>({ row: 0, column: 0 });
  const last = { row: rows.length - (means === null ? 1 : 0), column: columns.length };
  // Another table may have fewer cells: one of those that it has can always be reached by the tab key.
  const active = within(chosen, last);
  const [hasMoved, setMoved] = useState(false);
  useLayoutEffect(() => {
    if (hasMoved) table.current?.querySelector<HTMLElement>("td[tabindex='0']")?.focus();
  }, [chosen.row, chosen.column]);
  const keydown = (event: KeyboardEvent) => {
    const next = moved(event, active, last);
    if (next === null) return;
    event.preventDefault();
    setMoved(true);
    setChosen(next);
  };
  const notes = notesOf(model, crosstab);
  const cells = () => {
    const { rule } = workbench.state.value;
    const rules = parts(rule).length === 0 ? [] : [`${t().print.rules}: ${describe(rule, workbench.index.value, { zoned: true })}`];
    // The name of a group may be cut, and has no zone.
    const groups = crosstab.banners.flatMap((banner) => ("groups" in banner ? banner.groups.map(({ name, rule }) => `${name}: ${describe(rule, workbench.index.value, { zoned: true })}`) : []));
    return [...crosstabCells(model, { total: m.total, base: m.base, mean: t().scores.mean, meanBase: m.meanBase, letters: m.letters }, isCount), [], ...[...rules, ...groups, ...notes].map((note) => [note])];
  };
  const saveSheet = async () => saveBlob(await (await import("../datasets.ts")).sheetFile(t().tabs.crosstab, cells()), fileName("crosstab", "xlsx"));
  const show = (cell: { readonly count: number; readonly percent: number }, of: number) => (isCount ? f().count(cell.count) : f().percent(cell.percent, of));
  const mean = ({ mean }: CrossMean) => (mean === null ? "–" : f().fixed(mean, 2));
  const cellProps = (row: number, column: number) => ({ tabIndex: active.row === row && active.column === column ? 0 : -1, onFocus: () => setChosen({ row, column }) });
  return (
    <>
      <div class="summary-tools">
        <Toggle label={t().measure.label} value={isCount ? "count" : "percent"} options={MEASURES.filter((value) => value !== "all").map((value) => [value, value === "percent" ? m.columnPercent : t().measure.count] as const)} onChoose={(measure) => workbench.go({ measure }, "replace")} />
        <div class="table-tools">
          <Button weight="quiet" onClick={() => saveText(csvOf(cells()), "crosstab", "csv")}>
            {m.csv}
          </Button>
          <Button weight="quiet" onClick={() => void saveSheet().catch((error: unknown) => (workbench.problem.value = error))}>
            {m.xlsx}
          </Button>
        </div>
      </div>
      <div class="scroll crosstab-scroll">
        <table class="crosstab" role="grid" aria-label={t().tabs.crosstab} ref={table} onKeyDown={keydown}>
          <thead>
            <tr>
              <td class="corner" rowSpan={2} />
              <th class="total" scope="col" rowSpan={2}>
                {m.total}
                <span class="base">{t().figure.base(base, f().count(base))}</span>
              </th>
              {blocks.map((block, at) => (
                <th key={at} class="block" scope="colgroup" colSpan={Math.max(1, block.columns.length)}>
                  <bdi class="clamp">{block.title}</bdi>
                </th>
              ))}
            </tr>
            <tr>
              {columns.map((column, at) => (
                <th key={at} scope="col" class={column.first ? "first" : undefined}>
                  <bdi class="clamp">{column.label}</bdi>
                  {column.letter !== null && <span class="letter">{column.letter}</span>}
                  <span class="base">{t().figure.base(column.base, f().count(column.base))}</span>
                  {column.small && <span class="tag warn">{m.smallBase}</span>}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, at) => (
              <tr key={row.id}>
                <th scope="row">
                  <bdi class="clamp">
                    {row.untested && <FewExpected />}
                    {row.label}
                  </bdi>
                </th>
                <td class="number total" {...cellProps(at, 0)}>
                  {show(row.total, base)}
                </td>
                {row.cells.map((cell, place) => (
                  <td key={place} class={columns[place]?.first ? "number first" : "number"} {...cellProps(at, place + 1)}>
                    {show(cell, columns[place]?.base ?? 0)}
                    <Letters {...cell} />
                  </td>
                ))}
              </tr>
            ))}
            {means !== null && (
              <tr class="means">
                <th scope="row">{t().scores.mean}</th>
                <td class="number total" {...cellProps(rows.length, 0)}>
                  {mean(means.total)}
                  <MeanBase {...means.total} />
                </td>
                {means.cells.map((cell, place) => (
                  <td key={place} class={columns[place]?.first ? "number first" : "number"} {...cellProps(rows.length, place + 1)}>
                    {mean(cell)}
                    <Letters {...cell} />
                    <MeanBase {...cell} />
                  </td>
                ))}
              </tr>
            )}
          </tbody>
        </table>
      </div>
      <ul class="notes">
        {notes.map((note) => (
          <li key={note}>{note}</li>
        ))}
      </ul>
    </>
  );
}

/** The base of a mean where it is not the one of the column. */
function MeanBase({ base }: CrossMean) {
  return base === null ? null : <span class="base">{t().figure.base(base, f().count(base))}</span>;
}

/** Letters, with what they mean as a title and for screen readers. */
export function Letters({ letters, meanings }: { readonly letters: string; readonly meanings: readonly Meaning[] }) {
  if (letters === "") return null;
  const meaning = meanings.map(({ column, other, level }) => t().crosstab.higher(column, other, f().percent(level, 0))).join("; ");
  return (
    <>
      <span class="letters" aria-hidden="true" title={meaning}>
        {letters}
      </span>
      <span class="visually-hidden">{meaning}</span>
    </>
  );
}

/** The mark of a row of which some columns or groups are not tested. */
export function FewExpected() {
  return (
    <span class="hint" title={t().crosstab.fewExpected}>
      <span aria-hidden="true">†</span>
      <span class="visually-hidden">{t().crosstab.fewExpected}</span>{" "}
    </span>
  );
}

/** How the letters were computed, and why some are absent: needed to repeat the table. */
function notesOf(model: CrosstabModel, crosstab: CrosstabState): readonly string[] {
  const m = t().crosstab;
  const [first = 95, second] = crosstab.confidence;
  const percent = (level: number) => f().percent(level, 0);
  const comparisons = model.comparisons * model.rows.length;
  const tested = model.blocks.filter((block) => block.tested);
  const corrected = tested.length > 1 ? m.correctedEach(f().list(tested.map((block) => `${block.title}: ${f().count(block.comparisons)}`))) : m.corrected(f().count(model.comparisons));
  return [
    ...model.chi.map(({ title, statistic, df, p, v, warning }) => {
      const test = m.chi(title, f().fixed(statistic, 2), f().count(df), p < 0.001 ? m.tiny : `p = ${f().fixed(p, 3)}`, f().fixed(v, 2));
      return warning ? `${test} ${m.chiWarning}` : test;
    }),
    ...(model.comparisons > 0 ? [m.test(percent(first), second === undefined ? null : percent(second), f().count(crosstab.min_base))] : []),
    ...(model.comparisons > 1 ? [crosstab.bonferroni ? corrected : m.chance(f().count(comparisons), f().count(Math.round((comparisons * (100 - first)) / 100)))] : []),
    ...(model.rows.some(({ untested }) => untested) ? [`† ${m.fewExpected}`] : []),
    ...model.notes.flatMap((code) => m.notes[code] ?? []),
  ];
}
