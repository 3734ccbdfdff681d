// The table of responses: any number of rows scroll, because only those in the window are drawn.

import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { Button, Notice } from "../../ui/index.ts";
import { useAnswer, useSettled } from "../answer.ts";
import { isLost } from "../focus.ts";
import { useKeys } from "../keys.ts";
import { isIdentity, printedWindow, scrollTo, shownKeys, sortBy, windowOf } from "../models/table.ts";
import { leaveTable, leftTableAt } from "../place.ts";
import { PRINTED_ROWS, delayPrinting, printsRows } from "../printing.ts";
import { useRows } from "../rows.ts";
import type { ColumnInfo } from "../types.ts";
import { useWorkbench } from "../context.ts";
import { f, t } from "../words.ts";
import { ColumnsDialog } from "./ColumnsDialog.tsx";
import { Fresh, Partly, Waiting, useHeldVersion } from "./Parts.tsx";
import { TableHead } from "./TableHead.tsx";
import { cellText } from "./cells.ts";

interface Active {
  readonly row: number;
  readonly column: number;
}

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
      <Fresh fresh={fresh} show={show} />
      <Sheet columns={columns.value} version={version} renew={isBehind ? show : null} />
    </>
  );
}

interface SheetProps {
  readonly columns: readonly ColumnInfo[];
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

  const scroller = useRef<HTMLDivElement>(null);
  const order = JSON.stringify([state.rule, state.sort, text]);
  const [left] = useState(() => {
    const place = leftTableAt(workbench);
    return place?.key === order ? place : null;
  });
  const [scroll, setScroll] = useState(left?.top ?? 0);
  const [height, setHeight] = useState(600);
  const [active, setActive] = useState<Active>(left ?? { row: 0, column: 0 });
  /** Whether the focus is in the table, also while the row that has it is not drawn. */
  const hasFocus = useRef(false);
  const [total, setTotal] = useState(0);
  const window = printsRows.value ? printedWindow(Math.min(total, PRINTED_ROWS)) : windowOf(scroll, height, total);
  // The table can be reached by the tab key wherever it is scrolled to: the cell that takes the focus is a drawn one.
  const tabbed = active.row >= window.from && active.row < window.to ? active.row : Math.max(0, window.first - 1);
  const rows = useRows(view, key, version, { sort: state.sort, columns: asked, ...(text !== "" && { text }) }, window.from, window.to, renew);
  useEffect(() => setTotal(rows.filtered), [rows.filtered]);
  useEffect(() => delayPrinting(() => rows.error === null && Array.from({ length: Math.min(total, PRINTED_ROWS) }, (_, at) => rows.row(at)).includes(undefined)), [rows, total]);
  const shownOrder = useRef(order);
  useEffect(() => {
    if (shownOrder.current === order) return;
    shownOrder.current = order;
    scroller.current?.scrollTo({ top: 0 });
    setActive({ row: 0, column: 0 });
  }, [order]);
  const isBack = useRef(left !== null);
  useLayoutEffect(() => {
    if (!isBack.current || total === 0) return;
    isBack.current = false;
    scroller.current?.scrollTo({ top: left?.top ?? 0 });
    // The way back has left the focus nowhere; a click on the tab has not.
    hasFocus.current = left?.hadFocus === true && isLost();
  }, [total > 0]);
  const leave = useRef(() => {});
  leave.current = () => leaveTable(workbench, { ...active, top: scroll, hadFocus: hasFocus.current, key: order });
  useLayoutEffect(() => () => leave.current(), []);
  useLayoutEffect(() => {
    const node = scroller.current;
    if (node === null) return;
    const observer = new ResizeObserver(() => setHeight(Math.max(1, node.clientHeight - HEAD)));
    observer.observe(node);
    return () => observer.disconnect();
  }, []);
  useEffect(() => {
    // A row that scrolls out of the window keeps the focus; a press elsewhere takes it away.
    const press = ({ target }: Event) => target instanceof Node && !scroller.current?.contains(target) && (hasFocus.current = false);
    addEventListener("pointerdown", press);
    return () => removeEventListener("pointerdown", press);
  }, []);
  useLayoutEffect(() => {
    if (hasFocus.current && (isLost() || scroller.current?.contains(document.activeElement))) scroller.current?.querySelector<HTMLElement>("td[tabindex='0'], th[tabindex='0']")?.focus({ preventScroll: true });
  });
  useKeys({ "/": () => search.current?.focus(), c: () => setChoosing(true) });

  const open = (row: number) => {
    const found = rows.row(row);
    if (found !== undefined) workbench.go({ tab: "responses", response: found.id });
  };
  const move = (row: number, column: number) => {
    const next = { row: clamp(row, total - 1), column: clamp(column, shown.length - 1) };
    setActive(next);
    scroller.current?.scrollTo({ top: scrollTo(next.row, scroll, height, total) });
  };
  const keydown = (event: KeyboardEvent) => {
    const page = Math.max(1, Math.floor(height / 36) - 1);
    const far = event.ctrlKey || event.metaKey;
    const { row, column } = active;
    const to: { [key: string]: readonly [number, number] } = {
      ArrowDown: [row + 1, column], ArrowUp: [row - 1, column], ArrowRight: [row, column + 1], ArrowLeft: [row, column - 1],
      PageDown: [row + page, column], PageUp: [row - page, column], Home: [far ? 0 : row, 0], End: [far ? total - 1 : row, shown.length - 1],
    };
    const target = to[event.key];
    if (event.key === "Enter") open(row);
    else if (target !== undefined) move(...target);
    else return;
    event.preventDefault();
  };

  return (
    <section aria-label={t().tabs.table}>
      <div class="table-tools">
        <input ref={search} type="search" aria-label={t().table.search} placeholder={t().table.search} aria-keyshortcuts="/" value={state.search} onInput={({ currentTarget }) => workbench.go({ search: currentTarget.value }, "replace")} />
        <Button onClick={() => setChoosing(true)}>{t().table.columns(shown.length, columns.length)}</Button>
        {hasIdentities && <Button onClick={() => setShowsIdentities(!showsIdentities)}>{showsIdentities ? t().table.hideIdentities : t().table.showIdentities}</Button>}
      </div>
      <p class="table-counts hint">
        {t().table.counts(f().n(rows.all), f().n(rows.filtered), f().n(Math.min(window.first, total)), f().n(window.last))}
      </p>
      {rows.error !== null && <Notice error={rows.error} />}
      <div class="table-scroll" ref={scroller} onScroll={({ currentTarget }) => setScroll(currentTarget.scrollTop)}>
        <table class="responses" role="grid" aria-label={t().tabs.table} aria-rowcount={total + 1} aria-colcount={shown.length} onKeyDown={keydown} onFocusIn={() => (hasFocus.current = true)} onFocusOut={({ relatedTarget }) => relatedTarget !== null && (hasFocus.current = false)}>
          <TableHead columns={shown} sort={state.sort} onSort={(column, adding) => workbench.go({ sort: sortBy(state.sort, column, adding) })} />
          <tbody>
            <Gap height={window.before} />
            {Array.from({ length: window.to - window.from }, (_, offset) => {
              const at = window.from + offset;
              const row = rows.row(at);
              return (
                <tr key={at} aria-rowindex={at + 2} class={at === active.row ? "active" : undefined} onDblClick={() => open(at)}>
                  {shown.map((column, place) => {
                    const isActive = at === tabbed && place === active.column;
                    const cell = row === undefined ? null : (row.cells[asked.indexOf(column.key)] ?? null);
                    const content = row === undefined ? "…" : isIdentity(column.key) && !showsIdentities ? t().table.hidden : cellText(cell, column, workbench.index.value);
                    return (
                      <td key={column.key} aria-colindex={place + 1} tabIndex={isActive ? 0 : -1} class={typeof cell === "number" ? "number" : undefined} title={content.length > 40 ? content : undefined} onPointerDown={() => setActive({ row: at, column: place })}>
                        {place === 0 && row !== undefined ? <a href={linkTo(row.id)} tabIndex={-1}>{content || row.id}</a> : <bdi>{content}</bdi>}
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
    return workbench.addressOf({ tab: "responses", response: id });
  }
}

/** The height of the header in the style sheet. */
const HEAD = 44;

function clamp(value: number, last: number): number {
  return Math.max(0, Math.min(value, last));
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
