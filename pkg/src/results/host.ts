/** Where the engine runs: in a worker if the page can start one, otherwise in this thread. */

import { crash } from "../errors.js";
import { retried } from "../parts/load.js";
import { BUILD } from "./build.js";
import { closed } from "./closed.js";
import type { ResultsEngine } from "./engine.js";
import type { ResultsOptions } from "./types.js";

const METHODS = ["open", "refresh", "redesign", "begin", "next", "take", "refuse", "finish", "tag", "query", "page", "keep", "detach", "erase", "forget", "notes", "keepNotes"] as const satisfies readonly (keyof ResultsEngine)[];

/** The methods of the engine. In a worker they answer later, in this thread at once. */
export type Engine = Pick<ResultsEngine, (typeof METHODS)[number]>;

/** A running engine. */
export interface Host extends Engine {
  /** Ends it, and frees its memory. */
  close(): Promise<void>;
}

/** The call of a method, as it is sent to the worker. */
export interface Called {
  readonly id: number;
  readonly method: keyof Engine;
  readonly args: readonly unknown[];
}

/** The result of a call, or why it failed: a failure of the engine in JSON, a crash, or another error. */
export type Returned = { readonly id: number } & (
  | { readonly value: unknown }
  | { readonly failure: string }
  | { readonly crash: string }
  | { readonly error: unknown }
);

/** What a worker sends once it has started: its build, or false if it has no engine. */
export interface Started {
  readonly started: string | false;
}

/** Milliseconds that a worker has for its start. Some test environments have workers that never do. */
const START = 10_000;

/** Loaded where no worker can be started. */
const loadThread = retried(() => import("./thread.js"), "startInThread");

/** Starts an engine. `file` is that of the worker, if the app names it; `debug` gets a line if a page has no worker. */
export async function startHost(file: ResultsOptions["worker"], debug: ((line: string) => void) | undefined): Promise<Host> {
  if (typeof document !== "undefined" && typeof Worker !== "undefined") {
    try {
      return await startWorker(file);
    } catch (error) {
      debug?.(`results run in the page's thread, because their worker did not start: ${(error as Error).message}`);
    }
  }
  return (await loadThread()).startInThread();
}

/** Why a worker that has started cannot be used; undefined if it can. */
function reasonAgainst({ started }: Started): string | undefined {
  if (started === false) return "its policy forbids WebAssembly";
  return started === BUILD ? undefined : "its file is of another version of the SDK";
}

/** The engine in a worker. Fails if the worker does not start. */
async function startWorker(file: ResultsOptions["worker"]): Promise<Host> {
  // Bundlers find the worker by this expression. The other is hidden from them, because they cannot know its file.
  const worker: Worker = file === undefined ? new Worker(new URL("./results_worker.js", import.meta.url), { type: "module" }) : Reflect.construct(Worker, [file, { type: "module" }]);
  const calls = new Map<number, { readonly done: (value: never) => void; readonly fail: (reason: unknown) => void }>();
  const failAll = (reason: unknown) => {
    for (const { fail } of calls.values()) fail(reason);
    calls.clear();
  };
  const failed = await new Promise<string | undefined>((done) => {
    const timer = setTimeout(() => done("it does not respond"), START);
    const settle = (reason?: string) => {
      clearTimeout(timer);
      done(reason);
    };
    worker.addEventListener("message", ({ data }: MessageEvent<Started>) => settle(reasonAgainst(data)), { once: true });
    worker.addEventListener("error", () => settle("its file is missing, or a policy forbids it"), { once: true });
  });
  if (failed !== undefined) {
    worker.terminate();
    throw new Error(failed);
  }
  worker.addEventListener("message", ({ data }: MessageEvent<Returned>) => {
    const call = calls.get(data.id);
    calls.delete(data.id);
    if ("value" in data) call?.done(data.value as never);
    else call?.fail("failure" in data ? data.failure : "crash" in data ? crash(data.crash) : data.error);
  });
  // A worker ends like this where its memory does not suffice.
  worker.addEventListener("error", ({ message }) => failAll(crash(message)));
  let count = 0;
  const callOf = (method: keyof Engine) => (...args: unknown[]) =>
    new Promise((done, fail) => {
      const id = (count += 1);
      calls.set(id, { done, fail });
      // Pages of responses are handed over, not copied.
      const buffers = method === "take" ? [(args[0] as Uint8Array<ArrayBuffer>).buffer] : [];
      worker.postMessage({ id, method, args } satisfies Called, buffers);
    });
  return {
    ...(Object.fromEntries(METHODS.map((method) => [method, callOf(method)])) as unknown as Engine),
    async close() {
      worker.terminate();
      failAll(closed());
    },
  };
}
