// A call from end to end: the engine's request is sent, and its answer handed back to the engine. It is plain
// JavaScript without imports, so that the engine's own tests in the browser run it too.

/** The header without which the gateway answers no page. */
const HEADERS = { Accept: "application/json", "X-Canvass": "1" };

/** The longest time that a platform's timers know. */
const LONGEST = 2 ** 31 - 1;

export async function exchange(engine, send, task, operation, input, signal, timeout) {
  const { url, method, body } = engine.request(task, operation, input);
  const timer = timeout > 0 ? AbortSignal.timeout(Math.min(timeout, LONGEST)) : undefined;
  const signals = [signal, timer].filter(Boolean);
  let response, bytes;
  try {
    const request = new Request(url, {
      method,
      body,
      headers: body === undefined ? HEADERS : { ...HEADERS, "Content-Type": "application/json" },
      credentials: "same-origin",
      signal: signals.length > 1 && AbortSignal.any ? AbortSignal.any(signals) : signals[0],
    });
    response = await send(request);
    bytes = new Uint8Array(await response.arrayBuffer());
  } catch {
    throw signal?.aborted ? signal.reason : engine.unanswered(timer?.aborted === true);
  }
  return engine.answer(task, operation, input, response.status, response.headers, bytes);
}
