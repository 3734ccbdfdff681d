// A figure as a self-contained SVG: text as text, colours as attributes, nothing that a drawing program would not know.

import { escapeXml, shorten, wrap } from "../documents/svg_text.ts";
import type { Measure } from "./address.ts";
import type { Colours } from "./colours.ts";
import { type Bar, type Figure, type FilledRow, type Grid, type StatsRow, share } from "./models/figure.ts";
import { barsOfBins, barsOfDates, baseOf, shown } from "./figure_text.ts";

export interface Picture {
  readonly svg: string;
  readonly width: number;
  readonly height: number;
}

const WIDTH = 720;
const EDGE = 24;
const LABELS = 250;
const VALUES = 70;
const ROW = 30;
const BAR = 20;
const FONT = "Segoe UI, Roboto, Helvetica, Arial, sans-serif";
/** The mean width of a letter of 14 px. */
const LETTER = 7.2;

export function pictureOf(figure: Figure, measure: Measure, colours: Colours): Picture {
  const pen = new Pen(colours);
  for (const line of wrap(figure.title, Math.floor((WIDTH - 2 * EDGE) / (LETTER * 1.15)), 3)) pen.text(EDGE, pen.down(24), line, { size: 17, weight: 600 });
  pen.text(EDGE, pen.down(24), baseOf(figure), { colour: colours.muted });
  pen.down(10);
  const { part } = figure;
  if (part.kind === "bars") drawBars(pen, part.bars, figure, measure);
  if (part.kind === "filled") {
    for (const row of part.rows) drawDates(pen, row, part.rows.length === 1, figure, measure);
    drawBars(pen, part.rows.map((row) => ({ ...row, base: figure.n })), figure, measure);
  }
  if (part.kind === "stats") for (const row of part.rows) drawHistogram(pen, row, figure, measure);
  if (part.kind === "grids") for (const grid of part.grids) drawGrid(pen, grid, figure, measure);
  const height = pen.down(EDGE);
  return { svg: pen.finish(WIDTH, height, figure.title), width: WIDTH, height };
}

function drawBars(pen: Pen, bars: readonly Bar[], figure: Figure, measure: Measure): void {
  const largest = Math.max(1, ...bars.map(({ count }) => count ?? 0));
  const room = WIDTH - 2 * EDGE - LABELS - VALUES;
  for (const bar of bars) {
    const y = pen.down(ROW);
    const part = measure === "count" ? (bar.count ?? 0) / largest : Math.min(1, (share(bar, figure, measure) ?? 0) / 100);
    pen.text(EDGE + LABELS - 12, y, cut(bar.label, LABELS - 12), { anchor: "end" });
    pen.rect(EDGE + LABELS, y - BAR + 5, part * room, BAR, pen.colours.series[0] ?? pen.colours.ink);
    pen.text(EDGE + LABELS + part * room + 8, y, shown(bar, figure, measure), {});
  }
}

function drawHistogram(pen: Pen, row: StatsRow, figure: Figure, measure: Measure): void {
  if (row.label !== null) pen.text(EDGE, pen.down(ROW), cut(row.label, WIDTH - 2 * EDGE), { weight: 600 });
  drawBars(pen, barsOfBins(row), figure, measure);
}

function drawDates(pen: Pen, row: FilledRow, isOnly: boolean, figure: Figure, measure: Measure): void {
  const bars = barsOfDates(row, figure);
  if (bars.length === 0) return;
  if (!isOnly) pen.text(EDGE, pen.down(ROW), cut(row.label, WIDTH - 2 * EDGE), { weight: 600 });
  drawBars(pen, bars, figure, measure);
  pen.down(10);
}

function drawGrid(pen: Pen, grid: Grid, figure: Figure, measure: Measure): void {
  if (grid.label !== null) pen.text(EDGE, pen.down(ROW), cut(grid.label, WIDTH - 2 * EDGE), { weight: 600 });
  const head = grid.rows[0]?.cells ?? [];
  const cell = (WIDTH - 2 * EDGE - LABELS) / Math.max(1, head.length);
  const y = pen.down(ROW);
  head.forEach(({ label }, at) => pen.text(EDGE + LABELS + (at + 0.5) * cell, y, cut(label, cell - 6), { anchor: "middle", colour: pen.colours.muted, size: 12 }));
  for (const row of grid.rows) {
    const line = pen.down(ROW);
    pen.text(EDGE, line, cut(row.label, LABELS - 12), {});
    row.cells.forEach((own, at) => {
      const step = Math.min(6, Math.floor((share(own, figure, "percent") ?? 0) / (100 / 7)));
      pen.rect(EDGE + LABELS + at * cell + 1, line - ROW + 11, cell - 2, ROW - 2, pen.colours.ramp[step] ?? pen.colours.line);
      pen.text(EDGE + LABELS + (at + 0.5) * cell, line, shown(own, figure, measure), { anchor: "middle", colour: step > 3 ? pen.colours.ground : pen.colours.ink });
    });
  }
  pen.down(8);
}

interface TextLook {
  readonly size?: number;
  readonly weight?: number;
  readonly colour?: string;
  readonly anchor?: "start" | "middle" | "end";
}

/** Writes from top to bottom. */
class Pen {
  #at = EDGE - 8;
  readonly #parts: string[] = [];
  constructor(readonly colours: Colours) {}

  /** Moves down, and returns where the base line is then. */
  down(pixels: number): number {
    this.#at += pixels;
    return this.#at;
  }

  text(x: number, y: number, text: string, { size = 14, weight = 400, colour = this.colours.ink, anchor = "start" }: TextLook): void {
    this.#parts.push(`<text x="${round(x)}" y="${round(y)}" font-size="${size}" font-weight="${weight}" fill="${colour}" text-anchor="${anchor}">${escapeXml(text)}</text>`);
  }

  rect(x: number, y: number, width: number, height: number, colour: string): void {
    this.#parts.push(`<rect x="${round(x)}" y="${round(y)}" width="${round(Math.max(0, width))}" height="${height}" rx="2" fill="${colour}"/>`);
  }

  finish(width: number, height: number, title: string): string {
    const ground = `<rect width="${width}" height="${height}" fill="${this.colours.ground}"/>`;
    return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="${FONT}" role="img"><title>${escapeXml(title)}</title>${ground}${this.#parts.join("")}</svg>\n`;
  }
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

function cut(text: string, pixels: number): string {
  return shorten(text, Math.max(3, Math.floor(pixels / LETTER)));
}
