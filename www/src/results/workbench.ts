// What the results screen knows: the open results, the state of its URL, and the numbers that are asked for.

import { type ReadonlySignal, type Signal, computed, effect, signal } from "@preact/signals";
import { LONGEST, type State, changed, isPartial, namesCollectors, readState, writeState } from "./url_state.ts";
import { remembered } from "./consent.ts";
import { type Index, readDesign } from "./design.ts";
import { EVERYTHING, serviceFilters } from "./rules.ts";
import { type Origin, ServiceCounts } from "./service_counts.ts";
import { SurveyLinks } from "./share/survey_links.ts";
import { splitHash, writeUrl } from "../hash.ts";
import { isAbort, isOutOfReach } from "../session.ts";
import type { Design, NotesChange, Results, ResultsState, SurveyNotes, View } from "./types.ts";

/** The part of the SDK's client that the screen uses. */
export interface Canvass {
  readonly surveys: {
    readonly collectors: { list(args: { survey_id: string; per_page: number }, options?: { signal?: AbortSignal }): AsyncIterable<{ readonly id: string; readonly name: string }> };
    details(args: { survey_id: string }, options?: { signal?: AbortSignal }): Promise<unknown>;
    readonly responses: { get(args: { survey_id: string; response_id: string }, options?: { signal?: AbortSignal }): Promise<{ readonly analyze_url: string }> };
  };
  summarise(request: { survey_id: string; filters?: object }, options?: { signal?: AbortSignal }): Promise<unknown>;
  readonly webhooks: { create(webhook: object): Promise<unknown> };
  readonly quota?: { readonly minute: QuotaWindow; readonly day: QuotaWindow } | undefined;
}

interface QuotaWindow {
  readonly limit: number;
  readonly remaining: number;
}

/** Opens the results of a survey: `openResults` of the SDK. */
export type Open = (canvass: Canvass, options: { survey_id: string; keep: "device" | "tab"; design?: Design }) => Promise<Results>;

export interface Setting {
  readonly canvass: Canvass;
  readonly survey_id: string;
  /** The account whose answers these are: what is kept on the device is kept apart for each. */
  readonly account: string | null;
  /** False where the operator forbids keeping answers on devices. */
  readonly mayKeep: boolean;
  readonly open: Open;
}

/** Why no results are shown any more: the account signs out or is switched in this browser, or that was tried. */
const CLOSED = { kind: "results_closed", remedy: { action: "retry" } };

/** Milliseconds after which that is said: a sign-out that succeeds shows another screen first. */
const CLOSED_AFTER = 3_000;

/**
 * Milliseconds for which the service's numbers have the connection to themselves. Those of a large survey take longer.
 */
const NUMBERS_FIRST = 1_500;

const MINUTE = 60_000;

/** Why answers that were to be kept are in this tab only. */
class NotKept extends Error {
  readonly kind = "not_kept";
  readonly remedy = { action: "none" };
}

/**
 * How many of the responses that are here pass a rule, at a version of them. The numbers are null if the engine could
 * not count.
 */
export interface Counted {
  readonly rule: string;
  readonly version: number;
  readonly count: number | null;
  /** All that are here, without previews. */
  readonly all: number | null;
}

export class Workbench {
  readonly state: Signal<State>;
  /** Whether a part of the URL or of the view that was opened cannot be read, and was not changed since. */
  readonly isPartial = computed(() => isPartial(this.state.value));
  readonly results = signal<Results | null>(null);
  readonly sync = signal<ResultsState | null>(null);
  /** Grows whenever responses arrive, change or go. */
  readonly version = signal(0);
  /** Grows whenever responses change or go. Those that are only added do not count. */
  readonly altered = signal(0);
  /** The last count. Each rule is counted once at each version, for all parts of the screen. */
  readonly counted = signal<Counted | null>(null);
  readonly notes = signal<SurveyNotes | null>(null);
  /** The account's links to results of this survey. */
  readonly links: SurveyLinks;
  /** Why the screen could not be opened. */
  readonly failure = signal<unknown>(null);
  /** Why the last fetch, or the last change of the notes, did not succeed. */
  readonly problem = signal<unknown>(null);
  /** Why the last change of tags or views was not saved. */
  readonly unsaved = signal<unknown>(null);
  /** What is to be said of the last export: that it waits, or that its file is of a part of the responses. */
  readonly report = signal<string | null>(null);
  readonly #design = signal<Design | null>(null);
  readonly #collectors = signal<ReadonlyMap<string, string>>(new Map());
  #collectorsLoading: Promise<void> | null = null;

  /** The newest design. That of the results is no signal: it changes with what they hold. */
  readonly #newest = computed(() => {
    void this.version.value;
    return (this.results.value?.design as unknown as Design | undefined) ?? this.#design.value;
  });
  readonly index: ReadonlySignal<Index | null> = computed(() => this.#newest.value && readDesign(this.#newest.value, this.#collectors.value));
  /** The service's own numbers. */
  readonly serviceCounts: ServiceCounts;
  readonly view: ReadonlySignal<View | null> = computed(() => this.results.value?.where(this.state.value.rule) ?? null);
  /** What there is to count: a version and a rule, as text. */
  readonly #countable = computed(() => (this.results.value !== null && (this.sync.value?.held ?? 0) > 0 ? JSON.stringify([this.version.value, this.state.value.rule]) : null));
  readonly everything: ReadonlySignal<View | null> = computed(() => this.results.value?.where(EVERYTHING) ?? null);
  readonly origin: ReadonlySignal<Origin> = computed(() => {
    if (this.sync.value?.complete) return "complete";
    return serviceFilters(this.state.value.rule) === null ? "held" : "service";
  });

  /** The path of the screen. */
  readonly #path = pageHash()[0];
  readonly #leaving = new AbortController();
  /** Aborted when the person leaves the screen. */
  readonly left = this.#leaving.signal;
  /** Whether the responses are kept on this device, so that they may be here already. */
  readonly #isKept: boolean;
  /** Whether the person has just agreed to keep the responses on this device. The results may not be open yet. */
  readonly #hasAgreed = signal(false);
  #open: (results: Results) => void = () => {};
  /** Resolves once the results are open. */
  #opened = this.#opening();

  constructor(readonly setting: Setting) {
    const [, query] = pageHash();
    this.state = signal(readState(query));
    this.#isKept = setting.mayKeep && remembered(setting.account, setting.survey_id);
    const { canvass, survey_id } = setting;
    this.links = new SurveyLinks(survey_id);
    this.serviceCounts = new ServiceCounts({
      survey_id,
      state: this.state,
      origin: this.origin,
      index: this.index,
      left: this.left,
      summarise: (request, options) => canvass.summarise(request, options),
      fail: (error) => void (this.problem.value ??= error),
    });
  }

  /** Whether to ask if the responses may be kept on this device. */
  get mayAsk(): boolean {
    const { value: results } = this.results;
    return this.setting.mayKeep && !this.#hasAgreed.value && (results === null ? !this.#isKept : this.sync.value?.kept === "tab");
  }

  /** Opens the results and fetches what is missing. The numbers of the service are shown meanwhile. */
  async start(): Promise<void> {
    const { canvass, survey_id, open } = this.setting;
    const signal = this.#leaving.signal;
    this.failure.value = null;
    try {
      const keep = this.#isKept ? "device" : "tab";
      // The engine is larger than everything that the first chart needs, so it is loaded after this.
      if (keep === "tab" && this.state.peek().tab === "summary" && this.origin.peek() === "service") {
        await Promise.all([this.#loadDesign(), Promise.race([this.serviceCounts.load(), new Promise((done) => setTimeout(done, NUMBERS_FIRST))])]);
      }
      if (signal.aborted) return;
      const design = this.#design.peek();
      const results = await open(canvass, { survey_id, keep, ...(design && { design }) });
      if (signal.aborted) return void results.close();
      this.results.value = results;
      this.sync.value = results.state;
      this.#open(results);
      signal.addEventListener("abort", () => void results.close(), { once: true });
      const stops = [
        results.on("state", () => (results.state.closed ? this.#close(stops) : void (this.sync.value = results.state))),
        results.on("change", ({ changed, removed }) => {
          if (changed + removed > 0) this.altered.value += 1;
          this.version.value += 1;
        }),
        effect(() => void this.#count()),
        effect(() => void this.serviceCounts.load()),
        effect(() => void (namesCollectors(this.state.value) && this.loadCollectors())),
      ];
      signal.addEventListener("abort", () => stops.forEach((stop) => stop()), { once: true });
      void this.refresh();
      void this.links.load();
    } catch (error) {
      if (signal.aborted) return;
      this.failure.value = error;
      if (isOutOfReach(error)) addEventListener("online", () => void (this.failure.peek() === error && this.start()), { once: true, signal });
    }
  }

  /** Fetches what is new: responses, and what others have noted of them. */
  async refresh(check = false): Promise<void> {
    await Promise.all([this.fetch(check), this.loadNotes()]);
  }

  /** The network is back: what failed without it is not said any longer, and what is new is fetched. */
  async reconnect(): Promise<void> {
    for (const shown of [this.problem, this.unsaved]) if (isOutOfReach(shown.peek())) shown.value = null;
    await this.refresh();
  }

  /**
   * Fetches new responses. A check, which nothing else makes up for, waits for the results and for a fetch that runs.
   */
  async fetch(check = false): Promise<void> {
    const results = check ? await this.#opened : this.results.value;
    if (results === null || (results.state.syncing && !check)) return;
    try {
      this.problem.value = null;
      await results.sync({ signal: this.#leaving.signal, ...(check && { check }) });
    } catch (error) {
      // A sync that another tab has stopped is no failure, and closed results have their own message.
      if (!this.#leaving.signal.aborted && !results.state.closed && !isAbort(error)) this.problem.value = error;
    } finally {
      if (!this.#leaving.signal.aborted && !results.state.closed) this.sync.value = results.state;
    }
  }

  /**
   * Whether the responses are all that the service had within the last minute. What is new is fetched for it, if that
   * takes no longer.
   */
  async isOfNow(): Promise<boolean> {
    const results = this.results.peek();
    if (results === null) return false;
    const { complete, as_of } = results.state;
    if (complete && as_of !== null && Math.abs(Date.now() - Date.parse(as_of)) < MINUTE) return true;
    const waiting = new AbortController();
    const stop = () => waiting.abort();
    const timer = setTimeout(stop, MINUTE);
    this.left.addEventListener("abort", stop);
    try {
      await results.sync({ signal: waiting.signal });
      return results.state.complete;
    } catch (error) {
      // It takes too long, because the quota is spent.
      if (isAbort(error)) return false;
      throw error;
    } finally {
      clearTimeout(timer);
      this.left.removeEventListener("abort", stop);
    }
  }

  /**
   * Keeps the responses on this device, as soon as the results are open. Returns false if they were closed meanwhile.
   */
  async keep(): Promise<boolean> {
    this.#hasAgreed.value = true;
    this.problem.value = null;
    const results = await this.#opened;
    try {
      await results.keep("device");
      return true;
    } catch (cause) {
      if (!this.#leaving.signal.aborted && !results.state.closed) throw new NotKept("The responses are not kept.", { cause });
      return false;
    } finally {
      this.#hasAgreed.value = false;
    }
  }

  #opening(): Promise<Results> {
    return new Promise((done) => (this.#open = done));
  }

  /** The results were closed, but the person has not left the screen: they can be opened again. */
  #close(stops: readonly (() => void)[]): void {
    if (this.#leaving.signal.aborted) return;
    stops.forEach((stop) => stop());
    this.#opened = this.#opening();
    this.results.value = null;
    this.sync.value = null;
    this.counted.value = null;
    this.problem.value = null;
    const timer = setTimeout(() => (this.failure.value = CLOSED), CLOSED_AFTER);
    this.#leaving.signal.addEventListener("abort", () => clearTimeout(timer), { once: true });
  }

  /** The person leaves the screen. */
  stop(): void {
    this.#leaving.abort();
  }

  /**
   * How many responses the service has, at least so many; null while that is unknown. Previews, which are in no view,
   * are neither in its own numbers nor in the design's, but in the state's. A number that they contradict is out of
   * date, and of two the larger is newer more often: the service is not asked again for the same rule.
   */
  totalOf(least: number): number | null {
    const most = this.sync.value?.total ?? Infinity;
    const fitting = [this.serviceCounts.responses, this.#newest.value?.response_count].filter((count): count is number => typeof count === "number" && least <= count && count <= most);
    return fitting.length > 0 ? Math.max(...fitting) : null;
  }

  /** Changes the state and its URL. A step that a person would go back from makes an entry in the history. */
  go(change: Partial<State>, how: "push" | "replace" = "push"): void {
    const next = changed(this.state.value, change);
    const query = writeState(next);
    if (query === writeState(this.state.value)) return;
    this.state.value = next;
    writeUrl(withQuery(query), how);
  }

  /** Opens the URL of a named view. */
  open(url: string): void {
    this.go(readState(url));
  }

  /** The URL of the state after a change, for links. */
  urlOf(change: Partial<State>): string {
    return withQuery(writeState(changed(this.state.value, change)));
  }

  /** The URL has changed by the browser's buttons or by a link. That of another screen has no state of this one. */
  follow(): void {
    const [path, query] = pageHash();
    if (path !== this.#path) return;
    const next = readState(query);
    if (writeState(next) !== writeState(this.state.value)) this.state.value = next;
  }

  /** Whether the state is too long for a URL that other programs pass on. */
  get isLong(): boolean {
    return writeState(this.state.value).length > LONGEST;
  }

  /**
   * Changes the notes. A function makes the change from those that are changed, which may be newer than those that are
   * shown.
   */
  async change(change: NotesChange | ((notes: SurveyNotes) => NotesChange | null)): Promise<boolean> {
    this.unsaved.value = null;
    try {
      const { notes } = await this.#opened;
      this.#showNotes(await notes.save(change));
      return true;
    } catch (error) {
      this.unsaved.value = error;
      // What was not saved may be about notes that others have changed.
      void this.loadNotes();
      return false;
    }
  }

  /** Loads the notes, which other accounts change too. */
  async loadNotes(): Promise<void> {
    const results = this.results.peek();
    if (results === null) return;
    try {
      this.#showNotes(await results.notes.load());
    } catch (error) {
      if (!this.#leaving.signal.aborted) this.problem.value ??= error;
    }
  }

  /** The URL of the service's own page of a response; null if the service cannot be asked or gives none. */
  async serviceUrl(response_id: string): Promise<string | null> {
    const { canvass, survey_id } = this.setting;
    try {
      const { analyze_url } = await canvass.surveys.responses.get({ survey_id, response_id }, { signal: this.#leaving.signal });
      return /^https?:/.test(analyze_url) ? analyze_url : null;
    } catch (error) {
      if (!this.#leaving.signal.aborted) this.problem.value = error;
      return null;
    }
  }

  /**
   * Loads the names of the collectors, once. Without them, and without the permission to read them, their ids are
   * shown.
   */
  loadCollectors(): Promise<void> {
    return (this.#collectorsLoading ??= this.#listCollectors().catch(() => {}));
  }

  async #listCollectors(): Promise<void> {
    const { canvass, survey_id } = this.setting;
    const names = new Map<string, string>();
    for await (const { id, name } of canvass.surveys.collectors.list({ survey_id, per_page: 1000 }, { signal: this.#leaving.signal })) names.set(id, name);
    this.#collectors.value = names;
  }

  #showNotes(notes: SurveyNotes): void {
    const before = JSON.stringify(this.notes.peek()?.tags ?? {});
    this.notes.value = notes;
    // Views of a tag have other numbers.
    if (JSON.stringify(notes.tags) !== before) this.version.value += 1;
  }

  /** Loads the design. If that fails, opening the results says why. */
  async #loadDesign(): Promise<void> {
    const { canvass, survey_id } = this.setting;
    const design = await canvass.surveys.details({ survey_id }, { signal: this.#leaving.signal }).catch(() => null);
    this.#design.value = design as Design | null;
  }

  /** Counts the responses in view. */
  async #count(): Promise<void> {
    const asked = this.#countable.value;
    const view = this.view.peek();
    if (asked === null || view === null) return;
    const { count, all } = await view.count().catch(() => ({ count: null, all: null }));
    if (this.#leaving.signal.aborted || this.#countable.peek() !== asked) return;
    this.counted.value = { rule: JSON.stringify(this.state.peek().rule), version: this.version.peek(), count, all };
  }
}

/** The path and the query of the page's fragment: `/surveys/12/results` and `tab=table`. */
function pageHash(): readonly [path: string, query: string] {
  return splitHash(typeof location === "undefined" ? "" : location.hash);
}

function withQuery(query: string): string {
  return `#${pageHash()[0]}${query === "" ? "" : `?${query}`}`;
}
