/** The engine of one survey as its results use it: started when it is needed, and again after a crash. */

import { isCanvassError } from "../errors.js";
import { ofBrowser } from "./folder_errors.js";
import { type Engine, type Host, startHost } from "./host.js";
import type { ResultsOptions } from "./types.js";

/** What the results do for their engine. */
export interface EngineOwner {
  /** The file of the worker, if the app names it. */
  readonly worker: ResultsOptions["worker"];
  /** Gets lines for debugging, if it is on. */
  readonly debug: ((line: string) => void) | undefined;
  /** Whether the results are closed, with the error of a call to them. */
  closed(): unknown;
  /** Makes an error of a failure that the engine reports in JSON. */
  fail(failure: string): unknown;
  /** Loads what is kept into a new engine. */
  fill(engine: Engine): Promise<void>;
  /** The engine has crashed: what was only in its memory is lost. */
  lost(): void;
}

/** An engine that is started again after a crash. */
export class RestartingEngine {
  readonly #owner: EngineOwner;
  #host: Promise<Host> | undefined;
  /** The methods of the engine, whose failures are errors of the SDK. */
  readonly calls: Engine;

  constructor(owner: EngineOwner) {
    this.#owner = owner;
    const method = (name: keyof Engine) => (...args: never[]) =>
      this.#run((engine) => (engine[name] as (...args: never[]) => Promise<unknown>)(...args));
    this.calls = new Proxy({} as Engine, { get: (_, name) => method(name as keyof Engine) });
  }

  /** Starts the engine, if it is not running. */
  async start(): Promise<void> {
    await this.#running();
  }

  /** Ends the engine, and frees its memory. */
  async close(): Promise<void> {
    const host = this.#host;
    this.#host = undefined;
    await (await host?.catch(() => undefined))?.close();
  }

  #running(): Promise<Host> {
    const closed = this.#owner.closed();
    if (closed !== undefined) return Promise.reject(closed);
    const starting = (this.#host ??= this.#start());
    starting.catch(() => {
      if (this.#host === starting) this.#host = undefined;
    });
    return starting;
  }

  async #start(): Promise<Host> {
    const host = await startHost(this.#owner.worker, this.#owner.debug);
    try {
      await this.#owner.fill(host);
      return host;
    } catch (thrown) {
      await host.close();
      throw this.#errorOf(thrown);
    }
  }

  async #run<T>(work: (engine: Engine) => Promise<T>): Promise<T> {
    const starting = this.#running();
    const engine = await starting;
    try {
      return await work(engine);
    } catch (thrown) {
      const error = this.#errorOf(thrown);
      if (isCanvassError(error) && error.kind === "engine_failed" && this.#host === starting) {
        // The next call starts another one.
        this.#host = undefined;
        await engine.close().catch(() => {});
        this.#owner.lost();
      }
      throw error;
    }
  }

  /** The engine throws its failures as text. All others are of the files that it reads and writes. */
  #errorOf(thrown: unknown): unknown {
    return typeof thrown === "string" ? this.#owner.fail(thrown) : ofBrowser(thrown);
  }
}
