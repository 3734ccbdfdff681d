import type { Answer } from "./call.js";
import { failure } from "./errors.js";
import { gateway } from "./operations.js";

/** Makes a request that is written already, and counts as an operation. */
type Write = (input: string, operation: number, text: string) => Promise<Answer<unknown>>;

/** What stands in a path: nothing that could lead to another one. */
const OPERATION = /^(GET|POST|PATCH|PUT|DELETE) ((?:\/(?:[\w-]+|\{\w+\}))+)$/;
const ID = /^[\w-]{1,64}$/;

/** Calls an operation by its method and path. */
export async function request(write: Write, operation: string, args: object | null = {}): Promise<Answer<unknown>> {
  const [, method, path] = OPERATION.exec(operation) ?? [];
  if (method === undefined || path === undefined) {
    throw invalid("operation", "must be a method and a path, such as GET /v3/surveys/{survey_id}");
  }
  const rest = new Map(Object.entries(args ?? {}).filter(([, value]) => value !== undefined));
  const named = new Set<string>();
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = String(rest.get(name) ?? "");
    named.add(name);
    if (!ID.test(value)) throw invalid(name, "must be an id: letters, digits, _ and -");
    return value;
  });
  for (const name of named) rest.delete(name);
  const address = `/api${filled}`;
  if (method === "GET" || method === "DELETE") {
    const given = [...rest].filter(([, value]) => value !== null).map(([name, value]) => [name, plain(name, value)]);
    const query = given.length > 0 ? `?${new URLSearchParams(given)}` : "";
    return write("{}", method === "GET" ? gateway.read : gateway.write, `${method}\n${address}${query}`);
  }
  return write("{}", gateway.write, `${method}\n${address}\n${JSON.stringify(Array.isArray(args) ? args : Object.fromEntries(rest))}`);
}

/** A value as a query has it: a list with commas, and nothing that has members of its own. */
function plain(name: string, value: unknown): string {
  if (Array.isArray(value)) return value.map((item) => plain(name, item)).join(",");
  if (value instanceof Date) return value.toISOString();
  if (typeof value === "object") throw invalid(name, "must be a text, a number, true or false, a date, or a list of these");
  return String(value);
}

function invalid(path: string, rule: string) {
  const message = `The argument "${path}" ${rule}.`;
  return failure({ kind: "invalid_argument", message, path, retryable: false, remedy: { action: "correct" } });
}
