// Where the table of responses is scrolled to, and which of its cells has the focus: also when it is drawn again after
// another view.

import type { Ref } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { isLost } from "../focus.ts";
import { type CellPlace, moved, within } from "../models/grid.ts";
import { ROW, type Window, printedWindow, scrollTo, windowOf } from "../models/table.ts";
import { leaveTable, leftTableAt } from "../place.ts";
import { PRINTED_ROWS, printsRows } from "../printing.ts";
import { useWorkbench } from "../context.ts";

/** The height of the header in the style sheet. */
const HEAD = 44;

interface TablePlace {
  /** The element that scrolls. */
  readonly scroller: Ref<HTMLDivElement>;
  /** The rows that are drawn. */
  readonly window: Window;
  readonly active: CellPlace;
  /** The row of the cell that the tab key leads to: a drawn one, wherever the table is scrolled to. */
  readonly tabbed: number;
  readonly setActive: (place: CellPlace) => void;
  /** Moves by a key press; whether it was a key that moves. */
  readonly move: (event: KeyboardEvent) => boolean;
  readonly onScroll: (event: { readonly currentTarget: HTMLElement }) => void;
  /** For the element that has the rows. */
  readonly onFocusIn: () => void;
  readonly onFocusOut: (event: FocusEvent) => void;
}

/** `order` says which rows there are in which order: another one begins at the top. */
export function useTablePlace(order: string, total: number, columns: number): TablePlace {
  const workbench = useWorkbench();
  const scroller = useRef<HTMLDivElement>(null);
  const [left] = useState(() => {
    const place = leftTableAt(workbench);
    return place?.key === order ? place : null;
  });
  const [scroll, setScroll] = useState(left?.top ?? 0);
  const [height, setHeight] = useState(600);
  const [chosen, setActive] = useState<CellPlace>(left ?? { row: 0, column: 0 });
  // A column that was chosen may be hidden since.
  const active = within(chosen, { row: Infinity, column: columns - 1 });
  /** Whether a row has the focus, also while it is not drawn. */
  const hasFocus = useRef(false);
  const window = printsRows.value ? printedWindow(Math.min(total, PRINTED_ROWS)) : windowOf(scroll, height, total);
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
  const move = (event: KeyboardEvent) => {
    const next = moved(event, active, { row: total - 1, column: columns - 1 }, Math.max(1, Math.floor(height / ROW) - 1));
    if (next === null) return false;
    setActive(next);
    scroller.current?.scrollTo({ top: scrollTo(next.row, scroll, height, total) });
    return true;
  };
  return {
    scroller, window, active, setActive, move,
    tabbed: active.row >= window.from && active.row < window.to ? active.row : Math.max(0, window.first - 1),
    onScroll: ({ currentTarget }) => setScroll(currentTarget.scrollTop),
    onFocusIn: () => (hasFocus.current = true),
    onFocusOut: ({ relatedTarget }) => relatedTarget !== null && (hasFocus.current = false),
  };
}
