// Finds a text within another as the engine's search does: whatever its case, accents and forms of letters.

export interface TextPart {
  readonly text: string;
  readonly hit: boolean;
}

/** The text in parts, those that match marked. */
export function highlight(text: string, wanted: string): readonly TextPart[] {
  const needle = fold(wanted.trim());
  if (needle === "") return [{ text, hit: false }];
  // Folding can change the length of a letter: `at` leads from the folded text back to the original.
  let folded = "";
  const at: number[] = [];
  let place = 0;
  for (const letter of text) {
    const plain = fold(letter);
    for (let unit = 0; unit < plain.length; unit += 1) at.push(place);
    folded += plain;
    place += letter.length;
  }
  at.push(text.length);
  const parts: TextPart[] = [];
  let done = 0;
  for (let found = folded.indexOf(needle); found >= 0; found = folded.indexOf(needle, found + needle.length)) {
    // A letter of which a half matches is marked whole, and once.
    let next = found + needle.length;
    while (at[next] === at[next - 1]) next += 1;
    const start = at[found] ?? text.length;
    const end = at[next] ?? text.length;
    if (end <= done) continue;
    if (start > done) parts.push({ text: text.slice(done, start), hit: false });
    parts.push({ text: text.slice(Math.max(start, done), end), hit: true });
    done = end;
  }
  if (done < text.length) parts.push({ text: text.slice(done), hit: false });
  return parts;
}

/**
 * What the engine folds: accents, Latin, Greek and Cyrillic letters, ligatures, and full-width forms. Other scripts
 * have marks that are letters.
 */
const FOLDED =
  /[A-Z\u0300-\u036f\u00c0-\u017f\u018f\u01a0\u01a1\u01af\u01b0\u01cd-\u01dc\u01de-\u01ed\u01f0\u01f4\u01f5\u01f8-\u021b\u021e\u021f\u0226-\u0233\u0386\u0388-\u03ce\u0400-\u045f\u048a-\u04bf\u04d8\u04e8\u1e00-\u1eff\u3000\ufb00-\ufb06\uff01-\uff5e]/g;

/** Letters that are not their base letter with an accent, each before what it becomes. */
const OTHERS = new Map("ßss æae œoe þth øo đd ħh ıi łl ŀl ŋn ŉn ŧt ĸk ǥg ǣae ǽae ǿo ẚa ẜs ẝs ẟd ỻl ỽv ỿy ςσ ѐѐ ѓѓ ќќ ѝѝ ўў".split(" ").map((pair) => [pair.slice(0, 1), pair.slice(1)]));

/**
 * A text as it is compared, by the rules of the engine: in lower case, without accents, and with the usual forms of
 * letters.
 */
export function fold(text: string): string {
  return text.replace(FOLDED, (letter) => {
    const lower = letter.toLowerCase();
    return OTHERS.get(lower) ?? lower.normalize("NFKD").replace(/[\u0300-\u036f]/g, "");
  });
}
