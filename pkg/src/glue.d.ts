/** The engine's glue, as the build makes it: what the facade uses of it. */

/** Why there is no answer, or none that can be read. */
export type Missing = 0 | 1 | 2 | 3;

export function request(operation: number, input: string): string;
export function answer(operation: number, input: string, status: number, headers: string, body: Uint8Array, raw?: boolean): string;
export function unanswered(operation: number, why: Missing, status: number): string;
export function delay(attempts: number, wait: number | undefined, random: number): number;
/** Limit, requests left and milliseconds left: of the minute, then of the day. */
type Windows = [limit: number, left: number, time: number, of_day: number, left_of_day: number, time_of_day: number];
export function pause(...args: [...windows: Windows, background: boolean, needed: number, patience: number]): number;
export function finish(...args: [...windows: Windows, needed: number]): number;

/** Starts the engine anew after it broke down. */
export function __wbg_reset_state(): void;

export default function init(engine: { module_or_path: BufferSource | WebAssembly.Module }): Promise<unknown>;
