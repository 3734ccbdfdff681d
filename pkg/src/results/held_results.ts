/** The results of a survey that are held here: calls of the engine, synchronisation, and listeners. */

import type { Session } from "../client.js";
import { invalid, isCanvassError } from "../errors.js";
import { type Opened, opened } from "../leaving.js";
import type { SurveyDetails, SurveyId } from "../types.js";
import type { ClientFacts } from "../watch.js";
import { eraseUnlisted, folderOf, placeOf, rememberLast } from "./accounts.js";
import { type News, type Tabs, alone, connectTabs, keyOf } from "./channel.js";
import { closed } from "./closed.js";
import { Emitter } from "./emitter.js";
import type { Snapshot } from "./engine.js";
import type { Engine } from "./host.js";
import { exportRows, exportView } from "./local_export.js";
import { type Lock, folderLock, noLock, tabLock } from "./locks.js";
import { notesOf } from "./notes.js";
import { RestartingEngine } from "./restarting_engine.js";
import type { Rule } from "./rules.js";
import { SharedRun } from "./shared_run.js";
import type { Place } from "./storage.js";
import { fetchDesign, knownOf, runSync } from "./syncing.js";
import type { Kept, Notes, Results, ResultsEvents, ResultsOptions, ResultsState, SurveyNotes, SyncOptions, SyncProgress, SyncResult, View } from "./types.js";
import { viewOf } from "./view.js";

/** Whose results these are, as far as it is known. */
export interface Owner {
  /** Origin of the gateway; undefined if there is none. */
  readonly gateway: string | undefined;
  readonly account: string | undefined;
  /** The folder of the account; undefined where nothing may be kept. */
  readonly folder: string | undefined;
}

/** Kinds of errors after which the account may no longer see the survey. */
const LOST = ["not_found", "not_permitted"];

const ALL: Rule = { all: [] };

const NOTHING: SyncResult = { added: 0, changed: 0, removed: 0, requests: 0 };

/** The results of one survey. */
export class HeldResults implements Results, Opened {
  readonly survey_id: SurveyId;
  readonly notes: Notes;
  readonly gateway: string | undefined;
  readonly account: string | undefined;
  readonly #client: ClientFacts;
  readonly #options: ResultsOptions;
  readonly #owner: Owner;
  readonly #emitter = new Emitter();
  readonly #restarting: RestartingEngine;
  readonly #engine: Engine;
  #place: Place | undefined;
  #lock: Lock = noLock;
  #tabs: Tabs = alone;
  #designBytes: Uint8Array<ArrayBuffer> | undefined;
  #design: SurveyDetails | undefined;
  #tags: SurveyNotes["tags"] | undefined;
  #notes: SurveyNotes | undefined;
  #run: SharedRun<SyncResult, SyncProgress> | undefined;
  #isClosed = false;
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
    this.account = owner.account;
    this.#restarting = new RestartingEngine({
      closed: () => (this.#isClosed ? closed() : undefined),
      fail: (failure) => client.fail(JSON.parse(failure)),
      fill: (engine) => this.#fill(engine),
      lost: () => this.#update({ held: 0, complete: false }),
    });
    this.#engine = this.#restarting.calls;
    this.notes = notesOf({
      call: client.call,
      survey_id: options.survey_id,
      hasGateway: owner.gateway !== undefined,
      kept: async () => (this.#notes ??= parsed(await this.#engine.notes())),
      keep: async (notes) => {
        this.#notes = notes;
        if (this.#place) await this.#engine.keepNotes(JSON.stringify(notes));
      },
      loaded: (notes) => this.#setTags(notes.tags),
    });
  }

  /** Opens what is kept, or fetches the design. */
  async start(kept: Kept): Promise<this> {
    try {
      if (kept === "device" || this.#options.folder !== undefined) this.#setPlace(this.#placeOnDevice());
      await this.#openStore();
      if (this.#designBytes === undefined) await this.#redesign(await fetchDesign(this.#client, this.survey_id, {}));
    } catch (error) {
      await this.close();
      throw error;
    }
    opened.add(this);
    if (this.gateway !== undefined) this.#ended.push(this.#client.onSessionChange((session) => void this.#onSession(session)));
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

  async sync({ signal, onProgress, check = false }: SyncOptions = {}): Promise<SyncResult> {
    if (this.#isClosed) throw closed();
    signal?.throwIfAborted();
    // A check does more than a sync that is under way.
    if (check) await this.#run?.ended;
    if (this.#run?.isStopped) await this.#run.ended;
    this.#run ??= new SharedRun((stop, tell) => this.#sync(check, stop, tell));
    return this.#run.join(signal, onProgress);
  }

  where(rule: Rule = ALL): View {
    return viewOf({
      timeZone: this.#options.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
      ask: async (question) => JSON.parse(await this.#engine.ask(JSON.stringify(question))) as never,
      export: (rule, request, options) => exportView(this.#exportable(rule), request, options) as Promise<never>,
      exportRows: (rule, options) => exportRows(this.#exportable(rule), options) as Promise<never>,
    }, rule);
  }

  async keep(where: Kept): Promise<void> {
    if (this.#isClosed) throw closed();
    if (where === this.#state.kept) return;
    await this.#stopSync();
    if (where === "tab") {
      const lock = this.#lock;
      const snapshot = await lock(new AbortController().signal, () => this.#engine.erase());
      this.#setPlace(undefined);
      this.#take(snapshot);
      return;
    }
    const place = this.#placeOnDevice();
    this.#setPlace(place);
    try {
      const snapshot = await this.#lock(new AbortController().signal, () => this.#engine.keep(place));
      this.#take(snapshot);
      if (this.#notes) await this.#engine.keepNotes(JSON.stringify(this.#notes));
      if (this.gateway !== undefined) await rememberLast(this.gateway, this.#owner.folder!);
    } catch (error) {
      this.#setPlace(undefined);
      throw error;
    }
  }

  async forget(): Promise<void> {
    await this.#stopSync();
    const { held } = this.#state;
    this.#take(await this.#lock(new AbortController().signal, () => this.#engine.forget()));
    this.#changed({ added: 0, changed: 0, removed: held, requests: 0 });
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    opened.delete(this);
    for (const end of this.#ended) end();
    this.#run?.stop(closed());
    await this.#run?.ended;
    this.#tabs.close();
    await this.#restarting.close();
    this.#update({ held: 0, complete: false, closed: true });
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  async #sync(check: boolean, signal: AbortSignal, tell: (progress: SyncProgress) => void): Promise<SyncResult> {
    const asked = new Date().toISOString();
    this.#update({ syncing: true, error: null });
    try {
      return await this.#lock(signal, async (isAlone) => {
        if (this.#place) this.#take(await this.#engine.refresh());
        const { complete, as_of } = this.#state;
        // Another tab has just done the same.
        if (!isAlone && !check && complete && as_of !== null && as_of >= asked) return NOTHING;
        const context = {
          flow: this.#client,
          engine: this.#engine,
          survey_id: this.survey_id,
          overlap: this.#options.overlap,
          design: this.#designBytes,
          taken: (result: SyncResult, snapshot: Snapshot, progress: SyncProgress) => {
            this.#take(snapshot);
            this.#update({ progress, resumes_at: null });
            tell(progress);
            const isChange = result.added + result.changed + result.removed > 0;
            if (isChange) this.#changed(result);
            this.#tell({ syncing: true, progress, ...(isChange && { written: result }) });
          },
          redesigned: (design: Uint8Array<ArrayBuffer>) => {
            this.#setDesign(design);
            this.#changed(NOTHING);
          },
          paused: (progress: SyncProgress) => {
            this.#update({ progress, resumes_at: progress.resumes_at });
            tell(progress);
            this.#tell({ syncing: true, progress });
          },
        };
        return runSync(context, check ? "audit" : "probe", signal);
      });
    } catch (error) {
      if (isCanvassError(error) && LOST.includes(error.kind)) await this.#lose();
      // Stopping is no failure.
      if (!signal.aborted) this.#update({ error });
      throw error;
    } finally {
      this.#run = undefined;
      this.#update({ syncing: false, progress: null, resumes_at: null });
      this.#tell({ syncing: false, progress: null, written: NOTHING });
    }
  }

  /** The account may no longer see the survey: nothing of it stays here. */
  async #lose(): Promise<void> {
    const { held } = this.#state;
    await this.#engine.erase();
    this.#take(await this.#engine.forget());
    this.#setPlace(undefined);
    this.#changed({ added: 0, changed: 0, removed: held, requests: 0 });
  }

  /** Starts the engine. Where the browser keeps no files, as in some private windows, nothing is kept. */
  async #openStore(): Promise<void> {
    try {
      await this.#restarting.start();
    } catch (error) {
      if (isCanvassError(error) || this.#place === undefined || "folder" in this.#place) throw error;
      this.#setPlace(undefined);
      await this.#restarting.start();
    }
  }

  /** Loads what is kept into a new engine. */
  async #fill(engine: Engine): Promise<void> {
    const { design, ...snapshot } = await engine.open(this.#place);
    if (design) this.#setDesign(design);
    else if (this.#designBytes) await engine.redesign(this.#designBytes);
    this.#take(snapshot);
    if (this.#tags) await engine.ask(JSON.stringify({ kind: "tag", set: byResponse(this.#tags) }));
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
    const before = JSON.stringify(this.#tags ?? {});
    this.#tags = tags;
    if (JSON.stringify(tags) === before) return;
    await this.#engine.ask(JSON.stringify({ kind: "tag", set: byResponse(tags) }));
    this.#changed(NOTHING);
  }

  #exportable(rule: Rule) {
    const text = JSON.stringify(rule);
    return {
      survey_id: this.survey_id,
      fail: this.#client.fail,
      design: () => this.#designBytes!,
      page: (from: number, count: number) => this.#engine.page(text, from, count),
    };
  }

  /** Where responses are kept, if they are. */
  #placeOnDevice(): Place {
    const { folder } = this.#options;
    if (folder !== undefined) return { folder: `${folder}/${this.survey_id}` };
    if (this.#owner.folder === undefined) throw invalid("keep", "Responses can be kept on the device only for an account that is signed in at a gateway, and only if the gateway permits it.");
    return placeOf(this.#owner.folder, this.survey_id);
  }

  #setPlace(place: Place | undefined): void {
    this.#place = place;
    this.#tabs.close();
    this.#tabs = alone;
    this.#lock = noLock;
    if (place && "folder" in place) this.#lock = folderLock(place.folder);
    else if (place) {
      const folder = this.#owner.folder!;
      this.#lock = tabLock(keyOf(folder, this.survey_id));
      this.#tabs = connectTabs(folder, this.survey_id, (news) => void this.#hear(news), () => void this.close());
    }
    this.#update({ kept: place ? "device" : "tab", ...(!place && { bytes: 0 }) });
  }

  #tell(news: News): void {
    if (!this.#isClosed) this.#tabs.tell(news);
  }

  /** Another tab syncs. While this one waits for it, it shows how far that is. */
  async #hear({ syncing, progress, written }: News): Promise<void> {
    if (written) {
      const { held } = this.#state;
      try {
        const { design, ...snapshot } = await this.#engine.refresh();
        if (design) this.#setDesign(design);
        this.#take(snapshot);
      } catch {
        // Nothing is lost: the next message or sync reads the same.
        return;
      }
      if (written.added + written.changed + written.removed > 0 || this.#state.held !== held) this.#changed(written);
    }
    this.#update({ syncing: syncing || this.#run !== undefined, progress, resumes_at: progress?.resumes_at ?? null });
  }

  /** Another account is current, or no account is signed in. */
  async #onSession(session: Session): Promise<void> {
    const current = session.signed_in ? session.accounts.find(({ current }) => current) : undefined;
    const isOwner = current && (this.account === undefined ? (await folderOf(this.gateway!, current)) === this.#owner.folder : current.id === this.account);
    if (!isOwner) await this.close();
    if (this.#owner.folder !== undefined) await eraseUnlisted(this.gateway!, session);
  }

  async #stopSync(): Promise<void> {
    this.#run?.stop(new DOMException("The sync was stopped.", "AbortError"));
    await this.#run?.ended;
  }

  #take({ held, bytes, sync, as_of }: Snapshot): void {
    this.#update({ held, bytes, as_of, ...knownOf(sync) });
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

/** The tags of each response, as the engine takes them. */
function byResponse(tags: SurveyNotes["tags"]): { readonly [id: string]: readonly string[] } {
  const found = new Map<string, string[]>();
  for (const [tag, ids] of Object.entries(tags)) for (const id of ids) found.set(id, [...(found.get(id) ?? []), tag]);
  return Object.fromEntries(found);
}

function parsed(notes: string | undefined): SurveyNotes | undefined {
  return notes === undefined ? undefined : (JSON.parse(notes) as SurveyNotes);
}
