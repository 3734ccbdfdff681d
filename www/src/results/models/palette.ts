// Finds what contains the letters of a text in their order, the best first.

import { fold } from "../highlight.ts";

/** The items that match, the best first; with an empty text all of them, as they are. */
export function search<T>(items: readonly T[], text: string, nameOf: (item: T) => string): readonly T[] {
  const wanted = fold(text).replace(/\s+/g, "");
  if (wanted === "") return items;
  return items
    .map((item, at) => ({ item, at, score: scoreOf(fold(nameOf(item)), wanted) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || a.at - b.at)
    .map(({ item }) => item);
}

/** How well a name matches: letters at the start of words and in a row count more; 0 if one is missing. */
function scoreOf(name: string, wanted: string): number {
  let score = 1;
  let place = -1;
  for (const letter of wanted) {
    const next = name.indexOf(letter, place + 1);
    if (next < 0) return 0;
    if (next === place + 1) score += 3;
    if (next === 0 || name[next - 1] === " ") score += 2;
    place = next;
  }
  // Of equals, the shorter name is nearer to what was typed.
  return score - name.length / 1000;
}
