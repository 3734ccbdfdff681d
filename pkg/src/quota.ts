/** Where the app stands in one window of its quota. */
export interface QuotaWindow {
  /** Requests that the window permits; `Infinity` where there is no limit. */
  readonly limit: number;
  /** Requests left in it; `Infinity` where there is no limit. */
  readonly remaining: number;
  /** Seconds until it begins anew, counted from the answer. */
  readonly reset: number;
  /** When it begins anew. */
  readonly resets_at: Date;
}

/** Where the app stands with its quota. */
export interface Quota {
  /** The minute's. */
  readonly minute: QuotaWindow;
  /** The day's. */
  readonly day: QuotaWindow;
}

/** The scopes that the user granted, and those that the user's plan makes available. */
export interface Scopes {
  /** Those that the user granted. */
  readonly granted: readonly string[];
  /** Those that the user's plan makes available. */
  readonly available: readonly string[];
}
