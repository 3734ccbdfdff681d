// Waits for the end of a render that is under way. React renders in short chunks, one in each turn of the event loop.
// Therefore turns are counted: a timer may be due before the next chunk if the device is slow or the page is large.

/** Turns in which a render ends: React works for five milliseconds or more in each. Without work, all take about 20. */
const TURNS = 1000;

/** The same for turns of a timer, each of which takes one to four milliseconds. */
const TIMER_TURNS = 100;

/** Calls a function when a render that is under way has ended. The turns begin in the same way as those of React. */
export function afterRender(done: () => void): void {
  const { setImmediate } = globalThis as { readonly setImmediate?: (next: () => void) => void };
  if (setImmediate !== undefined) return countTurns(TURNS, setImmediate, done);
  // The environment of Jest for jsdom has neither.
  if (typeof MessageChannel === "undefined") return countTurns(TIMER_TURNS, setTimeout, done);
  const { port1, port2 } = new MessageChannel();
  let next = () => {};
  port1.onmessage = () => next();
  const post = (then: () => void) => {
    next = then;
    port2.postMessage(undefined);
  };
  countTurns(TURNS, post, () => {
    port1.close();
    done();
  });
}

function countTurns(left: number, begin: (next: () => void) => void, done: () => void): void {
  if (left === 0) done();
  else begin(() => countTurns(left - 1, begin, done));
}
