// Calls to another server that are given up: once nothing has come for too long, or in any case after a time. A call is
// one text: the method, the address, and a line for each name and each value of its headers. How it ends is told under
// its number: status, headers, and a body that is all of it, nothing, or a stream; without an answer, what went wrong.

import { filled, linesOf } from "./headers.js";

const PIECE = 65_536;
const LATE = "TimeoutError";

/** What gives a timer to each call that has none yet. Another request calls it: see `waiter` in timer.rs. */
const untimed = new Set();

/** Makes a call whose answer must be there as a whole in time. */
export function prompt(number, tell, call, body, milliseconds) {
  ask(call, body, AbortSignal.timeout(milliseconds))
    .then(ended)
    .catch(failed)
    .then((end) => tell(number, ...end));
}

/**
 * Makes a call for a request. What is given up ends together with the request at the latest: a signal would only take
 * time from all that come in time. So would a timer, which runs from the next {@link round} on.
 */
export async function patient(number, tell, call, body, milliseconds) {
  const wait = { late: false, over: false, timer: undefined };
  const { promise, resolve: slow } = Promise.withResolvers();
  untimed.add(slow);
  promise.then(() => {
    if (wait.over) return;
    wait.timer = setTimeout(() => {
      wait.late = true;
      tell(number, 0, LATE);
    }, milliseconds);
  });
  let end;
  try {
    end = await ended(await ask(call, body));
    if (wait.late) end[2]?.cancel?.().catch(() => {});
  } catch (error) {
    end = failed(error);
  }
  wait.over = true;
  untimed.delete(slow);
  // A timer that is left alone keeps the request's memory for as long as it runs.
  clearTimeout(wait.timer);
  tell(number, ...end);
}

/** What is told of a call that has no answer. */
const failed = (error) => [0, String(error?.name ?? "fetch failed")];

/** What is told of an answer. A short body is all there, within the time or not at all. */
async function ended(answer) {
  let [length, coded] = [Infinity, false];
  const lines = linesOf(answer.headers, (name, value) => {
    if (name === "content-length") length = Number(value);
    else if (name === "content-encoding") coded = true;
  });
  return [answer.status, lines, length <= PIECE && !coded ? await whole(answer) : answer.body];
}

async function whole(answer) {
  const bytes = await answer.arrayBuffer();
  return bytes.byteLength > 0 ? bytes : null;
}

/** A body as one that ends badly when it stalls for milliseconds, if they are given; `change` sees each piece of it. */
export function passed(body, milliseconds, change) {
  const { readable, writable } = new IdentityTransformStream();
  pass(body.getReader({ mode: "byob" }), writable.getWriter(), milliseconds, change);
  return readable;
}

/** Gives every call its timer that has none yet. Each is told by a promise: its timer belongs to its own request. */
export function round() {
  for (const slow of untimed) slow();
  untimed.clear();
}

function ask(call, body, signal) {
  const parts = call.split("\n");
  return fetch(parts[1], { method: parts[0], headers: filled(new Headers(), parts, 2), body, redirect: "manual", signal });
}

/** Passes a body on through one piece of memory: what the page does not take stays with the service. */
async function pass(reader, writer, milliseconds, change) {
  let piece = new Uint8Array(PIECE);
  let timer;
  const stop = (error) => {
    clearTimeout(timer);
    writer.abort(error).catch(() => {});
    reader.cancel(error).catch(() => {});
  };
  try {
    for (;;) {
      if (milliseconds > 0) timer = setTimeout(() => stop(new DOMException("", LATE)), milliseconds);
      const { done, value } = await reader.read(piece);
      clearTimeout(timer);
      const passed = change?.(done ? undefined : value) ?? value;
      if (passed?.length > 0) await writer.write(passed);
      if (done) {
        await writer.close();
        return;
      }
      piece = new Uint8Array(value.buffer);
    }
  } catch (error) {
    stop(error);
  }
}
