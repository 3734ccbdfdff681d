// Texts of the API as the console shows them: headings without markup, identifiers with spaces, names of files.

/** The text of a heading with possible markup. `DOMParser` neither runs scripts nor loads resources. */
export function plain(markup: string | null | undefined): string {
  if (!markup) return "";
  if (!/[<&]/.test(markup)) return markup.trim();
  const text = new DOMParser().parseFromString(markup, "text/html").body.textContent ?? "";
  return text.replace(/\s+/g, " ").trim();
}

/** A date of the API. Without an offset it is UTC, and it may have a space instead of the `T`. */
export function instant(text: string | null | undefined): Date | null {
  if (!text) return null;
  const iso = text.replace(" ", "T");
  const date = new Date(/(?:Z|[+-]\d\d:?\d\d)$/.test(iso) ? iso : `${iso}Z`);
  return Number.isNaN(date.getTime()) ? null : date;
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
  return `${safe.slice(0, 100) || "survey"}${suffix}.${extension}`;
}
