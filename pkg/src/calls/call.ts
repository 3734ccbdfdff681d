// What a call of the SDK returns: a promise of one result and, for a list, an iteration that can continue from a
// checkpoint.

import { LIMIT, checkOptions } from "../check_options.js";
import type { CanvassError } from "../errors.js";
import type { ExchangeResult } from "./exchange.js";
import type { Quota, Scopes } from "../quota.js";
import type { List } from "../generated/types.js";

/** How long a call may take, and how often it is tried. */
export interface Patience {
  /**
   * Milliseconds for each request, from sending it to the end of its response; by default 30 000, 0 for no limit but
   * `deadline`.
   */
  readonly timeout?: number | undefined;
  /**
   * Milliseconds for the whole call with its retries and pauses; by default 120 000 more than `maxWait`, 0 for no
   * limit. In an iteration it applies to each page with the pause before it, and in an export, a summary or an
   * invitation to each request. A call that would have to pause longer fails with `rate_limited`.
   */
  readonly deadline?: number | undefined;
  /**
   * How often a call that only reads is sent again after a transient failure; by default twice, 0 for never. Requests
   * that the gateway holds back for the quota are sent again until `deadline`, and do not count.
   */
  readonly retries?: number | undefined;
  /**
   * The longest pause in milliseconds, by default 60 000. A call that would have to wait longer fails with
   * `rate_limited`, whose `remedy` has the time: with 86 400 000, an iteration sleeps until the quota's next day.
   */
  readonly maxWait?: number | undefined;
}

/** Options of every call, next to its arguments. */
export interface CallOptions extends Patience {
  /** Aborts the call or the iteration; it is then rejected with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** Whether the work can wait: it then leaves quota for what users do at the same time. */
  readonly background?: boolean | undefined;
}

/** Options of the call of a list. */
export interface ListOptions extends CallOptions {
  /** Where to continue: the `checkpoint()` of an earlier iteration. */
  readonly from?: string | undefined;
  /** Called after every page of an iteration, and before every pause of a second or more. */
  readonly onProgress?: ((progress: Progress) => void) | undefined;
}

/** How far work of several requests is. */
export interface Progress {
  /** Items on the pages so far. */
  readonly done: number;
  /** Items in total. */
  readonly total: number;
  /** Requests that remain. */
  readonly requests: number;
  /** When the last of them can be sent, as far as the quota is known. */
  readonly until: Date;
  /** When it resumes, if it pauses now. */
  readonly resumes_at?: Date;
}

/** Pauses shorter than this are not reported, in milliseconds. */
export const SHORTEST_PAUSE = 1000;

/** The same progress before a pause: the work cannot end before the pause does. */
export function withPause<P extends Pick<Progress, "until">>(progress: P, milliseconds: number): P {
  const resumes_at = new Date(Date.now() + milliseconds);
  return { ...progress, until: progress.until > resumes_at ? progress.until : resumes_at, resumes_at };
}

/** Options that only the SDK itself sets. */
export interface InternalCallOptions extends ListOptions {
  /** Gets the bytes of every successful response. If it returns a value, the bytes are not parsed. */
  readonly take?: ((bytes: Uint8Array<ArrayBuffer>, result: ExchangeResult, input: string) => unknown) | undefined;
  /** Whether `take` also checks the bytes and finds the next page. */
  readonly raw?: boolean | undefined;
  /** When the call began, in milliseconds since 1970: its deadline counts from here. */
  readonly began?: number | undefined;
}

/** What a response says in addition to its value. */
export interface Facts {
  /** HTTP status. */
  readonly status: number;
  /** The quota, if the service reported it. */
  readonly quota?: Quota;
  /** The scopes, if the service reported them. */
  readonly scopes?: Scopes;
  /** Identifies the request in the gateway's log, if the gateway reported it. */
  readonly request_id?: string;
}

/** A value with the status, quota and scopes of its response. */
export interface Result<T> extends Facts {
  /** The value that the call itself returns. */
  readonly value: T;
}

/** The result of one request; `next` are the arguments of the next page, in JSON. */
export interface CallResult<T> extends Result<T> {
  readonly next: string | undefined;
}

/** A call in flight: a promise of its value. */
export interface Call<T> extends Promise<T> {
  /** The value together with status, quota and scopes. */
  withResponse(): Promise<Result<T>>;
}

/** A list: a promise of its first page, and an iterable over the items of all its pages. */
export interface ListCall<T, P extends List<T> = List<T>> extends Call<P>, AsyncIterable<T> {
  /** The pages, one request each. After a checkpoint within a page, the first has only the items after it. */
  pages(): AsyncIterableIterator<P>;
  /** The items of all pages; with `limit`, so many at most. */
  toArray(options?: { readonly limit?: number | undefined }): Promise<T[]>;
  /**
   * The position after the last item that the iteration returned: a short string for the option `from`, valid in other
   * tabs and on other days. Items that are added or removed in the meantime shift the position.
   */
  checkpoint(): string;
}

/** Makes one request of a list; `next` are the arguments of its page, in JSON. */
export type Perform = (next: string | undefined) => Promise<CallResult<List<unknown>>>;

/**
 * A position in a list: the arguments of a page in JSON, undefined for the first, and the number of items read from it.
 */
export interface ListPosition {
  readonly next: string | undefined;
  readonly taken: number;
}

/** What an iteration needs of its caller: the arguments, the pauses and the reports of progress. */
export interface ListContext {
  /** The arguments of the call, in JSON. */
  readonly input: string;
  /** Whether the operation is a list, which may be iterated long after its first page has failed. */
  readonly isList: boolean;
  readonly signal: AbortSignal | undefined;
  wait(requests: number): Promise<void>;
  progress(done: number, page: List<unknown>, requests: number): Promise<void>;
}

/** The class of all calls: only the types know whether a call is a list. */
export class PendingCall<T> implements ListCall<T> {
  readonly [Symbol.toStringTag] = "Call";
  readonly #perform: Perform;
  readonly #context: ListContext;
  #first: Promise<CallResult<List<T>>>;
  readonly #start: ListPosition;
  #position: ListPosition;

  constructor(perform: Perform, context: ListContext, start: ListPosition) {
    this.#perform = perform;
    this.#context = context;
    this.#start = this.#position = start;
    this.#first = this.#get(start.next);
    // Without a handler Node.js would end the program when the first page fails. Other calls are like any promise.
    if (context.isList) this.#first.catch(() => {});
  }

  #get(next: string | undefined): Promise<CallResult<List<T>>> {
    return this.#perform(next) as Promise<CallResult<List<T>>>;
  }

  then<A = List<T>, B = never>(
    done?: ((value: List<T>) => A | PromiseLike<A>) | null,
    failed?: ((reason: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    return this.#first.then(({ value }) => value).then(done, failed);
  }

  /** The result for a watcher. A failure that only watchers see is an unhandled rejection, as if there were none. */
  watched(): Promise<unknown> {
    const first = this.#first;
    this.#first = first.then();
    return first;
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
    const { next, taken } = this.#position;
    const { page = 1 } = JSON.parse(next ?? this.#context.input) as Partial<Paging>;
    const { per_page = "" } = JSON.parse(next ?? "{}") as Partial<Paging>;
    return `${page}.${per_page}.${taken}`;
  }

  async *pages(): AsyncGenerator<List<T>, undefined> {
    for await (const { value, next, position } of this.#results()) {
      this.#position = next === undefined ? { ...position, taken: value.data.length } : { next, taken: 0 };
      // After a checkpoint within the page, only the rest of it is left. The pages of an export only count their items.
      yield { ...value, data: value.data.slice?.(position.taken) ?? value.data };
    }
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T, undefined> {
    for await (const { value, position } of this.#results()) {
      let { taken } = position;
      for (const item of value.data.slice(taken)) {
        this.#context.signal?.throwIfAborted();
        taken += 1;
        // Moved before the item is handed out: a checkpoint taken in the loop's body is after this item.
        this.#position = { ...position, taken };
        yield item;
      }
    }
  }

  /** The results of all pages. A list ends at the page without a link to the next, not at an empty page. */
  async *#results() {
    let result = await this.#fitPage(this.#start, this.#first);
    for (let done = 0; ; ) {
      const { value, position } = result;
      // A link may ask for larger pages than the service returns: positions count in the size that it returns.
      const next = result.next && limitPageSize(result.next, value.per_page);
      const requests = next === undefined ? 0 : Math.max(1, Math.ceil(value.total / value.per_page) - value.page);
      done += value.data.length;
      await this.#context.progress(done, value, requests);
      yield { value, next, position };
      if (next === undefined) return;
      await this.#context.wait(requests);
      result = await this.#fitPage({ next, taken: 0 }, this.#get(next));
    }
  }

  /**
   * The result for a position. If the service only returns smaller pages, or refuses a page that is too large and names
   * a smaller size, it is the page of that size with the same item.
   */
  async #fitPage(position: ListPosition, pending: Promise<CallResult<List<T>>>): Promise<CallResult<List<T>> & { readonly position: ListPosition }> {
    for (;;) {
      const args = JSON.parse(position.next ?? this.#context.input) as Partial<Paging>;
      const { page = 1, per_page } = args;
      try {
        const result = await pending;
        const size = result.value.per_page;
        if (!(size < per_page! || size < position.taken)) return { ...result, position };
        position = resizePage(args, position.taken, size);
        // If the item is on the page of the same number, this response is that page already.
        if ((JSON.parse(position.next!) as Paging).page === +page) return { ...result, position };
      } catch (error) {
        let size = (error as Partial<CanvassError> | undefined)?.remedy?.per_page;
        if (!(size! < (per_page ?? (page > 1 ? 0 : Infinity)))) throw error;
        // The smaller page must begin at the same item, or items before it would be returned twice.
        while (size && itemsBefore(args) % size) size -= 1;
        if (!size) throw error;
        position = resizePage(args, position.taken, size);
      }
      await this.#context.wait(1);
      pending = this.#get(position.next);
    }
  }

  async toArray(options?: { readonly limit?: number | undefined }): Promise<T[]> {
    checkOptions(options ?? {}, LIMIT);
    const limit = options?.limit ?? Infinity;
    const items: T[] = [];
    if (limit > 0) {
      for await (const item of this) {
        if (items.push(item) >= limit) break;
      }
    }
    return items;
  }
}

/** The paging arguments of a list. In arguments that come from a link, the numbers are text. */
export interface Paging {
  readonly page: number;
  readonly per_page: number;
}

/** The arguments of a page, of at most `size` items. */
function limitPageSize(input: string, size: number): string {
  const args = JSON.parse(input) as Paging;
  return size < args.per_page ? JSON.stringify({ ...args, per_page: size }) : input;
}

/** The number of items on the pages before a page. */
export function itemsBefore({ page = 1, per_page = 0 }: Partial<Paging>): number {
  return (page - 1) * per_page;
}

/** The position of the same item on pages of another size. */
function resizePage(args: Partial<Paging>, taken: number, size: number): ListPosition {
  const item = itemsBefore({ per_page: size, ...args }) + taken;
  return { next: JSON.stringify({ ...args, page: Math.floor(item / size) + 1, per_page: size }), taken: item % size };
}

/**
 * Where an iteration begins: the arguments with the position of a checkpoint; undefined for text that is no checkpoint.
 */
export function parseCheckpoint(args: object | null | undefined, from: string | undefined): ListPosition | undefined {
  if (from === undefined) return { next: undefined, taken: 0 };
  const [, page, per_page, taken] = /^(\d+)\.(\d*)\.(\d+)(?:@\d+)?$/.exec(from) ?? [];
  if (page === undefined) return undefined;
  return { next: JSON.stringify({ ...args, page, ...(per_page && { per_page }) }), taken: Number(taken) };
}
