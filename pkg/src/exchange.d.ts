import type { Engine, Task } from "./glue.js";

/** Does a task: its value, or a rejection with the signal's reason or an error. */
export function exchange(
  engine: Engine,
  send: (request: Request) => Promise<Response>,
  task: Task,
  operation: number,
  input: string,
  signal: AbortSignal | undefined,
  timeout: number,
): Promise<unknown>;
