// The program of docs/DEPLOYMENT.md that runs a Worker in plain workerd: it keeps others out of its data, and its end
// is seen.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { pathToFileURL } from "node:url";
import { root } from "../../scripts/run.mjs";
import { eventually } from "./eventually.mjs";
import { freeRange } from "./free_ports.mjs";

const folder = mkdtempSync(join(tmpdir(), "canvass-deployment-"));
after(() => rmSync(folder, { recursive: true, force: true }));

const guide = readFileSync(join(root, "docs", "DEPLOYMENT.md"), "utf8");
const [, documented] = /```javascript\n(\/\/ serve\.mjs.*?)```/s.exec(guide);

/** The rows of the table of routes. */
const [, routes] = /\n## Routes\n(.*?)\n## /s.exec(guide);

test("the_table_of_routes_has_every_path_of_the_service_and_every_file", () => {
  const source = (...path) => readFileSync(join(root, "src", ...path), "utf8");
  const strings = (text) => [...text.matchAll(/"([^"]+)"/g)].map(([, string]) => string);
  const [, segments] = /pub fn handles_path.*?matches!\(first, (.*?)\)/s.exec(source("service", "mod.rs"));
  const [, files] = /const FILES: .* = &\[(.*?)\];/.exec(source("gateway", "static_files.rs"));
  const pages = source("spec", "content.rs").match(/const [A-Z_]+_PATH: &str = ".*";/g).join("\n");
  const paths = [
    ...strings(segments).map((segment) => (segment === "apps" ? "/apps/" : `/${segment}/…`)),
    ...strings(files),
    ...strings(pages),
    ...["/assets/…", "/sdk/…", "/docs/…"],
  ];
  assert.ok(paths.length > 15, paths.join(" "));
  assert.deepEqual(paths.filter((path) => !routes.includes(`\`${path}\``) && !routes.includes(`GET ${path}\``)), []);
});

test("the_declarations_of_the_worker_entry_name_every_path_and_file_of_the_gateway", () => {
  const [code, declared] = ["worker.js", "worker.d.ts"].map((file) => readFileSync(join(root, "pkg", "src", file), "utf8"));
  const prefixes = [...code.match(/const PREFIXES = \[(.*?)\];/s)[1].matchAll(/"(.*)"/g)].map(([, prefix]) => prefix);
  assert.ok(prefixes.length > 10);
  const described = (name) => declared.split("/**").find((part) => new RegExp(`^  readonly ${name}\\b|^export declare function ${name}\\b`, "m").test(part));
  assert.deepEqual(prefixes.filter((prefix) => !described("isGatewayPath").includes(`\`${prefix}\``)), []);
  const [, listed] = /With the binding `ASSETS`, the gateway serves (.*?)with its own/s.exec(guide);
  const files = [...listed.matchAll(/`([\w.]+[\w./]*)`/g)].map(([, file]) => file);
  assert.ok(files.length > 8);
  assert.deepEqual(files.filter((file) => !described("ASSETS").includes(`\`/${file}\``)), []);
});

/**
 * Runs the documented program, with the Worker that the tests build and a free port. It prints the process of workerd.
 */
async function program() {
  const port = await freeRange();
  const replacements = {
    "./scripts/worker.mjs": pathToFileURL(join(root, "scripts", "worker.mjs")),
    "/var/lib/canvass": join(folder, "data"),
    '"service"': '"local"',
    "port: 8787": `port: ${port}`,
    "await endWith": "const worker = await endWith",
  };
  const text = Object.entries(replacements).reduce((text, [from, to]) => {
    assert.ok(text.includes(from), from);
    return text.replace(from, to);
  }, documented);
  const file = join(folder, `serve-${port}.mjs`);
  writeFileSync(file, `${text}\nconsole.log(\`workerd \${worker.pid} serves\`);\n`);
  const child = spawn(process.execPath, [file], { cwd: root, stdio: ["ignore", "pipe", "pipe"] });
  const printed = { out: "", error: "" };
  child.stdout.setEncoding("utf8").on("data", (text) => (printed.out += text));
  child.stderr.setEncoding("utf8").on("data", (text) => (printed.error += text));
  const ended = once(child, "close").then(([code]) => ({ code, ...printed }));
  const kill = () => child.kill("SIGKILL");
  process.once("exit", kill);
  ended.then(() => process.off("exit", kill));
  const workerd = () => Number(/workerd (\d+) serves/.exec(printed.out)?.[1]);
  return { child, ended, workerd, healthy: async () => (await fetch(`http://127.0.0.1:${port}/healthz`)).ok };
}

test("the_documented_program_keeps_others_out_of_its_data_and_stops_at_a_signal", async () => {
  const first = await program();
  await eventually(first.workerd, "it does not serve", 20);
  assert.ok(await first.healthy());
  const second = await (await program()).ended;
  assert.equal(second.code, 1);
  assert.match(second.error, /Canvass already runs in /);
  first.child.kill("SIGTERM");
  assert.equal((await first.ended).code, 143);
});

test("the_documented_program_fails_when_workerd_ends_by_itself", async () => {
  const running = await program();
  await eventually(running.workerd, "it does not serve", 20);
  process.kill(running.workerd(), "SIGKILL");
  const { code, error } = await running.ended;
  assert.equal(code, 1);
  assert.match(error, /workerd ended unexpectedly/);
});
