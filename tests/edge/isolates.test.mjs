// Two isolates of one Worker: both go by the one clock and the faults that the sandbox's object keeps.

import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { after, before, test } from "node:test";
import { root } from "../../scripts/run.mjs";
import { freshSecrets, startWorker } from "../../scripts/worker.mjs";

const folder = mkdtempSync(join(tmpdir(), "canvass-isolates-"));
let worker;
let token;

/** Another service of the same modules, whose objects are those of the first. */
function other() {
  const file = (name) => JSON.stringify(relative(folder, join(root, "build", "local", name)));
  const variables = ["ORIGIN", "ORIGIN_EU", "ORIGIN_CA", ...Object.keys(freshSecrets())];
  const classes = { TEAM: "Team", APP: "App", DIRECTORY: "Directory", SESSION: "Session", BUDGET: "Budget", CACHE: "Cache", RECORDS: "GatewayRecords", SANDBOX: "Sandbox" };
  const bindings = [
    ...variables.map((name) => `(name = "${name}", fromEnvironment = "${name}")`),
    ...Object.entries(classes).map(
      ([name, type]) => `(name = "${name}", durableObjectNamespace = (className = "${type}", serviceName = "canvass"))`,
    ),
  ];
  return `    (name = "other", worker = (
      modules = [(name = "index.js", esModule = embed ${file("index.js")}), (name = "index_bg.wasm", wasm = embed ${file("index_bg.wasm")})],
      compatibilityDate = "2026-10-01",
      bindings = [${bindings.join(", ")}],
    )),`;
}

/** A request to one of the two, under the name that both know. */
function ask(address, method, path, headers, body) {
  const { host } = new URL(worker.origin);
  return new Promise((done, fail) => {
    const sent = request(new URL(path, address), { method, headers: { ...headers, Host: host } }, (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (part) => (text += part));
      response.on("end", () => done({ status: response.statusCode, body: JSON.parse(text) }));
    });
    sent.on("error", fail).end(body && JSON.stringify(body));
  });
}

const control = (address, method, path, body) =>
  ask(address, method, `/sandbox${path}`, { "X-Canvass": "1", "Content-Type": "application/json" }, body);
const call = (address, method, path, body) =>
  ask(address, method, path, { Authorization: `bearer ${token}`, "Content-Type": "application/json" }, body);

before(async () => {
  worker = await startWorker({ dataDir: folder, services: other(), sockets: ["other"] });
  const { body } = await control(worker.origin, "GET", "");
  token = body.tokens.find(({ name }) => name === "owner").token;
});
after(async () => {
  await worker?.kill();
  rmSync(folder, { recursive: true, force: true });
});

test("every_isolate_goes_by_the_same_clock_and_faults", async () => {
  const [one, two] = [worker.origin, worker.extra[0]];
  assert.equal((await call(two, "GET", "/v3/users/me")).status, 200);
  for (const [here, there, year] of [[one, two, 2031], [two, one, 2032]]) {
    const frozen = await control(here, "POST", "/clock", { set: `${year}-05-06T07:08:09`, freeze: true });
    assert.deepEqual((await control(there, "GET", "/clock")).body, frozen.body);
    const { body } = await call(there, "POST", "/v3/surveys", { title: "Later" });
    assert.equal(body.date_created, `${year}-05-06T07:08:00`);
    await control(here, "POST", "/faults", { operation: "groups.list", error: 1051, nth: 2, count: 1 });
    const statuses = [];
    for (const address of [here, there, here]) {
      statuses.push((await call(address, "GET", "/v3/groups")).status);
    }
    assert.deepEqual(statuses, [200, 503, 200]);
  }
  const { requests } = (await control(two, "GET", "/journal")).body;
  assert.equal(requests.length, 9);
});

test("a_reset_by_one_isolate_is_known_to_the_other", async () => {
  const [one, two] = [worker.origin, worker.extra[0]];
  await control(one, "POST", "/clock", { set: "2033-05-06T07:08:09", freeze: true });
  assert.equal((await control(two, "POST", "/reset")).status, 200);
  assert.equal((await control(one, "GET", "/clock")).body.frozen, false);
  assert.deepEqual((await control(one, "GET", "/journal")).body.requests, []);
  assert.equal((await call(one, "GET", "/v3/users/me")).status, 200);
});
