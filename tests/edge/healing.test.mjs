// Parts of the SDK that break down, and platforms that do not take them: in copies of the packed SDK, whose parts are
// their own, in Node.

import assert from "node:assert/strict";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, beforeEach, test } from "node:test";
import { pathToFileURL } from "node:url";
import { root } from "../../scripts/run.mjs";
import { eventually } from "./eventually.mjs";
import { design, json, response } from "./survey.mjs";

const gateway = "https://gateway.example";
const dist = join(root, "pkg", "dist");
const folder = mkdtempSync(join(tmpdir(), "canvass-copies-"));
writeFileSync(join(folder, "package.json"), `{"type":"module"}`);
after(() => rmSync(folder, { recursive: true, force: true }));

/** The entries of another copy of the package. */
async function copied(...entries) {
  const copy = mkdtempSync(join(folder, "copy-"));
  cpSync(dist, copy, { recursive: true, filter: (path) => !/\.(map|d\.ts)$/.test(path) });
  return Promise.all(entries.map((entry) => import(pathToFileURL(join(copy, `${entry}.js`)))));
}

async function caught(promise) {
  return promise.then(
    () => assert.fail("nothing failed"),
    (error) => error,
  );
}

/** Does something on a platform that lacks a global of this name. */
async function without(name, act) {
  const had = Object.getOwnPropertyDescriptor(globalThis, name);
  delete globalThis[name];
  try {
    return await act();
  } finally {
    Object.defineProperty(globalThis, name, had);
  }
}

/**
 * The function of a compiled part that reads beyond the end of its memory from now on, and which of its arguments says
 * where: in the part as it was started first, and not in one that is started anew.
 */
let breaking;
const { instantiate } = WebAssembly;
WebAssembly.instantiate = async (...given) => {
  const made = await instantiate(...given);
  // The platform has a module of its own.
  if (made.instance?.exports.__wbindgen_start === undefined) return made;
  const exports = Object.fromEntries(
    Object.entries(made.instance.exports).map(([name, value]) => [
      name,
      typeof value === "function" ? (...numbers) => value(...(breaking?.[0] === name ? numbers.with(breaking[1], 0xffff0000) : numbers)) : value,
    ]),
  );
  return { module: made.module, instance: { exports } };
};

/** For how many bytes memory has room at a time. */
let room = Infinity;
globalThis.ArrayBuffer = class extends ArrayBuffer {
  constructor(length, ...more) {
    if (length > room) throw new RangeError("Array buffer allocation failed");
    super(length, ...more);
  }
};

/**
 * What is common to the two forms of a part: how it is had, and how it is made to break down at the call of a function.
 */
const FORMS = [
  {
    form: "compiled",
    load: (act) => act(),
    breakAt(name, argument) {
      breaking = [name, argument];
    },
    mend() {},
  },
  {
    form: "plain JavaScript",
    load: (act) => without("WebAssembly", act),
    breakAt() {
      room = STARTED;
    },
    mend() {
      room = Infinity;
    },
  },
];

beforeEach(() => {
  breaking = undefined;
  room = Infinity;
});

/** More bytes than a part has at its start, and fewer than it has with a large text. */
const STARTED = 2_000_000;
const LARGE = "x".repeat(3_000_000);

/** A service whose survey has five responses, two a page. */
function serving() {
  return async (request) => {
    const url = new URL(request.url);
    if (url.pathname.endsWith("/details")) return json(design);
    const page = Number(url.searchParams.get("page") ?? 1);
    const links = { self: "", ...(page < 3 && { next: `https://elsewhere.example/?page=${page + 1}&per_page=100` }) };
    const data = [1, 2, 3, 4, 5].slice(page * 2 - 2, page * 2).map((id) => ({ ...response(id), custom_value: page === 2 ? LARGE : "" }));
    return json({ data, page, per_page: 100, total: 5, links });
  };
}

const idsOf = (text) => text.trim().split("\n").filter(Boolean).map((line) => Number(JSON.parse(line).id));

for (const { form, load, breakAt, mend } of FORMS) {
  test(`an export that breaks down (${form}) fails with its checkpoint, and the next one works`, () =>
    load(async () => {
      const [{ createCanvass, EngineFailedError }] = await copied("index");
      const fetch = serving();
      let answers = 0;
      // The answers are the design, the first page and the second: each is told before the table gets it.
      const onResponse = () => ++answers === 3 && breakAt("export_page", 1);
      const canvass = createCanvass({ gateway, fetch, onResponse });
      const wanted = { survey_id: "7", format: "jsonl" };
      const error = await caught(canvass.exportResponses(wanted));
      mend();
      assert.ok(error instanceof EngineFailedError, error.stack);
      assert.deepEqual([error.kind, error.retryable, error.remedy.action, error.checkpoint], ["engine_failed", true, "retry", "2.100.0"]);
      assert.ok(error.cause instanceof Error);
      assert.deepEqual([idsOf(await error.exported.blob.text()), error.exported.rows], [[1, 2], 2]);
      const { blob, rows } = await canvass.exportResponses(wanted, { from: error.checkpoint });
      assert.deepEqual([idsOf(await blob.text()), rows], [[3, 4, 5], 3]);
    }));
}

test("an engine in plain JavaScript that breaks down is one call's failure, as a compiled one is", () =>
  without("WebAssembly", async () => {
    const [{ createCanvass }] = await copied("index");
    const canvass = createCanvass({ gateway, fetch: async () => json({ data: [], page: 1, per_page: 50, total: 0, links: { self: LARGE } }) });
    await canvass.ready();
    room = STARTED;
    const error = await caught(canvass.surveys.list());
    room = Infinity;
    assert.deepEqual([error.kind, error.cause.name], ["engine_failed", "RuntimeError"]);
    assert.equal((await canvass.surveys.list()).total, 0);
  }));

test("a part that has no room to be restarted is started when there is some", () =>
  without("WebAssembly", async () => {
    const [{ createCanvass }] = await copied("index");
    let answers = 0;
    const onResponse = () => ++answers === 3 && (room = 0);
    const canvass = createCanvass({ gateway, fetch: serving(), onResponse });
    const wanted = { survey_id: "7", format: "jsonl" };
    for (const _ of ["down", "still down"]) assert.equal((await caught(canvass.exportResponses(wanted))).kind, "engine_failed");
    room = Infinity;
    assert.equal((await canvass.exportResponses(wanted)).rows, 5);
  }));

test("what other exports had in a part that broke down is gone, and what is begun afterwards is whole", async () => {
  const [{ createCanvass }] = await copied("index");
  const canvass = createCanvass({ gateway, fetch: serving() });
  const wanted = { survey_id: "7", format: "rows" };
  const ids = async (rows) => (await rows.toArray({ limit: 100 })).map(({ id }) => Number(id));
  const before = await canvass.exportResponses(wanted);
  assert.equal((await before.toArray({ limit: 1 }))[0].id, "1");
  breaking = ["export_page", 1];
  assert.equal((await caught((await canvass.exportResponses(wanted)).toArray({ limit: 1 }))).kind, "engine_failed");
  const behind = await canvass.exportResponses(wanted);
  assert.equal((await behind.toArray({ limit: 1 }))[0].id, "1");
  const error = await caught(ids(before));
  assert.deepEqual([error.kind, error.checkpoint], ["engine_failed", "2.100.0"]);
  assert.deepEqual(await ids(behind), [2, 3, 4, 5]);
  assert.deepEqual(await ids(await canvass.exportResponses(wanted, { from: error.checkpoint })), [3, 4, 5]);
});

test("a count that breaks down is one count's failure, and an argument that it does not know is no breakdown", async () => {
  const wanted = { survey_id: "7", source: "responses" };
  let canvass;
  for (const [name, argument] of [["counting_new", 0], ["counting_responses", 1], ["counting_summary", 0]]) {
    const [{ createCanvass }] = await copied("index");
    canvass = createCanvass({ gateway, fetch: serving() });
    breaking = [name, argument];
    const error = await caught(canvass.summarise(wanted));
    assert.deepEqual([error.kind, error.retryable], ["engine_failed", true], name);
    assert.equal((await canvass.summarise(wanted)).responses, 5);
  }
  const wrong = await caught(canvass.summarise({ ...wanted, source: "answers" }));
  assert.deepEqual([wrong.kind, wrong.path], ["invalid_argument", "source"]);
  assert.deepEqual((await caught(canvass.exportResponses({ survey_id: "7" }))).path, "format");
});

test("responses that a crash of the engine has lost are reported as removed, unless they are stored", async () => {
  const data = [1, 2].map((id) => ({ ...response(id), date_created: "2026-01-01T00:00:00+00:00", date_modified: "2026-01-01T00:00:00+00:00" }));
  const fetch = async ({ url }) => json(url.endsWith("/details") ? design : { data, page: 1, per_page: 1000, total: 2, links: { self: "" } });
  for (const [kept, removed] of [[undefined, [2]], [join(folder, "kept"), []]]) {
    const [{ createCanvass }, { openResults }] = await copied("index", "results");
    const results = await openResults(createCanvass({ token: "t", access_url: "https://api.example", fetch }), { survey_id: "7", folder: kept });
    await results.sync();
    const changes = [];
    results.on("change", (change) => changes.push(change.removed));
    breaking = ["results_query", 1];
    assert.equal((await caught(results.where().count())).kind, "engine_failed");
    breaking = undefined;
    assert.deepEqual([changes, (await results.where().count()).count], [removed, 2 - removed.length * 2]);
    await results.close();
  }
});

/** What a page has and Node has not: `went` is where the browser was sent. */
async function inAPage(act) {
  const stored = new Map();
  const went = [];
  const page = {
    document: { hasFocus: () => false },
    location: { origin: gateway, pathname: "/", search: "", hash: "", assign: (url) => went.push(new URL(url)) },
    history: { state: null, replaceState: () => {} },
    sessionStorage: { getItem: (key) => stored.get(key) ?? null, setItem: (key, value) => stored.set(key, value) },
  };
  for (const [name, value] of Object.entries(page)) Object.defineProperty(globalThis, name, { value, configurable: true });
  try {
    return await act(went);
  } finally {
    Object.keys(page).forEach((name) => delete globalThis[name]);
  }
}

const configuration = () => json({ authorize_url: "https://auth.example/oauth/authorize", client_id: "c", redirect_uri: `${gateway}/callback/` });

test("a sign-in that breaks down can be begun again, and a callback whose sign-in broke down cannot", () =>
  inAPage(async (went) => {
    let canvass;
    for (const name of ["begin", "address"]) {
      const [{ createCanvass }] = await copied("index");
      canvass = createCanvass({ gateway, fetch: async () => configuration() });
      // The first text of `begin` is empty, and its second is not.
      breaking = [name, name === "begin" ? 2 : 0];
      const error = await caught(canvass.signIn());
      assert.deepEqual([error.kind, error.retryable], ["engine_failed", true], name);
      await canvass.signIn();
    }
    const [{ createCanvass }] = await copied("index");
    canvass = createCanvass({ gateway, fetch: async () => configuration() });
    location.search = `?code=a&state=${went[0].searchParams.get("state")}`;
    breaking = ["judge", 0];
    const { kind, retryable, remedy, cause } = await caught(canvass.completeSignIn());
    assert.deepEqual([kind, retryable, remedy.action, cause.kind], ["sign_in_failed", false, "sign_in", "engine_failed"]);
    await canvass.signIn();
    assert.equal(went.length, 3);
  }));

test("a platform that inflates nothing gets the parts as plain JavaScript", () =>
  without("DecompressionStream", async () => {
    const [{ createCanvass }] = await copied("index");
    const canvass = createCanvass({ gateway, fetch: serving() });
    await canvass.ready();
    assert.equal((await canvass.exportResponses({ survey_id: "7", format: "jsonl" })).rows, 5);
  }));

test("where there is no plain JavaScript instead, the error says what the platform lacks", () =>
  inAPage(() =>
    without("DecompressionStream", async () => {
      const [{ createCanvass }] = await copied("slim");
      const engine = readFileSync(join(dist, "engine.wasm"));
      const canvass = createCanvass({ gateway, engine, fetch: async () => configuration() });
      await canvass.ready();
      const error = await caught(canvass.signIn());
      assert.deepEqual([error.kind, error.retryable], ["unavailable", false]);
      assert.match(error.message, /DecompressionStream/);
      const [slim] = await copied("slim");
      const lost = new TypeError("fetch failed");
      const failed = await caught(slim.createCanvass({ engine: () => Promise.reject(lost) }).ready());
      assert.deepEqual([failed.kind, failed.cause], ["network", lost], "it is the caller's part that did not come");
    }),
  ));

test("an error of another copy of the package is one of its errors all the same", async () => {
  const [[mine, mineOfHooks], [other, otherOfHooks]] = [await copied("index", "webhook"), await copied("slim", "webhook")];
  const error = await caught(mine.createCanvass({ gateway, fetch: () => {} }).surveys.get({ survey_id: "a b" }));
  assert.ok(!(error instanceof other.CanvassError) && !(error instanceof other.InvalidArgumentError));
  assert.ok(other.isCanvassError(error) && error.kind === "invalid_argument" && error.name === "InvalidArgumentError");
  const unsigned = await caught(mineOfHooks.verifyWebhook({ body: "{}", headers: {}, client_id: "c", client_secret: "s" }));
  assert.ok(!(unsigned instanceof otherOfHooks.WebhookError));
  assert.ok(otherOfHooks.isWebhookError(unsigned) && unsigned.kind === "unsigned");
  for (const alien of [new Error("no"), Object.assign(new Error("no"), { kind: "network" }), { kind: "network", remedy: {} }, undefined]) {
    assert.equal(other.isCanvassError(alien), false);
    assert.equal(otherOfHooks.isWebhookError(alien), false);
  }
});

test("the wait for a sign-in's window ends with the signal, and with nothing left behind on it", { timeout: 10_000 }, () =>
  inAPage(async () => {
    const [{ begin }] = await copied("session/sign_in");
    const went = [];
    const popup = { closed: false, location: { replace: (url) => went.push(new URL(url)) } };
    const stop = new AbortController();
    const listeners = { added: 0, removed: 0 };
    const { signal } = stop;
    for (const [name, counter] of [["addEventListener", "added"], ["removeEventListener", "removed"]]) {
      const method = signal[name].bind(signal);
      signal[name] = (...given) => {
        listeners[counter] += 1;
        method(...given);
      };
    }
    const source = { part: async () => readFileSync(join(dist, "sign_in.wasm")) };
    const context = { source, call: async () => (await configuration()).json() };
    const waiting = caught(begin(context, { return_to: "/", add: false, scopes: [], signal }, popup));
    await eventually(() => went.length > 0);
    stop.abort("left the page");
    assert.equal(await waiting, "left the page");
    assert.deepEqual(listeners, { added: 1, removed: 1 });
    const late = await caught(begin(context, { return_to: "/", add: false, scopes: [], signal }, popup));
    assert.deepEqual([late, went.length], ["left the page", 1]);
  }));
