// Calls to another server that are given up: once nothing has come for too long, or in any case after a time.

import { headersOf, linesOf } from "./headers.js";

const PIECE = 65_536;

/** The answer, which must be there as a whole in time. */
export function prompt(method, url, lines, body, milliseconds) {
  return ask(method, url, lines, body, AbortSignal.timeout(milliseconds)).then((answer) => told(answer, answer.body));
}

/** The answer; its body is all of it, nothing, or a stream that ends badly when it stalls. */
export async function patient(method, url, lines, body, milliseconds) {
  const controller = new AbortController();
  const alarm = () => setTimeout(() => controller.abort(new DOMException("", "TimeoutError")), milliseconds);
  const timer = alarm();
  let answer;
  let whole;
  try {
    answer = await ask(method, url, lines, body, controller.signal);
    // So little comes as a whole within the time, or not at all.
    const { headers } = answer;
    const small = Number(headers.get("content-length") ?? Infinity) <= PIECE && !headers.has("content-encoding");
    whole = answer.body && small ? await answer.arrayBuffer() : null;
  } finally {
    // A timer that is left alone keeps the request's memory for as long as it runs.
    clearTimeout(timer);
  }
  if (whole || !answer.body) {
    return told(answer, whole);
  }
  const { readable, writable } = new IdentityTransformStream();
  pass(answer.body.getReader({ mode: "byob" }), writable.getWriter(), alarm);
  return told(answer, readable);
}

function ask(method, url, lines, body, signal) {
  return fetch(url, { method, headers: headersOf(lines), body, redirect: "manual", signal });
}

function told(answer, body) {
  return { status: answer.status, lines: linesOf(answer.headers), body };
}

/** Passes a body on through one piece of memory: what the page does not take stays with the service. */
async function pass(reader, writer, alarm) {
  let piece = new Uint8Array(PIECE);
  let timer;
  try {
    for (;;) {
      timer = alarm();
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
    clearTimeout(timer);
    writer.abort(error).catch(() => {});
    reader.cancel(error).catch(() => {});
  }
}
