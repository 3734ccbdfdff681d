// Finds a text within another as the engine's search does: whatever its case and accents.

export interface Piece {
  readonly text: string;
  readonly hit: boolean;
}

/** The text in pieces, those that match marked. */
export function highlight(text: string, wanted: string): readonly Piece[] {
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
  const pieces: Piece[] = [];
  let done = 0;
  for (let found = folded.indexOf(needle); found >= 0; found = folded.indexOf(needle, found + needle.length)) {
    const start = at[found] ?? text.length;
    const end = at[found + needle.length] ?? text.length;
    if (start > done) pieces.push({ text: text.slice(done, start), hit: false });
    pieces.push({ text: text.slice(start, end), hit: true });
    done = end;
  }
  if (done < text.length) pieces.push({ text: text.slice(done), hit: false });
  return pieces;
}

/** A text as it is compared: without its case and accents, and with the usual sigma at the end of words too. */
export function fold(text: string): string {
  return text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().replaceAll("ς", "σ");
}
