// A chart as a self-contained SVG: colours are attributes and texts are texts, so that other programs open it as it was
// drawn. Title, base and note are part of it.

/** The colours of the light theme, with which documents are drawn. */
export const INK = "#1c211f";
const MUTED = "#5c6662";
const LINE = "#d9d6cd";
const SURFACE = "#ffffff";
const FONT = "system-ui, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif";

const WIDTH = 720;
const PADDING = 24;
const ROW = 30;
const BAR = 18;
const LABEL = 230;
const VALUE = 90;
const TITLE_SIZE = 18;
const TEXT_SIZE = 14;

/** A bar of a chart. */
export interface Bar {
  readonly label: string;
  /** From 0 to 1: the part of the longest possible bar. */
  readonly part: number;
  /** The value as it is shown, such as `42 %`. */
  readonly value: string;
  /** A colour that is not the chart's own. */
  readonly colour?: string;
}

/** A chart of bars. */
export interface BarChart {
  readonly title: string;
  /** The base, such as `n = 412, 8 skipped`. */
  readonly base: string;
  readonly bars: readonly Bar[];
  readonly colour: string;
  /** A sentence below the chart. */
  readonly note?: string;
  /** Writing direction of the texts. */
  readonly direction?: "ltr" | "rtl";
}

/** The SVG of a chart of bars. Bars grow from the side at which a line begins. */
export function barChartSvg({ title, base, bars, colour, note, direction = "ltr" }: BarChart): string {
  const lines = wrap(title, TITLE_SIZE, WIDTH - 2 * PADDING, 3);
  const top = PADDING + lines.length * (TITLE_SIZE + 6) + TEXT_SIZE + 18;
  const height = top + bars.length * ROW + (note ? TEXT_SIZE + 16 : 0) + PADDING;
  const isMirrored = direction === "rtl";
  const at = (x: number) => (isMirrored ? WIDTH - x : x);
  const space = WIDTH - 2 * PADDING - LABEL - VALUE;
  const axis = PADDING + LABEL;
  const parts = lines.map((line, n) => text(line, { x: at(PADDING), y: PADDING + TITLE_SIZE + n * (TITLE_SIZE + 6), size: TITLE_SIZE, weight: 600 }));
  parts.push(text(base, { x: at(PADDING), y: top - 20, fill: MUTED }));
  parts.push(`<line x1="${at(axis)}" y1="${top - 4}" x2="${at(axis)}" y2="${top + bars.length * ROW}" stroke="${LINE}"/>`);
  bars.forEach(({ label, part, value, colour: own = colour }, n) => {
    const y = top + n * ROW;
    const length = round(Math.max(0, Math.min(part, 1)) * space);
    const [shown = ""] = wrap(label, TEXT_SIZE, LABEL - 12, 1);
    parts.push(text(shown, { x: at(axis - 10), y: y + 15, anchor: "end", title: shown === label ? undefined : label }));
    parts.push(`<rect x="${isMirrored ? at(axis) - length : axis}" y="${y + (ROW - BAR) / 2 - 5}" width="${length}" height="${BAR}" fill="${escapeXml(own)}"/>`);
    parts.push(text(value, { x: at(axis + length + 8), y: y + 15 }));
  });
  if (note) parts.push(text(note, { x: at(PADDING), y: height - PADDING, fill: MUTED }));
  return frame({ title, base, width: WIDTH, height, direction, content: parts.join("") });
}

/** An SVG with a white ground and a name for screen readers. The content has its colours as attributes. */
export function frame({ title, base, width, height, direction = "ltr", content }: { readonly title: string; readonly base: string; readonly width: number; readonly height: number; readonly direction?: "ltr" | "rtl"; readonly content: string }): string {
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" direction="${direction}" font-family="${FONT}" font-size="${TEXT_SIZE}" fill="${INK}">` +
    `<title>${escapeXml(title)}</title><desc>${escapeXml(base)}</desc><rect width="${width}" height="${height}" fill="${SURFACE}"/>${content}</svg>`
  );
}

interface TextPlace {
  readonly x: number;
  readonly y: number;
  readonly size?: number | undefined;
  readonly weight?: number | undefined;
  readonly fill?: string | undefined;
  /** `start` is where a line begins, in the direction of the SVG. */
  readonly anchor?: "end" | undefined;
  /** The whole text, if it is cut. */
  readonly title?: string | undefined;
}

function text(content: string, { x, y, size, weight, fill, anchor, title }: TextPlace): string {
  const attributes = [size && ` font-size="${size}"`, weight && ` font-weight="${weight}"`, fill && ` fill="${fill}"`, anchor && ` text-anchor="${anchor}"`];
  return `<text x="${round(x)}" y="${round(y)}"${attributes.filter(Boolean).join("")}>${title ? `<title>${escapeXml(title)}</title>` : ""}${escapeXml(content)}</text>`;
}

const round = (value: number) => Math.round(value * 100) / 100;

/** The lines of a text, by an estimate of its width: without a page there is nothing to measure with. */
function wrap(content: string, size: number, width: number, most: number): string[] {
  const fits = Math.max(4, Math.floor(width / (size * 0.54)));
  const lines: string[] = [];
  let line = "";
  for (const word of content.split(/\s+/).filter(Boolean)) {
    const longer = line ? `${line} ${word}` : word;
    if (breadth(longer) <= fits || !line) line = longer;
    else {
      lines.push(line);
      line = word;
    }
  }
  if (line) lines.push(line);
  const shown = lines.slice(0, most).map((one) => shorten(one, fits));
  if (lines.length > most) shown[most - 1] = shorten(`${shown[most - 1]} …`, fits).replace(/ ?…?$/, " …");
  return shown;
}

/** Characters of East Asian scripts are two wide. */
function breadth(content: string): number {
  return [...content].reduce((sum, letter) => sum + (/[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\uff00-\uff60]/.test(letter) ? 2 : 1), 0);
}

function shorten(content: string, fits: number): string {
  const letters = [...content];
  if (breadth(content) <= fits) return content;
  while (letters.length > 1 && breadth(letters.join("")) > fits - 1) letters.pop();
  return `${letters.join("").trimEnd()}…`;
}

/** A text in XML; what XML does not allow is left out. */
export function escapeXml(content: string): string {
  return content
    .replace(/[\0-\x08\v\f\x0e-\x1f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, "")
    .replace(/[&<>"]/g, (letter) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;" })[letter] ?? "&quot;");
}
