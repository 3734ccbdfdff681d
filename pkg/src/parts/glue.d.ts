/** The parts of the engine's generated glue that the facade uses. */

/** Why there is no usable response: network, timeout, offline, not UTF-8 JSON. */
export type Missing = 0 | 1 | 2 | 3;

export function request(operation: number, input: string): string;
export function answer(operation: number, input: string, status: number, headers: string, body: Uint8Array, raw?: boolean): string;
export function unanswered(operation: number, why: Missing, status: number): string;
export function delay(attempts: number, wait: number | undefined, random: number): number;
/** Limit, remaining requests and milliseconds until the reset: of the minute, then of the day. */
type Windows = [limit: number, left: number, time: number, of_day: number, left_of_day: number, time_of_day: number];
export function pause(...args: [...windows: Windows, background: boolean, needed: number, patience: number]): number;
export function finish(...args: [...windows: Windows, needed: number]): number;

/** Restarts the engine after a crash. */
export function __wbg_reset_state(): void;

export default function init(engine: { module_or_path: BufferSource | WebAssembly.Module }): Promise<unknown>;
