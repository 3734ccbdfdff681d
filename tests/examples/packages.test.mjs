// The packages that the examples depend on are those that they are tested with.

import assert from "node:assert/strict";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { root } from "../../scripts/run.mjs";
import { place } from "../consumers/programs.mjs";

const read = (...path) => JSON.parse(readFileSync(join(...path, "package.json"), "utf8"));

test("every_example_names_the_versions_that_it_is_tested_with", () => {
  // The example in Rust is part of the crate and has no package.
  const hasPackage = ({ name }) => existsSync(join(root, "examples", name, "package.json"));
  const folders = readdirSync(join(root, "examples"), { withFileTypes: true }).filter((entry) => entry.isDirectory() && hasPackage(entry));
  assert.equal(folders.length, 7);
  for (const { name } of folders) {
    const { dependencies, devDependencies } = read(root, "examples", name);
    assert.ok("@canvass/sdk" in dependencies, name);
    for (const [dependency, wanted] of Object.entries({ ...dependencies, ...devDependencies })) {
      const { version } = read(place, "node_modules", dependency);
      assert.equal(wanted, dependency.startsWith("@canvass/") ? `^${version}` : version, `${name}: ${dependency}`);
    }
  }
});
