import type { BearerOptions, Region } from "./bearer.js";
import { type Answer, type Call, type CallOptions, Calling, type ListCall, type ListOptions, type Patience, type Progress, type Taking, placeOf } from "./call.js";
import type { Quota, Scopes } from "./quota.js";
import { type Engine, type Sources, engineGlue } from "./engine.js";
import { type ErrorFacts, failure } from "./errors.js";
import { type Events, type RetryEvent, listening } from "./events.js";
import { type Given, type ToldFailure, type ToldQuota, exchange, sleep } from "./exchange.js";
import { retried } from "./load.js";
import type { Needs } from "./needs.js";
import { gateway as auth, operations } from "./operations.js";
import type { ListedRespondents, RespondentsRequest } from "./respondents.js";
import type { Invitation, InvitationRequest } from "./send_invitation.js";
import type { SummaryRequest, SurveySummary } from "./summarise.js";
import type { ExportRequest, FileRequest, Rows, RowsRequest, StreamRequest } from "./table.js";
import type { Exported, Streamed } from "./outcomes.js";
import type { List, Open, Respondent, Scope, SessionEnd, UserId } from "./types.js";
import type { Operations } from "./operation_types.js";

/** Passes a request on, and may change it or its answer. */
export type Middleware = (request: Request, next: (request: Request) => Promise<Response>) => Promise<Response>;

/** How the SDK is set up: with a gateway, or with a token where no page is. */
export interface CanvassOptions extends Patience, Events, BearerOptions {
  /** Origin of the gateway; the page's own if not given. One of another origin must allow the page's. */
  readonly gateway?: string | undefined;
  /** Sends requests; the platform's `fetch` if not given. */
  readonly fetch?: ((request: Request) => Promise<Response>) | undefined;
  /** What every request passes through, repetitions included; the first is the outermost. */
  readonly use?: readonly Middleware[] | undefined;
}

/** An account that the browser is signed in with. */
export interface Account {
  /** Id of the account's user. */
  readonly id: UserId;
  /** Where the account lives. */
  readonly region: Open<Region>;
  /** Whether calls are made for it. */
  readonly current: boolean;
}

/** Who is signed in. */
export interface Session {
  /** Whether anybody is. */
  readonly signed_in: boolean;
  /** Where the account lives. */
  readonly region?: Open<Region> | null;
  /** The account that calls are made for. */
  readonly account?: UserId | null;
  /** All accounts that the browser is signed in with. */
  readonly accounts?: readonly Account[] | null;
  /** Why the session that was current ended, if this is the first to ask since. */
  readonly ended?: Open<SessionEnd> | null;
}

/** How to sign in. */
export interface SignInOptions {
  /** The path of this origin to come back to; the present one if not given. */
  readonly return_to?: string | undefined;
  /** Whether to open a window for it, in answer to a click, instead of leaving the page. */
  readonly popup?: boolean | undefined;
  /** Whether the accounts that are signed in stay so beside the new one. */
  readonly add?: boolean | undefined;
  /** Stops what comes before the browser is sent away, and the wait for the window. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * The survey API for the person who is signed in at the gateway. An app that asks for a few scopes alone names them,
 * `Canvass<"surveys_read" | "users_read">`, and what needs others cannot be called.
 */
export type Canvass<S extends Scope = Scope> = Client & (Scope extends S ? Operations & Flows : Permitted<Operations & Flows, Needs & FlowNeeds, S>);

/**
 * What stands in the place of a method that needs scopes which the app does not ask for. It cannot be called; a method can
 * stand in its place, so that who may do more can be handed to what does less.
 */
export interface NeedsScope<S extends Scope> {
  /** The method's name. */
  readonly name: string;
  /** The scopes to ask for: for the compiler's messages, and nowhere at run time. */
  readonly needs?: S;
}

type Permitted<T, N, S extends Scope> = {
  readonly [K in keyof T]: K extends keyof N
    ? N[K] extends Scope
      ? [N[K]] extends [S] ? T[K] : NeedsScope<Exclude<N[K], S>>
      : Permitted<T[K], N[K], S>
    : T[K];
};

type SurveyNeeds = Needs["surveys"];

/** The scopes of what takes several calls. */
interface FlowNeeds {
  readonly exportResponses: SurveyNeeds["details"] | SurveyNeeds["responses"]["bulk"];
  readonly sendInvitation: SurveyNeeds["collectors"]["list" | "create"];
  readonly summarise: SurveyNeeds["details"] | SurveyNeeds["rollups"];
  readonly respondents: SurveyNeeds["responses"]["list"];
}

/** All that is no operation of the API: who is signed in, and what is left to do. */
export interface Client {
  /** The quota as the last answer told it, to this tab or to another. */
  readonly quota: Quota | undefined;
  /**
   * Whether calls that need a scope succeed: the user granted it, could grant it, or needs another plan for it.
   * Unknown before the first answer that says so.
   */
  can(scope: Scope): "granted" | "available" | "needs_plan" | "unknown";
  /**
   * Sends the browser to the sign-in page; it comes back to `return_to`. With `popup` it is sent in a window of its own,
   * and the promise waits for the end.
   */
  signIn(options?: SignInOptions): Promise<void>;
  /** Finishes a sign-in on the callback page, and says where to go on. */
  completeSignIn(): Promise<{ readonly return_to: string }>;
  /** Who is signed in. */
  session(options?: CallOptions): Promise<Session>;
  /** Makes the calls that follow for another of the accounts that are signed in. */
  switchAccount(which: { readonly account: UserId }, options?: CallOptions): Promise<void>;
  /** Signs the present account out, or another, or all of this browser. */
  signOut(which?: { readonly account?: UserId | undefined; readonly all?: boolean | undefined }, options?: CallOptions): Promise<void>;
  /** Ends every session of the account, in every browser. */
  signOutEverywhere(options?: CallOptions): Promise<void>;
  /** Loads what the first call would load. Nobody must call it: it only takes the wait out of that call. */
  ready(): Promise<void>;
  /**
   * Calls an operation that this version has no method for, by its method and path:
   * `request("GET /v3/surveys/{survey_id}/tags", { survey_id })`. Arguments that the path does not name go into the query
   * of a GET or DELETE, and into the body of anything else.
   *
   * It is repeated, counted and refused as any other call; only its answer is what came, and nobody checked it. A gateway
   * passes on what it knows itself.
   */
  request<T = unknown>(operation: `${"GET" | "POST" | "PATCH" | "PUT" | "DELETE"} /${string}`, args?: object | null, options?: CallOptions): Call<T>;
  /** Waits for the calls under way; none can be made afterwards. `await using` does the same. */
  close(): Promise<void>;
  /** The same as `close`. */
  [Symbol.asyncDispose](): Promise<void>;
}

/** What takes several calls, as one each. */
export interface Flows {
  /**
   * Turns a survey's responses into one table: answers joined to questions by id, the oldest first. An error of it has
   * the `checkpoint` to go on from.
   *
   * Responses that come meanwhile go behind the others, so that none is lost or doubled by them. The API's pages are
   * counted and not marked: where one that was read is deleted meanwhile, another may be passed over.
   */
  exportResponses(request: StreamRequest | FileRequest): Promise<Streamed>;
  /** The same as objects by column, fetched a page at a time as they are taken. */
  exportResponses(request: RowsRequest): Promise<Rows>;
  /** The same into a file of the browser's memory. */
  exportResponses(request: ExportRequest): Promise<Exported>;
  /**
   * Sends an invitation by email: makes a collector and a message, adds the recipients, and sends or schedules it.
   *
   * What a refused step leaves behind is deleted. Where nobody knows whether a step was done, it is looked for before it
   * is done again; where that cannot be found out either, or the quota is used up, the error has a `checkpoint` from
   * which the same call goes on with `resume`. It has what became of the addresses as `invited`.
   */
  sendInvitation(request: InvitationRequest): Promise<Invitation>;
  /**
   * Counts what a survey's responses answer: counts, percentages and averages by question, row and choice, from rollups
   * or from the responses themselves.
   */
  summarise(request: SummaryRequest): Promise<SurveySummary>;
  /**
   * Lists who responded to a survey, by the one operation of the legacy API that is left: as any other list, but for
   * `total`, which the last page alone knows. Basic plans show the first 100, and say so in `upgrade_info`.
   *
   * `POST /v2/surveys/get_respondent_list`
   *
   * Needs the scope `responses_read`.
   */
  respondents(request: RespondentsRequest, options?: ListOptions): ListCall<Respondent, ListedRespondents>;
}

declare global {
  interface SymbolConstructor {
    readonly asyncDispose: unique symbol;
  }
}

/** What a call has beside what its caller gave: `paused` is told how long it will wait, `text` is the request. */
type Inner = Taking & { readonly paused?: (milliseconds: number) => void; readonly text?: string | undefined };

type Lazy = typeof import("./flows.js");

/** What few pages use: it comes with the first call that needs it. */
const flows = retried(() => import("./flows.js"), "page");

const signingIn = retried(() => import("./sign_in.js"), "begin");

const bearing = retried(() => import("./bearer.js"), "bearer");

/** Makes a call's request by its arguments, or one that is written already and counts as another operation. */
type Get = (input: string, operation?: number, text?: string) => Promise<Answer<List<unknown>>>;

/** Makes the request of a call that is not made as the tables say. */
type Made = (get: Get, input: string) => Promise<Answer<unknown>>;

type Tree = { readonly [name: string]: number | Tree };

/** How long calls wait where nobody says so, in milliseconds. */
const TIMEOUT = 30_000;
const MAX_WAIT = 60_000;
const DEADLINE = 120_000;

/** How often a call is sent again where nobody says so. */
const RETRIES = 2;

/** By which the tabs of an origin tell one another the quota, and that somebody signed in or out. */
const QUOTA = "canvass.quota";
const SESSION = "canvass.session";

/** What a request is made for, so that the gateway lets users go first. */
const BACKGROUND = { "X-Canvass-Class": "background" };

/** Where requests seem to go that have no gateway: no such host exists, should one ever get there. */
const NOWHERE = "https://canvass.invalid";

/** Sets the SDK up with its compiled parts. Nothing is loaded before the first call. */
export function canvassWith<S extends Scope>(sources: Sources, options: CanvassOptions = {}): Canvass<S> {
  const { gateway = options.token === undefined ? "" : NOWHERE, use = [], onQuota } = options;
  const { fetch: given = (request: Request) => fetch(request) } = options;
  const on = listening(options);
  let quota: Quota | undefined;
  let scopes: Scopes | undefined;
  let direct: typeof given | undefined;
  let completing: Promise<{ readonly return_to: string }> | undefined;
  let closed = false;
  const underWay = new Set<Promise<unknown>>();

  // What the platform fails with is the network's fault; what else is thrown on the way is the caller's own.
  const lost = new WeakSet<object>();
  const failing = (cause: object) => {
    lost.add(Object(cause));
    throw cause;
  };
  const platform = (request: Request) => (async () => given(request))().catch(failing);
  const send = use.reduceRight<typeof given>(
    (next, pass) => async (request) => pass(request, next),
    options.token === undefined
      ? platform
      : async (request) => {
          const { bearer } = await bearing();
          direct ??= bearer(options, platform, failing);
          return direct(request);
        },
  );

  const channel = (name: string) => {
    if (typeof document === "undefined" || typeof BroadcastChannel === "undefined") return undefined;
    const made = new BroadcastChannel(name);
    // Where nothing but the channel is left to wait for, the program may end.
    (made as { unref?(): void }).unref?.();
    return made;
  };
  // Tabs share the quota of a gateway: what one of them is told, all of them know.
  const tabs = options.token === undefined ? channel(QUOTA + gateway) : undefined;
  const know = (known: Quota) => {
    quota = known;
    onQuota?.(known);
  };
  tabs?.addEventListener("message", ({ data }: MessageEvent<Quota>) => know(data));
  // Another account may do other things.
  const people = channel(SESSION);
  const forget = () => (scopes = undefined);
  people?.addEventListener("message", forget);
  const changed = () => {
    forget();
    if (!closed) people?.postMessage("changed");
  };

  const seen = <T extends { readonly quota?: ToldQuota; readonly scopes?: Scopes }>(told: T) => {
    scopes = told.scopes ?? scopes;
    if (told.quota === undefined) return told as Omit<T, "quota">;
    const window = (side: ToldQuota["minute"]) => ({ limit: Infinity, remaining: Infinity, ...side, resets_at: new Date(Date.now() + side.reset * 1000) });
    const known = { minute: window(told.quota.minute), day: window(told.quota.day) };
    know(known);
    tabs?.postMessage(known);
    return { ...told, quota: known };
  };
  const fail = (facts: ToldFailure) => failure(seen(facts) as ErrorFacts);

  /** Does what needs the engine. If that breaks down, it is started anew. */
  const healing = async <T>(work: (engine: Engine) => T | Promise<T>): Promise<T> => {
    const engine = await engineGlue(sources.engine);
    try {
      return await work(engine);
    } catch (cause) {
      // By its name: where the platform has no WebAssembly, the engine's twin throws one of its own.
      if ((cause as Error | undefined)?.name !== "RuntimeError") throw cause;
      engine.reset();
      const message = "The SDK's engine broke down. The next call starts it anew.";
      throw failure({ kind: "engine_failed", message, retryable: true, remedy: { action: "retry" }, cause });
    }
  };
  const perform = async (operation: number, input: string, asked: Inner = {}): Promise<Given> => {
    if (closed) throw failure({ kind: "unavailable", message: "The SDK was closed.", retryable: false, remedy: { action: "none" } });
    const given = { ...options, ...asked };
    const { signal, background, take, raw, text, paused, timeout = TIMEOUT, retries = RETRIES, maxWait = MAX_WAIT } = given;
    const { deadline = timeout > 0 ? maxWait + DEADLINE : 0 } = given;
    const headers = background ? BACKGROUND : undefined;
    const retry = (event: RetryEvent) => {
      on.retry(event);
      paused?.(event.delay);
    };
    return healing((engine) => exchange({ engine, base: gateway, send, fail, operation, input, text, headers, signal, timeout, deadline, retries, maxWait, take, raw, isLost: (cause) => lost.has(cause), on: { ...on, retry } }));
  };
  const run = (operation: number, input: string, asked?: Inner) => {
    const running = perform(operation, input, asked);
    underWay.add(running);
    const ended = () => underWay.delete(running);
    running.then(ended, ended);
    return running;
  };
  const own = async (operation: number, args: object = {}, asked?: CallOptions) => (await run(operation, JSON.stringify(args), asked)).value;

  /** What is left of the two windows: limit, requests, milliseconds. No limit reaches the engine as 0, since that takes whole numbers. */
  const left = ({ minute, day }: Quota) => {
    const numbers = ({ limit, remaining, resets_at }: Quota["minute"]) =>
      [limit, Math.max(0, remaining - underWay.size), Math.max(0, resets_at.getTime() - Date.now())] as const;
    return [...numbers(minute), ...numbers(day)] as const;
  };
  /** Milliseconds until the last of so many requests can be sent, as far as the quota is known. */
  const time = async (requests: number) =>
    quota === undefined ? 0 : healing((engine) => engine.finish(...left(quota!), requests));
  /** Waits for the next of so many requests; `paused` is told for how many milliseconds. */
  const turn = async (requests: number, asked: Taking, paused: (milliseconds: number) => void) => {
    if (quota === undefined) return;
    const { signal, background = false, maxWait = options.maxWait ?? MAX_WAIT } = asked;
    // A gateway knows who else is there, and lets them go first; without one, a tenth is left to them.
    const wait = await healing((engine) => engine.pause(...left(quota!), background && options.token !== undefined, requests, maxWait));
    if (wait > maxWait) {
      const seconds = Math.ceil(wait / 1000);
      const message = "The app's requests are used up.";
      throw failure({ kind: "rate_limited", message, retryable: true, remedy: { action: "wait", seconds }, wait: seconds });
    }
    if (wait > 0) {
      paused(wait);
      await sleep(wait, signal);
    }
  };
  const call = (operation: number, args: object | null | undefined, asked: Taking = {}, made?: Made) => {
    const { from, signal, onProgress } = asked;
    let told: Progress = { done: 0, total: 0, requests: 0, until: new Date() };
    const paused = (milliseconds: number) => {
      const resumes_at = new Date(Date.now() + milliseconds);
      if (milliseconds >= 1000) onProgress?.({ ...told, until: told.until > resumes_at ? told.until : resumes_at, resumes_at });
    };
    const place = placeOf(args, from);
    const pace = {
      input: () => JSON.stringify(args ?? {}),
      signal,
      turn: (requests: number) => turn(requests, asked, paused),
      async progress(done: number, { total }: List<unknown>, requests: number) {
        if (onProgress === undefined) return;
        told = { done, total, requests, until: new Date(Date.now() + (await time(requests))) };
        onProgress(told);
      },
    };
    const one = async (next: string | undefined) => {
      if (place === undefined) {
        const message = "The option \"from\" must be what a checkpoint gave.";
        throw failure({ kind: "invalid_argument", message, path: "from", retryable: false, remedy: { action: "correct" } });
      }
      // A gateway may have kept the answer; without one, what the day has no room for is not sent.
      if (options.token !== undefined && quota?.day.remaining === 0) await turn(1, asked, paused);
      const get: Get = async (input, as = operation, text) => {
        const answer = seen(await run(as, input, { ...asked, paused, text })) as Answer<List<unknown>>;
        const { value } = answer;
        // The API writes the numbers of a page as text at times.
        if (!made && value?.data && value.links) Object.assign(value, { page: +value.page, per_page: +value.per_page, total: +value.total });
        return answer;
      };
      const input = next ?? pace.input();
      return (made ? made(get, input) : get(input)) as Promise<Answer<List<unknown>>>;
    };
    return new Calling<unknown>(one, pace, place ?? { next: undefined, taken: 0 });
  };
  const methods = (tree: Tree): object =>
    Object.fromEntries(
      Object.entries(tree).map(([name, entry]) => [
        name,
        typeof entry === "number" ? call.bind(undefined, entry) : methods(entry),
      ]),
    );

  const context = { call: own, source: sources.signIn };
  const flow = { call, fail, turn, time, source: sources.export, most: undefined };
  const flowing = <N extends Exclude<keyof Lazy, "page" | "request">>(name: N) =>
    (async (request: never) => (await flows())[name](flow, request)) as unknown as (request: Parameters<Lazy[N]>[1]) => ReturnType<Lazy[N]>;
  const close = async () => {
    closed = true;
    await Promise.allSettled(underWay);
    tabs?.close();
    people?.close();
  };
  const members: Omit<Client & Flows, typeof Symbol.asyncDispose> = {
    get quota() {
      return quota;
    },
    can(scope) {
      if (scopes === undefined) return "unknown";
      const { granted, available } = scopes;
      return granted.includes(scope) ? "granted" : available.includes(scope) ? "available" : "needs_plan";
    },
    async signIn({ return_to = location.pathname + location.search + location.hash, popup = false, add = false, signal } = {}) {
      completing = undefined;
      // Browsers open windows in answer to a click alone, so it opens before anything is waited for.
      const opened = popup ? open("", "canvass_sign_in", "popup,width=480,height=720") : undefined;
      try {
        await (await signingIn()).begin(context, { return_to, add, signal }, opened);
        if (popup) changed();
      } finally {
        opened?.close();
      }
    },
    completeSignIn() {
      if (completing === undefined) {
        // The code leaves the address bar before anything else runs, and a second call gets the same promise.
        const query = location.search;
        history.replaceState(history.state, "", location.pathname);
        completing = signingIn().then(({ complete }) => complete(context, query));
        completing.then(changed, () => {});
      }
      return completing;
    },
    async session(asked) {
      return (await own(auth.session, {}, asked)) as Session;
    },
    switchAccount: (which, asked) => own(auth.switch, which, asked).then(changed),
    signOut: (which, asked) => own(auth.sign_out, which, asked).then(changed),
    signOutEverywhere: (asked) => own(auth.sign_out_everywhere, {}, asked).then(changed),
    async ready() {
      await engineGlue(sources.engine);
    },
    exportResponses: flowing("exportResponses") as Flows["exportResponses"],
    sendInvitation: flowing("sendInvitation"),
    summarise: flowing("summarise"),
    respondents: (request, asked) =>
      call(auth.respondents, request, asked, async (...given) => (await flows()).page(...given)) as unknown as ListCall<Respondent, ListedRespondents>,
    request: (operation, args, asked) => call(auth.read, {}, asked, async (get) => (await flows()).request(get, operation, args)) as never,
    close,
  };
  return Object.defineProperties(methods(operations), {
    ...Object.getOwnPropertyDescriptors(members),
    [Symbol.asyncDispose ?? Symbol()]: { value: close },
  }) as Canvass<S>;
}
