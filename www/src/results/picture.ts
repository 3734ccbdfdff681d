// A figure as a self-contained SVG: text as text, colours as attributes, nothing that a drawing program would not know.

import { breadth, shorten, wrap } from "../documents/svg_text.ts";
import { escapeXml } from "../documents/xml.ts";
import { rounded } from "../rounded.ts";
import type { Measure } from "./url_state.ts";
import type { Colours } from "./colours.ts";
import { type Bar, type Figure, type FilledRow, type Grid, type GridRow, type StatsRow, share } from "./models/figure.ts";
import { barsOfBins, barsOfDates, baseOf, scoreText, shown } from "./figure_text.ts";
import { f, t } from "./words.ts";

export interface Picture {
  readonly svg: string;
  readonly width: number;
  readonly height: number;
}

/** What a picture says besides its figure, because it is seen without the page. */
export interface PictureCaption {
  /** The rules in words; null without rules. */
  readonly rules: string | null;
  readonly isDeleted: boolean;
}

const WIDTH = 720;
const EDGE = 24;
const LABELS = 250;
const VALUES = 70;
const ROW = 30;
const BAR = 20;
const LINE = 18;
/** The least and the largest width of a cell of a grid, and the width of a column of numbers behind the cells. */
const CELL = [54, 110] as const;
const NUMBER = 60;
const FONT = "Segoe UI, Roboto, Helvetica, Arial, sans-serif";
/** The mean width of a letter, as a part of the font's size. */
const LETTER = 0.52;
const SIZE = 14;
const SMALL = 12;
const LARGE = 17;

export function pictureOf(figure: Figure, measure: Measure, colours: Colours, { rules, isDeleted }: PictureCaption): Picture {
  const { part } = figure;
  const width = Math.max(WIDTH, ...(part.kind === "grids" ? part.grids.map((grid) => gridWidth(grid, figure)) : []));
  const pen = new Pen(colours, width);
  const room = width - 2 * EDGE;
  pen.lines(isDeleted ? marked(figure.title, t().figure.deleted) : figure.title, room, 4, { size: LARGE, weight: 600 });
  pen.lines(baseOf(figure), room, 2, { colour: colours.muted });
  if (rules !== null) pen.lines(`${t().print.rules}: ${rules}`, room, 4, { colour: colours.muted });
  if (figure.scores.length > 0) pen.lines(figure.scores.map((score) => `${t().scores[score.code]} ${scoreText(score)}`).join(" · "), room, 2, {});
  pen.down(10);
  if (part.kind === "bars") drawBars(pen, part.bars, figure, measure);
  if (part.kind === "filled") {
    for (const row of part.rows) drawDates(pen, row, part.rows.length === 1, figure, measure);
    drawBars(pen, part.rows.map((row) => ({ ...row, base: figure.n })), figure, measure);
  }
  if (part.kind === "stats") for (const row of part.rows) drawHistogram(pen, row, figure, measure);
  if (part.kind === "grids") for (const grid of part.grids) drawGrid(pen, grid, figure, measure);
  for (const note of figure.notes) pen.lines(t().notes[note.code](f().count(note.n ?? 0)), room, 3, { size: SMALL, colour: colours.muted });
  const height = pen.down(EDGE);
  return { svg: pen.finish(height, figure.title), width, height };
}

/** The label of a bar, as the screen marks it. */
function labelOf({ label, deleted, na }: Pick<Bar, "label" | "deleted" | "na">, { stars }: Figure): string {
  const text = stars && /^\d+$/.test(label) ? t().figure.stars(Number(label)) : label;
  return deleted ? marked(text, t().figure.deleted) : na ? marked(text, t().figure.na) : text;
}

const marked = (text: string, mark: string) => `${text} (${mark})`;

function drawBars(pen: Pen, bars: readonly Bar[], figure: Figure, measure: Measure): void {
  const largest = Math.max(1, ...bars.map(({ count }) => count ?? 0));
  const room = pen.width - 2 * EDGE - LABELS - VALUES;
  for (const bar of bars) {
    const labels = fitting(labelOf(bar, figure), LABELS - 12, 3);
    const y = pen.down(ROW);
    const part = measure === "count" ? (bar.count ?? 0) / largest : Math.min(1, (share(bar, figure, measure) ?? 0) / 100);
    labels.forEach((label, at) => pen.text(EDGE + LABELS - 12, y + at * LINE, label, { anchor: "end" }));
    pen.rect(EDGE + LABELS, y - BAR + 5, part * room, BAR, pen.colours.series[0] ?? pen.colours.ink);
    pen.text(EDGE + LABELS + part * room + 8, y, shown(bar, figure, measure), {});
    pen.down((labels.length - 1) * LINE);
  }
}

function drawHistogram(pen: Pen, row: StatsRow, figure: Figure, measure: Measure): void {
  if (row.label !== null) pen.lines(row.label, pen.width - 2 * EDGE, 2, { weight: 600 });
  const columns = (["mean", "median", "min", "max", "std"] as const).flatMap((column) => (row[column] === null ? [] : [`${t().scores[column]} ${f().exact(rounded(row[column], 2))}`]));
  pen.lines([...columns, `${t().figure.n} ${f().count(row.n)}`].join(" · "), pen.width - 2 * EDGE, 2, {});
  drawBars(pen, barsOfBins(row), figure, measure);
  pen.down(10);
}

function drawDates(pen: Pen, row: FilledRow, isOnly: boolean, figure: Figure, measure: Measure): void {
  const bars = barsOfDates(row, figure);
  if (bars.length === 0) return;
  if (!isOnly) pen.lines(row.label, pen.width - 2 * EDGE, 2, { weight: 600 });
  drawBars(pen, bars, figure, measure);
  pen.down(10);
}

interface NumberColumn {
  readonly label: string;
  readonly value: (row: GridRow) => string;
}

/** The columns of numbers behind the cells, like those of the screen. */
function numberColumns({ rows }: Grid): readonly NumberColumn[] {
  const decimal = (value: number | null) => (value === null ? "–" : f().fixed(value, 2));
  return [
    ...(rows.some(({ place }) => place !== null) ? [{ label: t().scores.place, value: ({ place }: GridRow) => decimal(place) }] : []),
    ...(rows.some(({ mean }) => mean !== null) ? [{ label: t().scores.mean, value: ({ mean }: GridRow) => decimal(mean) }] : []),
    { label: t().figure.n, value: ({ base }) => (base === null ? t().figure.hidden : f().count(base)) },
  ];
}

/** The width of a picture whose headings need not break a word. */
function gridWidth(grid: Grid, figure: Figure): number {
  const head = grid.rows[0]?.cells ?? [];
  const longest = Math.max(0, ...head.flatMap((own) => labelOf(own, figure).split(/\s+/).map(breadth))) * SMALL * LETTER + 8;
  const cell = Math.min(CELL[1], Math.max(CELL[0], longest));
  return Math.ceil(2 * EDGE + LABELS + head.length * cell + numberColumns(grid).length * NUMBER);
}

function drawGrid(pen: Pen, grid: Grid, figure: Figure, measure: Measure): void {
  if (grid.label !== null) pen.lines(grid.deleted ? marked(grid.label, t().figure.deleted) : grid.label, pen.width - 2 * EDGE, 2, { weight: 600 });
  const head = grid.rows[0]?.cells ?? [];
  const numbers = numberColumns(grid);
  const behind = pen.width - EDGE - numbers.length * NUMBER;
  const cell = (behind - EDGE - LABELS) / Math.max(1, head.length);
  const middle = (at: number) => EDGE + LABELS + (at + 0.5) * cell;
  const edge = (at: number) => behind + (at + 1) * NUMBER;
  const small = { colour: pen.colours.muted, size: SMALL } as const;
  const headings = head.map((own) => fitting(labelOf(own, figure), cell - 6, 6, SMALL));
  const lines = Math.max(1, ...headings.map(({ length }) => length));
  const y = pen.down(ROW + (lines - 1) * LINE);
  headings.forEach((heading, at) => heading.forEach((line, from) => pen.text(middle(at), y - (heading.length - 1 - from) * LINE, line, { ...small, anchor: "middle" })));
  numbers.forEach(({ label }, at) => pen.text(edge(at), y, cut(label, NUMBER - 6, SMALL), { ...small, anchor: "end" }));
  for (const row of grid.rows) {
    const labels = fitting(labelOf(row, figure), LABELS - 12, 3);
    const line = pen.down(ROW);
    const height = ROW - 2 + (labels.length - 1) * LINE;
    labels.forEach((label, at) => pen.text(EDGE, line + at * LINE, label, {}));
    row.cells.forEach((own, at) => {
      const step = Math.min(6, Math.floor((share(own, figure, "percent") ?? 0) / (100 / 7)));
      pen.rect(EDGE + LABELS + at * cell + 1, line - ROW + 11, cell - 2, height, pen.colours.ramp[step] ?? pen.colours.line);
      pen.text(middle(at), line, shown(own, figure, measure), { anchor: "middle", colour: step > 3 ? pen.colours.ground : pen.colours.ink });
    });
    numbers.forEach(({ value }, at) => pen.text(edge(at), line, value(row), { anchor: "end" }));
    pen.down((labels.length - 1) * LINE);
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
  constructor(
    readonly colours: Colours,
    readonly width: number,
  ) {}

  /** Moves down, and returns where the base line is then. */
  down(pixels: number): number {
    this.#at += pixels;
    return this.#at;
  }

  text(x: number, y: number, text: string, { size = SIZE, weight = 400, colour = this.colours.ink, anchor = "start" }: TextLook): void {
    this.#parts.push(`<text x="${round(x)}" y="${round(y)}" font-size="${size}" font-weight="${weight}" fill="${colour}" text-anchor="${anchor}">${escapeXml(text)}</text>`);
  }

  /** A text that takes as many lines as it needs, up to `most`. */
  lines(text: string, pixels: number, most: number, look: TextLook): void {
    for (const line of fitting(text, pixels, most, (look.size ?? SIZE) * (look.weight === undefined ? 1 : 1.1))) this.text(EDGE, this.down((look.size ?? SIZE) + 8), line, look);
  }

  rect(x: number, y: number, width: number, height: number, colour: string): void {
    this.#parts.push(`<rect x="${round(x)}" y="${round(y)}" width="${round(Math.max(0, width))}" height="${height}" rx="2" fill="${colour}"/>`);
  }

  finish(height: number, title: string): string {
    const { width } = this;
    const ground = `<rect width="${width}" height="${height}" fill="${this.colours.ground}"/>`;
    return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="${FONT}" role="img"><title>${escapeXml(title)}</title>${ground}${this.#parts.join("")}</svg>\n`;
  }
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

function letters(pixels: number, size: number): number {
  return Math.max(3, pixels / (size * LETTER));
}

function cut(text: string, pixels: number, size = SIZE): string {
  return shorten(text, letters(pixels, size));
}

function fitting(text: string, pixels: number, most: number, size = SIZE): string[] {
  return wrap(text, letters(pixels, size), most);
}
