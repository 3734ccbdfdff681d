/** What the tabs of an origin tell each other of results that are kept on the device. Nothing else is told. */

import type { SyncProgress, SyncResult } from "./types.js";

/** A message between tabs. */
export type Message =
  /** The folder of an account was erased; without one, all folders. */
  | { readonly erased: string | undefined }
  /** A tab has written a head, or its sync has paused or ended; `key` names account and survey. */
  | { readonly key: string; readonly syncing: boolean; readonly progress: SyncProgress | null; readonly written?: SyncResult | undefined };

const NAME = "canvass.results";

/** Opens the channel; none where the platform has none. */
export function openChannel(listener: (message: Message) => void): BroadcastChannel | undefined {
  if (typeof BroadcastChannel === "undefined") return undefined;
  const channel = new BroadcastChannel(NAME);
  channel.addEventListener("message", ({ data }: MessageEvent<Message>) => listener(data));
  return channel;
}

/** Tells the other tabs, and the other results of this one, that files were erased. */
export function tellErased(erased: string | undefined): void {
  const channel = openChannel(() => {});
  channel?.postMessage({ erased } satisfies Message);
  channel?.close();
}
