// Where the responses of a survey are stored: the place, the lock of the tab that writes, and the messages between
// tabs.

import type { Session } from "../client.js";
import { invalid } from "../errors.js";
import { folderOf, placeOf } from "./accounts.js";
import { type News, type Tabs, alone, connectTabs, keyOf } from "./channel.js";
import { closed } from "./closed.js";
import { type Lock, folderLock, noLock, tabLock } from "./locks.js";
import type { Place } from "./storage.js";
import type { SyncResult } from "./types.js";

/** Whose results these are, as far as it is known. */
export interface Owner {
  /** Origin of the gateway; undefined if there is none. */
  readonly gateway: string | undefined;
  /** The folder of the account, which names it; undefined without a gateway. */
  readonly folder: string | undefined;
  /** Whether something may be kept in that folder. */
  readonly mayKeep: boolean;
  /** Loads the session from the gateway. */
  session(): Promise<Session>;
}

/** Whether an account is the current one of a session. */
export async function isOwner({ gateway, folder }: Owner, session: Session): Promise<boolean> {
  const current = session.signed_in ? session.accounts.find(({ current }) => current) : undefined;
  return current !== undefined && (await folderOf(gateway!, current)) === folder;
}

/** Where one survey is stored. */
export class SurveyStorage {
  readonly #owner: Owner;
  readonly #survey: string;
  readonly #folder: string | undefined;
  readonly #onNews: (news: News) => void;
  readonly #closing = new AbortController();
  #place: Place | undefined;
  #lock: Lock = noLock;
  #notesLock: Lock = noLock;
  #tabs: Tabs = alone;
  #isWatching = false;

  /** `folder` is the folder of the file system that the caller has named, in Node.js. */
  constructor(owner: Owner, survey: string, folder: string | undefined, onNews: (news: News) => void) {
    this.#owner = owner;
    this.#survey = survey;
    this.#folder = folder;
    this.#onNews = onNews;
  }

  /** The place; undefined if nothing is kept. */
  get place(): Place | undefined {
    return this.#place;
  }

  /** Uses the place on the device from now on, or none. */
  use(where: "device" | "tab"): Place | undefined {
    const place = where === "device" ? this.#device() : undefined;
    this.#tabs.close();
    this.#tabs = alone;
    this.#lock = noLock;
    this.#notesLock = noLock;
    this.#place = place;
    if (place && "folder" in place) {
      this.#lock = folderLock(place.folder);
      this.#notesLock = folderLock(`${place.folder}.notes`);
    } else if (place) {
      const key = keyOf(this.#owner.folder!, this.#survey);
      this.#lock = tabLock(key);
      this.#tabs = connectTabs(key, this.#onNews);
    }
    return place;
  }

  /** Does work while no other tab or program writes, and without `signal` until the results are closed. */
  alone<T>(work: (isAlone: boolean) => Promise<T>, signal: AbortSignal = this.#closing.signal): Promise<T> {
    return this.#lock(signal, work);
  }

  /** Does work while no other program changes the notes. A sync, which can take a day, does not delay it. */
  aloneWithNotes<T>(work: () => Promise<T>): Promise<T> {
    return this.#notesLock(this.#closing.signal, work);
  }

  /** Calls `done` once no other tab writes: a tab that was closed during a sync does not say that it has ended. */
  async watch(done: () => void): Promise<void> {
    if (this.#isWatching) return;
    this.#isWatching = true;
    await this.alone(async () => {}).then(done, () => {});
    this.#isWatching = false;
  }

  tell(news: News): void {
    if (!this.#closing.signal.aborted) this.#tabs.tell(news);
  }

  /** Tells other tabs that this one does not sync any more, and what it has written since its last message. */
  tellEnd(written: SyncResult): void {
    this.tell({ syncing: false, progress: null, written });
  }

  close(): void {
    this.#closing.abort(closed());
    this.#tabs.close();
  }

  #device(): Place {
    if (this.#folder !== undefined) return { folder: `${this.#folder}/${this.#survey}` };
    if (!this.#owner.mayKeep) throw invalid("keep", "Responses can be kept on the device only for an account that is signed in at a gateway, and only if the gateway permits it.");
    return placeOf(this.#owner.folder!, this.#survey);
  }
}
