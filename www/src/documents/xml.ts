// Texts in XML.

/** What XML does not allow, lone surrogates included. */
const FORBIDDEN = /[\0-\x08\v\f\x0e-\x1f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/** A text as content or as the value of an attribute. What XML does not allow is replaced, or left out. */
export function escapeXml(text: string, replacement = ""): string {
  return text.replace(FORBIDDEN, replacement).replace(/[&<>"]/g, (letter) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;" })[letter] ?? "&quot;");
}
