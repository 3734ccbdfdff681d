// The table of responses: any number of rows scroll, because only those in the window are drawn.

import { useEffect, useRef, useState } from "preact/hooks";
import { Button, Notice } from "../../ui/index.ts";
import { useAnswer, useSettled } from "../answer.ts";
import { useKeys } from "../keys.ts";
import { isIdentity, shownKeys, sortBy } from "../models/table.ts";
import { PRINTED_ROWS, delayPrinting } from "../printing.ts";
import { useRows } from "../rows.ts";
import type { TableColumn } from "../types.ts";
import { useWorkbench } from "../context.ts";
import { f, t } from "../words.ts";
import { ColumnsDialog } from "./ColumnsDialog.tsx";
import { Fresh, Partly, Waiting, useHeldVersion } from "./Parts.tsx";
import { TableHead } from "./TableHead.tsx";
import { cellText } from "./cells.ts";
import { useTablePlace } from "./table_place.ts";

export function TableTab() {
  const workbench = useWorkbench();
  const view = workbench.view.value;
  const { rule, sort, columns: chosen, search } = workbench.state.value;
  const { version, fresh, isBehind, show } = useHeldVersion(JSON.stringify([rule, sort, chosen, search]));
  const columns = useAnswer(`columns ${version}`, view === null ? null : () => view.columns());
  if (columns.error !== null) return <Notice error={columns.error} />;
  if (view === null || columns.value === null || (workbench.sync.value?.held ?? 0) === 0) return <Waiting />;
  return (
    <>
      <Partly />
      <Fresh fresh={fresh} show={show} next="table.responses td[tabindex='0']" />
      <Sheet columns={columns.value} version={version} renew={isBehind ? show : null} />
    </>
  );
}

interface SheetProps {
  readonly columns: readonly TableColumn[];
  readonly version: number;
  readonly renew: (() => void) | null;
}

function Sheet({ columns, version, renew }: SheetProps) {
  const workbench = useWorkbench();
  const state = workbench.state.value;
  const view = workbench.view.value;
  const search = useRef<HTMLInputElement>(null);
  const text = useSettled(state.search, 80);
  const [isChoosing, setChoosing] = useState(false);
  const [showsIdentities, setShowsIdentities] = useState(false);
  const keys = shownKeys(columns, state.columns);
  const shown = keys.flatMap((key) => columns.find((column) => column.key === key) ?? []);
  const asked = keys.filter((key) => showsIdentities || !isIdentity(key));
  const hasIdentities = keys.some(isIdentity);
  const key = JSON.stringify([state.rule, state.sort, asked, text]);

  const order = JSON.stringify([state.rule, state.sort, text]);
  const [total, setTotal] = useState(0);
  const place = useTablePlace(order, total, shown.length);
  const { window, active, tabbed } = place;
  const rows = useRows(view, key, version, { sort: state.sort, columns: asked, ...(text !== "" && { text }) }, window.from, window.to, renew);
  useEffect(() => setTotal(rows.filtered), [rows.filtered]);
  useEffect(() => delayPrinting(() => rows.error === null && (rows.isOld || Array.from({ length: Math.min(total, PRINTED_ROWS) }, (_, at) => rows.row(at)).includes(undefined))), [rows, total]);
  useKeys({ "/": () => search.current?.focus(), c: () => setChoosing(true) });

  const open = (row: number) => {
    const found = rows.row(row);
    if (found !== undefined) workbench.go({ tab: "responses", response: found.id });
  };
  const keydown = (event: KeyboardEvent) => {
    if (event.key === "Enter") open(active.row);
    else if (!place.move(event)) return;
    event.preventDefault();
  };

  return (
    <section aria-label={t().tabs.table}>
      <div class="table-tools">
        <input ref={search} type="search" aria-label={t().table.search} placeholder={t().table.search} aria-keyshortcuts="/" value={state.search} onInput={({ currentTarget }) => workbench.go({ search: currentTarget.value }, "replace")} />
        <Button onClick={() => setChoosing(true)}>{t().table.columns(f().count(shown.length), f().count(columns.length))}</Button>
        {hasIdentities && <Button onClick={() => setShowsIdentities(!showsIdentities)}>{showsIdentities ? t().table.hideIdentities : t().table.showIdentities}</Button>}
      </div>
      <p class="table-counts hint">
        {t().table.counts(f().count(rows.all), f().count(rows.filtered), f().count(Math.min(window.first, total)), f().count(window.last))}
      </p>
      {rows.error !== null && <Notice error={rows.error} />}
      <div class="table-scroll" ref={place.scroller} onScroll={place.onScroll}>
        <table class="responses" role="grid" aria-label={t().tabs.table} aria-rowcount={total + 1} aria-colcount={shown.length}>
          <TableHead columns={shown} sort={state.sort} onSort={(column, adding) => workbench.go({ sort: sortBy(state.sort, column, adding) })} />
          {/* The keys of a header are those of its button. */}
          <tbody onKeyDown={keydown} onFocusIn={place.onFocusIn} onFocusOut={place.onFocusOut}>
            <Gap height={window.before} />
            {Array.from({ length: window.to - window.from }, (_, offset) => {
              const at = window.from + offset;
              const row = rows.row(at);
              return (
                <tr key={at} aria-rowindex={at + 2} class={at === active.row ? "active" : undefined} onDblClick={() => open(at)}>
                  {shown.map((column, number) => {
                    const isActive = at === tabbed && number === active.column;
                    const cell = row === undefined ? null : (row.cells[asked.indexOf(column.key)] ?? null);
                    const content = row === undefined ? "…" : isIdentity(column.key) && !showsIdentities ? t().table.hidden : cellText(cell, column, workbench.index.value);
                    return (
                      <td key={column.key} aria-colindex={number + 1} tabIndex={isActive ? 0 : -1} class={typeof cell === "number" ? "number" : undefined} title={content.length > 40 ? content : undefined} onPointerDown={() => place.setActive({ row: at, column: number })}>
                        {number === 0 && row !== undefined ? <a href={linkTo(row.id)} tabIndex={-1}>{content || row.id}</a> : <bdi>{content}</bdi>}
                      </td>
                    );
                  })}
                </tr>
              );
            })}
            <Gap height={window.after} />
          </tbody>
        </table>
      </div>
      {total === 0 && rows.all > 0 && <p class="hint">{t().table.nothing}</p>}
      {isChoosing && <ColumnsDialog columns={columns} chosen={keys} onClose={() => setChoosing(false)} onChoose={(next) => workbench.go({ columns: next }, "replace")} />}
    </section>
  );

  function linkTo(id: string): string {
    return workbench.urlOf({ tab: "responses", response: id });
  }
}

/** The place of the rows that are not drawn. */
function Gap({ height }: { readonly height: number }) {
  if (height <= 0) return null;
  return (
    <tr aria-hidden="true" class="gap">
      <td style={{ blockSize: `${height}px` }} />
    </tr>
  );
}
