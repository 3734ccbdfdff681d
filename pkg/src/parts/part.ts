/** A compiled part of the SDK: its bytes, or a compiled module. */
export type Part = BufferSource | WebAssembly.Module;

/** The JavaScript that wasm-bindgen generates for a part: its classes, and the function that starts it. */
export interface Glue {
  readonly default: (part: { module_or_path: Part }) => Promise<unknown>;
}

/** Where a part is loaded from. */
export interface Source {
  readonly part: () => Promise<Part>;
  /** The same part as plain JavaScript, for platforms that forbid or lack WebAssembly. */
  readonly fallback?: () => Promise<Glue>;
}

/** Decodes what the build wrote: deflated bytes in base64. */
export async function inflated({ default: text }: { readonly default: string }): Promise<ArrayBuffer> {
  // Newer platforms have a native decoder, which takes a fraction of the time.
  const { fromBase64 } = Uint8Array as { readonly fromBase64?: (text: string) => Uint8Array<ArrayBuffer> };
  const bytes = fromBase64?.(text) ?? Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  return new Response(new Response(bytes).body!.pipeThrough(new DecompressionStream("deflate-raw"))).arrayBuffer();
}

/** The smallest valid WebAssembly module. A part in plain JavaScript starts from it. */
export const EMPTY_MODULE = Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0);

/** Whether the platform compiles WebAssembly. A policy may forbid it, and some platforms have no WebAssembly at all. */
export function canCompile(): boolean {
  try {
    return Boolean(new WebAssembly.Module(EMPTY_MODULE));
  } catch {
    return false;
  }
}
