// The cells of a grid that keys lead to.

export interface CellPlace {
  readonly row: number;
  readonly column: number;
}

/** The nearest place of a grid with this last one. */
export function within({ row, column }: CellPlace, last: CellPlace): CellPlace {
  return { row: clamp(row, last.row), column: clamp(column, last.column) };
}

/**
 * The place that a key leads to from another; null for a key that leads nowhere. `page` is the rows of a page, if the
 * grid has pages.
 */
export function moved({ key, ctrlKey, metaKey }: Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey">, { row, column }: CellPlace, last: CellPlace, page: number | null = null): CellPlace | null {
  const isFar = ctrlKey || metaKey;
  const to: { readonly [key: string]: readonly [row: number, column: number] } = {
    ArrowDown: [row + 1, column], ArrowUp: [row - 1, column], ArrowRight: [row, column + 1], ArrowLeft: [row, column - 1],
    Home: [isFar ? 0 : row, 0], End: [isFar ? last.row : row, last.column],
    ...(page !== null && { PageDown: [row + page, column] as const, PageUp: [row - page, column] as const }),
  };
  const found = to[key];
  return found === undefined ? null : within({ row: found[0], column: found[1] }, last);
}

function clamp(value: number, last: number): number {
  return Math.max(0, Math.min(value, last));
}
