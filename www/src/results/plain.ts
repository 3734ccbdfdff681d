// The text of a label that may be HTML: headings and choices of a survey may have markup.

const NAMED: { readonly [name: string]: string } = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: " " };

/** The text without tags, with its references resolved and its spaces collapsed. */
export function plain(markup: string | undefined | null): string {
  if (!markup) return "";
  const text = markup.replace(/<(?:br|\/p|\/div|\/li)\b[^>]*>/gi, " ").replace(/<\/?[a-z!][^>]*>/gi, "");
  const resolved = text.replace(/&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi, (reference, decimal, hexadecimal, name) => {
    if (name !== undefined) return NAMED[String(name).toLowerCase()] ?? reference;
    const code = decimal !== undefined ? Number(decimal) : Number.parseInt(hexadecimal, 16);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : reference;
  });
  return resolved.replace(/\s+/g, " ").trim();
}
