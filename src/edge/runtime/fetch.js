// Fetches to other servers, which are aborted after a deadline or when they stall. A request's head is one text: the
// method, the URL, and a line for each header name and value. The end of a fetch is reported under its number: status,
// header lines, and the body, which is whole, null or a stream. Without a response the status is 0, and the cause takes
// the place of the lines: words of the platform, or the exception's name.

import { appendPairs, linesOf } from "./headers.js";

/** Bytes: the largest body that is reported as a whole, and the size of the buffer through which others are piped. */
const CHUNK = 65_536;
const TIMEOUT = "TimeoutError";

/** The cause of a failure, for the log. Of a message only these words: the rest could contain the URL. */
const causeOf = (error) => /^(internal error|Network connection lost)/.exec(error?.message)?.[0] ?? String(error?.name ?? "fetch failed");

/** Functions that set the timer of each fetch without one. Another request calls them: see `waiter` in timer.rs. */
const withoutTimer = new Set();

/** Sends a request whose whole response must be there in `milliseconds`. */
export function fetchWithDeadline(number, settle, head, body, milliseconds) {
  exchange(head, body, AbortSignal.timeout(milliseconds), (result) => settle(number, ...result));
}

/**
 * Sends a request whose response must begin in `milliseconds` from the next {@link setPendingTimers} on. An abort
 * signal, which it has if it `aborts`, would cost every fetch some time: a fetch that timed out ends with its request
 * at the latest. One of an object outlives requests.
 */
export function fetchWithStallTimeout(number, settle, head, body, milliseconds, aborts) {
  const controller = aborts ? new AbortController() : undefined;
  const state = { timedOut: false, ended: false, timer: undefined };
  const { promise, resolve: setTimer } = Promise.withResolvers();
  withoutTimer.add(setTimer);
  promise.then(() => {
    if (state.ended) return;
    state.timer = setTimeout(() => {
      state.timedOut = true;
      controller?.abort();
      settle(number, 0, TIMEOUT);
    }, milliseconds);
  });
  exchange(head, body, controller?.signal, (result) => {
    // Nothing reads the body after a timeout was reported: the connection is released.
    if (state.timedOut) result[2]?.cancel?.().catch(() => {});
    state.ended = true;
    withoutTimer.delete(setTimer);
    // A running timer would keep the request's memory until it fires.
    clearTimeout(state.timer);
    settle(number, ...result);
  });
}

/**
 * Sets the timer of every fetch without one, by resolving a promise of it: a timer belongs to the request that sets it.
 */
export function setPendingTimers() {
  for (const setTimer of withoutTimer) setTimer();
  withoutTimer.clear();
}

/**
 * Sends a request and passes its result to `report`. A small body is read as a whole, so that the timeout covers it.
 * This is one async function with two awaits: each further one would cost every request another promise.
 */
async function exchange(head, body, signal, report) {
  let result;
  try {
    const parts = head.split("\n");
    const headers = appendPairs(new Headers(), parts, 2);
    const response = await fetch(parts[1], { method: parts[0], headers, body, redirect: "manual", signal });
    let [length, isEncoded] = [Infinity, false];
    const lines = linesOf(response.headers, (name, value) => {
      if (name === "content-length") length = Number(value);
      else if (name === "content-encoding") isEncoded = true;
    });
    const isSmall = length <= CHUNK && !isEncoded;
    const content = isSmall ? await response.arrayBuffer() : response.body;
    result = [response.status, lines, content?.byteLength === 0 ? null : content];
  } catch (error) {
    result = [0, causeOf(error)];
  }
  report(result);
}

/**
 * A body as another stream, which fails when it stalls for `milliseconds`, unless that is 0; see `pipe` in fetch.rs.
 */
export function pipeBody(body, milliseconds, transform) {
  const { readable, writable } = new IdentityTransformStream();
  pipe(body.getReader({ mode: "byob" }), writable.getWriter(), milliseconds, transform);
  return readable;
}

/**
 * Pipes a body through one buffer. A chunk is read when the one before is taken, so a slow page slows the service down.
 */
async function pipe(reader, writer, milliseconds, transform) {
  let buffer = new Uint8Array(CHUNK);
  let timer;
  let isReading = false;
  const abort = (error) => {
    clearTimeout(timer);
    // A write fails because the page has gone away, which is no failure of the service.
    if (isReading) transform?.(causeOf(error));
    isReading = false;
    writer.abort(error).catch(() => {});
    reader.cancel(error).catch(() => {});
  };
  try {
    for (;;) {
      if (milliseconds > 0) timer = setTimeout(() => abort(new DOMException("", TIMEOUT)), milliseconds);
      isReading = true;
      const { done, value } = await reader.read(buffer);
      isReading = false;
      clearTimeout(timer);
      const chunk = transform?.(done ? undefined : value) ?? value;
      if (chunk?.length > 0) await writer.write(chunk);
      if (done) {
        await writer.close();
        return;
      }
      // The read detached the buffer; the chunk has its memory.
      buffer = new Uint8Array(value.buffer);
    }
  } catch (error) {
    abort(error);
  }
}
