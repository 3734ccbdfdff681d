// The syncs of one survey in this tab: callers share the one under way, and no other tab or program writes meanwhile.

import { isCanvassError } from "../errors.js";
import type { SurveyId } from "../generated/types.js";
import type { ClientFacts } from "../watch.js";
import { NOTHING, isChange } from "./counts.js";
import type { Snapshot } from "./engine.js";
import type { HeldDesign } from "./held_design.js";
import type { Engine } from "./host.js";
import { Interruptible } from "./interruptible.js";
import type { KeptNotes } from "./kept_notes.js";
import type { Placement } from "./placement.js";
import type { PublishedState } from "./published_state.js";
import type { Readers } from "./readers.js";
import type { Refresh } from "./refresh.js";
import { SharedRun } from "./shared_run.js";
import type { SurveyStorage } from "./survey_storage.js";
import { type SyncSum, runSync } from "./sync_requests.js";
import type { SyncOptions, SyncProgress, SyncResult } from "./types.js";
import { unlessAborted } from "./unless_aborted.js";

/** Codes of errors that say that the account may no longer see the survey: it does not exist, or is of others. */
const ACCESS_REVOKED = [1020, 1016];

/** What a sync needs of the results. */
export interface SyncRunsContext {
  readonly client: ClientFacts;
  readonly survey_id: SurveyId;
  readonly overlap: number | undefined;
  readonly engine: Engine;
  readonly storage: SurveyStorage;
  readonly notes: KeptNotes;
  readonly readers: Readers;
  readonly design: HeldDesign;
  readonly state: PublishedState;
  readonly refresh: Refresh;
  readonly placement: Placement;
  /** Throws if the results are closed. */
  assertOpen(): void;
  /** Fails unless the account is still the current one of the gateway. */
  confirmOwner(): Promise<void>;
}

/** How a sync is done, and whom it tells. */
interface Run {
  readonly isCheck: boolean;
  /** When the sync was asked for. */
  readonly asked: string;
  readonly sum: SyncSum;
  tell(progress: SyncProgress): void;
}

/** The sync under way, if there is one. */
export class SyncRuns {
  readonly #context: SyncRunsContext;
  #run: SharedRun<SyncResult, SyncProgress> | undefined;
  /** How many callers wait for a check. */
  #checksDue = 0;
  /** The requests of the sync. When the responses move to the device, they are interrupted, and go on afterwards. */
  #requests: Interruptible | undefined;

  constructor(context: SyncRunsContext) {
    this.#context = context;
  }

  get isRunning(): boolean {
    return this.#run !== undefined;
  }

  /** Joins the sync under way, or begins one. */
  async join({ signal, onProgress, check = false }: SyncOptions): Promise<SyncResult> {
    const { assertOpen } = this.#context;
    assertOpen();
    signal?.throwIfAborted();
    this.#checksDue += Number(check);
    try {
      // A check does more than a sync that is under way. While one is due, each sync that begins is a check.
      if (check) await unlessAborted(signal, this.#run?.ended);
      while (this.#run?.isStopped) await unlessAborted(signal, this.#run.ended);
      assertOpen();
      const isCheck = this.#checksDue > 0;
      this.#run ??= new SharedRun((stop, tell) => this.#sync(isCheck, stop, tell));
    } finally {
      this.#checksDue -= Number(check);
    }
    return this.#run.join(signal, onProgress);
  }

  /** Interrupts the requests, which go on when the responses have moved. */
  async interrupt(): Promise<void> {
    // A sync that has ended by itself may still take care of what it has found.
    if (this.#requests !== undefined && !(await this.#requests.interrupt())) await this.#run?.ended;
  }

  /** Stops the sync for all its callers. */
  stop(reason: unknown = stopped()): void {
    this.#run?.stop(reason);
  }

  /** Stops the sync of every tab, and waits for the end of this one's. */
  async stopAll(): Promise<void> {
    this.#context.storage.tell({ syncing: false, progress: null, stop: true });
    this.stop();
    await this.#run?.ended;
  }

  /** Settles when the sync has ended; undefined if none is under way. */
  get ended(): Promise<unknown> | undefined {
    return this.#run?.ended;
  }

  async #sync(isCheck: boolean, stop: AbortSignal, tell: (progress: SyncProgress) => void): Promise<SyncResult> {
    const { state, placement, design, storage } = this.#context;
    const run: Run = { isCheck, asked: new Date().toISOString(), sum: { ...NOTHING }, tell };
    state.update({ syncing: true, error: null });
    try {
      for (;;) {
        this.#requests = new Interruptible(stop, (signal) => this.#fetch(run, signal));
        if (await this.#requests.ended) return run.sum;
        await unlessAborted(stop, placement.settled());
      }
    } catch (error) {
      if (isCanvassError(error) && ACCESS_REVOKED.includes(error.code as number)) await this.#eraseAfterRevocation();
      // Stopping is no failure.
      if (!stop.aborted) state.update({ error });
      throw error;
    } finally {
      this.#run = undefined;
      this.#requests = undefined;
      design.markOld();
      state.update({ syncing: false, progress: null, resumes_at: null });
      storage.tellEnd(NOTHING);
    }
  }

  /** Fetches what is missing. */
  #fetch(run: Run, signal: AbortSignal): Promise<void> {
    const { placement, storage } = this.#context;
    return placement.orInTab(
      () => storage.alone((isAlone) => this.#fetchAlone(run, !isAlone, signal), signal),
      // The last page was taken before it could not be written.
      (added) => (run.sum.added += added),
    );
  }

  /**
   * Makes the requests of a sync, while no other tab or program does. `hasWaited`: another one may just have done the
   * same.
   */
  async #fetchAlone({ isCheck, asked, sum, tell }: Run, hasWaited: boolean, signal: AbortSignal): Promise<void> {
    const { client, engine, survey_id, overlap, storage, readers, design, state, refresh, confirmOwner } = this.#context;
    await confirmOwner();
    if (storage.place) await refresh.read(NOTHING, signal);
    const { complete, as_of } = state.current;
    if (hasWaited && !isCheck && complete && as_of !== null && as_of >= asked) return;
    const context = {
      flow: client,
      engine,
      survey_id,
      overlap,
      design: design.bytes,
      isFresh: design.isFresh,
      sum,
      change: <T>(work: () => Promise<T>) => readers.change(work),
      taken: (result: SyncResult, snapshot: Snapshot, progress: SyncProgress) => {
        state.take(snapshot);
        state.update({ progress, resumes_at: null });
        tell(progress);
        if (isChange(result)) state.changed(result);
        storage.tell({ syncing: true, progress, ...(isChange(result) && { written: result }) });
      },
      redesigned: (bytes: Uint8Array<ArrayBuffer>) => {
        design.set(bytes);
        state.changed(NOTHING);
      },
      paused: (progress: SyncProgress) => {
        state.update({ progress, resumes_at: progress.resumes_at ?? null });
        tell(progress);
        storage.tell({ syncing: true, progress });
      },
    };
    await runSync(context, isCheck ? "audit" : "probe", signal);
  }

  /** The account may no longer see the survey: nothing of it stays here. */
  async #eraseAfterRevocation(): Promise<void> {
    const { engine, notes, readers, state, placement, confirmOwner } = this.#context;
    // Another account may be current by now, which may never have seen it.
    if (!(await confirmOwner().then(() => true, () => false))) return;
    const { held } = state.current;
    await placement.eraseOnDevice(async () => {
      await notes.erase();
      return readers.change(() => engine.forget());
    });
    state.changed({ ...NOTHING, removed: held });
  }
}

const stopped = () => new DOMException("The sync was stopped.", "AbortError");
