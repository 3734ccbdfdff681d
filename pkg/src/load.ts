import { CanvassError, failure } from "./errors.js";

/** A compiled part of the SDK: its bytes, or a module that is compiled already. */
export type Part = BufferSource | WebAssembly.Module;

/** What the build makes of a part: its classes, and the function that starts it. */
export interface Glue {
  readonly default: (part: { module_or_path: Part }) => Promise<unknown>;
}

/** Where a part comes from. */
export interface Source {
  readonly part: () => Promise<Part>;
  /** The same part as plain JavaScript, for where the platform compiles nothing. */
  readonly twin?: () => Promise<Glue>;
}

/** Loads a part once for the whole page. A failure is forgotten, so that the next call tries again. */
export function once<G extends Glue>(glue: () => Promise<G>): (source: Source) => Promise<G> {
  let loading: Promise<G> | undefined;
  return (source) => {
    loading ??= start(glue, source).catch((cause: unknown) => {
      loading = undefined;
      return notLoaded(cause);
    });
    return loading;
  };
}

/** Fails as a part does that did not arrive, unless it is known why. */
export function notLoaded(cause: unknown): never {
  if (cause instanceof CanvassError) throw cause;
  throw failure({ kind: "network", message: "A part of the SDK did not load.", retryable: true, remedy: { action: "retry" }, cause });
}

async function start<G extends Glue>(glue: () => Promise<G>, { part, twin }: Source): Promise<G> {
  let arrived: [G, Part] | undefined;
  try {
    arrived = await Promise.all([glue(), part()]);
    const [made, module_or_path] = arrived;
    await made.default({ module_or_path });
    return made;
  } catch (cause) {
    return (await import("./refused.js")).instead(twin as (() => Promise<G>) | undefined, cause, arrived);
  }
}

/** The bytes that the build deflated and wrote in base64. */
export async function inflated({ default: text }: { readonly default: string }): Promise<ArrayBuffer> {
  // Newer platforms decode by themselves, in a fraction of the time.
  const { fromBase64 } = Uint8Array as { readonly fromBase64?: (text: string) => Uint8Array<ArrayBuffer> };
  const bytes = fromBase64?.(text) ?? Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  return new Response(new Response(bytes).body!.pipeThrough(new DecompressionStream("deflate-raw"))).arrayBuffer();
}
