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
  /** Whether the rows are still those of the version before. */
  readonly isOld: boolean;
  row(at: number): Row | undefined;
}

/** The rows of one question to one version of the responses, by block. */
interface Blocks {
  readonly key: string;
  readonly version: number;
  readonly rows: Map<number, readonly Row[]>;
  readonly asked: Set<number>;
  /** Why a block is not here. */
  readonly errors: Map<number, unknown>;
  all: number;
  filtered: number;
  /** Those of the version before, shown until all rows in the window are here. */
  previous: Blocks | null;
}

/**
 * The rows of a question from `from` to `to`. Another question, by its `key`, begins with no rows, and another version
 * of the responses with those of the version before; both show the old counts until they have their own. `renew` is
 * given while the engine has newer responses than the blocks, and is called instead of asking for one more block.
 */
export function useRows(view: View | null, key: string, version: number, question: Omit<RowsRequest, "from" | "to">, from: number, to: number, renew: (() => void) | null): RowWindow {
  const blocks = useRef<Blocks>({ key: "", version, rows: new Map(), asked: new Set(), errors: new Map(), all: 0, filtered: 0, previous: null });
  const [, setDrawn] = useState(0);
  const last = blocks.current;
  if (last.key !== key || last.version !== version) {
    const shown = last.previous ?? last;
    const { all, filtered } = shown;
    blocks.current = { key, version, rows: new Map(), asked: new Set(), errors: new Map(), all, filtered, previous: last.key === key ? shown : null };
  }
  const own = blocks.current;
  const wanted = blocksOf({ from, to: Math.max(to, 1) });
  // The window may have moved since the rows were asked for.
  if (wanted.every((block) => own.rows.has(block))) own.previous = null;

  useEffect(() => {
    if (view === null) return;
    for (const block of wanted) {
      if (own.asked.has(block)) continue;
      if (renew !== null && own.rows.size > 0) return renew();
      own.asked.add(block);
      view.rows({ ...question, from: block * BLOCK, to: (block + 1) * BLOCK }).then(
        ({ all, filtered, rows }) => {
          if (blocks.current !== own) return;
          own.rows.set(block, rows);
          own.errors.delete(block);
          own.all = all;
          own.filtered = filtered;
          if (own.rows.size > KEPT) forget(own, block);
          setDrawn((drawn) => drawn + 1);
        },
        (error: unknown) => {
          own.asked.delete(block);
          own.errors.set(block, error);
          if (blocks.current === own) setDrawn((drawn) => drawn + 1);
        },
      );
    }
  }, [view, key, version, from, to]);
  const { all, filtered, rows } = own.previous ?? own;
  const error = wanted.map((block) => own.errors.get(block)).find(Boolean) ?? null;
  return { all, filtered, error, isOld: own.previous !== null, row: (at) => rows.get(Math.floor(at / BLOCK))?.[at % BLOCK] };
}

/** Drops the block that is farthest from the one just fetched. */
function forget({ rows, asked }: { rows: Map<number, unknown>; asked: Set<number> }, near: number): void {
  const far = [...rows.keys()].reduce((a, b) => (Math.abs(a - near) >= Math.abs(b - near) ? a : b));
  rows.delete(far);
  asked.delete(far);
}
