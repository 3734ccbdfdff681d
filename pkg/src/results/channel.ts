/** Messages between the tabs of an origin about results that are kept on the device. There are none about other results. */

import type { SyncProgress, SyncResult } from "./types.js";

/** A tab's message about its sync. */
export interface News {
  readonly syncing: boolean;
  readonly progress: SyncProgress | null;
  /** What it has written; absent if it has written nothing since its last message. */
  readonly written?: SyncResult | undefined;
}

/** A message: the folder of an account was erased, or without one all folders; or the news of a survey that `key` names. */
type Message = { readonly erased: string | undefined } | ({ readonly key: string } & News);

const NAME = "canvass.results";

/** The connection to the other tabs with the results of one survey. */
export interface Tabs {
  tell(news: News): void;
  close(): void;
}

/** No other tab has these results. */
export const alone: Tabs = { tell() {}, close() {} };

/** Connects the results of a survey, which are in the folder of an account. */
export function connectTabs(folder: string, survey: string, onNews: (news: News) => void, onErased: () => void): Tabs {
  if (typeof BroadcastChannel === "undefined") return alone;
  const channel = new BroadcastChannel(NAME);
  const own = keyOf(folder, survey);
  channel.addEventListener("message", ({ data }: MessageEvent<Message>) => {
    if ("key" in data) {
      if (data.key === own) onNews(data);
    } else if (data.erased === undefined || data.erased === folder) onErased();
  });
  return { tell: (news) => channel.postMessage({ key: own, ...news } satisfies Message), close: () => channel.close() };
}

/** Names the results of a survey, for the channel and for the lock of the tab that writes. */
export function keyOf(folder: string, survey: string): string {
  return `${folder}/${survey}`;
}

/** Tells the other tabs, and the other results of this one, that files were erased. */
export function tellErased(erased: string | undefined): void {
  if (typeof BroadcastChannel === "undefined") return;
  const channel = new BroadcastChannel(NAME);
  channel.postMessage({ erased } satisfies Message);
  channel.close();
}
