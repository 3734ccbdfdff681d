// The command that serves until it is stopped: its options, what it prints, and how it ends. `npx @canvass/local` is this
// command with the packaged Worker, `npm start` in the repository the same one with the Worker that was built.

import { readFileSync } from "node:fs";
import { relative, resolve } from "node:path";
import { parseArgs } from "node:util";
import { checkVersions, claimFolder, deleteData, storedSecrets } from "./folders.js";
import { LocalError } from "./local_error.js";
import { startRecorded } from "./workerd.js";

/**
 * Variables for a remote service, by what the help says of them. Other programs have variables of these names too, with
 * which the Worker would not start, so they are passed on only with `AUTH_URL`.
 */
const OF_REMOTE = {
  "to use a remote survey service, all with AUTH_URL": ["AUTH_URL", "API_URL", "API_URL_EU", "API_URL_CA", "REGIONS", "LEGACY_API_URL", "CLIENT_ID", "CLIENT_SECRET"],
  "for sign-ins and calls at a remote service, with AUTH_URL too": ["REDIRECT_URI", "PKCE", "BEARER_CALLS", "UPSTREAM_TIMEOUT"],
};

/** Variables of the environment that are passed to the Worker if set, by what the help says of them. */
const PASSED_ON = {
  ...OF_REMOTE,
  "for pages of other origins, and for responses kept in the browser": ["ALLOWED_ORIGIN", "KEEP_RESULTS"],
  "for agents that register themselves, clients behind a proxy, and GET /metrics": ["AGENT_REGISTRATION", "CLIENT_ADDRESS_HEADER", "METRICS_TOKEN"],
  "for the planning of the app's quota": ["BUDGET_RESERVE", "BUDGET_PER_MINUTE", "BUDGET_PER_DAY", "BUDGET_TOLERANCE"],
  "for the quotas of single apps of the local service": ["APP_QUOTAS"],
  "for the people who must review public apps, by email address; by default they are approved at once": ["REVIEWERS"],
};

const OPTIONS = {
  port: { type: "string", default: "8787" },
  origin: { type: "string" },
  data: { type: "string" },
  fresh: { type: "boolean" },
  quota: { type: "string" },
  help: { type: "boolean" },
  version: { type: "boolean" },
};

const help = ({ usage, does }) => `${usage}

${does}

  --port N   the port of the US origin (8787); EU is N+1, CA is N+2
  --origin URL
             the origin of pages that another server serves, such as the dev server http://localhost:5173; the gateway allows
             them to call and has the same host name. Several are separated by commas. A path is that of the callback page,
             by default /callback/. It overrides ALLOWED_ORIGIN
  --data DIR the folder for the data (.canvass): a new or empty one, or that of an earlier start
  --fresh    delete all data of earlier runs and start with the demo world
  --quota MINUTE/DAY
             limit the console's app, such as 120/500, to see how its quota is planned; - means no limit
  --help     show this text
  --version  show the version

Variables that are passed to the Worker if set; docs/DEPLOYMENT.md describes each:
${Object.entries(PASSED_ON).map(([purpose, names]) => `  ${purpose}\n    ${names.join(" ")}`).join("\n")}`;

function say(text) {
  process.stdout.write(`${text}\n`);
}

function parsed(args, program) {
  try {
    return parseArgs({ args: withJoinedQuota(args), options: OPTIONS }).values;
  } catch (error) {
    throw new LocalError(`${error.message}\n\n${help(program)}`);
  }
}

/** `--quota -/500` as one argument, because `parseArgs` takes a value of its own that begins with `-` for an option. */
function withJoinedQuota(args) {
  const at = args.indexOf("--quota");
  return at >= 0 && args[at + 1]?.startsWith("-/") ? [...args.slice(0, at), `--quota=${args[at + 1]}`, ...args.slice(at + 2)] : args;
}

/**
 * The options of a command line. `null` if it asks only for the help or the version, which are then printed.
 * `program` has the `usage` and what it `does`, for the help, and the folder for the `data` unless an option names one.
 */
export function readOptions(args, program) {
  const { port: number, origin, data, fresh, quota, ...asked } = parsed(args, program);
  if (asked.help) {
    say(help(program));
    return null;
  }
  if (asked.version) {
    say(JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")).version);
    return null;
  }
  const port = Number(number);
  if (!Number.isInteger(port) || port < 1 || port > 65_533) {
    throw new LocalError(`"${number}" is not a port. Use a number from 1 to 65533.`);
  }
  if (quota !== undefined && !/^(-|[1-9]\d{0,8})\/(-|[1-9]\d{0,8})$/.test(quota)) {
    throw new LocalError(`"${quota}" is not a quota. Use the requests per minute and per day, such as 120/500; - means no limit.`);
  }
  if (quota !== undefined && process.env.AUTH_URL) {
    throw new LocalError("--quota works with the local service only, but AUTH_URL names a remote one: unset AUTH_URL, or omit --quota.");
  }
  return { port, origin, data: resolve(data ?? program.data), fresh, quota };
}

/** Serves until a signal stops it. `parts(folder)` are the files of the Worker; `began` is when the command began. */
export async function serve({ port, origin, data, fresh, quota }, parts, began) {
  claimFolder(data);
  if (fresh) {
    deleteData(data);
  }
  const secrets = storedSecrets(data);
  checkVersions(data);
  const ofRemote = process.env.AUTH_URL ? [] : Object.values(OF_REMOTE).flat();
  const names = Object.values(PASSED_ON).flat().filter((key) => process.env[key] && !ofRemote.includes(key));
  const passed = Object.fromEntries(names.map((key) => [key, process.env[key]]));
  if (quota) {
    passed.APP_QUOTAS = [quota, passed.APP_QUOTAS].filter(Boolean).join(",");
  }
  const worker = await startRecorded({ ...parts(data), port, origin, dataDir: data, vars: { ...secrets, ...passed }, quiet: false });
  endWith(worker);
  await describe(worker);
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  say(`\n  Ready after ${seconds} s. Data is stored in ${relative(process.cwd(), data) || "."}. Press Ctrl-C to stop.`);
}

/** Stops the Worker with this program, at once at the second signal, and ends this program when the Worker ends. */
export function endWith(worker) {
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
}

/** Prints the URLs and, if the Worker has a sandbox, its demo people, apps and one call to try. */
async function describe({ origin, origins }) {
  const response = await fetch(`${origin}/sandbox`, { headers: { "X-Canvass": "1" } }).catch(() => null);
  const world = response?.ok ? await response.json() : null;
  const apis = await servedApis(origins);
  say(`\n  Console   ${origin}/`);
  if (apis.length > 0) {
    say(`  API       ${apis.join("   ")}`);
  }
  if (!world) {
    return;
  }
  say(`  Sandbox   ${origin}/sandbox/ (clock, faults, mail, tokens)   ${origin}/docs/ (API reference)
  Demo      curl -H "X-Canvass: 1" ${origin}/sandbox (all of the demo world, as JSON)
  Agents    claude mcp add --transport http canvass ${origin}/mcp (docs/AGENTS.md names other programs)`);
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

/** The addresses that serve the API for servers: all with the local service, one or none in front of a remote one. */
async function servedApis(origins) {
  const found = await Promise.all(
    Object.entries(origins).map(async ([region, origin]) => {
      // A call without a token is refused here: a remote service gets no request.
      const response = await fetch(`${origin}/v3/users/me`, { signal: AbortSignal.timeout(2_000) }).catch(() => null);
      return response?.status === 401 && [`${origin}/v3`, region.toUpperCase()];
    }),
  );
  const served = found.filter(Boolean);
  return served.map(([address, region]) => (served.length > 1 ? `${address} (${region})` : address));
}

/** Prints rows in aligned columns. */
function table(rows) {
  const cells = rows.map((row) => row.map((cell) => cell ?? ""));
  const widths = cells[0]?.map((_, column) => Math.max(...cells.map((row) => row[column].length))) ?? [];
  for (const row of cells) {
    say(`    ${row.map((cell, column) => cell.padEnd(widths[column])).join("  ").trimEnd()}`);
  }
}
