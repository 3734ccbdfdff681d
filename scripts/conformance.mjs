// `npm run conformance`: does the service do what openapi.json says? A linter reads the document, then Schemathesis
// makes up requests, right and wrong ones, and holds every answer against it.

import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "./build.mjs";
import { Failure, hashOf, main, root, run, say, since, target } from "./run.mjs";
import { installPeers } from "./peers.mjs";
import { setup } from "./setup.mjs";
import { startWorker } from "./worker.mjs";

/** Fewer cases than this prove nothing. */
const CASES = 20_000;
const PHASES = "examples,coverage,fuzzing,stateful";
const CHECKS = [
  "not_a_server_error",
  "status_code_conformance",
  "content_type_conformance",
  "response_headers_conformance",
  "response_schema_conformance",
  "unsupported_method",
  "ignored_auth",
];

const peers = join(root, "scripts", "peers");
const document = join(root, "www", "openapi.json");

const HELP = `npm run conformance [-- OPTIONS]

Lints www/openapi.json and runs Schemathesis on a local service of its own, which takes some minutes.
Needs Python 3 with venv; everything else comes by itself. Options are Schemathesis's own, for example
  --include-operation-id surveys.list   one operation only
  --max-examples 20                     fewer cases for each operation
  --seed 7                              other cases`;

/** Schemathesis, in a virtual environment in target/. */
function installSchemathesis() {
  const folder = join(target, "schemathesis");
  const requirements = join(peers, "requirements.txt");
  const stamp = join(folder, ".installed");
  const wanted = hashOf([requirements]);
  if (!existsSync(stamp) || readFileSync(stamp, "utf8") !== wanted) {
    say("setup: installing Schemathesis");
    const failure = "Schemathesis could not be installed. It needs Python 3 with venv: on Debian, apt-get install python3-venv.";
    run("python3", ["-m", "venv", folder], { failure });
    run(join(folder, "bin", "pip"), ["install", "--quiet", "--disable-pip-version-check", "-r", requirements], { failure });
    writeFileSync(stamp, wanted);
  }
  return join(folder, "bin", "schemathesis");
}

/** Where the legacy operation is answered: with 200, whatever happens, which the checks for the others do not expect. */
const LEGACY = "/v2/surveys/get_respondent_list";

/**
 * Ids of the demo world, so that made-up requests reach more than "not found". Deletions get none: they would take
 * the demo world away from all others.
 */
async function configuration(origin, token, world) {
  const get = async (path) => (await fetch(origin + path, { headers: { Authorization: `bearer ${token}` } })).json();
  const firstOf = async (path) => (await get(path)).data[0]?.id;
  const survey = world.surveys[0].id;
  const page = await firstOf(`/v3/surveys/${survey}/pages`);
  const collector = await firstOf(`/v3/surveys/${survey}/collectors`);
  const known = {
    survey_id: survey,
    page_id: page,
    question_id: await firstOf(`/v3/surveys/${survey}/pages/${page}/questions`),
    collector_id: collector,
    response_id: await firstOf(`/v3/collectors/${collector}/responses`),
    group_id: await firstOf("/v3/groups"),
    workgroup_id: await firstOf("/v3/workgroups"),
    contact_list_id: await firstOf("/v3/contact_lists"),
    contact_id: await firstOf("/v3/contacts"),
    contact_field_id: await firstOf("/v3/contact_fields"),
    folder_id: await firstOf("/v3/survey_folders"),
    user_id: (await get("/v3/users/me")).id,
  };
  const ids = Object.entries(known).map(([name, id]) => {
    if (id === undefined) {
      throw new Failure(`The demo world has nothing for ${name}.`);
    }
    return `${name} = ${JSON.stringify(id)}`;
  });
  const without = (path, ...checks) =>
    `[[operations]]\ninclude-path = "${path}"\n` +
    checks.map((check) => `[operations.checks.${check}]\nenabled = false\n`).join("");
  return [
    `[checks]\nenabled = false\n${CHECKS.map((check) => `${check}.enabled = true\n`).join("")}`,
    without(LEGACY, "ignored_auth", "unsupported_method"),
    // Its page posts its form to the same address, which is between the page and the service.
    without("/oauth/authorize", "unsupported_method"),
    `[[operations]]\ninclude-method = ["GET", "POST", "PATCH", "PUT"]\nexclude-path = "${LEGACY}"\n[operations.parameters]\n${ids.join("\n")}\n`,
  ].join("\n");
}

async function schemathesis(options) {
  const program = installSchemathesis();
  const folder = mkdtempSync(join(tmpdir(), "canvass-"));
  const worker = await startWorker({ dataDir: folder });
  try {
    const world = await (await fetch(`${worker.origin}/sandbox`, { headers: { "X-Canvass": "1" } })).json();
    const { token } = world.tokens.find(({ name }) => name === "owner");
    const config = join(folder, "schemathesis.toml");
    const report = join(folder, "report.json");
    writeFileSync(config, await configuration(worker.origin, token, world));
    run(
      program,
      ["--config-file", config, "run", document, "--url", worker.origin, "-H", `Authorization: bearer ${token}`].concat(
        ["--phases", PHASES, "--continue-on-failure", "--report", "json"],
        ["--report-json-path", report, "--warnings", "off"],
        options.includes("--max-examples") ? [] : ["--max-examples", "60"],
        options.includes("--seed") ? [] : ["--seed", "1"],
        options,
      ),
      { cwd: folder, failure: "An answer was not as openapi.json says." },
    );
    return JSON.parse(readFileSync(report, "utf8"));
  } finally {
    await worker.kill();
    rmSync(folder, { recursive: true, force: true });
  }
}

await main(async (args) => {
  if (args.includes("--help")) {
    say(HELP);
    return;
  }
  const began = performance.now();
  setup();
  await build(["local", "www"]);
  const peer = installPeers();
  say("\n== openapi.json");
  run(peer("redocly"), ["lint", document, "--config", join(peers, "redocly.yaml")], {
    env: { REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" },
    failure: "openapi.json is not as it should be.",
  });
  say("\n== Schemathesis");
  const { test_cases, operations } = await schemathesis(args);
  if (args.length === 0 && test_cases.generated < CASES) {
    throw new Failure(`Only ${test_cases.generated} requests were made; ${CASES} are wanted. Raise --max-examples.`);
  }
  say(`\n${test_cases.generated} requests to ${operations.tested} operations were answered as openapi.json says: ${since(began)}.`);
});
