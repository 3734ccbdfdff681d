/** The engine's glue, as the build makes it: what the facade uses of it. */

import type { Hooks } from "./engine.js";

/** What a call is for. */
export const Task: {
  readonly Value: 0;
  readonly Bytes: 1;
  readonly BeginSignIn: 2;
  readonly FinishSignIn: 3;
  readonly Session: 4;
  readonly SignOut: 5;
};

export class Engine {
  constructor(hooks: Hooks, gateway: string);
  call(
    task: (typeof Task)[keyof typeof Task],
    operation: number,
    input: string,
    signal: AbortSignal | undefined,
    timeout: number,
  ): Promise<unknown>;
}

export default function init(engine: { module_or_path: BufferSource | WebAssembly.Module }): Promise<unknown>;
