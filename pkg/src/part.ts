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

/** The bytes that the build deflated and wrote in base64. */
export async function inflated({ default: text }: { readonly default: string }): Promise<ArrayBuffer> {
  // Newer platforms decode by themselves, in a fraction of the time.
  const { fromBase64 } = Uint8Array as { readonly fromBase64?: (text: string) => Uint8Array<ArrayBuffer> };
  const bytes = fromBase64?.(text) ?? Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  return new Response(new Response(bytes).body!.pipeThrough(new DecompressionStream("deflate-raw"))).arrayBuffer();
}
