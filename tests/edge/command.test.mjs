// The command of @canvass/local, as it is packed: what it serves and prints, its options, its errors, and how it ends.

import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";
import { root } from "../../scripts/run.mjs";
import { eventually } from "./eventually.mjs";
import { freeRange } from "./free_ports.mjs";
import { LOCAL, install } from "./packed.mjs";
import { signedIn } from "./people.mjs";
import { fakeService } from "./upstream.mjs";

const project = mkdtempSync(join(tmpdir(), "canvass-project-"));
after(() => rmSync(project, { recursive: true, force: true }));
install(project, [LOCAL]);

const addressOf = (file) => pathToFileURL(join(project, "node_modules", "@canvass", "local", "src", file)).href;
const packed = (file) => import(addressOf(file));
const { startLocal } = await packed("index.js");
const { readOptions } = await packed("command.js");
const { packagedParts } = await packed("parts.js");
const { startWorkerd, whyNot } = await packed("workerd.js");
const FOLDERS = addressOf("folders.js");
const { checkVersions, claimFolder, deleteData, recordVersions, storedSecrets } = await packed("folders.js");
const { refusal } = await packed("ports.js");

const manifest = JSON.parse(readFileSync(join(project, "node_modules", "@canvass", "local", "package.json"), "utf8"));

/** Runs the command in the project. */
function command(args, env = {}) {
  const script = join(project, "node_modules", "@canvass", "local", manifest.bin["canvass-local"]);
  const child = spawn(process.execPath, [script, ...args.map(String)], { cwd: project, env: { ...process.env, ...env }, stdio: ["ignore", "pipe", "pipe"] });
  const texts = ["", ""];
  [child.stdout, child.stderr].forEach((stream, at) => stream.setEncoding("utf8").on("data", (text) => (texts[at] += text)));
  const ended = once(child, "close").then(([code, signal]) => ({ code, signal, out: texts[0], error: texts[1] }));
  const kill = () => child.kill("SIGKILL");
  process.once("exit", kill);
  ended.then(() => process.off("exit", kill));
  return { child, out: () => texts[0], ended };
}

/** Runs it until it serves. */
async function serving(args, env) {
  const running = command(args, env);
  await eventually(() => running.out().includes("Ready after"), "it does not serve", 20);
  return running;
}

/** Runs it until it ends. If it serves instead, it is killed. */
async function refused(args, env) {
  const { child, out, ended } = command(args, env);
  child.stdout.on("data", () => out().includes("Ready after") && child.kill("SIGKILL"));
  return ended;
}

/** Stops it with Ctrl-C. */
async function stopped({ child, ended }) {
  child.kill("SIGINT");
  return ended;
}

const sandboxAt = async (origin) => (await fetch(`${origin}/sandbox`, { headers: { "X-Canvass": "1" } })).json();

test("the_command_serves_the_whole_service_and_prints_its_urls_people_and_apps", async () => {
  const port = await freeRange();
  const origin = `http://127.0.0.1:${port}`;
  const running = await serving(["--port", port]);
  const { people, apps } = await sandboxAt(origin);
  const printed = running.out();
  for (const url of [`${origin}/`, `${origin}/v3`, `http://127.0.0.1:${port + 1}/v3`, `http://127.0.0.1:${port + 2}/v3`, `${origin}/sandbox/`]) {
    assert.ok(printed.includes(`${url} `) || printed.includes(`${url}\n`), url);
  }
  for (const { email, password } of people.filter(({ password }) => password)) assert.match(printed, new RegExp(`${email} +${password} `));
  for (const { client_id, client_secret } of apps) assert.ok(printed.includes(client_id) && printed.includes(client_secret));
  const [, token, url] = /curl -H "Authorization: bearer (\S+)" (\S+)/.exec(printed);
  assert.ok((await (await fetch(url, { headers: { Authorization: `bearer ${token}` } })).json()).total > 0);
  for (const path of ["/healthz", "/", "/sandbox/", "/docs/", "/docs/sdk/", "/openapi.json", "/sdk/index.js", "/sdk/engine.wasm"]) {
    assert.equal((await fetch(origin + path)).status, 200, path);
  }
  assert.match(printed, /Data is stored in \.canvass\./);
  assert.equal(readFileSync(join(project, ".canvass", ".gitignore"), "utf8"), "*\n", "the data is not committed by mistake");
  const second = await command(["--port", await freeRange()]).ended;
  assert.deepEqual([second.code, second.out], [1, ""]);
  assert.match(second.error, /already runs in .*\.canvass/);
  assert.equal((await stopped(running)).code, 130);
  await assert.rejects(fetch(origin), "nothing is left behind");
});

test("in_front_of_a_remote_service_only_addresses_of_the_api_that_work_are_printed", async () => {
  const service = await fakeService({});
  for (const [env, expected] of [[{}, 0], [{ BEARER_CALLS: "on" }, 1]]) {
    const port = await freeRange();
    const running = await serving(["--port", port, "--data", "remote"], { ...service.vars, ...env });
    const addresses = running.out().match(/http:\S+\/v3\b/g) ?? [];
    assert.deepEqual(addresses, [`http://127.0.0.1:${port}/v3`].slice(0, expected));
    await stopped(running);
  }
  assert.deepEqual(service.requests, []);
  await service.stop();
});

test("data_outlives_the_command_until_fresh_deletes_it", async () => {
  const port = await freeRange();
  const origin = `http://127.0.0.1:${port}`;
  const titles = async (headers) => (await (await fetch(`${origin}/v3/surveys`, { headers })).json()).data.map(({ title }) => title);
  const bearer = async () => ({ Authorization: `bearer ${(await sandboxAt(origin)).tokens.find(({ name }) => name === "owner").token}` });
  const first = await serving(["--port", port, "--data", "other"]);
  assert.ok(["secrets.json", "versions.json"].every((name) => existsSync(join(project, "other", name))));
  const headers = { ...(await bearer()), "Content-Type": "application/json" };
  await fetch(`${origin}/v3/surveys`, { method: "POST", headers, body: JSON.stringify({ title: "Kept" }) });
  await stopped(first);
  const second = await serving(["--port", port, "--data", "other"]);
  assert.ok((await titles(await bearer())).includes("Kept"));
  await stopped(second);
  const third = await serving(["--port", port, "--data", "other", "--fresh"]);
  assert.ok(!(await titles(await bearer())).includes("Kept"));
  await stopped(third);
});

test("data_of_a_newer_version_is_refused_before_anything_starts", async () => {
  const folder = folderWith("newer", { "data/one.txt": "1" });
  storedSecrets(folder);
  recordVersions(folder);
  const file = join(folder, "versions.json");
  const own = JSON.parse(readFileSync(file, "utf8"));
  const newer = JSON.stringify([own[0] + 1, ...own.slice(1)]);
  writeFileSync(file, newer);
  const { code, error } = await refused(["--data", "newer"]);
  assert.equal(code, 1);
  assert.match(error, /The data in .*newer was written by a newer version of Canvass\. Use that version, name another folder, or delete the data with --fresh\./);
  await assert.rejects(startLocal({ data: folder }), { name: "Error", message: /written by a newer version/ });
  assert.equal(readFileSync(file, "utf8"), newer);
  deleteData(folder);
  checkVersions(folder);
  assert.ok(!existsSync(file));
});

test("data_of_which_the_version_cannot_be_read_is_refused_and_stays", async () => {
  const folder = folderWith("damaged", { "data/one.txt": "1" });
  storedSecrets(folder);
  const file = join(folder, "versions.json");
  for (const text of ["", "{}", "[7,", '["7"]', "null"]) {
    writeFileSync(file, text);
    assert.throws(() => checkVersions(folder), { message: /versions\.json is damaged.*delete that file; otherwise delete the data with --fresh\.$/ }, text);
  }
  const { code, error } = await refused(["--data", "damaged"]);
  assert.deepEqual([code, readFileSync(file, "utf8")], [1, "null"]);
  assert.match(error, /versions\.json is damaged/);
  deleteData(folder);
  recordVersions(folder);
  checkVersions(folder);
  assert.deepEqual(readdirSync(folder).sort(), [".gitignore", "secrets.json", "versions.json"], "no incomplete file is left");
});

test("nothing_runs_if_the_versions_of_the_data_cannot_be_recorded", { timeout: 60_000 }, async () => {
  const folder = folderWith("unrecorded", {});
  storedSecrets(folder);
  // A file that is written as a whole and then gets its name.
  mkdirSync(join(folder, "versions.json.new"));
  const port = await freeRange();
  const { code, error } = await refused(["--data", "unrecorded", "--port", port]);
  assert.equal(code, 1);
  assert.match(error, /The data folder .*unrecorded cannot be used: EISDIR/);
  await assert.rejects(startLocal({ data: folder, port }), { name: "Error", message: /cannot be used: EISDIR/ });
  await assert.rejects(fetch(`http://127.0.0.1:${port}/healthz`), TypeError);
});

test("the_quota_of_the_command_is_that_of_the_consoles_app", async () => {
  const port = await freeRange();
  const running = await serving(["--port", port, "--quota", "7/9", "--data", "quota"]);
  const origin = `http://127.0.0.1:${port}`;
  const { people } = await sandboxAt(origin);
  const { cookie } = await signedIn({ origin }, people.find(({ key }) => key === "owner"));
  const { headers } = await fetch(`${origin}/api/v3/users/me`, { headers: { Cookie: cookie, "X-Canvass": "1" } });
  assert.deepEqual(["minute", "day"].map((unit) => headers.get(`x-ratelimit-app-global-${unit}-limit`)), ["7", "9"]);
  await stopped(running);
});

test("a_quota_without_a_limit_per_minute_is_an_argument_like_any_other", () => {
  for (const args of [["--quota", "-/500"], ["--quota=-/500"], ["--port", "9000", "--quota", "-/500", "--fresh"]]) {
    assert.equal(readOptions(args, { data: "data" }).quota, "-/500", args.join(" "));
  }
  assert.throws(() => readOptions(["--quota", "-/all"], { data: "data" }), /"-\/all" is not a quota/);
});

test("an_option_that_is_not_valid_is_explained", async () => {
  for (const [args, message, env] of [
    [["--port", "x"], /"x" is not a port\. Use a number from 1 to 65533\./],
    [["--port", "65534"], /"65534" is not a port/],
    [["--quota", "all"], /"all" is not a quota\. Use the requests per minute and per day, such as 120\/500/],
    [["--quota", "1/2"], /--quota works with the local service only/, { AUTH_URL: "https://service.example" }],
    [["--colour"], /Unknown option '--colour'.*npx @canvass\/local \[OPTIONS\]/s],
  ]) {
    const { code, out, error } = await command(args, env).ended;
    assert.deepEqual([code, out], [1, ""]);
    assert.match(error, message);
    assert.doesNotMatch(error, /\n\s+at /, "there is no stack trace");
  }
});

test("a_workerd_that_does_not_start_says_why", async () => {
  const data = folderWith("unstarted", {});
  const started = (...under) => startWorkerd({ ...packagedParts(data), dataDir: data, under });
  await assert.rejects(started("false"), { message: "workerd ended with the exit code 1 before it listened." });
  await assert.rejects(started("sh", "-c", "echo printed; kill -KILL $$"), { message: "workerd was ended by the signal SIGKILL before it listened. The system may have too little memory.\nprinted" });
  // The system reports the missing interpreter as a missing file, as Alpine does for workerd.
  const script = join(folderWith("scripts", { "no_interpreter": "#!/nowhere/sh\n" }), "no_interpreter");
  chmodSync(script, 0o700);
  await assert.rejects(started(script), { message: /cannot be executed on this machine: spawn .*no_interpreter ENOENT\. The file is there, .* needs glibc/ });
  await assert.rejects(started(`${script}.not`), { message: /cannot be executed on this machine: spawn .*no_interpreter\.not ENOENT\.$/ });
  assert.equal(whyNot("late"), "workerd did not listen within 20 seconds. This machine may be too slow or too busy for it: try again.");
});

test("a_signal_stops_the_command_also_while_it_starts", async () => {
  const port = await freeRange();
  // Without an answer to the health check, the start has no end.
  const { child, ended } = command(["--port", port, "--data", "early"], beginningWith("globalThis.fetch = () => new Promise(() => {})"));
  await eventually(() => fetch(`http://127.0.0.1:${port}/healthz`).catch(() => null), "workerd does not serve", 20);
  child.kill("SIGTERM");
  const { code, out, error } = await ended;
  assert.deepEqual([code, out, error], [143, "", ""], "also as the first process of a container, where only a handler ends it");
  assert.ok(!existsSync(join(project, "early", "running")), "the folder is not claimed any more");
  await assert.rejects(fetch(`http://127.0.0.1:${port}/healthz`), TypeError);
});

test("a_signal_lets_open_requests_end_and_a_second_one_does_not", { timeout: 60_000 }, async () => {
  const moment = () => new Promise((go) => setTimeout(go, 300));
  for (const [signals, answer] of [[1, 200], [2, "broken"]]) {
    const port = await freeRange();
    const { child, ended } = await serving(["--port", port, "--data", "stopped"]);
    const at = (path, init) => fetch(`http://127.0.0.1:${port}${path}`, init);
    const own = { "X-Canvass": "1", "Content-Type": "application/json" };
    const { tokens } = await (await at("/sandbox", { headers: own })).json();
    const { token } = tokens.find(({ region, scopes }) => region === "us" && scopes.includes("users_read"));
    const made = await at("/sandbox/faults", { method: "POST", headers: own, body: JSON.stringify({ path: "/v3/users/me", delay: 2000 }) });
    assert.ok(made.ok, await made.text());
    const open = at("/v3/users/me", { headers: { Authorization: `bearer ${token}` } }).then(({ status }) => status, () => "broken");
    // The request has arrived, and is delayed.
    await moment();
    for (let sent = 0; sent < signals; sent += 1) {
      child.kill("SIGTERM");
      await moment();
    }
    assert.deepEqual([await open, (await ended).code], [answer, 143], `signals: ${signals}`);
  }
});

test("a_folder_for_temporary_data_that_cannot_be_written_is_named", () => {
  const script = `import { startLocal } from ${JSON.stringify(addressOf("index.js"))}; await startLocal().catch(({ name, message }) => console.log(message));`;
  const { stdout } = spawnSync(process.execPath, ["--input-type=module", "-e", script], { encoding: "utf8", env: { ...process.env, TMPDIR: join(project, "missing") } });
  assert.match(stdout, /^The data folder .*missing cannot be used: ENOENT: .*\. Name a new folder where this user may write\.\n$/);
});

test("a_port_that_is_in_use_is_named", async (t) => {
  const port = await freeRange();
  const server = createServer().listen(port + 1, "127.0.0.1");
  await once(server, "listening");
  t.after(() => server.close());
  const { code, error } = await command(["--port", port, "--data", "ports"]).ended;
  assert.equal(code, 1);
  assert.match(error, new RegExp(`Port ${port + 1} is in use`));
  await assert.rejects(startLocal({ port, data: join(project, "ports") }), /is in use/);
  assert.ok(!existsSync(join(project, "ports", "versions.json")), "the data is still that of an earlier version");
});

test("a_port_that_this_user_may_not_use_is_not_called_in_use", () => {
  assert.match(refusal(80, "EACCES"), /^Port 80 is reserved.*EACCES.*1024/);
  assert.match(refusal(80, "EADDRNOTAVAIL"), /^Port 80 cannot be used \(EADDRNOTAVAIL\)/);
});

/** A folder of the project with these files. */
function folderWith(name, files) {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(join(project, name, path, ".."), { recursive: true });
    writeFileSync(join(project, name, path), content);
  }
  return join(project, name);
}

/** All files below a folder with their contents. */
const contents = (folder) =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
      .map((path) => [path, readFileSync(path, "utf8")]),
  );

test("a_folder_with_files_of_others_is_refused_and_not_changed", async () => {
  const folder = folderWith("app", { ".gitignore": "dist\n", "data/mine.txt": "mine", "www/index.html": "mine" });
  const before = contents(folder);
  for (const args of [[], ["--fresh"]]) {
    const { code, error } = await refused(["--data", "app", ...args]);
    assert.equal(code, 1);
    assert.match(error, /The data folder .*app contains other files, such as (data|www)\. Name an empty or new folder\./);
    assert.doesNotMatch(error, /\n\s+at /, "there is no stack trace");
  }
  await assert.rejects(startLocal({ data: folder, site: join(folder, "www") }), { name: "Error", message: /contains other files/ });
  assert.deepEqual(contents(folder), before);
  for (const [name, secrets] of [["keys_of_others", '{"token":"mine"}'], ["broken_keys", ""], ["half_keys", '{"SESSION_KEYS":"x"}']]) {
    const other = folderWith(name, { "secrets.json": secrets, "data/mine.txt": "mine" });
    const { code, error } = await refused(["--data", name, "--fresh"]);
    assert.equal(code, 1);
    assert.match(error, new RegExp(`${name}/secrets.json does not contain the keys of a local service\\. If Canvass made the folder, delete it`));
    assert.deepEqual(contents(other), { [join(other, "secrets.json")]: secrets, [join(other, "data", "mine.txt")]: "mine" });
  }
});

test("a_first_start_that_was_interrupted_does_not_block_the_next", () => {
  const ended = spawnSync(process.execPath, ["-e", ""]).pid;
  const folder = folderWith("interrupted", { ".gitignore": "# mine\n", "secrets.json.new": "{", [`running/${ended}`]: "", [`running.a1B2c3/${ended}`]: "", [`running.a1B2c4/${process.pid}`]: "" });
  // Killed before they wrote their numbers: one long ago, and one that may still do it.
  for (const name of ["running.a1B2c5", "running.a1B2c6"]) mkdirSync(join(folder, name));
  const earlier = Date.now() / 1000 - 120;
  for (const name of ["running.a1B2c4", "running.a1B2c5"]) utimesSync(join(folder, name), earlier, earlier);
  const release = claimFolder(folder);
  const secrets = storedSecrets(folder);
  release();
  assert.deepEqual(Object.keys(secrets), ["SESSION_KEYS", "SERVICE_KEY"]);
  assert.deepEqual(readdirSync(folder).sort(), [".gitignore", "running.a1B2c4", "running.a1B2c6", "secrets.json"], "the keys have their name when they are complete");
  assert.equal(readFileSync(join(folder, ".gitignore"), "utf8"), "# mine\n");
  claimFolder(folder)();
  assert.deepEqual(storedSecrets(folder), secrets);
});

test("data_that_was_being_deleted_is_never_used_again", () => {
  const folder = folderWith("half", { "data/one.txt": "1", ".deleted-data/two.txt": "2", "data.old/three.txt": "3" });
  storedSecrets(folder);
  recordVersions(folder);
  claimFolder(folder)();
  assert.deepEqual(readdirSync(folder).sort(), [".gitignore", "data", "data.old", "secrets.json", "versions.json"], "the next start deletes what is left, and no copy of others");
  writeFileSync(join(folder, "versions.json"), "[99]");
  assert.throws(() => checkVersions(folder), { message: /newer version/ });
  // Killed after the first step of the deletion.
  const script = `
    import { syncBuiltinESMExports } from "node:module";
    import fs from "node:fs";
    fs.rmSync = () => process.kill(process.pid, "SIGKILL");
    syncBuiltinESMExports();
    const { deleteData } = await import(${JSON.stringify(FOLDERS)});
    deleteData(${JSON.stringify(folder)});`;
  assert.equal(spawnSync(process.execPath, ["--input-type=module", "-e", script]).signal, "SIGKILL");
  assert.deepEqual(readdirSync(folder).sort(), [".deleted-data", ".gitignore", "data.old", "secrets.json", "versions.json"]);
  checkVersions(folder);
  claimFolder(folder)();
  deleteData(folder);
  assert.deepEqual(readdirSync(folder).sort(), [".gitignore", "data.old", "secrets.json"]);
});

test("a_claim_with_files_of_others_is_refused_and_the_file_is_named", () => {
  const ended = spawnSync(process.execPath, ["-e", ""]).pid;
  for (const [name, file] of [["finder", ".DS_Store"], ["nfs", ".nfs0123"], ["zero", "0"], ["zeros", "007"]]) {
    const folder = folderWith(name, { [`running/${file}`]: "", [`running/${ended}`]: "" });
    // In a process of its own, because a loop without an end stops this one.
    const script = `import { claimFolder } from ${JSON.stringify(FOLDERS)}; try { claimFolder(${JSON.stringify(folder)}); } catch ({ message }) { console.log(message); }`;
    const { stdout } = spawnSync(process.execPath, ["--input-type=module", "-e", script], { encoding: "utf8", timeout: 10_000, killSignal: "SIGKILL" });
    assert.match(stdout, new RegExp(`running contains another file: ${file.replace(".", "\\.")}\\. If Canvass made the folder, delete that file; `));
    rmSync(join(folder, "running", file));
    const release = claimFolder(folder);
    writeFileSync(join(folder, "running", file), "");
    assert.throws(() => claimFolder(folder), /already runs in/);
    rmSync(join(folder, "running", file));
    release();
    assert.deepEqual(readdirSync(folder), []);
  }
});

test("the_claim_of_an_earlier_version_counts_while_its_process_runs", () => {
  const ended = spawnSync(process.execPath, ["-e", ""]).pid;
  for (const [name, text] of [["earlier", `${ended}\n`], ["earlier_restarted", `${process.pid}\n`], ["earlier_interrupted", ""]]) {
    const folder = folderWith(name, { ".gitignore": "*\n", process: text });
    claimFolder(folder)();
    assert.deepEqual(readdirSync(folder), [".gitignore"]);
  }
  const running = folderWith("earlier_runs", { process: `${process.ppid}\n` });
  assert.throws(() => claimFolder(running), new RegExp(`already runs in .*earlier_runs, as process ${process.ppid}\\. If it does not, delete .*/process\\.`));
  assert.deepEqual(readdirSync(running), ["process"]);
  const other = folderWith("earlier_other", { process: "The process has steps." });
  claimFolder(other)();
  assert.deepEqual(readdirSync(other), ["process"]);
  assert.throws(() => claimFolder(folderWith("log", { "running.log": "" })), /contains other files, such as running\.log\./);
});

test("a_claim_ends_with_its_process_also_if_a_later_one_has_its_number", { skip: !existsSync("/proc/self/stat") }, () => {
  const child = spawn(process.execPath, ["-e", "process.stdin.resume()"], { stdio: ["pipe", "ignore", "inherit"] });
  after(() => child.kill("SIGKILL"));
  const boot = readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
  const ticks = readFileSync(`/proc/${child.pid}/stat`, "utf8").split(") ").at(-1).split(" ")[19];
  for (const [name, start] of [["rebooted", `another-boot ${ticks}`], ["restarted", `${boot} ${ticks - 1}`]]) {
    const folder = folderWith(name, { [`running/${child.pid}`]: start });
    claimFolder(folder)();
    assert.deepEqual(readdirSync(folder), []);
  }
  for (const [name, start] of [["same", `${boot} ${ticks}`], ["unknown", ""]]) {
    assert.throws(() => claimFolder(folderWith(name, { [`running/${child.pid}`]: start })), new RegExp(`already runs in .*, as process ${child.pid}\\.`));
  }
});

/** Makes a thread one of a system without `/proc`. */
const WITHOUT_PROC = `
    import fs from "node:fs";
    import { syncBuiltinESMExports } from "node:module";
    const { readFileSync } = fs;
    fs.readFileSync = (path, ...rest) => readFileSync(String(path).replace(/^\\/proc\\//, "/absent/"), ...rest);
    syncBuiltinESMExports();`;

for (const [system, before] of [["", ""], ["_without_proc", WITHOUT_PROC]]) {
  test(`a_thread_does_not_take_the_folder_of_another_thread${system}`, { skip: before === "" && !existsSync("/proc/self/stat") }, async () => {
    const script = `${before}
    import { parentPort, workerData } from "node:worker_threads";
    const { claimFolder } = await import(${JSON.stringify(FOLDERS)});
    try {
      claimFolder(workerData.folder);
      parentPort.postMessage("claimed");
      if (workerData.stays) parentPort.once("message", () => {});
    } catch ({ message }) {
      parentPort.postMessage(message);
    }`;
    const begin = async (folder, stays) => {
      const thread = new Worker(new URL(`data:text/javascript,${encodeURIComponent(script)}`), { workerData: { folder, stays } });
      const ended = once(thread, "exit");
      const [answer] = await once(thread, "message");
      return { answer, end: () => (thread.postMessage("end"), ended) };
    };
    const inThread = async (folder) => {
      const { answer, end } = await begin(folder, false);
      await end();
      return answer;
    };
    const folder = join(project, `threads${system}`);
    const first = await begin(folder, true);
    assert.equal(first.answer, "claimed");
    assert.match(await inThread(folder), new RegExp(`already runs in .*, as process ${process.pid}, which is this one`));
    assert.deepEqual(readdirSync(join(folder, "running")), [`${process.pid}`]);
    await first.end();
    assert.equal(await inThread(folder), "claimed");
    assert.deepEqual(readdirSync(folder), [], "the claim ends with the thread");
    const left = folderWith(`left${system}`, { [`running/${process.pid}`]: before === "" ? "another boot 1" : "1.5" });
    assert.equal(await inThread(left), "claimed", "an earlier process had the same number");
  });
}

test("an_action_that_fails_at_the_end_of_a_program_does_not_keep_others_from_running", () => {
  const script = `
    import { atExit } from ${JSON.stringify(addressOf("at_exit.js"))};
    atExit(() => { throw new Error("the first fails"); });
    atExit(() => console.log("the second runs"));
    atExit(() => { throw new Error("the third fails"); });
    atExit(() => console.log("the last runs"));`;
  const { stdout, stderr } = spawnSync(process.execPath, ["--input-type=module", "-e", script], { encoding: "utf8" });
  assert.equal(stdout, "the second runs\nthe last runs\n");
  assert.match(stderr, /fails/);
});

test("of_starts_at_the_same_time_one_claims_the_folder_also_if_its_last_user_was_killed", async () => {
  // They begin together, at a full half second, and end when the input does.
  const claims = (folder) => `
    import { claimFolder } from ${JSON.stringify(FOLDERS)};
    const at = Math.ceil(Date.now() / 500) * 500 + 500;
    while (Date.now() < at);
    try {
      claimFolder(${JSON.stringify(folder)});
      console.log("claimed");
    } catch (error) {
      console.log(error.message);
    }
    process.stdin.resume();`;
  for (let round = 0; round < 4; round += 1) {
    const folder = folderWith(`race${round}`, round % 2 ? { [`running/${spawnSync(process.execPath, ["-e", ""]).pid}`]: "" } : {});
    const starts = Array.from({ length: 4 }, () => spawn(process.execPath, ["--input-type=module", "-e", claims(folder)], { stdio: ["pipe", "pipe", "inherit"] }));
    const ends = starts.map((start) => once(start, "exit"));
    const answers = await Promise.all(starts.map(async ({ stdout }) => String((await once(stdout, "data"))[0])));
    const winner = answers.indexOf("claimed\n");
    assert.deepEqual(answers.filter((_, at) => at !== winner).map((answer) => /already runs in .*, as process (\d+)\./.exec(answer)?.[1]), Array(3).fill(`${starts[winner].pid}`));
    // Those without the folder take nothing from the one that has it.
    for (const [at, start] of starts.entries()) if (at !== winner) start.stdin.end();
    await Promise.all(ends.filter((_, at) => at !== winner));
    assert.deepEqual(readdirSync(folder), ["running"]);
    assert.throws(() => claimFolder(folder), new RegExp(`as process ${starts[winner].pid}\\.`));
    starts[winner].stdin.end();
    await ends[winner];
    assert.deepEqual(readdirSync(folder), []);
  }
});

test("the_files_of_an_app_are_not_copied_onto_or_into_themselves", async () => {
  const folder = join(project, "copied");
  storedSecrets(folder);
  folderWith("copied", { "www/index.html": "mine", "www/built/index.html": "mine" });
  symlinkSync(join(folder, "www"), join(project, "link"));
  const before = contents(folder);
  for (const site of [join(folder, "www"), join(folder, "www", "built"), folder, project, join(project, "link")]) {
    await assert.rejects(startLocal({ data: folder, site }), /is copied to .*copied\/www, and one of the two contains the other\. Build the app/, site);
  }
  assert.deepEqual(contents(folder), before);
});

test("a_folder_that_cannot_be_used_is_named_with_the_reason", async () => {
  folderWith(".", { file: "" });
  for (const [data, reason] of [["file", "EEXIST"], ["file/below", "ENOTDIR"]]) {
    const { code, error } = await refused(["--data", data]);
    assert.equal(code, 1);
    assert.match(error, new RegExp(`The data folder .*${data} cannot be used: ${reason}: .*\\. Name a new folder where this user may write\\.`));
    assert.doesNotMatch(error, /\n\s+at /, "there is no stack trace");
  }
});

test("an_option_overrides_the_variable_of_the_environment", async () => {
  const env = { ALLOWED_ORIGIN: "http://localhost:4000" };
  const port = await freeRange();
  const running = await serving(["--port", port, "--data", "origins", "--origin", "http://localhost:5173"], env);
  const local = await startLocal({ origin: "http://localhost:5173", env });
  for (const gateway of [`http://localhost:${port}`, local.origin]) {
    const allowed = async (origin) => (await fetch(`${gateway}/auth/session`, { headers: { "X-Canvass": "1", Origin: origin } })).headers.get("access-control-allow-origin");
    assert.equal(await allowed("http://localhost:5173"), "http://localhost:5173");
    assert.equal(await allowed("http://localhost:4000"), null);
  }
  await Promise.all([local.stop(), stopped(running)]);
  await assert.rejects(startLocal({ reviewers: ["none"], env: { REVIEWERS: "olivia@northwind.example" } }), /REVIEWERS must be e-mail addresses/);
});

/** Variables that the command sets itself, and those of mail, which stays in the sandbox. */
const NOT_PASSED_ON = ["ORIGIN", "ORIGIN_EU", "ORIGIN_CA", "SESSION_KEYS", "SERVICE_KEY", "MAIL_URL", "MAIL_TOKEN"];

test("every_other_variable_of_a_deployment_is_named_by_the_help_and_passed_on", async () => {
  const [, table] = readFileSync(join(root, "docs", "DEPLOYMENT.md"), "utf8").split("\n## Variables\n");
  const variables = [...table.split("\n## ")[0].split("\n| Binding")[0].matchAll(/^\| \**`([A-Z_]+)`/gm)].map(([, name]) => name);
  assert.ok(variables.length > 20);
  const { out } = await command(["--help"]).ended;
  const named = out.split("Variables that are passed")[1].match(/[A-Z_]{4,}/g);
  assert.deepEqual(variables.filter((name) => !NOT_PASSED_ON.includes(name) && !named.includes(name)), []);
  const port = await freeRange();
  const running = await serving(["--port", port, "--data", "variables"], { KEEP_RESULTS: "off", AGENT_REGISTRATION: "off" });
  const { keep_results } = await (await fetch(`http://127.0.0.1:${port}/auth/session`, { headers: { "X-Canvass": "1" } })).json();
  const { registration_endpoint } = await (await fetch(`http://127.0.0.1:${port}/.well-known/oauth-authorization-server`)).json();
  assert.deepEqual([keep_results, registration_endpoint], [false, undefined]);
  await stopped(running);
  const { error } = await refused(["--data", "variables", "--port", port], { CLIENT_ADDRESS_HEADER: "not a header" });
  assert.match(error, /CLIENT_ADDRESS_HEADER must be the name of a header/);
});

test("variables_of_other_programs_with_names_of_a_remote_service_are_no_mistake", async () => {
  // Those that the Worker refuses without a remote service, and those of which it refuses values.
  const lists = readFileSync(join(root, "src", "gateway", "config", "variable.rs"), "utf8").matchAll(/const (?:API_URLS|OF_REMOTE): .* = \[(.*)\];/g);
  const refusedNames = [...lists].flatMap(([, list]) => JSON.parse(`[${list}]`));
  assert.ok(["API_URL_CA", "CLIENT_SECRET"].every((name) => refusedNames.includes(name)));
  const names = [...refusedNames, "REDIRECT_URI", "PKCE", "UPSTREAM_TIMEOUT"];
  const ofOthers = Object.fromEntries(names.map((name) => [name, "of another program"]));
  const port = await freeRange();
  await stopped(await serving(["--port", port, "--data", "others"], ofOthers));
  const { error } = await refused(["--data", "others", "--port", port], { ...ofOthers, AUTH_URL: "https://service.example" });
  assert.match(error, /^.*\b(API_URL|REGIONS|CLIENT_ID)\b/m);
});

/** Variables with which a program runs a module first. */
const beginningWith = (script) => ({ NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(script)}` });

test("a_health_check_that_a_proxy_may_have_answered_names_the_variable_that_helps", async () => {
  const env = beginningWith("globalThis.fetch = async () => new Response(null, { status: 502 })");
  for (const [value, isNamed] of [["", false], ["1", true]]) {
    const { code, error } = await refused(["--port", await freeRange(), "--data", "proxy"], { ...env, NODE_USE_ENV_PROXY: value });
    assert.equal(code, 1);
    assert.match(error, /health check http:\/\/127\.0\.0\.1:\d+\/healthz failed: status 502/);
    assert.equal(error.includes("set NO_PROXY=127.0.0.1,localhost."), isNamed, error);
  }
});

test("a_version_of_node_that_is_too_old_is_named_before_anything_else_is_loaded", async () => {
  const version = (node) => beginningWith(`Object.defineProperty(process, "versions", { value: { ...process.versions, node: "${node}" } })`);
  const old = await refused(["--port", await freeRange(), "--data", "old"], version("18.20.8"));
  assert.deepEqual([old.code, old.out, old.error], [1, "", "Node.js 20 or newer is needed; this is 18.20.8. Update Node.js.\n"]);
  const { code, out } = await command(["--version"], version("20.0.0")).ended;
  assert.deepEqual([code, out.trim()], [0, manifest.version]);
});

test("help_and_version_are_printed_and_nothing_is_started", async () => {
  const shown = await command(["--help"]).ended;
  assert.deepEqual([shown.code, shown.error], [0, ""]);
  for (const option of ["--port", "--origin", "--data", "--fresh", "--quota", "--help", "--version", "AUTH_URL", "APP_QUOTAS"]) {
    assert.ok(shown.out.includes(option), option);
  }
  assert.deepEqual(await command(["--version"]).ended, { code: 0, signal: null, out: `${manifest.version}\n`, error: "" });
});
