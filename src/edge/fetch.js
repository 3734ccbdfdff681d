// A call to another server that is given up once nothing has come for too long: no headers, or no more of the body.

const PIECE = 65_536;

/** The answer, and its body as a stream that ends badly when it stalls; null for none. */
export async function patient(url, init, milliseconds) {
  const controller = new AbortController();
  const waiting = async (promise) => {
    const timer = setTimeout(() => controller.abort(new DOMException("", "TimeoutError")), milliseconds);
    try {
      return await promise;
    } finally {
      clearTimeout(timer);
    }
  };
  init.signal = controller.signal;
  const answer = await waiting(fetch(url, init));
  if (!answer.body) {
    return [answer, null];
  }
  const { readable, writable } = new IdentityTransformStream();
  if (Number(answer.headers.get("content-length") ?? Infinity) <= PIECE) {
    // So little comes within the time, or not at all: the platform passes it on by itself, which costs far less.
    waiting(answer.body.pipeTo(writable)).catch(() => {});
  } else {
    pass(answer.body.getReader({ mode: "byob" }), writable.getWriter(), waiting);
  }
  return [answer, readable];
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
