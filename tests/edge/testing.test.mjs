// The testing entry and the package @canvass/local as their users have them: packed, unpacked into a project, and
// started there.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { pathToFileURL } from "node:url";
import { eventually } from "./eventually.mjs";
import { LOCAL, SDK, install } from "./packed.mjs";

const project = mkdtempSync(join(tmpdir(), "canvass-project-"));
const modules = join(project, "node_modules");
after(() => rmSync(project, { recursive: true, force: true }));

install(project, [SDK, LOCAL]);
writeFileSync(join(project, "entry.mjs"), 'export * from "@canvass/sdk/testing";\n');
const { startCanvass } = await import(pathToFileURL(join(project, "entry.mjs")));

/** One world for all tests that leave it as they found it. */
let shared;
const theWorld = () => (shared ??= startCanvass());
after(async () => (await shared)?.stop());

const isAlive = (pid) => existsSync(`/proc/${pid}`) && !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, "utf8"));

/** Runs a program of the project: what it printed, and how it ended. */
function program(source, folder = project) {
  const file = join(folder, `program-${Math.random().toString(36).slice(2)}.mjs`);
  writeFileSync(file, source);
  const child = spawn(process.execPath, [file], { cwd: folder, stdio: ["ignore", "pipe", "pipe"] });
  let printed = "";
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (text) => (printed += text));
  return { child, printed: () => printed, ended: new Promise((done) => child.once("exit", (code, signal) => done({ code, signal }))) };
}

test("a_test_calls_the_service_as_a_person_of_the_demo_world", async () => {
  const world = await theWorld();
  assert.ok((await world.client("owner").surveys.list()).total > 0);
  assert.equal((await world.client("elke@ufer.example").users.me()).email, "elke@ufer.example");
  const readOnly = world.client("surveys_read_only");
  await assert.rejects(readOnly.workgroups.create({ name: "a", is_visible: true }), { kind: "scope_missing" });
  assert.ok(world.apps.some(({ key }) => key === "console") && world.people.some(({ key }) => key === "owner"));
  assert.throws(() => world.client("nobody"), /There is no person "nobody"\. Use one of: owner, /);
  assert.throws(() => world.client("pending"), /"pending" has no token/);
});

test("a_test_signs_people_in_and_calls_by_way_of_the_gateway", async () => {
  const world = await theWorld();
  const owner = await world.signIn("owner");
  const canvass = world.session(owner);
  assert.equal((await canvass.session()).signed_in, true);
  const made = await canvass.workgroups.create({ name: "Of a test", is_visible: true });
  assert.equal((await world.client("owner").workgroups.get({ workgroup_id: made.id })).name, "Of a test");
  assert.equal((await fetch(`${world.origin}/api/v3/users/me`, { headers: { Cookie: owner.header, "X-Canvass": "1" } })).status, 200);
  const granted = world.session(await world.signIn("owner", { scopes: [] }));
  await granted.users.me();
  assert.equal(granted.can("workgroups_write"), "available");
  const both = world.session(await world.signIn("free", { beside: owner.header }));
  assert.equal((await both.session()).accounts.length, 2);
  const { accounts } = await both.session();
  await both.switchAccount({ account: accounts.find(({ current }) => !current).id });
  assert.equal((await both.users.me()).email, "olivia@northwind.example");
  await both.signOut();
  assert.equal((await both.users.me()).email, "frank@solo.example");
  await both.signOut({ all: true });
  assert.equal((await both.session()).signed_in, false);
  const jar = [];
  const page = { context: () => ({ addCookies: async (cookies) => jar.push(...cookies) }) };
  const { cookies } = await world.signIn("eu", { page });
  assert.deepEqual(jar, cookies);
  assert.deepEqual(cookies.map(({ url, sameSite }) => [url, sameSite]), [[world.origin, "Strict"]]);
  await assert.rejects(world.signIn("pending"), /petra@northwind.example cannot sign in: This e-mail address/);
});

test("a_test_drives_the_clock_the_faults_the_mails_and_the_journal", async () => {
  const world = await startCanvass();
  await world.clock.freeze();
  const set = await world.clock.set(new Date("2031-05-06T07:08:09Z"));
  assert.deepEqual([set, await world.clock.advance("1d")].map((time) => time.toISOString().slice(0, 19)), ["2031-05-06T07:08:09", "2031-05-07T07:08:09"]);
  assert.equal((await world.clock.now()).getTime(), set.getTime() + 86_400_000);
  assert.ok((await world.clock.run()) >= set);
  const canvass = world.client("owner", { retries: 0 });
  const id = await world.faults.add({ operation: "surveys.list", error: 1051, count: 1 });
  await assert.rejects(canvass.surveys.list(), { kind: "service_failed", code: 1051 });
  await canvass.surveys.list();
  assert.deepEqual((await world.faults.list()).map(({ id }) => id), []);
  const other = await world.faults.add({ delay: 1 });
  assert.ok(other > id);
  await world.faults.remove(other);
  await world.faults.add({ cut: true });
  await world.faults.clear();
  assert.equal((await world.faults.list()).length, 0);
  await assert.rejects(world.faults.add({ error: 1 }), { message: "`error`: The error table has no code 1." });
  const [last] = await world.journal();
  assert.deepEqual([last.operation, last.status, last.account.email, last.request.headers.authorization], ["surveys.list", 200, "olivia@northwind.example", "(secret)"]);
  const fields = { email: "pia@new.example", first_name: "Pia", last_name: "Berg", password: "a long password" };
  await fetch(`${world.origin}/oauth/sign-up`, { method: "POST", body: new URLSearchParams(fields) });
  assert.deepEqual((await world.outbox({ to: fields.email })).map(({ to }) => to), [fields.email]);
  const before = (await canvass.surveys.list()).total;
  await world.seed({ surveys: 3, responses: 5 });
  assert.equal((await canvass.surveys.list()).total, before + 3);
  const signedIn = world.session(await world.signIn("owner"));
  await world.reset();
  assert.equal((await canvass.surveys.list()).total, before);
  assert.deepEqual([await world.outbox(), (await signedIn.session()).signed_in], [[], false]);
  assert.ok(Math.abs((await world.clock.now()) - Date.now()) < 60_000);
  await world.stop();
  await assert.rejects(canvass.surveys.list(), { kind: "network" });
});

test("what_the_sandbox_fails_to_do_is_an_error_with_its_message", async () => {
  const { sandboxAt } = await import(pathToFileURL(join(modules, "@canvass", "sdk", "dist", "testing", "sandbox.js")));
  let answer;
  const server = createServer((_, response) => response.writeHead(answer[0]).end(answer[1]));
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  const seed = () => sandboxAt(`http://127.0.0.1:${server.address().port}`)("POST", "/seed", { surveys: 2 });
  for (const [status, lines, message] of [
    // Seeding fails after its response has begun.
    [200, ['{"surveys":1,"responses":0}', '{"done":false,"message":"Everything was reset in between."}'], "Everything was reset in between."],
    [400, ['{"detail":"surveys is too large."}'], "surveys is too large."],
    [500, ["Internal Server Error"], "The sandbox responded with status 500."],
    [502, [], "The sandbox responded with status 502."],
  ]) {
    answer = [status, lines.map((line) => `${line}\n`).join("")];
    await assert.rejects(seed(), { name: "Error", message });
  }
  answer = [200, '{"surveys":1,"responses":0}\n{"done":true,"surveys":1,"responses":0}\n'];
  assert.equal((await seed()).done, true);
  server.closeAllConnections();
  await new Promise((done) => server.close(done));
});

test("worlds_at_once_know_nothing_of_each_other", async () => {
  await theWorld();
  const listeners = process.listenerCount("exit");
  const [one, two] = await Promise.all([startCanvass(), startCanvass({ port: 0 })]);
  assert.notEqual(one.origin, two.origin);
  assert.equal(process.listenerCount("exit"), listeners, "one listener is that of all");
  const { id } = await one.client("owner").surveys.create({ title: "Of the first" });
  await assert.rejects(two.client("owner").surveys.get({ survey_id: id }), { kind: "not_found" });
  await Promise.all([one[Symbol.asyncDispose](), two.stop()]);
});

test("data_outlives_the_service_where_it_has_a_folder_which_one_service_uses_at_a_time", async () => {
  const data = join(project, "data");
  const first = await startCanvass({ data });
  const { token } = first.tokens[0];
  const { id } = await first.client("owner").surveys.create({ title: "Kept" });
  await assert.rejects(startCanvass({ data }), /already runs in .*data/);
  await first.stop();
  const second = await startCanvass({ data });
  // A service that has been stopped is stopped once.
  await first.stop();
  await assert.rejects(startCanvass({ data }), /already runs in .*data/);
  assert.equal(second.tokens[0].token, token);
  assert.equal((await second.client("owner").surveys.get({ survey_id: id })).title, "Kept");
  await second.stop();
});

test("a_folder_is_free_once_the_process_that_used_it_has_ended_even_if_no_one_has_looked", { skip: !existsSync("/proc/self/environ") }, async () => {
  const data = join(project, "left");
  mkdirSync(join(data, "running"), { recursive: true });
  // The shell becomes a program that never looks after its child.
  const parent = spawn("sh", ["-c", "sleep 0 & echo $!; exec sleep 60"], { stdio: ["ignore", "pipe", "ignore"] });
  try {
    const [pid] = await once(parent.stdout.setEncoding("utf8"), "data");
    writeFileSync(join(data, "running", pid.trim()), "");
    await eventually(() => !isAlive(Number(pid)), "the child's end");
    await (await startCanvass({ data })).stop();
  } finally {
    parent.kill();
  }
});

test("the_files_of_an_app_are_served_in_place_of_the_gateways_own", async () => {
  const site = join(project, "site");
  mkdirSync(join(site, "assets"), { recursive: true });
  writeFileSync(join(site, "index.html"), "<!doctype html><title>Mine</title>");
  writeFileSync(join(site, "assets", "mine.js"), "export {};");
  const world = await startCanvass({ site });
  const text = async (path) => (await fetch(world.origin + path)).text();
  assert.match(await text("/"), /Mine/);
  assert.equal(await text("/assets/mine.js"), "export {};");
  assert.match(await text("/sandbox/"), /sandbox/i);
  assert.match(await text("/sdk/index.js"), /^export \* from/m);
  await world.stop();
  await assert.rejects(startCanvass({ site: join(project, "nowhere") }), /folder of the option `site` does not exist/);
});

test("variables_and_reviewers_reach_the_worker_which_says_what_is_wrong_with_them", async () => {
  const METRICS_TOKEN = "a-token-that-is-long-enough-to-be-one";
  const world = await startCanvass({ env: { METRICS_TOKEN }, reviewers: ["olivia@northwind.example"] });
  assert.equal((await fetch(`${world.origin}/metrics`, { headers: { Authorization: `Bearer ${METRICS_TOKEN}` } })).status, 200);
  await world.stop();
  await assert.rejects(startCanvass({ reviewers: ["nobody"] }), /REVIEWERS must be e-mail addresses/);
  await assert.rejects(startCanvass({ env: { SERVICE_KEY: "short" } }), /SERVICE_KEY needs at least 32 bytes/);
});

test("a_test_can_give_the_gateways_app_a_quota", async () => {
  const world = await startCanvass({ env: { APP_QUOTAS: "5/10" } });
  const canvass = world.session(await world.signIn("owner"), { maxWait: 0 });
  await canvass.surveys.list();
  assert.deepEqual([canvass.quota.minute.limit, canvass.quota.day.limit], [5, 10]);
  // A minute may end between two calls: the day's ten end them then.
  const calls = Array.from({ length: 11 }, (_, page) => () => canvass.surveys.list({ page: page + 2 }));
  await assert.rejects(async () => {
    for (const call of calls) await call();
  }, { kind: "rate_limited" });
  await world.stop();
});

test("a_wrong_option_is_named_and_nothing_starts", async () => {
  for (const [options, message] of [
    [{ ports: 8787 }, /^There is no option "ports"\. The options are: port, data, site, origin, reviewers, env\.$/],
    [{ port: Number("none") }, /^The option "port" must be a whole number from 0 to 65533, not NaN\./],
    [{ port: "8787" }, /^The option "port" must be/],
    [{ port: 65_534 }, /^The option "port" must be/],
    [{ reviewers: "ada@example.com" }, /^The option "reviewers" must be a list/],
  ]) {
    const started = startCanvass(options);
    await assert.rejects(started.finally(async () => (await started.catch(() => undefined))?.stop()), { message });
  }
  const world = await theWorld();
  await assert.rejects(world.signIn("owner", { scope: ["surveys_read"] }), { kind: "configuration", path: "scope" });
  await assert.rejects(world.signIn("owner", { scopes: "surveys_read" }), { kind: "configuration", path: "scopes" });
});

test("what_does_not_start_says_what_helps", async () => {
  const server = createServer();
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address();
  await assert.rejects(startCanvass({ port }), new RegExp(`Port ${port} is in use`));
  await new Promise((done) => server.close(done));
  for (const [packages, message] of [
    [[SDK], /needs the package @canvass\/local: run npm install --save-dev @canvass\/local/],
    [[SDK, LOCAL], /needs the package workerd, which npm installs with @canvass\/local/],
  ]) {
    const bare = mkdtempSync(join(tmpdir(), "canvass-bare-"));
    install(bare, packages, { workerd: false });
    const { ended, printed } = program('import { startCanvass } from "@canvass/sdk/testing"; await startCanvass();', bare);
    assert.equal((await ended).code, 1);
    assert.match(printed(), message);
    rmSync(bare, { recursive: true, force: true });
  }
});

const STARTS = `import { startCanvass } from "@canvass/sdk/testing";
import { readdirSync, readFileSync } from "node:fs";
const { origin } = await startCanvass();
const pid = readdirSync("/proc").find((pid) => /^\\d+$/.test(pid) && about(pid).includes(new URL(origin).host));
function about(pid) { try { return readFileSync("/proc/" + pid + "/environ", "utf8"); } catch { return ""; } }
const config = readFileSync("/proc/" + pid + "/cmdline", "utf8").split("\\0").find((word) => word.endsWith(".capnp"));
console.log(JSON.stringify({ pid: Number(pid), config }));
`;

test("nothing_is_left_behind_however_the_program_ends", { skip: !existsSync("/proc/self/environ") }, async () => {
  for (const [source, expected] of [
    [STARTS, { code: 0, signal: null }],
    [`${STARTS} throw new Error("of this test");`, { code: 1, signal: null }],
    [`${STARTS} setInterval(() => {}, 1000);`, { code: null, signal: "SIGKILL" }],
  ]) {
    const { child, printed, ended } = program(source);
    await eventually(() => printed().includes("}\n"), () => `it started nothing: ${printed()}`, 40);
    const { pid, config } = JSON.parse(printed().split("\n")[0]);
    if (expected.signal !== null) {
      assert.ok(isAlive(pid));
      child.kill(expected.signal);
    }
    const late = new Promise((done) => setTimeout(done, 10_000, "it runs on").unref());
    const how = await Promise.race([ended, late]);
    child.kill("SIGKILL");
    assert.deepEqual(how, expected, printed());
    await eventually(() => !isAlive(pid), "workerd is left behind");
    await eventually(() => !existsSync(config), "the folder is left behind");
  }
});
