import type { CanvassError } from "./errors.js";
import type { Given } from "./exchange.js";
import type { Quota, Scopes } from "./quota.js";
import type { List } from "./types.js";

/** How long a call may take, and how often it is tried. */
export interface Patience {
  /** Milliseconds that the service has for each answer; 30 000 if not given, 0 for any time. */
  readonly timeout?: number | undefined;
  /** Milliseconds for the whole call with its repetitions; 120 000 more than `maxWait` if not given, 0 for any time. */
  readonly deadline?: number | undefined;
  /** How often a call that only reads is sent again after a failure that passes; twice if not given. */
  readonly retries?: number | undefined;
  /**
   * The longest pause in milliseconds, 60 000 if not given. A call that would have to wait longer fails with
   * `rate_limited` and the moment: allow 86 400 000 and an iteration sleeps until the quota's next day.
   */
  readonly maxWait?: number | undefined;
}

/** What a call can be given beside its arguments. */
export interface CallOptions extends Patience {
  /** Stops the call, or the iteration; it is then rejected with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** Whether the work can wait: it then leaves room for what users do at the same time. */
  readonly background?: boolean | undefined;
}

/** What the call of a list can be given. */
export interface ListOptions extends CallOptions {
  /** Where to go on: what `checkpoint()` of an earlier iteration gave. */
  readonly from?: string | undefined;
  /** Told after every page of an iteration, and before every pause of a second or more. */
  readonly onProgress?: ((progress: Progress) => void) | undefined;
}

/** How far an iteration is. */
export interface Progress {
  /** Items on the pages so far. */
  readonly done: number;
  /** Items in all. */
  readonly total: number;
  /** Requests to come. */
  readonly requests: number;
  /** When the last of them can be sent, as far as the quota is known. */
  readonly until: Date;
  /** When it goes on, if it pauses now. */
  readonly resumes_at?: Date;
}

/** What the facade itself gives to a call. */
export interface Taking extends ListOptions {
  /** Takes the bytes of every good answer, and may make its value of them in the place of the platform's parser. */
  readonly take?: ((bytes: Uint8Array<ArrayBuffer>, given: Given, input: string) => unknown) | undefined;
  /** Whether what takes the bytes also checks them, and finds the next page. */
  readonly raw?: boolean | undefined;
}

/** What an answer says beside its value. */
export interface Facts {
  /** HTTP status. */
  readonly status: number;
  /** The quota, if the service told it. */
  readonly quota?: Quota;
  /** The scopes, if the service told them. */
  readonly scopes?: Scopes;
  /** What names the request in the gateway's log, if the gateway told it. */
  readonly request_id?: string;
}

/** A value with what its answer says beside it. */
export interface Result<T> extends Facts {
  /** What the call gives without it. */
  readonly value: T;
}

/** What the engine answers with: `next` are the arguments of the next page. */
export interface Answer<T> extends Result<T> {
  readonly next: string | undefined;
}

/** A call under way: a promise of its value. */
export interface Call<T> extends Promise<T> {
  /** The value together with status, quota and scopes. */
  withResponse(): Promise<Result<T>>;
}

/** A list: a promise of its first page, and an iterable over the items of all its pages. */
export interface ListCall<T, P extends List<T> = List<T>> extends Call<P>, AsyncIterable<T> {
  /** The pages, one request each. */
  pages(): AsyncIterableIterator<P>;
  /** The items of all pages, `limit` at most. */
  toArray(options: { readonly limit: number }): Promise<T[]>;
  /**
   * The place behind the last item that the iteration gave: a small string for the option `from`, here or in another
   * tab, today or tomorrow. Items that were added or removed in the meantime move the place.
   */
  checkpoint(): string;
}

/** Makes one request of a list; `next` are the arguments of its page, in JSON. */
export type Perform = (next: string | undefined) => Promise<Answer<List<unknown>>>;

/** The place in a list: the arguments of a page in JSON, none for the first, and the items taken from it. */
export interface Place {
  readonly next: string | undefined;
  readonly taken: number;
}

/** How an iteration goes on: it waits for its turn, tells how far it is, and ends with its signal. */
export interface Pace {
  /** What was asked for first, in JSON. */
  input(): string;
  readonly signal: AbortSignal | undefined;
  turn(requests: number): Promise<void>;
  progress(done: number, page: List<unknown>, requests: number): Promise<void>;
}

/** The one class behind both: whether a call is a list is known to the types alone. */
export class Calling<T> implements ListCall<T> {
  readonly [Symbol.toStringTag] = "Call";
  readonly #perform: Perform;
  readonly #pace: Pace;
  readonly #first: Promise<Answer<List<T>>>;
  readonly #start: Place;
  #place: Place;

  constructor(perform: Perform, pace: Pace, start: Place) {
    this.#perform = perform;
    this.#pace = pace;
    this.#start = this.#place = start;
    this.#first = this.#get(start.next);
  }

  #get(next: string | undefined): Promise<Answer<List<T>>> {
    return this.#perform(next) as Promise<Answer<List<T>>>;
  }

  then<A = List<T>, B = never>(
    done?: ((value: List<T>) => A | PromiseLike<A>) | null,
    failed?: ((reason: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    return this.#first.then(({ value }) => value).then(done, failed);
  }

  catch<B = never>(failed?: ((reason: unknown) => B | PromiseLike<B>) | null): Promise<List<T> | B> {
    return this.then(undefined, failed);
  }

  finally(settled?: (() => void) | null): Promise<List<T>> {
    return this.then().finally(settled);
  }

  async withResponse(): Promise<Result<List<T>>> {
    const { next: _, ...result } = await this.#first;
    return result;
  }

  checkpoint(): string {
    const { next, taken } = this.#place;
    const { page = 1, per_page = "" } = JSON.parse(next ?? "{}") as { page?: string; per_page?: string };
    return `${page}.${per_page}.${taken}`;
  }

  async *pages(): AsyncGenerator<List<T>, undefined> {
    for await (const { value, next, place } of this.#answers()) {
      this.#place = next === undefined ? { ...place, taken: value.data.length } : { next, taken: 0 };
      yield value;
    }
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T, undefined> {
    for await (const { value, place } of this.#answers()) {
      let { taken } = place;
      for (const item of value.data.slice(taken)) {
        this.#pace.signal?.throwIfAborted();
        taken += 1;
        this.#place = { ...place, taken };
        yield item;
      }
    }
  }

  /** The answers of all pages: a page without items is no end, only one without a link is. */
  async *#answers() {
    let answer = await this.#fitted(this.#start, this.#first);
    for (let done = 0; ; ) {
      const { value, place } = answer;
      // A link may ask for more than the service gives: pages are counted by what it gives.
      const next = answer.next && sized(answer.next, value.per_page);
      const requests = next === undefined ? 0 : Math.max(1, Math.ceil(value.total / value.per_page) - value.page);
      done += value.data.length;
      await this.#pace.progress(done, value, requests);
      yield { value, next, place };
      if (next === undefined) return;
      await this.#pace.turn(requests);
      answer = await this.#fitted({ next, taken: 0 }, this.#get(next));
    }
  }

  /**
   * The answer with the page of a place. Where the service gives smaller pages only, or refuses one that is too large and
   * names a smaller one, it is the page of that size with the same item.
   */
  async #fitted(place: Place, asked: Promise<Answer<List<T>>>): Promise<Answer<List<T>> & { readonly place: Place }> {
    for (;;) {
      const args = JSON.parse(place.next ?? this.#pace.input()) as Partial<Paging>;
      const { page = 1, per_page } = args;
      try {
        const answer = await asked;
        const size = answer.value.per_page;
        if (!(size < per_page! || size < place.taken)) return { ...answer, place };
        place = resized(args, place.taken, size);
        if ((JSON.parse(place.next!) as Paging).page === +page) return { ...answer, place };
      } catch (error) {
        let size = (error as Partial<CanvassError> | undefined)?.remedy?.per_page;
        if (!(size! < (per_page ?? (page > 1 ? 0 : Infinity)))) throw error;
        // Pages that begin where the refused one does: what was given before it is not given again.
        while (size && before(args) % size) size -= 1;
        if (!size) throw error;
        place = resized(args, place.taken, size);
      }
      await this.#pace.turn(1);
      asked = this.#get(place.next);
    }
  }

  async toArray({ limit }: { readonly limit: number }): Promise<T[]> {
    const items: T[] = [];
    if (limit > 0) {
      for await (const item of this) {
        if (items.push(item) >= limit) break;
      }
    }
    return items;
  }
}

/** Which page of a list is asked for: the numbers stand as text where a link named them. */
export interface Paging {
  readonly page: number;
  readonly per_page: number;
}

/** The arguments of a page, of at most so many items. */
function sized(input: string, size: number): string {
  const args = JSON.parse(input) as Paging;
  return size < args.per_page ? JSON.stringify({ ...args, per_page: size }) : input;
}

/** How many items of a list come before a page. */
export function before({ page = 1, per_page = 0 }: Partial<Paging>): number {
  return (page - 1) * per_page;
}

/** The same item on pages of another size: the arguments of its page, and the items before it there. */
function resized(args: Partial<Paging>, taken: number, size: number): Place {
  const item = before({ per_page: size, ...args }) + taken;
  return { next: JSON.stringify({ ...args, page: Math.floor(item / size) + 1, per_page: size }), taken: item % size };
}

/** Where an iteration begins: the arguments with the place of a checkpoint; none for what is no checkpoint. */
export function placeOf(args: object | null | undefined, from: string | undefined): Place | undefined {
  if (from === undefined) return { next: undefined, taken: 0 };
  const [, page, per_page, taken] = /^(\d+)\.(\d*)\.(\d+)$/.exec(from) ?? [];
  if (page === undefined) return undefined;
  return { next: JSON.stringify({ ...args, page, ...(per_page && { per_page }) }), taken: Number(taken) };
}
