// Asks an address again and again, in a thread of its own: a program that is busy with answers would measure itself.

import http from "node:http";
import { Worker, isMainThread, parentPort, workerData } from "node:worker_threads";

/** Between two requests, whatever becomes of the one before. */
const EVERY = 20;

/**
 * Asks until `stop` is called, which gives the milliseconds of every answer and the number of those that were no
 * success.
 */
export function probe(url, headers = {}) {
  const thread = new Worker(new URL(import.meta.url), { workerData: { url, headers } });
  const told = new Promise((done, fail) => thread.once("message", done).once("error", fail));
  return {
    async stop() {
      thread.postMessage("stop");
      return told;
    },
  };
}

if (!isMainThread) {
  const agent = new http.Agent({ keepAlive: true });
  const times = [];
  let failed = 0;
  let waiting = 0;
  let stopped = false;
  const end = () => {
    if (stopped && waiting === 0) {
      parentPort.postMessage({ times, failed });
      agent.destroy();
    }
  };
  const ask = () => {
    const start = performance.now();
    waiting += 1;
    const over = (well) => {
      times.push(performance.now() - start);
      failed += well ? 0 : 1;
      waiting -= 1;
      end();
    };
    const request = http.get(workerData.url, { agent, headers: workerData.headers }, (answer) => {
      answer.resume();
      answer.once("end", () => over(answer.statusCode === 200)).once("error", () => over(false));
    });
    request.once("error", () => over(false));
  };
  const timer = setInterval(ask, EVERY);
  parentPort.once("message", () => {
    clearInterval(timer);
    stopped = true;
    end();
  });
}
