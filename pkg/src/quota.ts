/** One window of the app's quota: the current minute or day. */
export interface QuotaWindow {
  /** Requests that the window permits; `Infinity` if there is no limit. */
  readonly limit: number;
  /** Requests that remain in it; `Infinity` if there is no limit. */
  readonly remaining: number;
  /** Seconds from the response until the window resets. */
  readonly reset: number;
  /** When the window resets. */
  readonly resets_at: Date;
}

/** The app's quota. */
export interface Quota {
  /** The quota per minute. */
  readonly minute: QuotaWindow;
  /** The quota per day. */
  readonly day: QuotaWindow;
}

/** The scopes of the current account. */
export interface Scopes {
  /** Scopes that the user granted. */
  readonly granted: readonly string[];
  /** Scopes that the user's plan makes available. */
  readonly available: readonly string[];
}

/** Functions that are called when the quota of a client has changed. */
export const quotaWatchers = new Set<() => void>();
