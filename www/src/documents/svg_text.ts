// Texts in an SVG, by an estimate of their width: without a page there is nothing to measure with.

/** The width of a text in letters of a mean width. */
export function breadth(content: string): number {
  return [...content].reduce((sum, letter) => sum + widthOf(letter), 0);
}

/**
 * Letters of East Asian scripts, and emoji, are two wide; the others have the widths of the usual fonts without serifs.
 */
function widthOf(letter: string): number {
  if (/[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\uff00-\uff60\u{1f300}-\u{1faff}]/u.test(letter)) return 2;
  if (/[mwMW@%ЖШЩЮФжшщюф]/.test(letter)) return 1.75;
  if (/[ijlrtfI.,:;'|!()[\] ]/.test(letter)) return 0.6;
  return /\p{Lu}/u.test(letter) ? 1.4 : 1.07;
}

/** The beginning of a text that is at most `fits` letters wide. */
function begin(content: string, fits: number): string {
  let [width, end] = [0, 0];
  for (const letter of content) {
    width += breadth(letter);
    if (width > fits && end > 0) break;
    end += letter.length;
  }
  return content.slice(0, end);
}

/** The text, cut with an ellipsis if it is more than `fits` letters wide. */
export function shorten(content: string, fits: number): string {
  return breadth(content) <= fits ? content : `${begin(content, fits - 1).trimEnd()}…`;
}

/**
 * The lines of a text, each at most `fits` letters wide, and at most so many of them. A word that fits on no line is
 * broken.
 */
export function wrap(content: string, fits: number, most: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of content.split(/\s+/).filter(Boolean)) {
    const longer = line === "" ? word : `${line} ${word}`;
    if (breadth(longer) <= fits) {
      line = longer;
      continue;
    }
    if (line !== "") lines.push(line);
    line = word;
    while (breadth(line) > fits && lines.length <= most) {
      const start = begin(line, fits);
      lines.push(start);
      line = line.slice(start.length);
    }
  }
  if (line !== "") lines.push(line);
  return lines.length <= most ? lines : [...lines.slice(0, most - 1), shorten(lines.slice(most - 1).join(" "), fits)];
}
