// The command that serves until it is stopped: its options, what it prints, and how it ends. `npx @canvass/local` is
// this command with the packaged Worker, `npm start` in the repository the same one with the Worker that was built.

import { readFileSync } from "node:fs";
import { relative, resolve } from "node:path";
import { parseArgs } from "node:util";
import { checkVersions, claimFolder, deleteData, storedSecrets } from "./folders.js";
import { LocalError } from "./local_error.js";
import { startRecorded } from "./workerd.js";

/**
 * Variables for a remote service, with what the help says of them. Other programs have variables of these names too,
 * with which the Worker would not start, so they are passed on only with `AUTH_URL`.
 */
const OF_REMOTE = {
  AUTH_URL: "origin of the OAuth endpoints of a remote survey service, which is used in place of the local one",
  API_URL: "origin of its API for accounts in the United States",
  API_URL_EU: "origin of its API for accounts in the European Union",
  API_URL_CA: "origin of its API for accounts in Canada",
  REGIONS: "other regions in place of these three: us=https://api.example.com,au=https://au.example.com",
  LEGACY_API_URL: "origin of its legacy respondent list, if it differs from that of the API",
  CLIENT_ID: "id of the app at the service",
  CLIENT_SECRET: "secret of the app at the service",
  REDIRECT_URI: "redirect URI of a sign-in, by default /callback/ of the console's origin",
  PKCE: "S256 adds a PKCE challenge to sign-ins",
  BEARER_CALLS: "on lets servers call /v3 with their own tokens",
  UPSTREAM_TIMEOUT: "timeout of the service in seconds, 1 to 300 (30)",
};

/** Other variables of the environment that are passed to the Worker if set, with what the help says of them. */
const OF_GATEWAY = {
  ALLOWED_ORIGIN: "origins of other pages that may call, separated by commas",
  KEEP_RESULTS: "off forbids pages to keep responses in the browser",
  AGENT_REGISTRATION: "on or off: whether agents can register themselves (on)",
  CLIENT_ADDRESS_HEADER: "header in which a proxy reports the IP address of the client",
  METRICS_TOKEN: "token for GET /metrics, at least 32 random bytes",
  BUDGET_RESERVE: "percentage of the quota that background requests do not get, 0 to 90 (1)",
  BUDGET_PER_MINUTE: "requests per minute if the service reports no limit",
  BUDGET_PER_DAY: "requests per day if the service reports no limit",
  BUDGET_TOLERANCE: "percentage by which the app may exceed its limit, 0 to 50 (0)",
  APP_QUOTAS: "quotas of single apps of the local service: CLIENT_ID=120/500",
  REVIEWERS: "e-mail addresses of the people who review public apps; without them apps are approved at once",
};

/** Milliseconds in which open requests can end after a signal: as long as the gateway holds one for the quota. */
const GRACE = 5000;

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

Variables that are passed to the Worker if set:

${described(OF_GATEWAY)}

Those of a remote service, all only with AUTH_URL:

${described(OF_REMOTE)}`;

const described = (variables) => Object.entries(variables).map(([name, meaning]) => `  ${name.padEnd(21)}  ${meaning}`).join("\n");

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
  const names = Object.keys({ ...OF_GATEWAY, ...(process.env.AUTH_URL && OF_REMOTE) }).filter((key) => process.env[key]);
  const passed = Object.fromEntries(names.map((key) => [key, process.env[key]]));
  if (quota) {
    passed.APP_QUOTAS = [quota, passed.APP_QUOTAS].filter(Boolean).join(",");
  }
  const worker = await endWith(startRecorded({ ...parts(data), port, origin, dataDir: data, vars: { ...secrets, ...passed }, quiet: false }));
  await describe(worker);
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  say(`\n  Ready after ${seconds} s. Data is stored in ${relative(process.cwd(), data) || "."}. Press Ctrl-C to stop.`);
}

/**
 * Stops the Worker that `starting` resolves with at a signal, once its open requests are answered, and ends this
 * program when the Worker ends. It ends at once at a second signal, or at the first one while the Worker starts.
 */
export async function endWith(starting) {
  let worker;
  let stopping = false;
  const end = async (code) => {
    // What cleans up at the end of this program stops workerd.
    if (worker === undefined) process.exit(code);
    if (stopping) {
      await worker.kill();
      process.exit(code);
    }
    stopping = true;
    await worker.stop(GRACE);
    process.exit(code);
  };
  for (const [signal, code] of [["SIGINT", 130], ["SIGTERM", 143], ["SIGHUP", 129]]) {
    process.on(signal, () => end(code));
  }
  worker = await starting;
  worker.ended.then(({ code, signal }) => {
    if (!stopping) {
      process.stderr.write(`\nworkerd ended unexpectedly (${signal ?? `exit ${code}`}); its last output is above.\n`);
      process.exit(code || 1);
    }
  });
  return worker;
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
  Agents    claude mcp add --transport http canvass ${origin}/mcp   ${origin}/docs/mcp/ (tools, and other agents)`);
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
