// Which reads a write makes outdated, by the resources in the endpoint table.

import { isCanvassError } from "../errors.js";
import { MAYBE_DONE, RESOURCES } from "./resources.js";

type Args = object | null | undefined;

/** Whether an operation writes. */
export function isWrite(operation: number): boolean {
  return RESOURCES[operation]?.[3] !== undefined;
}

/** The name of an operation, such as `surveys.get`. */
export function nameOf(operation: number | undefined): string | undefined {
  return operation === undefined ? undefined : RESOURCES[operation]?.[0];
}

/** The number of an operation by its name; -1 for a name that is unknown. */
export function numberOf(name: string): number {
  return RESOURCES.findIndex(([known]) => known === name);
}

/** Whether a write makes the result of a read outdated. That of a read without a row is: it may be about anything. */
export function makesOutdated(write: number, writeArgs: Args, read: number, readArgs: Args): boolean {
  const [, noun, id, outdated = []] = RESOURCES[write]!;
  const row = RESOURCES[read];
  if (row === undefined) return true;
  const [, readNoun, readId] = row;
  // A list has no id: it contains the resource, whichever it is.
  return outdated.includes(readNoun) || (readNoun === noun && (id === "" || readId === "" || argument(writeArgs, id) === argument(readArgs, readId)));
}

/** Whether a write that failed may have been done nevertheless. */
export function mayBeDone(error: unknown): boolean {
  return !isCanvassError(error) || MAYBE_DONE.includes(error.kind);
}

/** An argument as text: a path does not distinguish numbers from text. */
function argument(args: Args, name: string): string {
  return String((args as Record<string, unknown> | null | undefined)?.[name]);
}
