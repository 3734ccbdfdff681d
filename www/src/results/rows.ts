// Keeps the rows of the table that were fetched, in blocks, and fetches those that come into the window.

import { useEffect, useRef, useState } from "preact/hooks";
import { BLOCK, blocksOf } from "./models/table.ts";
import type { Row, RowsRequest, View } from "./types.ts";

/** Blocks that are kept: about two thousand rows. */
const KEPT = 40;

export interface RowWindow {
  readonly all: number;
  readonly filtered: number;
  readonly error: unknown;
  row(at: number): Row | undefined;
}

/**
 * The rows of a question from `from` to `to`. A new `key` begins again, but shows the old counts until it has its own.
 * `renew` is given while the engine has newer responses than the blocks, and is called instead of asking for one more block.
 */
export function useRows(view: View | null, key: string, question: Omit<RowsRequest, "from" | "to">, from: number, to: number, renew: (() => void) | null): RowWindow {
  const blocks = useRef<{ key: string; rows: Map<number, readonly Row[]>; asked: Set<number> }>({ key: "", rows: new Map(), asked: new Set() });
  const [counts, setCounts] = useState({ all: 0, filtered: 0, error: null as unknown, drawn: 0 });
  if (blocks.current.key !== key) blocks.current = { key, rows: new Map(), asked: new Set() };
  const own = blocks.current;

  useEffect(() => {
    if (view === null) return;
    for (const block of blocksOf({ from, to: Math.max(to, 1) })) {
      if (own.asked.has(block)) continue;
      if (renew !== null && own.rows.size > 0) return renew();
      own.asked.add(block);
      view.rows({ ...question, from: block * BLOCK, to: (block + 1) * BLOCK }).then(
        ({ all, filtered, rows }) => {
          if (blocks.current !== own) return;
          own.rows.set(block, rows);
          if (own.rows.size > KEPT) forget(own, block);
          setCounts(({ drawn }) => ({ all, filtered, error: null, drawn: drawn + 1 }));
        },
        (error: unknown) => {
          own.asked.delete(block);
          if (blocks.current === own) setCounts((before) => ({ ...before, error }));
        },
      );
    }
  }, [view, key, from, to]);
  return { ...counts, row: (at) => own.rows.get(Math.floor(at / BLOCK))?.[at % BLOCK] };
}

/** Drops the block that is farthest from the one just fetched. */
function forget({ rows, asked }: { rows: Map<number, unknown>; asked: Set<number> }, near: number): void {
  const far = [...rows.keys()].reduce((a, b) => (Math.abs(a - near) >= Math.abs(b - near) ? a : b));
  rows.delete(far);
  asked.delete(far);
}
