// Numbers, dates and texts of the API as a reader wants them.

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

/** When something will be, by the reader's own clock: `at 14:05:09`, and the date where it is not today. */
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

/** The instant of an API date: without an offset it is UTC, a space may stand for the `T`. */
export function instant(text) {
  if (!text) return null;
  const iso = text.replace(" ", "T");
  const date = new Date(/(?:Z|[+-]\d\d:?\d\d)$/.test(iso) ? iso : `${iso}Z`);
  return Number.isNaN(date.getTime()) ? null : date;
}

/** A `time` element: the day, with the minute as its title. */
export function day(text) {
  const date = instant(text);
  if (!date) return null;
  const node = document.createElement("time");
  node.dateTime = date.toISOString();
  node.title = `${MINUTE.format(date)} UTC`;
  node.textContent = DAY.format(date);
  return node;
}

/** The text of a heading that may carry markup; nothing in it is run or loaded. */
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

/** A file name that every system accepts. */
export function fileName(title, extension) {
  const safe = title.replace(/[\\/:*?"<>|\u0000-\u001f]+/g, " ").replace(/\s+/g, " ").replace(/^[ .]+|[ .]+$/g, "");
  return `${safe.slice(0, 100) || "survey"}.${extension}`;
}

/** `surveys_read` as `surveys read`, `team_uni` as `Team uni`: for names we have no words for. */
export function spaced(name) {
  const text = String(name).replaceAll("_", " ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Where an account's data is kept. */
export function regionName(region) {
  return { us: "United States", eu: "European Union", ca: "Canada" }[region] ?? region;
}
