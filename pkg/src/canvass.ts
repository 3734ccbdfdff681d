import { type Answer, type CallOptions, Calling, type Facts, type Quota } from "./call.js";
import { type ExportFacade, type Hooks, type Sources, engineGlue, exportGlue } from "./engine.js";
import { CanvassError, type ErrorFacts } from "./errors.js";
import { exchange } from "./exchange.js";
import type { Engine, Task } from "./glue.js";
import { operations } from "./operations.js";
import type { List, Operations } from "./types.js";

/** How the SDK is set up. */
export interface CanvassOptions {
  /** Origin of the gateway; the page's own if not given. */
  readonly gateway?: string | undefined;
  /** Sends requests; the platform's `fetch` if not given. */
  readonly fetch?: ((request: Request) => Promise<Response>) | undefined;
}

/** Who is signed in. */
export interface Session {
  readonly signed_in: boolean;
  /** Where the account lives. */
  readonly region?: "us" | "eu" | "ca" | (string & {}) | null;
}

/** A column of an export. */
export interface ExportColumn {
  /** Name of the column, made of ids: the same in every export of the survey. */
  readonly key: string;
  /** Heading; no two columns have the same. */
  readonly heading: string;
  /** What the cells hold. */
  readonly content:
    | "metadata"
    | "variable"
    | "choice"
    | "picked"
    | "text"
    | "other"
    | "date"
    | "file"
    | "unmatched";
  readonly question_id?: string;
  readonly row_id?: string;
  readonly choice_id?: string;
}

/** What to export. */
export interface ExportRequest extends CallOptions {
  readonly survey_id: string;
  /** CSV for spreadsheets, or one JSON object a line, keyed by column. */
  readonly format: "csv" | "jsonl";
  /** Whether CSV begins with a byte order mark, without which spreadsheets misread letters; yes if not given. */
  readonly mark?: boolean | undefined;
  /** Told after every page: responses done, and in all. */
  readonly onProgress?: ((progress: { readonly done: number; readonly total: number }) => void) | undefined;
}

/** An export, ready to be saved. */
export interface Exported {
  readonly blob: Blob;
  /** Responses in it. */
  readonly rows: number;
  readonly columns: readonly ExportColumn[];
}

/** The survey API for the person who is signed in at the gateway. */
export interface Canvass extends Operations {
  /** The quota as the last answer told it. */
  readonly quota: Quota | undefined;
  /** Sends the browser to the sign-in page; it comes back to `return_to`, a path of this origin. */
  signIn(options?: { readonly return_to?: string | undefined }): Promise<void>;
  /** Finishes a sign-in on the callback page, and says where to go on. */
  completeSignIn(): Promise<{ readonly return_to: string }>;
  /** Who is signed in. */
  session(): Promise<Session>;
  /** Ends the session. */
  signOut(): Promise<void>;
  /** Turns a survey's responses into one table: answers joined to questions by id. */
  exportResponses(request: ExportRequest): Promise<Exported>;
}

type Tree = { readonly [name: string]: number | Tree };

const TIMEOUT = 30_000;

/** Sets the SDK up with its compiled parts. Nothing is loaded before the first call. */
export function canvassWith(sources: Sources, options: CanvassOptions = {}): Canvass {
  const { gateway = "", fetch: send = (request: Request) => fetch(request) } = options;
  let quota: Quota | undefined;
  let engine: Engine | undefined;
  let completing: Promise<{ readonly return_to: string }> | undefined;

  const hooks: Hooks = {
    fail: (facts: ErrorFacts) => new CanvassError(facts),
    request: (method: string, url: string, body: string | undefined) => ({ method, url, body }),
    answer: (value: unknown, facts: Facts, next: string | undefined) => {
      quota = facts.quota ?? quota;
      return { value, ...facts, next };
    },
  };
  const run = async (task: keyof typeof Task, operation: number, input: string, options: CallOptions = {}) => {
    const { Engine, Task } = await engineGlue(sources.engine);
    engine ??= new Engine(hooks, gateway);
    return exchange(engine, send, Task[task], operation, input, options.signal, options.timeout ?? TIMEOUT);
  };
  const call = (operation: number, args: object | null | undefined, options?: CallOptions) => {
    const first = JSON.stringify(args ?? {});
    return new Calling<unknown>(
      async (next) => (await run("Call", operation, next ?? first, options)) as Answer<List<unknown>>,
    );
  };
  const methods = (tree: Tree): object =>
    Object.fromEntries(
      Object.entries(tree).map(([name, entry]) => [
        name,
        typeof entry === "number"
          ? (args?: object | null, options?: CallOptions) => call(entry, args, options)
          : methods(entry),
      ]),
    );

  const own: Omit<Canvass, keyof Operations> = {
    get quota() {
      return quota;
    },
    async signIn({ return_to = location.pathname + location.search + location.hash } = {}) {
      completing = undefined;
      location.assign((await run("BeginSignIn", -1, return_to)) as string);
    },
    completeSignIn() {
      if (completing === undefined) {
        // The code leaves the address bar before anything else runs, and a second call gets the same promise.
        const query = location.search;
        history.replaceState(history.state, "", location.pathname);
        completing = run("FinishSignIn", -1, query).then((return_to) => ({ return_to: return_to as string }));
      }
      return completing;
    },
    async session() {
      return (await run("Session", -1, "")) as Session;
    },
    async signOut() {
      await run("SignOut", -1, "");
    },
    async exportResponses({ survey_id, format, mark = true, onProgress, signal, timeout = TIMEOUT }) {
      const { exportResponses } = await exportGlue(sources.export);
      const facade: ExportFacade = {
        fail: hooks.fail,
        send,
        seen: (facts) => {
          quota = facts.quota ?? quota;
        },
        progress: (done, total) => onProgress?.({ done, total }),
        exported: (pieces, rows, columns) => {
          const type = format === "csv" ? "text/csv;charset=utf-8" : "application/jsonl";
          return { blob: new Blob(pieces, { type }), rows, columns };
        },
      };
      return (await exportResponses(facade, gateway, { survey_id, format, mark, timeout }, signal)) as Exported;
    },
  };
  return Object.defineProperties(methods(operations), Object.getOwnPropertyDescriptors(own)) as Canvass;
}
