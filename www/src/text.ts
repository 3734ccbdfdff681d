// Texts of the API as the console shows them: labels without markup, identifiers with spaces, names of files.

/** Elements that are within words, and those that separate them. */
const WITHIN = "a|abbr|b|bdi|bdo|big|cite|code|del|em|font|i|ins|kbd|mark|q|s|small|span|strike|strong|sub|sup|u|wbr";
const BETWEEN = "audio|blockquote|br|caption|center|dd|div|dl|dt|h[1-6]|hr|iframe|img|input|li|ol|p|pre|script|style|svg|table|tbody|td|tfoot|th|thead|tr|ul|video";
const MARKUP = new RegExp(`<!--[^]*?-->|</?(?:(${WITHIN})|(?:${BETWEEN}))(?=[\\s/>])[^<>]*>`, "gi");

/** The signs that editors write as entities, each before its name. */
const SIGNS = "&amp <lt >gt \"quot 'apos –ndash —mdash ‘lsquo ’rsquo ‚sbquo “ldquo ”rdquo „bdquo …hellip •bull €euro ™trade ×times ßszlig ÿyuml ŸYuml œoelig ŒOElig šscaron ŠScaron ≤le ≥ge →rarr \u2002ensp \u2003emsp \u200czwnj \u200dzwj".split(" ");

/**
 * The names of the signs from U+00A0, and of the small letters from U+00E0. Those of the capital letters begin with
 * one.
 */
const LATIN = "nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest".split(" ");
const LETTERS = "agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn".split(" ");

/**
 * The text of a label that may be HTML, as the results engine reads it too. What looks like no element is text: `x<y`,
 * and `<you@example.com>`.
 */
export function plain(markup: string | null | undefined): string {
  if (!markup) return "";
  const text = markup.replace(MARKUP, (tag, within) => (within !== undefined || tag.startsWith("<!") ? "" : " "));
  return text.replace(/&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi, decode).replace(/\s+/g, " ").trim();
}

function decode(reference: string, decimal?: string, hexadecimal?: string, name?: string): string {
  if (name !== undefined) return named(name) ?? reference;
  const code = decimal !== undefined ? Number(decimal) : Number.parseInt(hexadecimal ?? "", 16);
  const isCharacter = code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);
  const character = isCharacter ? String.fromCodePoint(code) : "";
  return /^[\P{Cc}\t\n\f\r]$/u.test(character) ? character : reference;
}

function named(name: string): string | undefined {
  const from = (first: number, at: number) => (at < 0 ? undefined : String.fromCharCode(first + at));
  const letter = from(/^[A-Z]/.test(name) ? 0xc0 : 0xe0, LETTERS.indexOf(name.toLowerCase()));
  return SIGNS.find((sign) => sign.slice(1) === name)?.charAt(0) ?? from(0xa0, LATIN.indexOf(name)) ?? letter;
}

/** `team_uni` as `Team uni`: for identifiers without a label of their own. */
export function spaced(name: string): string {
  const text = name.replaceAll("_", " ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** A file name that all operating systems accept. A long title is cut, and what follows it stays. */
export function fileName(title: string, extension: string, suffix = ""): string {
  const safe = title
    .replace(/[\\/:*?"<>|\u0000-\u001f]+/g, " ")
    .replace(/\s+/g, " ")
    .replace(/^[ .]+|[ .]+$/g, "");
  // Not cut within a character.
  return `${safe.slice(0, 100).replace(/[\ud800-\udbff]$/, "") || "survey"}${suffix}.${extension}`;
}
