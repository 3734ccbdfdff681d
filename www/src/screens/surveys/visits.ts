// What is new since the last visit: counts and dates of surveys, kept in this browser for each account, and no answers.

import { instant } from "../../instant.ts";
import { keep, kept } from "../../kept.ts";
import { VISITS } from "../../left.ts";

/** Milliseconds without a look at the list after which the next look is another visit. */
const VISIT = 30 * 60 * 1000;

/** Surveys of which counts are kept; those that were listed longest ago are forgotten first. */
const MOST = 2000;

/** Days of which the number of responses is kept. */
const DAYS = 30;

const DAY = 24 * 3600 * 1000;

const keyOf = (account: string) => VISITS + account;

/** What a list says of a survey. */
export interface Seen {
  readonly id: string;
  readonly response_count?: number | undefined;
  readonly date_created?: string | undefined;
  readonly date_modified?: string | undefined;
}

/** What has changed of a survey. */
export interface News {
  /** Responses more than at the last visit. */
  readonly responses: number;
  /** Whether it was created since. */
  readonly isNew: boolean;
  /** Whether its design was changed since. */
  readonly isChanged: boolean;
}

/** The number of responses that a survey had on a day, which is counted in days since 1970. */
export type DayCount = readonly [day: number, responses: number];

/** A survey when it was listed last: its number of responses, its date of change, and the numbers of days before. */
type Entry = readonly [responses: number | null, modified: string | null, days: readonly DayCount[]];

/**
 * Surveys by id, those that were listed longest ago first. The members of an object would be in the order of their
 * numbers.
 */
type Entries = readonly (readonly [id: string, entry: Entry])[];

/** `before` is how the last visit found the surveys, `now` how this one does; `at` is when it has ended so far. */
interface Kept {
  readonly before: { readonly at: number; readonly surveys: Entries } | null;
  readonly at: number;
  readonly surveys: Entries;
}

/** The visit in which the list is looked at: when the one before it was, and what is new since then. */
export interface Visit {
  /** As of the last look. */
  readonly before: Date | null;
  /** The news of listed surveys, by id. Keeps what is listed for the next visit. */
  newsOf(listed: readonly Seen[]): ReadonlyMap<string, News>;
  /** The numbers of responses of a survey on the days on which it was listed. */
  daysOf(id: string): readonly DayCount[];
}

/**
 * Begins a visit of an account, or goes on with the one that has not ended. A list that stays open is looked at in
 * several visits.
 */
export function beginVisit(account: string, now: () => number = Date.now): Visit {
  const last = parse(kept(keyOf(account)));
  let before = last?.before ?? null;
  let at = last?.at;
  const surveys = new Map(last?.surveys);
  return {
    get before() {
      return before === null ? null : new Date(before.at);
    },
    newsOf(listed) {
      if (at !== undefined && now() - at >= VISIT) before = { at, surveys: [...surveys] };
      at = now();
      for (const { id, response_count, date_modified } of listed) {
        const days = withDay(surveys.get(id)?.[2] ?? [], Math.floor(now() / DAY), response_count);
        surveys.delete(id);
        surveys.set(id, [response_count ?? null, date_modified ?? null, days]);
      }
      for (const id of [...surveys.keys()].slice(0, -MOST)) surveys.delete(id);
      keep(keyOf(account), JSON.stringify({ before, at, surveys: [...surveys] } satisfies Kept));
      if (before === null) return new Map();
      const since = before.at;
      const earlier = new Map(before.surveys);
      const news = listed.map((survey) => [survey.id, compare(survey, earlier.get(survey.id), since)] as const);
      return new Map(news.flatMap(([id, found]) => (found === null ? [] : [[id, found]])));
    },
    daysOf: (id) => surveys.get(id)?.[2] ?? [],
  };
}

/** The days with today's number, which replaces an earlier one of today. */
function withDay(days: readonly DayCount[], day: number, responses: number | undefined): readonly DayCount[] {
  return responses === undefined ? days : [...days.filter(([known]) => known !== day), [day, responses] as const].slice(-DAYS);
}

function compare({ response_count = 0, date_created, date_modified }: Seen, entry: Entry | undefined, since: number): News | null {
  if (entry === undefined) {
    const created = instant(date_created)?.getTime() ?? 0;
    return created >= since ? { responses: response_count, isNew: true, isChanged: false } : null;
  }
  const [responses, modified] = entry;
  const news = { responses: Math.max(0, response_count - (responses ?? response_count)), isNew: false, isChanged: modified !== null && date_modified !== undefined && date_modified !== modified };
  return news.responses > 0 || news.isChanged ? news : null;
}

/** What was kept; null if it is nothing, or in another form. */
function parse(text: string | null): Kept | null {
  try {
    const value = JSON.parse(text ?? "null") as Partial<Kept> | null;
    return [value?.surveys, value?.before?.surveys ?? []].every(Array.isArray) ? (value as Kept) : null;
  } catch {
    return null;
  }
}
