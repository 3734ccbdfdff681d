import type { Facts } from "./call.js";
import { CanvassError, type ErrorFacts } from "./errors.js";
import type { Engine } from "./glue.js";

/** Where the engine comes from: its bytes, or a module that is compiled already. */
export type EngineSource = () => Promise<BufferSource | WebAssembly.Module>;

/** What the engine asks of the facade. */
export interface Hooks {
  fail(facts: ErrorFacts): unknown;
  answer(value: unknown, facts: Facts, next: string | undefined): unknown;
  fetch(request: Request): Promise<Response>;
}

type Glue = typeof import("./glue.js");

let loading: Promise<Glue> | undefined;

/** Loads the engine once for the whole page. A failure is forgotten, so that the next call tries again. */
export async function newEngine(source: EngineSource, hooks: Hooks, gateway: string): Promise<Engine> {
  loading ??= load(source);
  try {
    const { Engine } = await loading;
    return new Engine(hooks, gateway);
  } catch (cause) {
    loading = undefined;
    throw cause;
  }
}

async function load(source: EngineSource): Promise<Glue> {
  const [glue, engine] = await Promise.all([import("./glue.js"), source()]);
  try {
    await glue.default({ module_or_path: engine });
  } catch (cause) {
    const message = "The platform refuses WebAssembly. A Content-Security-Policy needs 'wasm-unsafe-eval' in script-src.";
    const facts: ErrorFacts = { kind: "unavailable", message, retryable: false, remedy: { action: "none" } };
    throw Object.assign(new CanvassError(facts), { cause });
  }
  return glue;
}
