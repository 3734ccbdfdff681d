import { unavailable } from "./errors.js";

/** A compiled part of the SDK: its bytes, or a module that is compiled already. */
export type Part = BufferSource | WebAssembly.Module;

/** What the build makes of a part: its classes, and the function that starts it. */
interface Glue {
  readonly default: (part: { module_or_path: Part }) => Promise<unknown>;
}

/** Loads a part once for the whole page. A failure is forgotten, so that the next call tries again. */
export function once<G extends Glue>(glue: () => Promise<G>): (source: () => Promise<Part>) => Promise<G> {
  let loading: Promise<G> | undefined;
  return (source) => {
    loading ??= start(glue, source).catch((cause: unknown) => {
      loading = undefined;
      throw cause;
    });
    return loading;
  };
}

async function start<G extends Glue>(glue: () => Promise<G>, source: () => Promise<Part>): Promise<G> {
  const [made, part] = await Promise.all([glue(), source()]);
  try {
    await made.default({ module_or_path: part });
  } catch (cause) {
    const message = "The platform refuses WebAssembly. A Content-Security-Policy needs 'wasm-unsafe-eval' in script-src.";
    throw unavailable(message, cause);
  }
  return made;
}

/** The bytes that the build deflated and wrote in base64. */
export async function inflated({ default: text }: { readonly default: string }): Promise<ArrayBuffer> {
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"))).arrayBuffer();
}
