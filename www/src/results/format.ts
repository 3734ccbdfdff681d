// What the results write in addition to the rest of the console: decimals, percentages, durations, spans of time and
// lists.

import { type Formats, formatsOf } from "../messages/formats.ts";
import { rounded } from "../rounded.ts";

export interface Format extends Formats {
  /** A number with all its digits. */
  exact(value: number): string;
  /** A percentage from 0 to 100: whole up to a base of 100, with one decimal above. */
  percent(value: number, base: number): string;
  /** A number with this many decimals. */
  fixed(value: number, decimals: number): string;
  /** A number with its sign. */
  signed(value: number, decimals: number): string;
  /** A net promoter score: a whole number with its sign, half away from zero. */
  score(value: number): string;
  /** Day and minute of an ISO date, with the zone if the clock of the person's zone shows that time twice. */
  moment(iso: string, utc?: boolean): string;
  /** Day and minute of an ISO date with the zone, for readers who may be in another one. */
  zoned(iso: string): string;
  /** The minute, with the day where that is not today. */
  when(iso: string, now?: Date): string;
  /** Seconds as `3 min 20 s`. */
  duration(seconds: number): string;
  /**
   * The start of a bucket of a trend. That of an hour has its year only if it is one of several years, and a zone as
   * `moment` has.
   */
  bucket(iso: string, by: string, utc: boolean, areYears?: boolean): string;
  /**
   * The start of a bucket as short as an axis needs it, with its year if it is one of several years, and without a
   * zone.
   */
  tick(iso: string, by: string, utc: boolean, areYears?: boolean): string;
  /** `a, b and c`, or `a, b or c`. */
  list(items: readonly string[], or?: boolean): string;
  /** The hour of an ISO date in UTC, without its day. */
  hour(iso: string): string;
  /** Sorts texts as readers of the language expect. */
  compare(a: string, b: string): number;
}

const DAY = 86_400_000;

const HOUR = { day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" } as const;

/** The name of the zone where the clock of the person's zone shows a time twice, because it was set back. */
function zoneOf(at: Date): Intl.DateTimeFormatOptions {
  const offset = at.getTimezoneOffset();
  const isTwice = [-DAY, DAY].some((apart) => {
    const other = new Date(at.getTime() + apart).getTimezoneOffset();
    return other !== offset && new Date(at.getTime() + (other - offset) * 60_000).getTimezoneOffset() === other;
  });
  return isTwice ? { timeZoneName: "short" } : {};
}

/** The formats of a locale. The formatters are made when first used: each costs a millisecond. */
export function makeFormat(locale: string): Format {
  const made = new Map<string, unknown>();
  const once = <T>(key: string, make: () => T): T => {
    if (!made.has(key)) made.set(key, make());
    return made.get(key) as T;
  };
  const number = (options: Intl.NumberFormatOptions) => once(JSON.stringify(options), () => new Intl.NumberFormat(locale, options));
  const date = (options: Intl.DateTimeFormatOptions) => once(`d${JSON.stringify(options)}`, () => new Intl.DateTimeFormat(locale, options));
  const decimal = (value: number, decimals: number, options: Intl.NumberFormatOptions = {}) =>
    number({ minimumFractionDigits: decimals, maximumFractionDigits: decimals, ...options }).format(rounded(value, decimals));
  const unit = (value: number, name: string) => number({ style: "unit", unit: name, unitDisplay: "short" }).format(value);
  const shared = formatsOf(locale);
  const format: Format = {
    ...shared,
    exact: (value) => number({ maximumSignificantDigits: 15 }).format(value + 0),
    percent(value, base) {
      const decimals = base > 100 ? 1 : 0;
      return number({ style: "percent", minimumFractionDigits: decimals, maximumFractionDigits: decimals }).format(rounded(value, decimals) / 100);
    },
    fixed: (value, decimals) => decimal(value, decimals),
    signed: (value, decimals) => decimal(value, decimals, { signDisplay: "exceptZero" }),
    score: (value) => format.signed(value, 0),
    moment(iso, utc = false) {
      const at = new Date(iso);
      return date({ ...(utc ? { timeZone: "UTC" } : zoneOf(at)), ...HOUR, year: "numeric" }).format(at);
    },
    zoned: (iso) => date({ ...HOUR, year: "numeric", timeZoneName: "short" }).format(new Date(iso)),
    when(iso, now = new Date()) {
      const at = new Date(iso);
      const today = at.toDateString() === now.toDateString();
      const near = Math.abs(at.getTime() - now.getTime()) < 6 * 86_400_000;
      const day: Intl.DateTimeFormatOptions = today ? {} : near ? { weekday: "long" } : { day: "numeric", month: "short" };
      return date({ ...day, hour: "2-digit", minute: "2-digit" }).format(at);
    },
    duration(seconds) {
      const whole = Math.round(seconds);
      if (whole < 60) return unit(whole, "second");
      if (whole < 3600) return [unit(Math.floor(whole / 60), "minute"), whole % 60 > 0 ? unit(whole % 60, "second") : ""].join(" ").trim();
      const minutes = Math.round(whole / 60);
      return [unit(Math.floor(minutes / 60), "hour"), minutes % 60 > 0 ? unit(minutes % 60, "minute") : ""].join(" ").trim();
    },
    bucket(iso, by, utc, areYears = false) {
      const zone: Intl.DateTimeFormatOptions = utc ? { timeZone: "UTC" } : {};
      const at = new Date(iso);
      const year: Intl.DateTimeFormatOptions = areYears ? { year: "numeric" } : {};
      if (by === "hour") return date({ ...(utc ? zone : zoneOf(at)), ...year, ...HOUR }).format(at);
      if (by === "month") return date({ ...zone, month: "short", year: "numeric" }).format(at);
      if (by === "year") return date({ ...zone, year: "numeric" }).format(at);
      if (by === "quarter") {
        const month = Number(new Intl.DateTimeFormat("en", { ...zone, month: "numeric" }).format(at));
        return `Q${Math.ceil(month / 3)} ${date({ ...zone, year: "numeric" }).format(at)}`;
      }
      return date({ ...zone, day: "numeric", month: "short", year: "numeric" }).format(at);
    },
    tick(iso, by, utc, areYears = false) {
      const zone: Intl.DateTimeFormatOptions = utc ? { timeZone: "UTC" } : {};
      if ((by === "day" || by === "week") && !areYears) return date({ ...zone, day: "numeric", month: "short" }).format(new Date(iso));
      if (by === "hour") return date({ ...zone, ...(areYears && { year: "numeric" }), ...HOUR }).format(new Date(iso));
      return format.bucket(iso, by, utc, areYears);
    },
    hour: (iso) => date({ timeZone: "UTC", hour: "2-digit", minute: "2-digit" }).format(new Date(iso)),
    list: (items, or = false) =>
      once(`l${or}`, () => new Intl.ListFormat(locale, { type: or ? "disjunction" : "conjunction" })).format(items),
    compare: (a, b) => once("collator", () => new Intl.Collator(locale, { numeric: true })).compare(a, b),
  };
  return format;
}
