/** The parts of the sign-in's generated glue that the facade uses. Each function returns JSON. */

export function begin(stored: string, state: string, return_to: string, add: boolean, carried: string, now: number): string;
export function address(configuration: string, state: string): string;
export function judge(stored: string, query: string, now: number): string;

/** Restarts the part after a crash. */
export function __wbg_reset_state(): void;

export default function init(engine: { module_or_path: BufferSource | WebAssembly.Module }): Promise<unknown>;
