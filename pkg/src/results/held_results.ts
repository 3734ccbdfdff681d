/** The results of a survey that are held here: who asks the engine, who syncs, and who is told. */

import type { Session } from "../client.js";
import { invalid, isCanvassError } from "../errors.js";
import { type Opened, opened } from "../leaving.js";
import type { SurveyDetails, SurveyId } from "../types.js";
import type { ClientFacts } from "../watch.js";
import { eraseUnlisted, folderOf, placeOf, rememberLast } from "./accounts.js";
import { type Message, openChannel } from "./channel.js";
import { closed } from "./closed.js";
import { Emitter } from "./emitter.js";
import type { Snapshot } from "./engine.js";
import { type Engine, type Host, startHost } from "./host.js";
import { exportRows, exportView } from "./local_export.js";
import { type Lock, folderLock, noLock, tabLock } from "./locks.js";
import { notesOf } from "./notes.js";
import type { Rule } from "./rules.js";
import { SharedRun } from "./shared_run.js";
import type { Place } from "./storage.js";
import { fetchDesign, knownOf, runSync } from "./syncing.js";
import type { Kept, Notes, Results, ResultsEvents, ResultsOptions, ResultsState, SurveyNotes, SyncOptions, SyncProgress, SyncResult, View } from "./types.js";
import { viewOf } from "./view.js";

/** Whose results these are, as far as it is known. */
export interface Owner {
  readonly account: string | undefined;
  /** The folder of the account; undefined where nothing may be kept. */
  readonly folder: string | undefined;
}

/** Kinds of errors after which the account may no longer see the survey. */
const LOST = ["not_found", "not_permitted"];

const ALL: Rule = { all: [] };

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
  #host: Promise<Host> | undefined;
  #place: Place | undefined;
  #lock: Lock = noLock;
  #channel: BroadcastChannel | undefined;
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
    this.gateway = client.gateway;
    this.account = owner.account;
    this.notes = notesOf({
      call: client.call,
      survey_id: options.survey_id,
      hasGateway: client.gateway !== undefined,
      kept: async () => (this.#notes ??= parsed(await (await this.#engine()).notes())),
      keep: async (notes) => {
        this.#notes = notes;
        if (this.#place) await (await this.#engine()).keepNotes(JSON.stringify(notes));
      },
      loaded: (notes) => this.#setTags(notes.tags),
    });
  }

  /** Opens what is kept, or fetches the design. */
  async start(kept: Kept): Promise<this> {
    try {
      if (kept === "device" || this.#options.folder !== undefined) this.#setPlace(this.#placeOnDevice());
      await this.#engine();
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
      ask: async (question) => JSON.parse(await this.#asked((engine) => engine.ask(JSON.stringify(question)))) as never,
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
      const snapshot = await lock(new AbortController().signal, async () => this.#asked((engine) => engine.erase()));
      this.#setPlace(undefined);
      this.#take(snapshot);
      return;
    }
    const place = this.#placeOnDevice();
    this.#setPlace(place);
    try {
      const snapshot = await this.#lock(new AbortController().signal, () => this.#asked((engine) => engine.keep(place)));
      this.#take(snapshot);
      if (this.#notes) await this.#asked((engine) => engine.keepNotes(JSON.stringify(this.#notes)));
      if (this.gateway !== undefined) await rememberLast(this.gateway, this.#owner.folder!);
    } catch (error) {
      this.#setPlace(undefined);
      throw error;
    }
  }

  async forget(): Promise<void> {
    await this.#stopSync();
    const { held } = this.#state;
    this.#take(await this.#lock(new AbortController().signal, () => this.#asked((engine) => engine.forget())));
    this.#changed({ added: 0, changed: 0, removed: held, requests: 0 });
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    opened.delete(this);
    for (const end of this.#ended) end();
    this.#run?.stop(closed());
    await this.#run?.ended;
    this.#channel?.close();
    const host = this.#host;
    this.#host = undefined;
    await (await host?.catch(() => undefined))?.close();
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
        const engine = await this.#engine();
        if (this.#place) this.#take(await engine.refresh());
        const { complete, as_of } = this.#state;
        // Another tab has just done the same.
        if (!isAlone && !check && complete && as_of !== null && as_of >= asked) return { added: 0, changed: 0, removed: 0, requests: 0 };
        const context = {
          flow: this.#client,
          engine: this.#guarded(),
          survey_id: this.survey_id,
          overlap: this.#options.overlap,
          design: this.#designBytes,
          taken: (told: SyncResult, snapshot: Snapshot, progress: SyncProgress) => {
            this.#take(snapshot);
            this.#update({ progress, resumes_at: null });
            tell(progress);
            const isChange = told.added + told.changed + told.removed > 0;
            if (isChange) this.#changed(told);
            this.#tellTabs({ syncing: true, progress, ...(isChange && { written: told }) });
          },
          redesigned: (design: Uint8Array<ArrayBuffer>) => {
            this.#setDesign(design);
            this.#changed({ added: 0, changed: 0, removed: 0, requests: 0 });
          },
          paused: (progress: SyncProgress) => {
            this.#update({ progress, resumes_at: progress.resumes_at });
            tell(progress);
            this.#tellTabs({ syncing: true, progress });
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
      this.#tellTabs({ syncing: false, progress: null, written: { added: 0, changed: 0, removed: 0, requests: 0 } });
    }
  }

  /** The account may no longer see the survey: nothing of it stays here. */
  async #lose(): Promise<void> {
    const { held } = this.#state;
    const engine = await this.#engine();
    await engine.erase();
    this.#take(await engine.forget());
    this.#setPlace(undefined);
    this.#changed({ added: 0, changed: 0, removed: held, requests: 0 });
  }

  /** The engine. If there is none, or it has crashed, it is started, and loads what is kept. */
  #engine(): Promise<Host> {
    if (this.#isClosed) return Promise.reject(closed());
    const starting = (this.#host ??= this.#startEngine());
    starting.catch(() => {
      if (this.#host === starting) this.#host = undefined;
    });
    return starting;
  }

  async #startEngine(): Promise<Host> {
    const host = await startHost();
    try {
      const { design, ...snapshot } = await host.open(this.#place);
      if (design) this.#setDesign(design);
      else if (this.#designBytes) await host.redesign(this.#designBytes);
      this.#take(snapshot);
      if (this.#tags) await host.ask(JSON.stringify({ kind: "tag", set: byResponse(this.#tags) }));
      return host;
    } catch (error) {
      await host.close();
      throw this.#errorOf(error);
    }
  }

  /** Calls the engine. */
  async #asked<T>(work: (engine: Engine) => Promise<T>): Promise<T> {
    const starting = this.#engine();
    const engine = await starting;
    try {
      return await work(engine);
    } catch (thrown) {
      const error = this.#errorOf(thrown);
      if (isCanvassError(error) && error.kind === "engine_failed" && this.#host === starting) {
        // What was only in memory is lost; the next call starts an engine with what is kept.
        this.#host = undefined;
        await engine.close().catch(() => {});
        this.#update({ held: 0, complete: false });
      }
      throw error;
    }
  }

  /** The engine, whose calls fail with errors of the SDK. */
  #guarded(): Engine {
    const method = (name: keyof Engine) => (...args: never[]) =>
      this.#asked((engine) => (engine[name] as (...args: never[]) => Promise<unknown>)(...args));
    return new Proxy({} as Engine, { get: (_, name) => method(name as keyof Engine) });
  }

  /** The engine throws its failures as text. */
  #errorOf(thrown: unknown): unknown {
    return typeof thrown === "string" ? this.#client.fail(JSON.parse(thrown)) : thrown;
  }

  async #redesign(design: Uint8Array<ArrayBuffer>): Promise<void> {
    this.#take(await this.#asked((engine) => engine.redesign(design)));
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
    await this.#asked((engine) => engine.ask(JSON.stringify({ kind: "tag", set: byResponse(tags) })));
    this.#changed({ added: 0, changed: 0, removed: 0, requests: 0 });
  }

  #exportable(rule: Rule) {
    const text = JSON.stringify(rule);
    return {
      survey_id: this.survey_id,
      fail: this.#client.fail,
      design: () => this.#designBytes!,
      page: (from: number, count: number) => this.#asked((engine) => engine.page(text, from, count)),
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
    this.#channel?.close();
    this.#channel = undefined;
    this.#lock = noLock;
    if (place && "folder" in place) this.#lock = folderLock(place.folder);
    else if (place) {
      this.#lock = tabLock(this.#key);
      this.#channel = openChannel((message) => void this.#heard(message));
    }
    this.#update({ kept: place ? "device" : "tab", ...(!place && { bytes: 0 }) });
  }

  /** Names account and survey to the other tabs. */
  get #key(): string {
    return `${this.#owner.folder}/${this.survey_id}`;
  }

  #tellTabs(message: { readonly syncing: boolean; readonly progress: SyncProgress | null; readonly written?: SyncResult }): void {
    if (!this.#isClosed) this.#channel?.postMessage({ key: this.#key, ...message } satisfies Message);
  }

  /** Another tab has written, or erased what is kept. */
  async #heard(message: Message): Promise<void> {
    if ("erased" in message) {
      if (message.erased === undefined || message.erased === this.#owner.folder) await this.close();
      return;
    }
    if (message.key !== this.#key || this.#isClosed) return;
    const { syncing, progress, written } = message;
    if (written) {
      const before = this.#state;
      try {
        const { design, ...snapshot } = await this.#asked((engine) => engine.refresh());
        if (design) this.#setDesign(design);
        this.#take(snapshot);
      } catch {
        // Nothing is lost: the next message or sync reads the same.
        return;
      }
      if (written.added + written.changed + written.removed > 0 || this.#state.held !== before.held) this.#changed(written);
    }
    // While this tab waits for the other one, it shows how far that is.
    if (!syncing || !this.#run) this.#update({ syncing: syncing || this.#run !== undefined });
    this.#update({ progress, resumes_at: progress?.resumes_at ?? null });
  }

  /** Another account is current, or nobody is signed in any more. */
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
