// Builds the modules of documents, and reads files by programs that others wrote: pyreadstat and openpyxl, in a virtual
// environment in target/.

import { build } from "esbuild";
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { pathToFileURL } from "node:url";
import { hashOf, root, run, target } from "../../scripts/run.mjs";

/** The SDK as the modules see it: only its dates. */
const sdk = { name: "sdk", setup: (builder) => builder.onResolve({ filter: /^\/sdk\// }, () => ({ path: join(root, "pkg", "src", "dates.ts") })) };

/** Imports a module by its path below www/src/documents. */
export async function load(name) {
  const folder = join(target, "documents", "modules");
  mkdirSync(folder, { recursive: true });
  const outfile = join(folder, `${basename(name)}-${process.pid}.mjs`);
  await build({ entryPoints: [join(root, "www", "src", "documents", `${name}.ts`)], bundle: true, format: "esm", outfile, plugins: [sdk], logLevel: "error" });
  return import(pathToFileURL(outfile).href);
}

/** The path of Python with the readers. */
export function python() {
  const folder = join(target, "documents", "python");
  const requirements = join(root, "tests", "documents", "requirements.txt");
  const stamp = join(folder, ".installed");
  const expected = hashOf([requirements]);
  if (!existsSync(stamp) || readFileSync(stamp, "utf8") !== expected) {
    const failure = "The readers of documents could not be installed. They need Python 3 with venv: on Debian, apt-get install python3-venv.";
    run("python3", ["-m", "venv", folder], { failure });
    run(join(folder, "bin", "pip"), ["install", "--quiet", "--disable-pip-version-check", "-r", requirements], { failure });
    writeFileSync(stamp, expected);
  }
  return join(folder, "bin", "python");
}

/** Writes the chunks to a file of this name, and returns the JSON that a program prints for its path. */
export async function readBack(name, chunks, program) {
  const folder = mkdtempSync(join(tmpdir(), "canvass-documents-"));
  try {
    const path = join(folder, name);
    const bytes = [];
    for await (const chunk of chunks) bytes.push(chunk);
    writeFileSync(path, Buffer.concat(bytes));
    return JSON.parse(execFileSync(python(), ["-c", program, path], { encoding: "utf8", maxBuffer: 1 << 28, env: { ...process.env, PYTHONUTF8: "1" } }));
  } finally {
    rmSync(folder, { recursive: true });
  }
}
