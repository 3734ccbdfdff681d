// `npm run conformance`: checks the service against openapi.json. A linter checks the document, then Schemathesis
// generates valid and invalid requests and checks every response against it.

import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "./build.mjs";
import { Failure, hashOf, main, root, run, say, since, target } from "./run.mjs";
import { installPeers } from "./peers.mjs";
import { setup } from "./setup.mjs";
import { startWorker } from "./worker.mjs";

/** The least number of requests for a meaningful result. */
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

Lints www/openapi.json and runs Schemathesis against a new local service, which takes some minutes.
Needs Python 3 with venv; everything else is installed. Options are those of Schemathesis, for example
  --include-operation-id surveys.list   one operation only
  --max-examples 20                     fewer cases for each operation
  --seed 7                              other cases`;

/** Installs Schemathesis in a virtual environment in target/, and returns its path. */
function installSchemathesis() {
  const folder = join(target, "schemathesis");
  const requirements = join(peers, "requirements.txt");
  const stamp = join(folder, ".installed");
  const expected = hashOf([requirements]);
  if (!existsSync(stamp) || readFileSync(stamp, "utf8") !== expected) {
    say("setup: installing Schemathesis");
    const failure = "Schemathesis could not be installed. It needs Python 3 with venv: on Debian, apt-get install python3-venv.";
    run("python3", ["-m", "venv", folder], { failure });
    run(join(folder, "bin", "pip"), ["install", "--quiet", "--disable-pip-version-check", "-r", requirements], { failure });
    writeFileSync(stamp, expected);
  }
  return join(folder, "bin", "schemathesis");
}

/** Path of the legacy operation, which responds with 200 even to errors. Some checks do not apply to it. */
const LEGACY = "/v2/surveys/get_respondent_list";

/**
 * The configuration of Schemathesis. It has ids of the demo world, so that generated requests get more than "not
 * found". Deletions get none of them, because they would delete the demo world for the other operations.
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
      throw new Failure(`The demo world has no id for ${name}.`);
    }
    return `${name} = ${JSON.stringify(id)}`;
  });
  const without = (path, ...checks) =>
    `[[operations]]\ninclude-path = "${path}"\n` +
    checks.map((check) => `[operations.checks.${check}]\nenabled = false\n`).join("");
  return [
    `[checks]\nenabled = false\n${CHECKS.map((check) => `${check}.enabled = true\n`).join("")}`,
    without(LEGACY, "ignored_auth", "unsupported_method"),
    // The consent page posts its form to the same path, which is not part of the API.
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
      { cwd: folder, failure: "A response did not match openapi.json." },
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
    failure: "The linter found problems in openapi.json.",
  });
  say("\n== Schemathesis");
  const { test_cases, operations } = await schemathesis(args);
  if (args.length === 0 && test_cases.generated < CASES) {
    throw new Failure(`Only ${test_cases.generated} requests were made; at least ${CASES} are needed. Raise the default of --max-examples.`);
  }
  say(`\n${test_cases.generated} requests to ${operations.tested} operations had responses that match openapi.json: ${since(began)}.`);
});
