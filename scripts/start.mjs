// `npm start`: sets up, builds, starts the Worker with the embedded service in workerd, and prints its URLs.

import { rmSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { build } from "./build.mjs";
import { Failure, main, root, say, since } from "./run.mjs";
import { setup } from "./setup.mjs";
import { claimFolder, startWorker, storedSecrets, withFailure } from "./worker.mjs";

const HELP = `npm start [-- OPTIONS]

Builds what has changed and serves the console, the gateway and the embedded survey service.

  --port N   the port of the US origin (8787); EU is N+1, CA is N+2
  --fresh    delete all data of earlier runs (.canvass/data) and start with the demo world
  --quota MINUTE/DAY
             limit the console's app, such as 120/500, to see how its quota is planned; - means no limit
  --help     show this text

Variables that are passed to the Worker if set, to use a remote survey service:
  AUTH_URL API_URL API_URL_EU API_URL_CA REGIONS LEGACY_API_URL CLIENT_ID CLIENT_SECRET REDIRECT_URI PKCE
  BEARER_CALLS ALLOWED_ORIGIN UPSTREAM_TIMEOUT; METRICS_TOKEN for GET /metrics

REVIEWERS: email addresses, separated by commas, of people who must review public apps. By default they are approved at once.

Variables for the planning of the app's quota, and for quotas of single apps of the local service:
  BUDGET_RESERVE BUDGET_PER_MINUTE BUDGET_PER_DAY BUDGET_TOLERANCE APP_QUOTAS`;

const HOME = join(root, ".canvass");
const PASSED_ON = [
  "AUTH_URL", "API_URL", "API_URL_EU", "API_URL_CA", "REGIONS", "LEGACY_API_URL", "CLIENT_ID", "CLIENT_SECRET", "REDIRECT_URI", "PKCE",
  "BEARER_CALLS", "REVIEWERS", "ALLOWED_ORIGIN", "UPSTREAM_TIMEOUT", "METRICS_TOKEN",
  "BUDGET_RESERVE", "BUDGET_PER_MINUTE", "BUDGET_PER_DAY", "BUDGET_TOLERANCE", "APP_QUOTAS",
];

function readOptions(args) {
  const options = {
    port: { type: "string", default: "8787" },
    fresh: { type: "boolean" },
    quota: { type: "string" },
    help: { type: "boolean" },
  };
  try {
    const { values } = parseArgs({ args, options });
    const port = Number(values.port);
    if (!Number.isInteger(port) || port < 1 || port > 65_533) {
      throw new Failure(`"${values.port}" is not a port. Use a number from 1 to 65533.`);
    }
    if (values.quota !== undefined && !/^(-|[1-9]\d{0,8})\/(-|[1-9]\d{0,8})$/.test(values.quota)) {
      throw new Failure(`"${values.quota}" is not a quota. Use the requests per minute and per day, such as 120/500; - means no limit.`);
    }
    if (values.quota !== undefined && process.env.AUTH_URL) {
      throw new Failure("--quota works with the local service only, but AUTH_URL names a remote one: unset AUTH_URL, or omit --quota.");
    }
    return { ...values, port };
  } catch (error) {
    throw error instanceof Failure ? error : new Failure(`${error.message}\n\n${HELP}`);
  }
}

/** Prints the URLs and, if the Worker has a sandbox, its demo people, apps and one call to try. */
async function describe({ origin, origins }) {
  const response = await fetch(`${origin}/sandbox`, { headers: { "X-Canvass": "1" } }).catch(() => null);
  const world = response?.ok ? await response.json() : null;
  say(`
  Console   ${origin}/
  API       ${origins.us}/v3 (US)   ${origins.eu}/v3 (EU)   ${origins.ca}/v3 (CA)`);
  if (!world) {
    return;
  }
  say(`  Sandbox   ${origin}/sandbox/ (clock, faults, mail, tokens)   ${origin}/docs/ (API reference)
  Demo      curl -H "X-Canvass: 1" ${origin}/sandbox (all of the demo world, as JSON)`);
  say("\n  People");
  const people = world.people.filter(({ password }) => password);
  table(people.map(({ email, password, role, plan, region, note }) => [email, password, role, plan, region, note]));
  say("\n  Apps");
  table(world.apps.map(({ client_id, client_secret, state, name, note }) => [client_id, client_secret, state, name, note]));
  const token = world.tokens.find(({ region, scopes }) => region === "us" && scopes.includes("surveys_read"));
  if (token) {
    say(`\n  Try\n    curl -H "Authorization: bearer ${token.token}" ${origins.us}/v3/surveys`);
  }
}

/** Prints rows in aligned columns. */
function table(rows) {
  const cells = rows.map((row) => row.map((cell) => cell ?? ""));
  const widths = cells[0]?.map((_, column) => Math.max(...cells.map((row) => row[column].length))) ?? [];
  for (const row of cells) {
    say(`    ${row.map((cell, column) => cell.padEnd(widths[column])).join("  ").trimEnd()}`);
  }
}

await main(async (args) => {
  const began = performance.now();
  const options = readOptions(args);
  if (options.help) {
    say(HELP);
    return;
  }
  setup();
  await build();
  await withFailure(() => claimFolder(HOME));
  if (options.fresh) {
    rmSync(join(HOME, "data"), { recursive: true, force: true });
  }
  const passed = Object.fromEntries(PASSED_ON.filter((key) => process.env[key]).map((key) => [key, process.env[key]]));
  if (options.quota) {
    passed.APP_QUOTAS = [options.quota, passed.APP_QUOTAS].filter(Boolean).join(",");
  }
  const worker = await startWorker({
    port: options.port,
    dataDir: HOME,
    vars: { ...storedSecrets(HOME), ...passed },
    quiet: false,
  });

  let stopping = false;
  const end = async (code) => {
    if (stopping) {
      await worker.kill();
      process.exit(code);
    }
    stopping = true;
    await worker.stop();
    process.exit(code);
  };
  for (const [signal, code] of [["SIGINT", 130], ["SIGTERM", 143], ["SIGHUP", 129]]) {
    process.on(signal, () => end(code));
  }
  worker.ended.then(({ code, signal }) => {
    if (!stopping) {
      process.stderr.write(`\nworkerd ended unexpectedly (${signal ?? `exit ${code}`}); its last output is above.\n`);
      process.exit(code || 1);
    }
  });

  await describe(worker);
  say(`\n  Ready after ${since(began)}. Data is stored in .canvass/. Press Ctrl-C to stop.`);
});
