// A call from end to end: the engine's request is sent, its answer judged by the engine, and what may be repeated is
// sent again. It is plain JavaScript without imports, so that the engine's own tests in the browser run it too.

/** The longest time that a platform's timers know. */
const LONGEST = 2 ** 31 - 1;

/** Why there is no answer, as the engine numbers it. */
const [NETWORK, TIMEOUT, OFFLINE, TEXT] = [0, 1, 2, 3];

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** Makes a call: what its answer gives, or a rejection with the signal's reason or with an error. */
export async function exchange(call) {
  const { engine, fail, signal, timeout, deadline, retries, maxWait, on } = call;
  const end = deadline > 0 ? Date.now() + deadline : Infinity;
  for (let attempt = 0; ; attempt += 1) {
    const given = await once(call, attempt, Math.min(timeout > 0 ? timeout : Infinity, end - Date.now()));
    if (given.kind === undefined) return given;
    const delay = engine.delay(attempt, given.wait, Math.random());
    const error = fail(given);
    // What spreads the pages behind a moment that the answer named is no part of the wait.
    const wait = given.wait === undefined ? delay : given.wait * 1000;
    if (!given.again || attempt >= retries || wait > maxWait || Date.now() + delay >= end) throw error;
    on?.retry?.({ attempt: attempt + 1, delay, error });
    await sleep(delay, signal);
  }
}

async function once({ engine, base, send, headers, operation, input, text, signal, on, take, raw, isLost }, attempt, limit) {
  signal?.throwIfAborted();
  const asked = text ?? engine.request(operation, input);
  if (asked[0] === "{") return JSON.parse(asked);
  const [method, path, body] = asked.split("\n");
  const missing = (why, status = 0) => JSON.parse(engine.unanswered(operation, why, status));
  if (globalThis.navigator?.onLine === false) return missing(OFFLINE);
  // The caller's signal may live as long as the page: nothing of a call stays behind on it.
  const stop = new AbortController();
  const abort = () => stop.abort(signal.reason);
  signal?.addEventListener("abort", abort);
  let late = false;
  const up = () => {
    late = true;
    stop.abort();
  };
  const timer = limit <= LONGEST ? setTimeout(up, limit) : undefined;
  const began = Date.now();
  const about = { method, path: path.split("?")[0], attempt };
  let request, response, bytes;
  try {
    request = new Request(base + path, {
      method,
      body,
      headers: { Accept: "application/json", "X-Canvass": "1", "X-Canvass-Attempt": attempt, ...(body && { "Content-Type": "application/json" }), ...headers },
      credentials: base ? "include" : "same-origin",
      signal: stop.signal,
    });
    on?.request?.(about);
    response = await send(request);
    bytes = new Uint8Array(await response.arrayBuffer());
  } catch (cause) {
    if (signal?.aborted) throw signal.reason;
    if (request && !response && !late && isLost?.(cause) === false) throw cause;
    return { ...missing(late ? TIMEOUT : NETWORK), cause };
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", abort);
  }
  const { status } = response;
  const names = Array.from(response.headers, (pair) => pair.join(":")).join("\n");
  const given = JSON.parse(engine.answer(operation, input, status, names, bytes, take && raw));
  try {
    if (given.code) given.docs = JSON.parse(decoder.decode(bytes)).error.docs;
  } catch {
    // The error says it otherwise.
  }
  on?.response?.({ ...about, status, milliseconds: Date.now() - began, request_id: given.request_id });
  if (given.value) {
    given.value = take?.(bytes, given, input);
    try {
      given.value ??= JSON.parse(decoder.decode(bytes));
    } catch {
      return missing(TEXT, status);
    }
  }
  return given;
}

/** Waits; a signal ends it with its reason. */
export function sleep(milliseconds, signal) {
  return new Promise((done, fail) => {
    signal?.throwIfAborted();
    const stop = () => {
      clearTimeout(timer);
      fail(signal.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", stop);
      done();
    }, Math.min(milliseconds, LONGEST));
    signal?.addEventListener("abort", stop, { once: true });
  });
}
