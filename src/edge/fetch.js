// Calls to another server that are given up: once nothing has come for too long, or in any case after a time.

import { headersOf, linesOf } from "./headers.js";

const PIECE = 65_536;

/** The answer, which must be there as a whole in time. */
export async function prompt(method, url, lines, body, milliseconds) {
  const answer = await ask(method, url, lines, body, AbortSignal.timeout(milliseconds));
  return told(answer, answer.body);
}

/** The answer; its body is a stream that ends badly when it stalls. */
export async function patient(method, url, lines, body, milliseconds) {
  const controller = new AbortController();
  const alarm = () => setTimeout(() => controller.abort(new DOMException("", "TimeoutError")), milliseconds);
  const timer = alarm();
  const answer = await ask(method, url, lines, body, controller.signal);
  // So little comes within the time, or not at all. The platform passes it on by itself, and forgets the timer with
  // the request: to clear it would cost as much as to set it did.
  if (!answer.body || Number(answer.headers.get("content-length") ?? Infinity) <= PIECE) {
    return told(answer, answer.body);
  }
  clearTimeout(timer);
  const waiting = async (promise) => {
    const timer = alarm();
    try {
      return await promise;
    } finally {
      clearTimeout(timer);
    }
  };
  const { readable, writable } = new IdentityTransformStream();
  pass(answer.body.getReader({ mode: "byob" }), writable.getWriter(), waiting);
  return told(answer, readable);
}

function ask(method, url, lines, body, signal) {
  return fetch(url, { method, headers: headersOf(lines), body, redirect: "manual", signal });
}

function told(answer, body) {
  return { status: answer.status, lines: linesOf(answer.headers), body };
}

/** Passes a body on through one piece of memory: what the page does not take stays with the service. */
async function pass(reader, writer, waiting) {
  let piece = new Uint8Array(PIECE);
  try {
    for (;;) {
      const { done, value } = await waiting(reader.read(piece));
      if (done) {
        await writer.close();
        return;
      }
      await writer.write(value);
      piece = new Uint8Array(value.buffer);
    }
  } catch (error) {
    writer.abort(error).catch(() => {});
    reader.cancel(error).catch(() => {});
  }
}
