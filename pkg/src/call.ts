import type { List } from "./types.js";

/** What a call can be given beside its arguments. */
export interface CallOptions {
  /** Stops the call; it is then rejected with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds that the service has for its answer; 30 000 if not given, 0 for any time. */
  readonly timeout?: number | undefined;
}

/** Where the app stands in one window of its quota. */
export interface QuotaWindow {
  /** Requests that the window permits. */
  readonly limit: number;
  /** Requests left in it. */
  readonly remaining: number;
  /** Seconds until it begins anew. */
  readonly reset: number;
}

/** Where the app stands with its quota. */
export interface Quota {
  readonly minute: QuotaWindow;
  readonly day: QuotaWindow;
}

/** What an answer says beside its value. */
export interface Facts {
  /** HTTP status. */
  readonly status: number;
  /** The quota, if the service told it. */
  readonly quota?: Quota;
  /** The scopes that the user granted, and those that could be granted. */
  readonly scopes?: { readonly granted: readonly string[]; readonly available: readonly string[] };
}

/** A value with what its answer says beside it. */
export interface Result<T> extends Facts {
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
export interface ListCall<T> extends Call<List<T>>, AsyncIterable<T> {
  /** The pages, one request each. */
  pages(): AsyncIterableIterator<List<T>>;
  /** The items of all pages, `limit` at most. */
  toArray(options: { readonly limit: number }): Promise<T[]>;
}

/** The one class behind both: whether a call is a list is known to the types alone. */
export class Calling<T> implements ListCall<T> {
  readonly [Symbol.toStringTag] = "Call";
  readonly #perform: (args: string | undefined) => Promise<Answer<List<T>>>;
  readonly #first: Promise<Answer<List<T>>>;

  constructor(perform: (args: string | undefined) => Promise<Answer<List<T>>>) {
    this.#perform = perform;
    this.#first = perform(undefined);
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

  async *pages(): AsyncGenerator<List<T>, undefined> {
    let answer = await this.#first;
    yield answer.value;
    while (answer.next !== undefined) {
      answer = await this.#perform(answer.next);
      yield answer.value;
    }
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T, undefined> {
    for await (const page of this.pages()) {
      yield* page.data;
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
