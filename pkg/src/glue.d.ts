/** The engine's glue, as the build makes it: what the facade uses of it. */

import type { Hooks, Outgoing } from "./engine.js";

/** What a call is for. */
export const Task: {
  readonly Call: 0;
  readonly BeginSignIn: 1;
  readonly FinishSignIn: 2;
  readonly Session: 3;
  readonly SignOut: 4;
};
export type Task = (typeof Task)[keyof typeof Task];

export class Engine {
  constructor(hooks: Hooks, gateway: string);
  request(task: Task, operation: number, input: string): Outgoing;
  answer(task: Task, operation: number, input: string, status: number, headers: Headers, body: Uint8Array): unknown;
  unanswered(late: boolean): unknown;
}

export default function init(engine: { module_or_path: BufferSource | WebAssembly.Module }): Promise<unknown>;
