// What scripts/setup.mjs requires of a machine, what it adds, and what it says where it cannot. Rust, rustup and Python
// are replaced by scripts on a path of their own, so that nothing is installed.

import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { pathToFileURL } from "node:url";
import { root } from "../../scripts/run.mjs";
import { OLDEST_NODE, OLDEST_RUST, checkNode } from "../../scripts/setup.mjs";

const place = mkdtempSync(join(tmpdir(), "canvass-machine-"));
after(() => rmSync(place, { recursive: true, force: true }));

/**
 * Calls a function of scripts/setup.mjs with these programs on the path, and returns what it prints and returns, or its
 * failure.
 */
function on(programs, call, env = {}) {
  const folder = mkdtempSync(join(place, "path-"));
  for (const [name, script] of Object.entries(programs)) writeFileSync(join(folder, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  const program = `import * as setup from ${JSON.stringify(pathToFileURL(join(root, "scripts", "setup.mjs")).href)};
    try { console.log(setup.${call} ?? "done"); } catch (error) { console.log(error.constructor.name + ": " + error.message); }`;
  const { stdout } = spawnSync(process.execPath, ["--input-type=module", "-e", program], { env: { ...process.env, PATH: folder, ...env }, encoding: "utf8" });
  return stdout.trim();
}

/** Rust of a version with these commands of cargo. */
const rust = (version, ...commands) => ({
  rustc: `echo "rustc ${version} (59807616e 2026-04-14)"`,
  cargo: `case "$1" in --version${commands.map((name) => `|${name}`).join("")}) echo 1;; *) exit 1;; esac`,
});

test("a_program_that_is_started_by_a_link_runs", () => {
  const link = join(place, "linked.mjs");
  symlinkSync(join(root, "scripts", "doctor.mjs"), link);
  assert.match(spawnSync(process.execPath, [link, "--help"], { encoding: "utf8" }).stdout, /npm run doctor/);
});

test("every_command_of_the_repository_describes_itself_and_does_nothing_else", () => {
  const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  // wrangler.mjs passes all arguments on.
  const own = Object.entries(scripts).filter(([, command]) => !command.includes("wrangler"));
  assert.ok(own.length > 10);
  for (const [name, command] of own) {
    const [, file] = command.split(" ");
    const { stdout, stderr, status } = spawnSync(process.execPath, [join(root, file), "--help"], { encoding: "utf8", timeout: 20_000 });
    assert.equal(status, 0, `${name}: ${stderr}`);
    assert.ok(stdout.startsWith(`npm ${name === "start" || name === "test" ? "" : "run "}${name}`), `${name}: ${stdout}`);
  }
});

test("a_misspelt_option_of_a_command_is_named_before_anything_is_done", () => {
  for (const name of ["setup", "size", "tour"]) {
    const { stderr, status } = spawnSync(process.execPath, [join(root, "scripts", `${name}.mjs`), "--test"], { encoding: "utf8", timeout: 20_000 });
    assert.equal(status, 1, name);
    assert.match(stderr, /--test\b/, name);
  }
});

test("the_scripts_need_the_node_that_the_package_names", () => {
  assert.equal(OLDEST_NODE, "20.11");
  for (const old of ["18.20.4", "20.0.0", "20.9.0", "20.10.0"]) {
    assert.throws(() => checkNode(old), { message: `Node.js 20.11 or newer is needed; this is ${old}. Update Node.js.` });
  }
  for (const enough of ["20.11.0", "20.20.2", "21.0.0", "24.1.0"]) checkNode(enough);
  checkNode();
});

test("an_older_rust_than_that_of_the_crate_is_named", () => {
  const [major, minor] = OLDEST_RUST.split(".").map(Number);
  assert.equal(on({}, "checkRust()"), "Failure: Rust is not installed. Install it with rustup (https://rustup.rs), then try again.");
  assert.match(on(rust(`${major}.${minor - 1}.0`), "checkRust()"), new RegExp(`^Failure: Rust ${OLDEST_RUST} or newer is needed; this is ${major}\\.${minor - 1}\\.0\\. .*rustup update`));
  for (const enough of [`${OLDEST_RUST}.0`, `${major}.${minor + 9}.1-nightly`, `${major + 1}.0.0`]) assert.equal(on(rust(enough), "checkRust()"), "done");
});

test("the_readme_and_the_guide_name_the_versions_that_are_checked", () => {
  const text = (file) => readFileSync(join(root, file), "utf8");
  assert.ok(text("README.md").includes(`Rust ${OLDEST_RUST} or newer`) && text("README.md").includes(`Node.js ${OLDEST_NODE} or newer`));
  assert.ok(text("CONTRIBUTING.md").includes(`Rust ${OLDEST_RUST} (\`Cargo.toml\`) and Node.js ${OLDEST_NODE} (`));
});

test("rustup_adds_the_parts_of_rust_that_a_minimal_installation_lacks", () => {
  const rustup = { rustup: 'echo "rustup $*"' };
  assert.match(on({ ...rust("1.95.0"), ...rustup }, "installComponents()"), /^rustup component add rustfmt clippy$/m);
  assert.match(on({ ...rust("1.95.0", "fmt"), ...rustup }, "installComponents()"), /^rustup component add clippy$/m);
  assert.equal(on({ ...rust("1.95.0", "fmt", "clippy"), ...rustup }, "installComponents()"), "done");
  assert.match(on(rust("1.95.0"), "installComponents()"), /^Failure: Rust lacks rustfmt and clippy, which the tests need\. Install Rust with rustup/);
});

test("cargo_tools_that_were_not_built_lack_what_is_missing_or_cargo_says_why", () => {
  const all = { cc: "", "pkg-config": "" };
  assert.match(on({}, "causeOfFailedTools()"), /They need a C compiler.*apt-get install gcc pkg-config libssl-dev\.$/);
  assert.match(on({ ...all, "pkg-config": '[ "$1" = --version ]' }, "causeOfFailedTools()"), /apt-get install libssl-dev\.$/);
  assert.match(on(all, "causeOfFailedTools()"), /; the output of cargo says why\./);
});

test("the_tests_need_python_with_virtual_environments_and_curl", () => {
  const message = (programs) => on(programs, "installPrograms()");
  assert.match(message({ python3: "exit 1" }), /^Failure: The tests need programs that are missing: on Debian, apt-get install .*curl python3-venv; elsewhere .*install Python 3 with venv\.$/);
  const withoutPip = 'case "$2" in *ensurepip*) exit 1;; esac';
  for (const programs of [{ curl: "" }, { curl: "", python3: withoutPip }]) assert.match(message(programs), /apt-get install .*python3-venv/);
  assert.doesNotMatch(message({ curl: "", python3: "" }), /python3-venv|curl/);
});

test("a_configuration_of_npm_for_production_still_installs_the_tools", () => {
  const folder = join(place, "packages");
  const [dev, optional] = [["a-tool", "dev"], ["a-binary", "optional"]].map(([name, kind]) => {
    mkdirSync(join(folder, name, "package"), { recursive: true });
    writeFileSync(join(folder, name, "package", "package.json"), JSON.stringify({ name, version: "1.0.0" }));
    execFileSync("tar", ["czf", `${name}.tgz`, "-C", name, "package"], { cwd: folder });
    return { [`node_modules/${name}`]: { version: "1.0.0", resolved: `file:${name}.tgz`, [kind]: true } };
  });
  const needs = { devDependencies: { "a-tool": "file:a-tool.tgz" }, optionalDependencies: { "a-binary": "file:a-binary.tgz" } };
  writeFileSync(join(folder, "package.json"), JSON.stringify({ name: "app", version: "1.0.0", ...needs }));
  const packages = { "": { name: "app", version: "1.0.0", ...needs }, ...dev, ...optional };
  writeFileSync(join(folder, "package-lock.json"), JSON.stringify({ name: "app", version: "1.0.0", lockfileVersion: 3, requires: true, packages }));
  for (const env of [{ NODE_ENV: "production" }, { npm_config_omit: "dev" }, { npm_config_omit: "optional" }]) {
    rmSync(join(folder, "node_modules"), { recursive: true, force: true });
    const printed = on({}, `installPackages(${JSON.stringify(folder)})`, { PATH: process.env.PATH, npm_config_offline: "true", ...env });
    assert.match(printed, /npm packages ready/, JSON.stringify(env));
    for (const name of ["a-tool", "a-binary"]) assert.ok(existsSync(join(folder, "node_modules", name)), `${name} with ${JSON.stringify(env)}`);
  }
});

test("cargo_builds_where_the_scripts_look_whatever_its_configuration_says", () => {
  const program = `import { ask, target } from ${JSON.stringify(pathToFileURL(join(root, "scripts", "run.mjs")).href)};
    const { target_directory } = JSON.parse(ask("cargo", ["metadata", "--no-deps", "--offline", "--format-version=1"]));
    console.log(JSON.stringify([target_directory, target]));`;
  const { CARGO_TARGET_DIR, ...others } = process.env;
  for (const named of [undefined, join(place, "named")]) {
    const env = { ...others, CARGO_BUILD_TARGET_DIR: join(place, "elsewhere"), ...(named && { CARGO_TARGET_DIR: named }) };
    const expected = named ?? join(root, "target");
    assert.deepEqual(JSON.parse(execFileSync(process.execPath, ["--input-type=module", "-e", program], { env })), [expected, expected]);
  }
});
