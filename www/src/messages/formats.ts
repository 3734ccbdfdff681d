// Numbers, dates and plurals of a language. Dates of the API are shown in UTC, those of the gateway in the person's
// time zone.

/** The forms of a noun: those that a language does not distinguish are absent. */
export type Forms = { readonly [rule in Intl.LDMLPluralRule]?: string } & { readonly other: string };

/** How a language writes numbers and dates. */
export interface Formats {
  /** `12345` as `12,345`. */
  readonly count: (number: number) => string;
  /** `1 response`, `260 responses`. */
  readonly counted: (number: number, forms: Forms) => string;
  /** The form of a noun without its number. */
  readonly form: (number: number, forms: Forms) => string;
  /** The day of a date, in UTC. */
  readonly day: (date: Date) => string;
  /** Day and minute of a date, in UTC, with the zone. */
  readonly minute: (date: Date) => string;
  /** The time of a date in the person's time zone. */
  readonly clock: (date: Date) => string;
  /** Day and time of a date in the person's time zone. */
  readonly calendar: (date: Date) => string;
  /** The day of a date in the person's time zone. */
  readonly calendarDay: (date: Date) => string;
  /** `1234` bytes as `1.2 kB`. */
  readonly size: (bytes: number) => string;
  /** The name of a language by its code. */
  readonly languageName: (code: string) => string;
}

/** What is made when it is first used: a formatter costs milliseconds on a phone, and a page uses few of them. */
function once<T extends object>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}

/** The formats of a locale. */
export function formatsOf(locale: string): Formats {
  const number = once(() => new Intl.NumberFormat(locale));
  const plural = once(() => new Intl.PluralRules(locale));
  const names = once(() => new Intl.DisplayNames(locale, { type: "language" }));
  const date = (options: Intl.DateTimeFormatOptions) => {
    const format = once(() => new Intl.DateTimeFormat(locale, options));
    return (value: Date) => format().format(value);
  };
  const DAY = { day: "numeric", month: "short", year: "numeric" } as const;
  const TIME = { hour: "2-digit", minute: "2-digit" } as const;
  const form = (value: number, forms: Forms) => forms[plural().select(value)] ?? forms.other;
  const unit = (name: string, display: "short" | "long", digits: number) =>
    new Intl.NumberFormat(locale, { style: "unit", unit: name, unitDisplay: display, maximumFractionDigits: digits, minimumFractionDigits: digits });
  return {
    count: (value) => number().format(value),
    counted: (value, forms) => `${number().format(value)} ${form(value, forms)}`,
    form,
    day: date({ ...DAY, timeZone: "UTC" }),
    minute: date({ ...DAY, ...TIME, timeZone: "UTC", timeZoneName: "short" }),
    clock: date({ ...TIME, second: "2-digit" }),
    calendar: date({ ...DAY, ...TIME }),
    calendarDay: date(DAY),
    size: (bytes) =>
      bytes < 1000 ? unit("byte", "long", 0).format(bytes) : bytes < 1_000_000 ? unit("kilobyte", "short", 1).format(bytes / 1000) : unit("megabyte", "short", 1).format(bytes / 1_000_000),
    languageName(code) {
      try {
        return names().of(code) ?? code;
      } catch {
        return code;
      }
    },
  };
}
