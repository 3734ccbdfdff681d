// A call from end to end: sends the engine's request, has the engine judge the response, and retries what may be
// retried. Plain JavaScript without imports, because the engine's browser tests run it too.

/** The longest delay of a platform's timers, in milliseconds. */
const LONGEST = 2 ** 31 - 1;

/**
 * Milliseconds between two looks at the clock of a long pause: timers do not count the time for which a computer
 * sleeps.
 */
const LOOK = 30_000;

/** Why there is no usable response, as the engine numbers it. */
const NETWORK = 0;
const TIMEOUT = 1;
const OFFLINE = 2;
const TEXT = 3;

/** Created by the first response: test environments such as that of Jest for jsdom have no decoder. */
let decoder;
const decode = (bytes) => (decoder ??= new TextDecoder("utf-8", { ignoreBOM: true, fatal: true })).decode(bytes);

/** Makes a call with its retries. Rejects with the signal's reason or with an error that `fail` made. */
export async function exchange(call) {
  const { engine, fail, signal, timeout, end, retries, maxWait, on } = call;
  // Refusals that name a wait and have no code of the API come from the gateway, which has sent nothing: they do not
  // count as retries.
  let heldBack = 0;
  for (let attempt = 0; ; attempt += 1) {
    const result = await once(call, attempt, Math.min(timeout > 0 ? timeout : Infinity, end - Date.now()));
    if (result.kind === undefined) return result;
    if (result.kind === "rate_limited" && !result.code && result.wait > 0) heldBack += 1;
    const retried = Math.max(0, attempt - heldBack);
    const delay = (await engine).delay(retried, result.wait, Math.random());
    const error = fail(result);
    // `delay` adds random time to a wait that the response named, so that pages do not all retry at once. `maxWait`
    // applies to the named wait alone.
    const wait = result.wait === undefined ? delay : result.wait * 1000;
    if (!result.again || !retries || retried >= retries || wait > maxWait || Date.now() + delay >= end) throw error;
    on?.retry?.({ attempt: attempt + 1, delay, error });
    await sleep(delay, signal);
  }
}

async function once({ engine, base, send, headers, operation, input, text, keepalive, signal, on, take, raw, isNetworkError }, attempt, limit) {
  const request = text ?? (await engine).request(operation, input);
  // It may have been aborted while the engine was loading, or before.
  signal?.throwIfAborted();
  // A request begins with its method; a failure is a JSON object.
  if (request[0] === "{") return JSON.parse(request);
  const [method, path, body] = request.split("\n");
  const missing = async (why, status = 0) => JSON.parse((await engine).unanswered(operation, why, status));
  if (globalThis.navigator?.onLine === false) return missing(OFFLINE);
  // A computer has slept beyond the deadline: what is sent now would be aborted at once.
  if (limit <= 0) return missing(TIMEOUT);
  const stop = new AbortController();
  let late = false;
  const expire = async () => {
    late = true;
    stop.abort();
    throw stop.signal.reason;
  };
  const began = Date.now();
  const event = { method, path: path.split("?")[0], attempt };
  let sent, response, bytes;
  try {
    // Node.js forgets the signal of a request that `send` has made from this one, once its response has begun.
    await within(limit, signal, expire, async () => {
      sent = new Request(base + path, {
        method,
        body,
        headers: { Accept: "application/json", "X-Canvass": "1", "X-Canvass-Attempt": attempt, ...(body && { "Content-Type": "application/json" }), ...headers },
        credentials: base ? "include" : "same-origin",
        keepalive,
        signal: stop.signal,
      });
      on?.request?.(event);
      response = await send(sent);
      bytes = new Uint8Array(await response.arrayBuffer());
    });
  } catch (cause) {
    stop.abort(cause);
    signal?.throwIfAborted();
    // An error of the caller's own code, such as middleware, is not retried and not wrapped.
    if (sent && !response && !late && isNetworkError?.(cause) === false) throw cause;
    return { ...(await missing(late ? TIMEOUT : NETWORK)), cause };
  }
  const { status } = response;
  const names = Array.from(response.headers, (pair) => pair.join(":")).join("\n");
  const result = JSON.parse((await engine).answer(operation, input, status, names, bytes, take && raw));
  try {
    if (result.code) result.docs = JSON.parse(decode(bytes)).error.docs;
  } catch {
    // The link to the documentation is optional; the code and the message are in the result already.
  }
  const cached = /; hit/.test(response.headers.get("cache-status"));
  on?.response?.({ ...event, status, milliseconds: Date.now() - began, cached, request_id: result.request_id });
  if (result.value) {
    result.value = take?.(bytes, result, input);
    try {
      result.value ??= JSON.parse(decode(bytes));
    } catch {
      return missing(TEXT, status);
    }
  }
  return result;
}

/** Resolves after so many milliseconds; rejects with the signal's reason when it is aborted. */
export async function sleep(milliseconds, signal) {
  const end = Date.now() + milliseconds;
  for (let left = milliseconds; left > 0; left = Math.min(left - LOOK, end - Date.now())) await within(Math.min(left, LOOK), signal);
}

/**
 * Settles as `work` does, after so many milliseconds as `late` does, or with the signal's reason when it is aborted.
 */
export function within(milliseconds, signal, late, work) {
  let timer, stop;
  return new Promise((done, fail) => {
    signal?.throwIfAborted();
    stop = () => fail(signal.reason);
    signal?.addEventListener("abort", stop);
    if (milliseconds <= LONGEST) timer = setTimeout(() => done(late?.()), milliseconds);
    work?.().then(done, fail);
  }).finally(() => {
    clearTimeout(timer);
    // The signal may live as long as the page.
    signal?.removeEventListener("abort", stop);
  });
}
