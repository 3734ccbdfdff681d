/** Messages between the tabs of an origin: an account has left, or what is kept of a survey has changed. */

import type { SyncProgress, SyncResult } from "./types.js";

/** A tab's message about what is kept of a survey. */
export interface News {
  readonly syncing: boolean;
  readonly progress: SyncProgress | null;
  /** What it has written; absent if it has written nothing since its last message. */
  readonly written?: SyncResult | undefined;
  /** Asks for the end of a sync, because responses are to be forgotten. */
  readonly stop?: boolean | undefined;
  /** Whether nothing is kept any more. */
  readonly dropped?: boolean | undefined;
}

/**
 * A message: the current account of a gateway has left, or without a gateway all accounts; or the news of a survey that
 * `key` names.
 */
type Message = { readonly left: string | undefined } | ({ readonly key: string } & News);

const NAME = "canvass.results";

/** The connection to the other tabs with the results of one survey. */
export interface Tabs {
  tell(news: News): void;
  close(): void;
}

/** No other tab has these results. */
export const alone: Tabs = { tell() {}, close() {} };

/** Connects results that are kept on the device. There are no messages about other results. */
export function connectTabs(key: string, onNews: (news: News) => void): Tabs {
  const channel = listen((message) => "key" in message && message.key === key && onNews(message));
  return channel ? { tell: (news) => channel.postMessage({ key, ...news } satisfies Message), close: () => channel.close() } : alone;
}

/**
 * Calls `close` when the current account of the gateway leaves, in any tab, or when all results are erased. Returns a
 * function that ends that.
 */
export function onLeave(gateway: string, close: (isErased: boolean) => void): () => void {
  const channel = listen((message) => "left" in message && [undefined, gateway].includes(message.left) && close(message.left === undefined));
  return () => channel?.close();
}

/** The name of a survey's results, for the channel and for the lock of the tab that writes. */
export function keyOf(folder: string, survey: string): string {
  return `${folder}/${survey}`;
}

/** Announces to all tabs that the current account of a gateway leaves; without a gateway, that all accounts do. */
export function tellLeft(left: string | undefined): void {
  if (typeof BroadcastChannel === "undefined") return;
  const channel = new BroadcastChannel(NAME);
  channel.postMessage({ left } satisfies Message);
  channel.close();
}

function listen(onMessage: (message: Message) => unknown): BroadcastChannel | undefined {
  if (typeof BroadcastChannel === "undefined") return undefined;
  const channel = new BroadcastChannel(NAME);
  channel.addEventListener("message", ({ data }: MessageEvent<Message>) => void onMessage(data));
  // In Node.js, a channel would keep the process running.
  (channel as { unref?(): void }).unref?.();
  return channel;
}
