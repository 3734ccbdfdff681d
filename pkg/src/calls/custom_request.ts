// Calls by method and path. No argument can lead to another path, because ids are checked and templates have no dots.

import type { CallResult } from "./call.js";
import { jsonOf, notJson } from "./caller.js";
import { invalid } from "../errors.js";
import { gateway } from "../generated/operations.js";

/** Sends `text`, a complete request in the engine's format, which counts as the operation. */
type SendText = (input: string, operation: number, text: string) => Promise<CallResult<unknown>>;

/** Method and path. No segment can be `..` or contain a character that leads to another path. */
const OPERATION = /^(GET|POST|PATCH|PUT|DELETE) ((?:\/(?:[\w-]+|\{\w+\}))+)$/;
const ID = /^[\w-]{1,64}$/;

/** Calls an operation by its method and path. */
export async function request(send: SendText, operation: string, args: object | null = {}): Promise<CallResult<unknown>> {
  const [, method, template] = OPERATION.exec(operation) ?? [];
  if (method === undefined || template === undefined) {
    throw wrong("operation", "must be a method and a path, such as GET /v3/surveys/{survey_id}");
  }
  if (typeof args !== "object") throw wrong("args", "must be an object");
  const rest = new Map(Object.entries(args ?? {}).filter(([, value]) => value !== undefined));
  const pathArguments = new Set<string>();
  const filled = template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = String(rest.get(name) ?? "");
    pathArguments.add(name);
    if (!ID.test(value)) throw wrong(name, "must be an id: letters, digits, _ and -");
    return value;
  });
  for (const name of pathArguments) rest.delete(name);
  const path = `/api${filled}`;
  if (method === "GET" || method === "DELETE") {
    const pairs = [...rest].filter(([, value]) => value !== null).map(([name, value]) => [name, queryText(name, value)]);
    const query = pairs.length > 0 ? `?${new URLSearchParams(pairs)}` : "";
    return send("{}", method === "GET" ? gateway.read : gateway.write, `${method}\n${path}${query}`);
  }
  return send("{}", gateway.write, `${method}\n${path}\n${bodyText(Array.isArray(args) ? args : Object.fromEntries(rest))}`);
}

function bodyText(body: object): string | undefined {
  try {
    return jsonOf(body);
  } catch (cause) {
    throw notJson(cause);
  }
}

/** A value as text of a query: a list is separated by commas, an object is refused. */
function queryText(name: string, value: unknown): string {
  if (Array.isArray(value)) return value.map((item) => queryText(name, item)).join(",");
  if (value instanceof Date) {
    if (Number.isNaN(value.getTime())) throw wrong(name, "must be a valid date");
    return value.toISOString();
  }
  if (typeof value === "object" || (typeof value === "number" && !Number.isFinite(value))) throw wrong(name, "must be a text, a number, true or false, a date, or a list of these");
  return String(value);
}

function wrong(path: string, rule: string) {
  return invalid(path, `The argument "${path}" ${rule}.`);
}
