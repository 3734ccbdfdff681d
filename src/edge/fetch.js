// Calls to another server that are given up: once nothing has come for too long, or in any case after a time. A call is
// one text: the method, the address, and a line for each name and each value of its headers. How it ends is told under
// its number: status, headers, and a body that is all of it, nothing, or a stream; without an answer, what went wrong.

import { filled, linesOf } from "./headers.js";

const PIECE = 65_536;
const LATE = "TimeoutError";

/** What gives a timer to each call that has none yet. Another request calls it: see `woken` in pause.rs. */
const untimed = new Set();

/** Makes a call whose answer must be there as a whole in time. */
export function prompt(number, tell, call, body, milliseconds) {
  ask(call, body, AbortSignal.timeout(milliseconds))
    .then((answer) => [answer.status, linesOf(answer.headers), answer.body])
    .catch(failed)
    .then((end) => tell(number, ...end));
}

/**
 * Makes a call for a request; a body that comes as a stream ends badly when it stalls. What is given up ends together
 * with the request at the latest: a signal would only take time from all that come in time. So would a timer, which runs
 * from the next {@link round} on.
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
    const answer = await ask(call, body);
    let [length, coded] = [Infinity, false];
    const lines = linesOf(answer.headers, (name, value) => {
      if (name === "content-length") length = Number(value);
      else if (name === "content-encoding") coded = true;
    });
    // So little comes as a whole within the time, or not at all.
    const isShort = length <= PIECE && !coded;
    end = [answer.status, lines, isShort ? await whole(answer) : streamed(answer, wait, milliseconds)];
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

async function whole(answer) {
  const bytes = await answer.arrayBuffer();
  return bytes.byteLength > 0 ? bytes : null;
}

/** The body as a stream that ends badly when it stalls; what is given up already has none. */
function streamed({ body }, wait, milliseconds) {
  if (!body || wait.late) {
    body?.cancel().catch(() => {});
    return null;
  }
  const { readable, writable } = new IdentityTransformStream();
  pass(body.getReader({ mode: "byob" }), writable.getWriter(), milliseconds);
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
async function pass(reader, writer, milliseconds) {
  let piece = new Uint8Array(PIECE);
  let timer;
  const stop = (error) => {
    clearTimeout(timer);
    writer.abort(error).catch(() => {});
    reader.cancel(error).catch(() => {});
  };
  try {
    for (;;) {
      timer = setTimeout(() => stop(new DOMException("", LATE)), milliseconds);
      const { done, value } = await reader.read(piece);
      clearTimeout(timer);
      if (done) {
        await writer.close();
        return;
      }
      await writer.write(value);
      piece = new Uint8Array(value.buffer);
    }
  } catch (error) {
    stop(error);
  }
}
