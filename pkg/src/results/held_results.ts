/** The open results of a survey: how they open and close, for which account, and what an app calls. */

import { checkOptions } from "../check_options.js";
import type { Session } from "../client.js";
import { debugLog } from "../events.js";
import { type Opened, opened } from "../session/leaving.js";
import type { SurveyDetails, SurveyId } from "../generated/types.js";
import type { ClientFacts } from "../watch.js";
import { eraseUnlisted } from "./accounts.js";
import { type News, onLeave } from "./channel.js";
import { closed, replaced, signedOut } from "./closed.js";
import { NOTHING } from "./counts.js";
import { isOfBrowser } from "./folder_errors.js";
import { HeldDesign } from "./held_design.js";
import type { Engine } from "./host.js";
import { KeptNotes } from "./kept_notes.js";
import { exportRows, exportView } from "./local_export.js";
import { byResponse, notesOf, tagText } from "./notes.js";
import { Placement } from "./placement.js";
import { PublishedState } from "./published_state.js";
import { Readers } from "./readers.js";
import { Refresh } from "./refresh.js";
import { RestartingEngine } from "./restarting_engine.js";
import type { Rule } from "./rules.js";
import { type Owner, SurveyStorage, isOwner } from "./survey_storage.js";
import { SyncRuns } from "./sync_runs.js";
import { fetchDesign } from "./sync_requests.js";
import type { Kept, Notes, Results, ResultsEvents, ResultsOptions, ResultsState, SurveyNotes, SyncOptions, SyncResult, View } from "./types.js";
import { viewOf } from "./view.js";

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
  readonly #restarting: RestartingEngine;
  readonly #engine: Engine;
  readonly #storage: SurveyStorage;
  readonly #readers = new Readers();
  readonly #design = new HeldDesign();
  readonly #state = new PublishedState();
  readonly #refresh: Refresh;
  readonly #placement: Placement;
  readonly #syncs: SyncRuns;
  #tags: SurveyNotes["tags"] | undefined;
  readonly #opening = new AbortController();
  #isClosed = false;
  #isErased = false;
  #closing: Promise<void> = Promise.resolve();
  readonly #ended: (() => void)[] = [];

  constructor(client: ClientFacts, options: ResultsOptions, owner: Owner) {
    this.#client = client;
    this.#options = options;
    this.#owner = owner;
    this.survey_id = options.survey_id;
    this.gateway = owner.gateway;
    // Where the engine fails, the next call starts it again from the place that is used then.
    const storage = (this.#storage = new SurveyStorage(owner, options.survey_id, options.folder, (news) => void this.#hear(news).catch(() => {})));
    this.#restarting = new RestartingEngine({
      worker: options.worker,
      debug: debugLog(client.options),
      closed: () => (this.#isClosed ? closed() : undefined),
      fail: (failure) => client.fail(JSON.parse(failure)),
      fill: (engine) => this.#fill(engine),
      lost: () => this.#engineLost(),
    });
    const engine = (this.#engine = this.#restarting.calls);
    const hasGateway = owner.gateway !== undefined;
    const notes = new KeptNotes(engine, storage, hasGateway);
    this.notes = notesOf({
      call: client.call,
      survey_id: options.survey_id,
      hasGateway,
      kept: notes,
      loaded: ({ tags }) => this.#setTags(tags),
    });
    const refresh = (this.#refresh = new Refresh(engine, this.#readers, this.#design, this.#state));
    const assertOpen = () => {
      if (this.#isClosed) throw closed();
    };
    const shared = { engine, storage, notes, readers: this.#readers, design: this.#design, state: this.#state, refresh, assertOpen };
    const placement = (this.#placement = new Placement({
      ...shared,
      owner,
      stopSync: () => this.#syncs.stopAll(),
      interruptSync: () => this.#syncs.interrupt(),
    }));
    this.#syncs = new SyncRuns({
      ...shared,
      client,
      survey_id: options.survey_id,
      overlap: options.overlap,
      placement,
      confirmOwner: () => this.#confirmOwner(),
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
      this.#placement.use(kept === "device" || this.#options.folder !== undefined ? "device" : "tab");
      await this.#openStore();
      if (this.#design.bytes === undefined) {
        const { design } = this.#options;
        await this.#redesign(design ? new TextEncoder().encode(JSON.stringify(design)) : await fetchDesign(this.#client, this.survey_id, { signal: this.#opening.signal }));
        this.#design.markFresh();
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
    return this.#design.value;
  }

  get state(): ResultsState {
    return this.#state.current;
  }

  on<N extends keyof ResultsEvents>(event: N, listener: (value: ResultsEvents[N]) => void): () => void {
    return this.#state.on(event, listener);
  }

  async sync(options: SyncOptions = {}): Promise<SyncResult> {
    checkOptions(options, SYNC_OPTIONS);
    return this.#syncs.join(options);
  }

  where(rule: Rule = ALL): View {
    return viewOf({
      timeZone: this.#options.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
      query: async (query) => JSON.parse(await this.#engine.query(JSON.stringify(query))) as never,
      export: (rule, request, options) => this.#readers.read(exportView(this.#exportable(rule), request, options)) as Promise<never>,
      exportRows: (rule, options) => this.#readers.read(exportRows(this.#exportable(rule), options)) as Promise<never>,
    }, rule);
  }

  keep(where: Kept): Promise<void> {
    return this.#placement.moveTo(where);
  }

  async forget(): Promise<void> {
    if (this.#isClosed) throw closed();
    await this.#syncs.stopAll();
    const { held } = this.#state.current;
    // Others need not wait for an export that is under way; one that has begun meanwhile is waited for with the lock.
    await this.#readers.quiet();
    const forget = () => this.#storage.alone(() => this.#readers.change(() => this.#engine.forget()));
    let removed = 0;
    try {
      this.#state.take(await this.#placement.orInTab(forget));
      removed = held;
    } finally {
      // A failure may have come before or after the responses were erased: other tabs look.
      this.#storage.tellEnd({ ...NOTHING, removed });
    }
    this.#state.changed({ ...NOTHING, removed: held });
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
      this.#syncs.stop(closed());
      this.#readers.close(closed());
      await this.#syncs.ended;
      this.#storage.close();
      await this.#restarting.close();
    } finally {
      for (const end of this.#ended) end();
      this.#state.update({ held: 0, complete: false, closed: true });
    }
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  /** Fails unless the account is still the current one of the gateway. */
  async #confirmOwner(): Promise<void> {
    if (this.gateway === undefined) return;
    const session = await this.#owner.session();
    if (await isOwner(this.#owner, session)) return;
    void this.#closeFor(session);
    throw session.signed_in ? closed() : signedOut();
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

  /** Starts the engine. Where the browser keeps no files, as in some private windows, nothing is kept. */
  async #openStore(): Promise<void> {
    try {
      await this.#restarting.start();
    } catch (error) {
      if (!isOfBrowser(error)) throw error;
      this.#placement.use("tab");
      await this.#restarting.start();
    }
  }

  /** Loads what is kept into a new engine. */
  async #fill(engine: Engine): Promise<void> {
    const { design, ...snapshot } = await engine.open(this.#storage.place);
    if (design) this.#design.set(design);
    else if (this.#design.bytes) await engine.redesign(this.#design.bytes);
    this.#state.take(snapshot);
    if (this.#tags) await engine.tag(tagText(this.#tags));
  }

  /** The engine has crashed. What is stored on the device is read again by the next call. */
  #engineLost(): void {
    const { held, kept } = this.#state.current;
    this.#state.update({ held: 0, complete: false });
    if (held > 0 && kept === "tab") this.#state.changed({ ...NOTHING, removed: held });
  }

  async #redesign(design: Uint8Array<ArrayBuffer>): Promise<void> {
    this.#state.take(await this.#engine.redesign(design));
    this.#design.set(design);
  }

  async #setTags(tags: SurveyNotes["tags"]): Promise<void> {
    // Views of a tag have other pages afterwards.
    await this.#readers.change(async () => {
      const before = JSON.stringify(this.#tags ?? {});
      this.#tags = tags;
      if (JSON.stringify(tags) === before) return;
      await this.#engine.tag(tagText(tags));
      this.#state.changed(NOTHING);
    });
  }

  #exportable(rule: Rule) {
    const text = JSON.stringify(rule);
    return {
      survey_id: this.survey_id,
      fail: this.#client.fail,
      design: () => this.#design.bytes!,
      tags: byResponse(this.#tags ?? {}),
      view: this.where(rule),
      page: (from: number, count: number, ids?: readonly string[]) => this.#engine.page(ids ? JSON.stringify({ ids }) : text, from, count),
    };
  }

  /** Another tab syncs. While this one waits for it, it shows how far that is. */
  async #hear({ syncing, progress, written, stop, dropped }: News): Promise<void> {
    if (stop) return this.#syncs.stop();
    if (dropped) {
      this.#syncs.stop();
      await this.#placement.detach();
      return;
    }
    // What cannot be read now, the next message or sync reads.
    if (written && !(await this.#refresh.read(written).then(() => true, () => false))) return;
    const isSyncing = syncing || this.#syncs.isRunning;
    this.#state.update({ syncing: isSyncing, progress, resumes_at: progress?.resumes_at ?? null });
    if (syncing) void this.#storage.watch(() => this.#syncs.isRunning || this.#state.update({ syncing: false, progress: null, resumes_at: null }));
  }
}
