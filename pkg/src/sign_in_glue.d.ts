/** The glue of sign-ins, as the build makes it: what the facade uses of it. Each function gives JSON. */

export function begin(stored: string, state: string, return_to: string, add: boolean, carried: string, now: number): string;
export function address(configuration: string, state: string): string;
export function judge(stored: string, query: string, now: number): string;

/** Starts the part anew after it broke down. */
export function __wbg_reset_state(): void;

export default function init(engine: { module_or_path: BufferSource | WebAssembly.Module }): Promise<unknown>;
