// JavaScript fallbacks: the SDK's compiled parts translated by wasm2js, for pages whose policy forbids WebAssembly.

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Failure, bin, root, run } from "./run.mjs";

/**
 * Features that wasm2js does not support. Without them, the glue stores references to JavaScript objects in a table of
 * its own.
 */
const UNSUPPORTED = ["multivalue", "reference-types"];

/** Features that the optimiser may assume. */
const FEATURES = ["mutable-globals", "sign-ext", "nontrapping-float-to-int", "bulk-memory"].map((feature) => `--enable-${feature}`);

/** Instructions without a JavaScript operator are replaced by simpler ones. */
const LOWERED = ["--signext-lowering", "--llvm-nontrapping-fptoint-lowering", "--llvm-memory-copy-fill-lowering"];

/** Writes `NAME_fallback.js` into the folder `out`, from the compiled crate `wasm`; `flags` are for wasm-bindgen. */
export function buildFallback({ wasm, name, flags, out }) {
  const plain = join(out, `${name}_fallback.wasm`);
  writeFileSync(plain, withoutFeatures(readFileSync(wasm), UNSUPPORTED));
  run("wasm-bindgen", [plain, "--target", "web", "--out-dir", out, "--out-name", `${name}_fallback_glue`, ...flags]);
  const bound = join(out, `${name}_fallback_glue_bg.wasm`);
  run(bin("wasm-opt"), ["-Oz", "--converge", "--low-memory-unused", "--strip-debug", ...FEATURES, ...LOWERED, bound, "-o", bound]);
  const code = join(out, `${name}_fallback_code.js`);
  run(bin("wasm2js"), ["-Oz", ...FEATURES, bound, "-o", code]);
  writeFileSync(code, asFunction(readFileSync(code, "utf8")));
  writeFileSync(join(out, `${name}_fallback.js`), withCode(readFileSync(join(out, `${name}_fallback_glue.js`), "utf8"), code));
}

/** The translated module as a function of its imports, so that the glue can instantiate it again after a crash. */
function asFunction(source) {
  const trapping = edited(source.replace(/^import .*$/gm, ""), "throw new Error('abort')", 'throw Object.assign(new Error("unreachable"), { name: "RuntimeError" })');
  // If memory cannot grow, WebAssembly returns -1 to the code, whereas an ArrayBuffer throws.
  const body = edited(trapping, "var newBuffer = new ArrayBuffer(newPages << 16);", "try { var newBuffer = new ArrayBuffer(newPages * 65536); } catch { return -1; }");
  const end = body.indexOf("var retasmFunc");
  if (end < 0) {
    throw new Failure("The output of wasm2js has changed: adapt asFunction in scripts/fallback.mjs.");
  }
  return `${body.slice(0, end)}export default asmFunc;\n`;
}

/**
 * The glue of a fallback. When its memory grows, it gets a new buffer and the old one is not detached, so views compare
 * buffers.
 */
function withCode(glue, code) {
  const views = glue.matchAll(/ \|\| (cached\w+Memory0)\.(?:byteLength === 0|buffer\.detached === true .*)\) \{$/gm);
  const fresh = [...views].reduce((text, [condition, view]) => edited(text, condition, ` || ${view}.buffer !== wasm.memory.buffer) {`), glue);
  if (!fresh.includes("cachedUint8ArrayMemory0.buffer !== wasm.memory.buffer")) {
    throw new Failure("The output of wasm-bindgen has changed: adapt withCode in scripts/fallback.mjs.");
  }
  // Without reference types a part may have no start function.
  const restarting = edited(fresh, "    wasm.__wbindgen_start();", "    wasm.__wbindgen_start?.();");
  const platform = join(root, "pkg", "src", "parts", "fallback_platform.ts");
  return `import code from ${JSON.stringify(code)};
import { platformOf } from ${JSON.stringify(platform)};
const WebAssembly = platformOf(code);
${restarting}
export { __wbg_reset_state as reset };
`;
}

function edited(text, from, to) {
  if (text.split(from).length !== 2) {
    throw new Failure(`The JavaScript fallback cannot be made: the code must contain "${from}" exactly once.`);
  }
  return text.replace(from, () => to);
}

/** The module with some features removed from its own list, which decides how wasm-bindgen generates the glue. */
export function withoutFeatures(bytes, unwanted) {
  const parts = [bytes.subarray(0, HEADER)];
  for (const { start, end, name, body } of sections(bytes)) {
    parts.push(name === "target_features" ? section(name, withoutUnwanted(body, unwanted)) : bytes.subarray(start, end));
  }
  return Buffer.concat(parts);
}

const HEADER = 8;
const CUSTOM = 0;

/** The sections of a module. Custom sections have a name, which precedes their body. */
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

/** A list of features without the unwanted ones. Each is a prefix byte and a name. */
function withoutUnwanted(body, unwanted) {
  const { value: count, next } = number(body, 0);
  const features = [];
  for (let at = next, index = 0; index < count; index += 1) {
    const { value, next } = number(body, at + 1);
    if (!unwanted.includes(body.toString("utf8", next, next + value))) features.push(body.subarray(at, next + value));
    at = next + value;
  }
  return Buffer.concat([leb128(features.length), ...features]);
}

function section(name, body) {
  const content = Buffer.concat([leb128(name.length), Buffer.from(name), body]);
  return Buffer.concat([Buffer.from([CUSTOM]), leb128(content.length), content]);
}

/** Reads a LEB128 number, seven bits a byte, and returns it with the offset after it. */
function number(bytes, at) {
  let value = 0;
  for (let shift = 0; ; shift += 7) {
    const byte = bytes[at++];
    value += (byte & 127) * 2 ** shift;
    if (byte < 128) return { value, next: at };
  }
}

function leb128(value) {
  const bytes = [];
  for (; value > 127; value >>>= 7) bytes.push((value & 127) | 128);
  return Buffer.from([...bytes, value]);
}
