// `npm run bench -- --against REV`: compares the builds of this work tree and of a revision, measured alternately in
// one run. "No slower" means a median ratio of at most 1.03.

import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "../build.mjs";
import { PASSED, WARM_UP, inFrontOf, load, processorTime, row, signedIn, spread, times, upstream } from "./measure.mjs";
import { Failure, ask, root, run, say, target } from "../run.mjs";
import { startWorker } from "../worker.mjs";

/** Pairs of processes, an even number: several, because JIT compilation and memory layout differ between processes. */
const PAIRS = 8;
/**
 * Rounds of each process: so many that garbage collection, which runs in some rounds only, falls on both sides alike.
 */
const ROUNDS = 24;

/** The ratio up to which a build counts as no slower. */
const NO_SLOWER = 1.03;

/**
 * What can be compared: the Worker to build, the function that starts it and returns the URL to load, and the requests
 * of the warm-up and of a round. The service computes more for each request, so its code is hot after fewer.
 */
const SIDES = {
  gateway: { worker: "gateway", start: startGateway, warmUp: WARM_UP, requests: 1500 },
  service: { worker: "local", start: startService, warmUp: WARM_UP / 8, requests: 250 },
};

/** Compares the named parts of this work tree with those of a revision. */
export async function against(revision, names) {
  const unknown = names.find((name) => !(name in SIDES));
  if (unknown || !revision) {
    throw new Failure(`Usage: npm run bench -- [${Object.keys(SIDES).join(" | ")}] --against REV.`);
  }
  const commit = ask("git", ["rev-parse", "--verify", "--quiet", "--end-of-options", `${revision}^{commit}`]);
  if (!commit) {
    throw new Failure(`Unknown revision "${revision}".`);
  }
  for (const name of names.length > 0 ? names : Object.keys(SIDES)) {
    const side = SIDES[name];
    const { worker, requests } = side;
    await build([worker]);
    const theirs = buildRevision(commit, worker);
    say(`\n${name}: this work tree compared with ${revision}, ${PAIRS} pairs of processes × ${ROUNDS} × ${requests} requests each`);
    const pairs = [];
    for (let pair = 0; pair < PAIRS; pair += 1) {
      // The process that starts and warms up first is up to 4 % slower: each build is first equally often.
      const ours = join(root, "build", worker);
      const isFirst = pair % 2 === 0;
      const measured = await measurePair(side, isFirst ? [ours, theirs] : [theirs, ours]);
      pairs.push(isFirst ? measured : measured.toReversed());
    }
    const median = (ratios) => {
      const sorted = ratios.toSorted((a, b) => a - b);
      return (sorted[PAIRS / 2 - 1] + sorted[PAIRS / 2]) / 2;
    };
    row("", ["median", "by pair"], 44);
    for (const [title, ratios] of [
      [`CPU of a request (no slower: at most ${NO_SLOWER} ×)`, pairs.map(([ours, other]) => ours.cpu / other.cpu)],
      ["requests per second", pairs.map(([ours, other]) => ours.rate / other.rate)],
    ]) {
      row(title, [times(median(ratios), 1), spread(ratios)], 44);
    }
  }
}

/** Builds a revision's Worker with the revision's own script, in a work tree that is reused, and returns its folder. */
function buildRevision(commit, worker) {
  const tree = join(target, "against", commit);
  if (!existsSync(tree)) {
    mkdirSync(join(target, "against"), { recursive: true });
    run("git", ["worktree", "prune"]);
    run("git", ["worktree", "add", "--detach", "--quiet", tree, commit], { failure: `The revision ${commit} could not be checked out.` });
  }
  const [ours, theirs] = [root, tree].map((folder) => join(folder, "node_modules"));
  const locked = (folder) => ask("git", ["hash-object", join(folder, "package-lock.json")]);
  if (!existsSync(theirs) && locked(root) === locked(tree)) symlinkSync(ours, theirs);
  run(process.execPath, [join(tree, "scripts", "build.mjs"), worker], {
    cwd: tree,
    // The revision is built as it is committed, whatever features this work tree is built with.
    env: { CARGO_TARGET_DIR: target, CANVASS_WORKER_FEATURES: "" },
    failure: `The Worker "${worker}" of ${commit} could not be built.`,
  });
  return join(tree, "build", worker);
}

/** Measures two Workers alternately: processor time of a request in microseconds, and requests per second. */
async function measurePair({ start, warmUp, requests }, workers) {
  const running = [];
  try {
    for (const worker of workers) running.push({ ...(await start(worker)), cpu: 0, wall: 0 });
    for (const { url, headers } of running) await load(url, headers, warmUp);
    for (let round = 0; round < ROUNDS; round += 1) {
      // Each goes first equally often.
      for (const process of round % 2 === 0 ? running : running.toReversed()) {
        const [cpu, wall] = [processorTime(process.pid), performance.now()];
        await load(process.url, process.headers, requests);
        process.wall += performance.now() - wall;
        process.cpu += (processorTime(process.pid) ?? NaN) - cpu;
      }
    }
  } finally {
    await Promise.all(running.map(({ stop }) => stop()));
  }
  return running.map(({ cpu, wall }) => ({ cpu: cpu / ROUNDS / requests, rate: (ROUNDS * requests * 1000) / wall }));
}

async function startGateway(worker) {
  const { server, origin } = await upstream();
  const started = await inFolder({ worker, vars: inFrontOf(origin) });
  const stop = async () => {
    await started.stop();
    server.closeAllConnections();
    server.close();
  };
  return { ...started, stop, url: started.origin + PASSED, headers: await signedIn(started.origin) };
}

async function startService(worker) {
  const started = await inFolder({ worker });
  const world = await (await fetch(`${started.origin}/sandbox`, { headers: { "X-Canvass": "1" } })).json();
  const { token } = world.tokens.find(({ name }) => name === "owner");
  return { ...started, url: `${started.origin}/v3/surveys?per_page=50`, headers: { Authorization: `Bearer ${token}` } };
}

/** A Worker with a temporary data folder, which is deleted when it stops. */
async function inFolder(options) {
  const dataDir = mkdtempSync(join(tmpdir(), "canvass-"));
  const { origin, pid, kill } = await startWorker({ dataDir, ...options });
  const stop = async () => {
    await kill();
    rmSync(dataDir, { recursive: true, force: true });
  };
  return { origin, pid, stop };
}
