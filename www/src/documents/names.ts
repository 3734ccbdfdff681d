// Names that SPSS accepts: a letter first, then letters, digits and `_`, at most 64 bytes, no two the same, and no word
// of its own language.

const RESERVED = new Set(["ALL", "AND", "BY", "EQ", "GE", "GT", "LE", "LT", "NE", "NOT", "OR", "TO", "WITH"]);
const LONGEST = 64;

/** A valid name for each wanted one, in the same order. */
export function validNames(wanted: readonly string[]): string[] {
  const taken = new Set<string>();
  return wanted.map((name) => {
    const plain = name.normalize("NFKD").replace(/\p{M}/gu, "").replace(/[^A-Za-z0-9_]+/g, "_").replace(/_+$/, "");
    const base = (/^[A-Za-z]/.test(plain) && !RESERVED.has(plain.toUpperCase()) ? plain : `v_${plain}`.replace(/_+$/, "")).slice(0, LONGEST);
    let unique = base;
    for (let n = 2; taken.has(unique.toUpperCase()); n += 1) {
      const end = `_${n}`;
      unique = base.slice(0, LONGEST - end.length) + end;
    }
    taken.add(unique.toUpperCase());
    return unique;
  });
}
