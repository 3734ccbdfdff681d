// How high a figure is before it is drawn: near enough that nothing jumps when it is.

import type { Figure } from "../models/figure.ts";

/** Head, base line, paddings and margins. */
const FRAME = 150;
const ROW = 34;
const NOTE = 24;
const SCORE = 64;

/** Bars that are shown before "show all". */
export const FIRST = 20;

/** The height of a figure in pixels. */
export function reserved({ part, notes, scores }: Figure): number {
  const extras = notes.length * NOTE + (scores.length > 0 ? SCORE : 0);
  switch (part.kind) {
    case "bars":
      return FRAME + extras + Math.min(part.bars.length, FIRST) * ROW;
    case "grids":
      return FRAME + extras + part.grids.reduce((sum, grid) => sum + (grid.rows.length + 2) * ROW, 0);
    case "stats":
      return FRAME + extras + part.rows.reduce((sum, { bins = [] }) => sum + (bins.length > 1 ? bins.length + 2 : 1) * ROW, ROW);
    case "filled":
      return FRAME + extras + part.rows.reduce((sum, { dates }) => sum + (dates && dates.bins.length > 1 ? dates.bins.length + 2 : 1) * ROW, ROW);
    default:
      return FRAME + extras + ROW;
  }
}
