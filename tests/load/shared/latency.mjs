// The longest stretch of work on the service's thread. It asks for a small response in a thread of its own, each time
// as soon as the one before is there, and reads how much CPU time the service's thread has used in between: what other
// programs do on the machine does not count.

import { openSync, readSync } from "node:fs";
import http from "node:http";
import { Worker, isMainThread, parentPort, workerData } from "node:worker_threads";

/** Starts asking the process; `longest` returns the longest stretch since it was last called, in milliseconds. */
export function watch(url, pid) {
  const thread = new Worker(new URL(import.meta.url), { workerData: { url, pid } });
  thread.unref();
  const longest = () =>
    new Promise((done) => {
      thread.once("message", done);
      thread.postMessage("longest");
    });
  return { longest, stop: () => thread.terminate() };
}

if (!isMainThread) {
  const { url, pid } = workerData;
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  const statistics = openSync(`/proc/${pid}/task/${pid}/schedstat`, "r");
  const buffer = Buffer.alloc(100);
  /** The CPU time of the process's main thread, in milliseconds. */
  const used = () => Number(buffer.toString("latin1", 0, readSync(statistics, buffer, 0, 100, 0)).split(" ")[0]) / 1e6;
  let [longest, before, reports] = [0, used(), false];
  const answered = () => {
    const now = used();
    [longest, before] = [Math.max(longest, now - before), now];
    if (reports) {
      // A request that was under way when the caller asked counts too.
      parentPort.postMessage(longest);
      [longest, reports] = [0, false];
    }
    ask();
  };
  const ask = () => {
    http
      .get(url, { agent }, (response) => {
        response.resume();
        response.once("end", answered);
      })
      .once("error", answered);
  };
  parentPort.on("message", () => {
    reports = true;
  });
  ask();
}
