// The twins: the SDK's compiled parts translated into plain JavaScript, for pages whose policy forbids WebAssembly.

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Failure, bin, root, run } from "./run.mjs";

/** What the translation does not know and the glue can do without: the glue then keeps the page's objects itself. */
const UNKNOWN = ["multivalue", "reference-types"];

/** What is left to the optimiser. */
const FEATURES = ["mutable-globals", "sign-ext", "nontrapping-float-to-int", "bulk-memory"].map((feature) => `--enable-${feature}`);

/** What JavaScript has no operators for is put in simpler terms. */
const LOWERED = ["--signext-lowering", "--llvm-nontrapping-fptoint-lowering", "--llvm-memory-copy-fill-lowering"];

/** Writes `NAME_twin.js` into the folder `made`: the compiled crate `wasm`, with glue that `bindgen` gives its flags. */
export function buildTwin({ wasm, name, flags, made }) {
  const plain = join(made, `${name}_twin.wasm`);
  writeFileSync(plain, withoutFeatures(readFileSync(wasm), UNKNOWN));
  run("wasm-bindgen", [plain, "--target", "web", "--out-dir", made, "--out-name", `${name}_twin_glue`, ...flags]);
  const bound = join(made, `${name}_twin_glue_bg.wasm`);
  run(bin("wasm-opt"), ["-Oz", "--converge", "--low-memory-unused", "--strip-debug", ...FEATURES, ...LOWERED, bound, "-o", bound]);
  const code = join(made, `${name}_twin_code.js`);
  run(bin("wasm2js"), ["-Oz", ...FEATURES, bound, "-o", code]);
  writeFileSync(code, asFunction(readFileSync(code, "utf8")));
  writeFileSync(join(made, `${name}_twin.js`), withCode(readFileSync(join(made, `${name}_twin_glue.js`), "utf8"), code));
}

/** The translated module as a function of its imports, which the glue gives it, and may give it anew. */
function asFunction(source) {
  const trapping = edited(source.replace(/^import .*$/gm, ""), "throw new Error('abort')", 'throw Object.assign(new Error("unreachable"), { name: "RuntimeError" })');
  // Where there is no room, WebAssembly says so to the code, and the platform throws.
  const body = edited(trapping, "var newBuffer = new ArrayBuffer(newPages << 16);", "try { var newBuffer = new ArrayBuffer(newPages * 65536); } catch { return -1; }");
  const end = body.indexOf("var retasmFunc");
  if (end < 0) {
    throw new Failure("wasm2js writes modules in another form than scripts/twin.mjs knows.");
  }
  return `${body.slice(0, end)}export default asmFunc;\n`;
}

/** The glue of a part that is JavaScript. Memory that grows is another buffer then, and the old one looks as before. */
function withCode(glue, code) {
  const views = glue.matchAll(/ \|\| (cached\w+Memory0)\.(?:byteLength === 0|buffer\.detached === true .*)\) \{$/gm);
  const fresh = [...views].reduce((text, [condition, view]) => edited(text, condition, ` || ${view}.buffer !== wasm.memory.buffer) {`), glue);
  if (!fresh.includes("cachedUint8ArrayMemory0.buffer !== wasm.memory.buffer")) {
    throw new Failure("wasm-bindgen looks at memory in another way than scripts/twin.mjs knows.");
  }
  // A part that keeps no references has nothing to do at its start.
  const restarting = edited(fresh, "    wasm.__wbindgen_start();", "    wasm.__wbindgen_start?.();");
  const platform = join(root, "pkg", "src", "twin.ts");
  return `import code from ${JSON.stringify(code)};
import { platformOf } from ${JSON.stringify(platform)};
const WebAssembly = platformOf(code);
${restarting}
export { __wbg_reset_state as reset };
`;
}

function edited(text, from, to) {
  if (text.split(from).length !== 2) {
    throw new Failure(`A twin cannot be made: "${from}" does not stand in it once.`);
  }
  return text.replace(from, () => to);
}

/** A module that says of itself that it was compiled without some features, which is what the glue goes by. */
export function withoutFeatures(bytes, unwanted) {
  const pieces = [bytes.subarray(0, HEADER)];
  for (const { start, end, name, body } of sections(bytes)) {
    pieces.push(name === "target_features" ? section(name, remaining(body, unwanted)) : bytes.subarray(start, end));
  }
  return Buffer.concat(pieces);
}

const HEADER = 8;
const CUSTOM = 0;

/** The sections of a module; custom ones have a name, and their body begins behind it. */
function* sections(bytes) {
  for (let start = HEADER; start < bytes.length; ) {
    const size = number(bytes, start + 1);
    const end = size.next + size.value;
    const length = bytes[start] === CUSTOM ? number(bytes, size.next) : undefined;
    const body = length && length.next + length.value;
    yield { start, end, name: length && bytes.toString("utf8", length.next, body), body: bytes.subarray(body, end) };
    start = end;
  }
}

/** A list of features without some: each is a mark and a name. */
function remaining(body, unwanted) {
  const { value: count, next } = number(body, 0);
  const kept = [];
  for (let at = next, index = 0; index < count; index += 1) {
    const { value, next } = number(body, at + 1);
    if (!unwanted.includes(body.toString("utf8", next, next + value))) kept.push(body.subarray(at, next + value));
    at = next + value;
  }
  return Buffer.concat([numbered(kept.length), ...kept]);
}

function section(name, body) {
  const content = Buffer.concat([numbered(name.length), Buffer.from(name), body]);
  return Buffer.concat([Buffer.from([CUSTOM]), numbered(content.length), content]);
}

/** A number as WebAssembly writes it, seven bits a byte, and the place behind it. */
function number(bytes, at) {
  let value = 0;
  for (let shift = 0; ; shift += 7) {
    const byte = bytes[at++];
    value += (byte & 127) * 2 ** shift;
    if (byte < 128) return { value, next: at };
  }
}

function numbered(value) {
  const bytes = [];
  for (; value > 127; value >>>= 7) bytes.push((value & 127) | 128);
  return Buffer.from([...bytes, value]);
}
