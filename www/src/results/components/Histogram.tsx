// The numbers of a row as bars, one for each bin.

import { barsOfBins } from "../figure_text.ts";
import type { StatsRow } from "../models/figure.ts";
import { Bars, type BarsProps } from "./Bars.tsx";
import { useRanging } from "./choosing.ts";

interface HistogramProps extends Omit<BarsProps, "bars" | "choosing" | "caption"> {
  readonly row: StatsRow;
  /** Whether it is the only row, whose label is the question's. */
  readonly isOnly: boolean;
  /** Whether a click on a bar filters: not on a page without rules. */
  readonly isStill?: boolean;
}

export function Histogram({ row, isOnly, isStill = false, ...props }: HistogramProps) {
  const bins = row.bins ?? [];
  const choosing = useRanging({ question: props.figure.id, row: row.label === null ? undefined : row.id }, bins, isStill);
  // A single bin shows nothing that the table does not.
  if (bins.length < 2) return null;
  return <Bars {...props} bars={barsOfBins(row)} areSpans choosing={choosing} caption={isOnly ? undefined : (row.label ?? undefined)} />;
}
