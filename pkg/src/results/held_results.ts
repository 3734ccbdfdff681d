/** The results of a survey that are held here: calls of the engine, synchronisation, and listeners. */

import { checkOptions } from "../check_options.js";
import type { Session } from "../client.js";
import { isCanvassError } from "../errors.js";
import { debugLog } from "../events.js";
import { type Opened, opened } from "../session/leaving.js";
import type { SurveyDetails, SurveyId } from "../generated/types.js";
import { unlessAborted } from "./unless_aborted.js";
import type { ClientFacts } from "../watch.js";
import { eraseUnlisted, rememberLast } from "./accounts.js";
import { type News, onLeave } from "./channel.js";
import { closed, replaced, signedOut } from "./closed.js";
import { NOTHING, isChange, sumOf } from "./counts.js";
import { Emitter } from "./emitter.js";
import type { Snapshot } from "./engine.js";
import { isLasting, isOfBrowser, ofBrowser } from "./folder_errors.js";
import type { Engine } from "./host.js";
import { Interruptible } from "./interruptible.js";
import { Keeping, type Owner, isOwner } from "./keeping.js";
import { KeptNotes } from "./kept_notes.js";
import { exportRows, exportView } from "./local_export.js";
import { byResponse, notesOf, tagText } from "./notes.js";
import { Readers } from "./readers.js";
import { RestartingEngine } from "./restarting_engine.js";
import type { Rule } from "./rules.js";
import { SharedRun } from "./shared_run.js";
import type { Place } from "./storage.js";
import { type SyncSum, fetchDesign, knownOf, runSync } from "./syncing.js";
import type { Kept, Notes, Results, ResultsEvents, ResultsOptions, ResultsState, SurveyNotes, SyncOptions, SyncProgress, SyncResult, View } from "./types.js";
import { viewOf } from "./view.js";

/** Codes of errors that say that the account may no longer see the survey: it does not exist, or is of others. */
const LOST = [1020, 1016];

/** Milliseconds for which the first sync does not fetch the design again. */
const FRESH = 60_000;

const ALL: Rule = { all: [] };

const SYNC_OPTIONS = { signal: "an AbortSignal", onProgress: "a function", check: "a boolean" } as const;

/** The results of one survey. */
export class HeldResults implements Results, Opened {
  readonly survey_id: SurveyId;
  readonly notes: Notes;
  readonly gateway: string | undefined;
  readonly #client: ClientFacts;
  readonly #options: ResultsOptions;
  readonly #owner: Owner;
  readonly #emitter = new Emitter();
  readonly #restarting: RestartingEngine;
  readonly #engine: Engine;
  readonly #keeping: Keeping;
  readonly #keptNotes: KeptNotes;
  readonly #readers = new Readers();
  #designBytes: Uint8Array<ArrayBuffer> | undefined;
  #design: SurveyDetails | undefined;
  /** When the design was fetched, until a sync has made use of that. */
  #designAt = -Infinity;
  #tags: SurveyNotes["tags"] | undefined;
  #run: SharedRun<SyncResult, SyncProgress> | undefined;
  /** How many callers wait for a check. */
  #checksDue = 0;
  /** The requests of that sync. When the responses move to the device, they are interrupted, and go on afterwards. */
  #requests: Interruptible | undefined;
  /** What other tabs have written and this one could not read yet. */
  #unread = NOTHING;
  /** The last change of the place where responses are kept. */
  #placing: Promise<unknown> = Promise.resolve();
  readonly #opening = new AbortController();
  #isClosed = false;
  #isErased = false;
  #closing: Promise<void> = Promise.resolve();
  readonly #ended: (() => void)[] = [];
  #state: ResultsState = {
    held: 0, total: null, complete: false, as_of: null, syncing: false, resumes_at: null, progress: null, bytes: 0, kept: "tab", error: null, closed: false,
  };

  constructor(client: ClientFacts, options: ResultsOptions, owner: Owner) {
    this.#client = client;
    this.#options = options;
    this.#owner = owner;
    this.survey_id = options.survey_id;
    this.gateway = owner.gateway;
    // Where the engine fails, the next call starts it again from the place that is used then.
    this.#keeping = new Keeping(owner, options.survey_id, options.folder, (news) => void this.#hear(news).catch(() => {}));
    this.#restarting = new RestartingEngine({
      worker: options.worker,
      debug: debugLog(client.options),
      closed: () => (this.#isClosed ? closed() : undefined),
      fail: (failure) => client.fail(JSON.parse(failure)),
      fill: (engine) => this.#fill(engine),
      lost: () => this.#lost(),
    });
    this.#engine = this.#restarting.calls;
    const hasGateway = owner.gateway !== undefined;
    this.#keptNotes = new KeptNotes(this.#engine, this.#keeping, hasGateway);
    this.notes = notesOf({
      call: client.call,
      survey_id: options.survey_id,
      hasGateway,
      kept: this.#keptNotes,
      loaded: (notes) => this.#setTags(notes.tags),
    });
  }

  /** Opens what is kept, or fetches the design. `isChanged`: the account may not be the current one any more. */
  async start(kept: Kept, isChanged: boolean): Promise<this> {
    if (this.gateway !== undefined) {
      const closeIfOther = (session: Session) => void this.#onSession(session).catch(() => {});
      const left = (isErased: boolean) => {
        this.#isErased ||= isErased;
        void this.close();
      };
      this.#ended.push(onLeave(this.gateway, left), this.#client.onSessionChange(closeIfOther, 1));
    }
    try {
      if (isChanged) await this.#confirmOwner();
      this.#keep(kept === "device" || this.#options.folder !== undefined ? "device" : "tab");
      await this.#openStore();
      if (this.#designBytes === undefined) {
        const { design } = this.#options;
        await this.#redesign(design ? new TextEncoder().encode(JSON.stringify(design)) : await fetchDesign(this.#client, this.survey_id, { signal: this.#opening.signal }));
        this.#designAt = performance.now();
      }
    } catch (error) {
      await this.close();
      throw error;
    }
    if (this.#isClosed) throw closed();
    opened.add(this);
    return this;
  }

  get design(): SurveyDetails {
    return this.#design!;
  }

  get state(): ResultsState {
    return this.#state;
  }

  on<N extends keyof ResultsEvents>(event: N, listener: (value: ResultsEvents[N]) => void): () => void {
    return this.#emitter.on(event, listener);
  }

  async sync(options: SyncOptions = {}): Promise<SyncResult> {
    checkOptions(options, SYNC_OPTIONS);
    const { signal, onProgress, check = false } = options;
    if (this.#isClosed) throw closed();
    signal?.throwIfAborted();
    this.#checksDue += Number(check);
    try {
      // A check does more than a sync that is under way. While one is due, each sync that begins is a check.
      if (check) await unlessAborted(signal, this.#run?.ended);
      while (this.#run?.isStopped) await unlessAborted(signal, this.#run.ended);
      if (this.#isClosed) throw closed();
      const isCheck = this.#checksDue > 0;
      this.#run ??= new SharedRun((stop, tell) => this.#sync(isCheck, stop, tell));
    } finally {
      this.#checksDue -= Number(check);
    }
    return this.#run.join(signal, onProgress);
  }

  where(rule: Rule = ALL): View {
    return viewOf({
      timeZone: this.#options.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
      ask: async (question) => JSON.parse(await this.#engine.ask(JSON.stringify(question))) as never,
      export: (rule, request, options) => this.#readers.read(exportView(this.#exportable(rule), request, options)) as Promise<never>,
      exportRows: (rule, options) => this.#readers.read(exportRows(this.#exportable(rule), options)) as Promise<never>,
    }, rule);
  }

  keep(where: Kept): Promise<void> {
    // In the order of the calls: one to erase must not be overtaken by one to keep that waits for an export.
    const result = this.#placing.then(() => this.#place(where));
    this.#placing = result.catch(() => {});
    return result;
  }

  async #place(where: Kept): Promise<void> {
    if (this.#isClosed) throw closed();
    if (where === this.#state.kept) return;
    if (where === "tab") {
      await this.#stopSync();
      await this.#drop(() => this.#keptNotes.erase());
      return;
    }
    // A sync that has ended by itself may still take care of what it has found.
    if (this.#requests !== undefined && !(await this.#requests.interrupt())) await this.#run?.ended;
    // Before the place is taken: another tab may erase it meanwhile.
    await this.#readers.quiet();
    const place = this.#keep("device")!;
    try {
      const { held } = this.#state;
      const { design, ...snapshot } = await this.#keeping.alone(() => this.#readers.change(() => this.#engine.keep(place)));
      this.#take(snapshot);
      // What was kept there has been opened. Its design may be an old one.
      if (design) {
        this.#setDesign(design);
        this.#designAt = -Infinity;
        this.#changed(this.#since(held));
      }
      await this.#keptNotes.move();
      // Without it the responses do not open offline, and are kept nonetheless.
      if (this.gateway !== undefined) await rememberLast(this.gateway, this.#owner.folder!).catch(() => {});
    } catch (error) {
      await this.#keepNothing();
      throw ofBrowser(error);
    }
  }

  async forget(): Promise<void> {
    if (this.#isClosed) throw closed();
    await this.#stopSync();
    const { held } = this.#state;
    // Others need not wait for an export that is under way; one that has begun meanwhile is waited for with the lock.
    await this.#readers.quiet();
    const forget = () => this.#keeping.alone(() => this.#readers.change(() => this.#engine.forget()));
    let removed = 0;
    try {
      this.#take(await this.#orInTab(forget));
      removed = held;
    } finally {
      // A failure may have come before or after the responses were erased: other tabs look.
      this.#tellEnd({ ...NOTHING, removed });
    }
    this.#changed({ ...NOTHING, removed: held });
  }

  close(): Promise<void> {
    if (this.#isClosed) return this.#closing;
    this.#isClosed = true;
    this.#opening.abort(closed());
    return (this.#closing = this.#close());
  }

  async #close(): Promise<void> {
    opened.delete(this);
    try {
      this.#run?.stop(closed());
      this.#readers.close(closed());
      await this.#run?.ended;
      this.#keeping.close();
      await this.#restarting.close();
    } finally {
      for (const end of this.#ended) end();
      this.#update({ held: 0, complete: false, closed: true });
    }
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  async #sync(check: boolean, stop: AbortSignal, tell: (progress: SyncProgress) => void): Promise<SyncResult> {
    const asked = new Date().toISOString();
    const sum: SyncSum = { ...NOTHING };
    this.#update({ syncing: true, error: null });
    try {
      for (;;) {
        this.#requests = new Interruptible(stop, (signal) => this.#fetch(check, asked, sum, signal, tell));
        if (await this.#requests.ended) return sum;
        await unlessAborted(stop, this.#placing);
      }
    } catch (error) {
      if (isCanvassError(error) && LOST.includes(error.code as number)) await this.#lose();
      // Stopping is no failure.
      if (!stop.aborted) this.#update({ error });
      throw error;
    } finally {
      this.#run = undefined;
      this.#requests = undefined;
      this.#designAt = -Infinity;
      this.#update({ syncing: false, progress: null, resumes_at: null });
      this.#tellEnd(NOTHING);
    }
  }

  /** Fetches what is missing. */
  #fetch(check: boolean, asked: string, sum: SyncSum, signal: AbortSignal, tell: (progress: SyncProgress) => void): Promise<void> {
    return this.#orInTab(
      () => this.#keeping.alone((isAlone) => this.#fetchAlone(check, isAlone ? undefined : asked, sum, signal, tell), signal),
      // The last page was taken before it could not be written.
      (added) => (sum.added += added),
    );
  }

  /** Does work again if the browser cannot keep the responses any more: they are held in this tab then, and in no other place. */
  async #orInTab<T>(work: () => Promise<T>, taken: (added: number) => void = () => {}): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (!isLasting(error)) {
        // What could not be written is in memory all the same, or erased there.
        if (isOfBrowser(error)) await this.#refresh(undefined).catch(() => {});
        throw error;
      }
      const { held } = this.#state;
      // What could not be erased either is not read again.
      await this.#drop(() => this.#keptNotes.erase()).catch(() => this.#keepNothing());
      const change = this.#since(held);
      taken(change.added);
      this.#changed(change);
      return work();
    }
  }

  /** Makes the requests of a sync, while no other tab or program does. `asked` is when it was asked for, if it had to wait for another. */
  async #fetchAlone(check: boolean, asked: string | undefined, sum: SyncSum, signal: AbortSignal, tell: (progress: SyncProgress) => void): Promise<void> {
    await this.#confirmOwner();
    if (this.#keeping.place) await this.#refresh(NOTHING, signal);
    const { complete, as_of } = this.#state;
    // Another tab has just done the same.
    if (asked !== undefined && !check && complete && as_of !== null && as_of >= asked) return;
    const context = {
      flow: this.#client,
      engine: this.#engine,
      survey_id: this.survey_id,
      overlap: this.#options.overlap,
      design: this.#designBytes,
      isFresh: performance.now() - this.#designAt < FRESH,
      sum,
      change: <T>(work: () => Promise<T>) => this.#readers.change(work),
      taken: (result: SyncResult, snapshot: Snapshot, progress: SyncProgress) => {
        this.#take(snapshot);
        this.#update({ progress, resumes_at: null });
        tell(progress);
        if (isChange(result)) this.#changed(result);
        this.#keeping.tell({ syncing: true, progress, ...(isChange(result) && { written: result }) });
      },
      redesigned: (design: Uint8Array<ArrayBuffer>) => {
        this.#setDesign(design);
        this.#changed(NOTHING);
      },
      paused: (progress: SyncProgress) => {
        this.#update({ progress, resumes_at: progress.resumes_at ?? null });
        tell(progress);
        this.#keeping.tell({ syncing: true, progress });
      },
    };
    await runSync(context, check ? "audit" : "probe", signal);
  }

  /** The account may no longer see the survey: nothing of it stays here. */
  async #lose(): Promise<void> {
    // Another account may be current by now, which may never have seen it.
    if (!(await this.#confirmOwner().then(() => true, () => false))) return;
    const { held } = this.#state;
    await this.#drop(async () => {
      await this.#keptNotes.erase();
      return this.#readers.change(() => this.#engine.forget());
    });
    this.#changed({ ...NOTHING, removed: held });
  }

  /** Keeps nothing on the device any more, in no tab. */
  async #drop(erase: () => Promise<Snapshot>): Promise<void> {
    this.#take(await this.#keeping.alone(erase));
    this.#keeping.tell({ syncing: false, progress: null, dropped: true });
    this.#keep("tab");
  }

  /** Holds the responses in this tab from now on. What is on the device stays there. */
  async #keepNothing(): Promise<void> {
    // An engine that is started again opens nothing then.
    this.#keep("tab");
    this.#take(await this.#engine.detach());
  }

  /** Fails unless the account is still the current one of the gateway. */
  async #confirmOwner(): Promise<void> {
    if (this.gateway === undefined) return;
    const session = await this.#owner.session();
    if (await isOwner(this.#owner, session)) return;
    void this.#closeFor(session);
    throw session.signed_in ? closed() : signedOut();
  }

  /** Starts the engine. Where the browser keeps no files, as in some private windows, nothing is kept. */
  async #openStore(): Promise<void> {
    try {
      await this.#restarting.start();
    } catch (error) {
      if (!isOfBrowser(error)) throw error;
      this.#keep("tab");
      await this.#restarting.start();
    }
  }

  /** Loads what is kept into a new engine. */
  async #fill(engine: Engine): Promise<void> {
    const { design, ...snapshot } = await engine.open(this.#keeping.place);
    if (design) this.#setDesign(design);
    else if (this.#designBytes) await engine.redesign(this.#designBytes);
    this.#take(snapshot);
    if (this.#tags) await engine.tag(tagText(this.#tags));
  }

  /** What is kept on the device is read again by the next call. */
  #lost(): void {
    const { held, kept } = this.#state;
    this.#update({ held: 0, complete: false });
    if (held > 0 && kept === "tab") this.#changed({ ...NOTHING, removed: held });
  }

  async #redesign(design: Uint8Array<ArrayBuffer>): Promise<void> {
    this.#take(await this.#engine.redesign(design));
    this.#setDesign(design);
  }

  #setDesign(design: Uint8Array<ArrayBuffer>): void {
    this.#designBytes = design;
    this.#design = JSON.parse(new TextDecoder().decode(design)) as SurveyDetails;
  }

  async #setTags(tags: SurveyNotes["tags"]): Promise<void> {
    // Views of a tag have other pages afterwards.
    await this.#readers.change(async () => {
      const before = JSON.stringify(this.#tags ?? {});
      this.#tags = tags;
      if (JSON.stringify(tags) === before) return;
      await this.#engine.tag(tagText(tags));
      this.#changed(NOTHING);
    });
  }

  #exportable(rule: Rule) {
    const text = JSON.stringify(rule);
    return {
      survey_id: this.survey_id,
      fail: this.#client.fail,
      design: () => this.#designBytes!,
      tags: byResponse(this.#tags ?? {}),
      view: this.where(rule),
      page: (from: number, count: number, ids?: readonly string[]) => this.#engine.page(ids ? JSON.stringify({ ids }) : text, from, count),
    };
  }

  #keep(where: Kept): Place | undefined {
    const place = this.#keeping.set(where);
    this.#update({ kept: where, ...(!place && { bytes: 0 }) });
    return place;
  }

  #tellEnd(written: SyncResult): void {
    this.#keeping.tell({ syncing: false, progress: null, written });
  }

  /** Another tab syncs. While this one waits for it, it shows how far that is. */
  async #hear({ syncing, progress, written, stop, dropped }: News): Promise<void> {
    if (stop) return this.#run?.stop(stopped());
    if (dropped) {
      this.#run?.stop(stopped());
      await this.#keepNothing();
      return;
    }
    // What cannot be read now, the next message or sync reads.
    if (written && !(await this.#refresh(written).then(() => true, () => false))) return;
    const isSyncing = syncing || this.#run !== undefined;
    this.#update({ syncing: isSyncing, progress, resumes_at: progress?.resumes_at ?? null });
    if (syncing) void this.#keeping.watch(() => this.#run || this.#update({ syncing: false, progress: null, resumes_at: null }));
  }

  /**
   * Reads what another tab or program has written, and reports it with what could not be read before. Without `written` the
   * difference of the numbers is reported.
   */
  async #refresh(written: SyncResult | undefined, signal?: AbortSignal): Promise<void> {
    await unlessAborted(signal, this.#readers.quiet());
    const { held } = this.#state;
    let snapshot: Snapshot;
    try {
      snapshot = await this.#readers.change(() => this.#engine.refresh());
    } catch (error) {
      this.#unread = sumOf(this.#unread, written ?? NOTHING);
      throw error;
    }
    const { design } = snapshot;
    if (design) this.#setDesign(design);
    this.#take(snapshot);
    const change = sumOf(this.#unread, written ?? this.#since(held));
    this.#unread = NOTHING;
    if (design || isChange(change) || this.#state.held !== held) this.#changed(change);
  }

  /** Closes the results if another account is current, or no account is signed in. */
  async #onSession(session: Session): Promise<void> {
    // Where they are being closed because an account was about to leave, this is who is current now.
    if (this.#isClosed || !(await isOwner(this.#owner, session))) await this.#closeFor(session);
    // What cannot be erased now is erased when results are opened next.
    await eraseUnlisted(this.gateway!, session);
  }

  #closeFor({ signed_in }: Session): Promise<void> {
    // Results that were erased are opened only if the app wants that.
    if (signed_in && !this.#isErased) replaced.add(this);
    return this.close();
  }

  /** Stops the sync of every tab. */
  async #stopSync(): Promise<void> {
    this.#keeping.tell({ syncing: false, progress: null, stop: true });
    this.#run?.stop(stopped());
    await this.#run?.ended;
  }

  #take({ held, bytes, sync, as_of }: Snapshot): void {
    this.#update({ held, bytes, as_of, ...knownOf(sync) });
  }

  /** How many responses there are more or fewer than before. */
  #since(before: number): SyncResult {
    const more = this.#state.held - before;
    return { ...NOTHING, added: Math.max(0, more), removed: Math.max(0, -more) };
  }

  #changed(change: SyncResult): void {
    this.#emitter.emit("change", change);
  }

  #update(change: Partial<ResultsState>): void {
    const names = Object.keys(change) as (keyof ResultsState)[];
    if (names.every((name) => this.#state[name] === change[name])) return;
    this.#state = Object.freeze({ ...this.#state, ...change });
    this.#emitter.emit("state", this.#state);
  }
}

const stopped = () => new DOMException("The sync was stopped.", "AbortError");
