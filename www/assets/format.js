// Formats numbers, dates and texts of the API for display.

const NUMBER = new Intl.NumberFormat("en");
const DAY = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", year: "numeric", timeZone: "UTC" });
const MINUTE = new Intl.DateTimeFormat("en-GB", {
  day: "numeric",
  month: "short",
  year: "numeric",
  hour: "2-digit",
  minute: "2-digit",
  timeZone: "UTC",
});
const CLOCK = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit", second: "2-digit" });
const CALENDAR = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" });

/** A future time in the user's time zone: `at 14:05:09`, or `on` with the date if it is not today. */
export function moment(date) {
  const today = date.toDateString() === new Date().toDateString();
  return today ? `at ${CLOCK.format(date)}` : `on ${CALENDAR.format(date)}`;
}

/** `12345` as `12,345`. */
export function count(number) {
  return NUMBER.format(number);
}

/** `1 response`, `260 responses`. */
export function counted(number, one, many = `${one}s`) {
  return `${count(number)} ${number === 1 ? one : many}`;
}

/** Parses a date of the API. Without an offset it is UTC, and it may have a space instead of the `T`. */
export function instant(text) {
  if (!text) return null;
  const iso = text.replace(" ", "T");
  const date = new Date(/(?:Z|[+-]\d\d:?\d\d)$/.test(iso) ? iso : `${iso}Z`);
  return Number.isNaN(date.getTime()) ? null : date;
}

/** A `time` element with the day as text and the minute as title. */
export function day(text) {
  const date = instant(text);
  if (!date) return null;
  const node = document.createElement("time");
  node.dateTime = date.toISOString();
  node.title = `${MINUTE.format(date)} UTC`;
  node.textContent = DAY.format(date);
  return node;
}

/** The text of a heading with possible markup. `DOMParser` neither runs scripts nor loads resources. */
export function plain(markup) {
  if (!markup) return "";
  if (!/[<&]/.test(markup)) return markup.trim();
  const text = new DOMParser().parseFromString(markup, "text/html").body.textContent ?? "";
  return text.replace(/\s+/g, " ").trim();
}

/** `1234` bytes as `1.2 KB`. */
export function size(bytes) {
  if (bytes < 1000) return `${bytes} bytes`;
  if (bytes < 1_000_000) return `${(bytes / 1000).toFixed(1)} KB`;
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}

/** A file name that all operating systems accept. */
export function fileName(title, extension) {
  const safe = title.replace(/[\\/:*?"<>|\u0000-\u001f]+/g, " ").replace(/\s+/g, " ").replace(/^[ .]+|[ .]+$/g, "");
  return `${safe.slice(0, 100) || "survey"}.${extension}`;
}

/** `team_uni` as `Team uni`: for identifiers without a label of their own. */
export function spaced(name) {
  const text = String(name).replaceAll("_", " ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The name of the region that stores an account's data. */
export function regionName(region) {
  return { us: "United States", eu: "European Union", ca: "Canada" }[region] ?? region;
}
