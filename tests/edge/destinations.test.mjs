// Where an export is written in Node.js: its streams, and files by their path.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { constants, createWriteStream, existsSync, mkdtempSync, readFileSync, readlinkSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Writable } from "node:stream";
import { after, test } from "node:test";
import { createCanvass } from "../../pkg/dist/index.js";
import { root } from "../../scripts/run.mjs";
import { design, json, response } from "./survey.mjs";

const folder = mkdtempSync(join(tmpdir(), "canvass-destinations-"));
after(() => rmSync(folder, { recursive: true, force: true }));

const wanted = { survey_id: "7", format: "jsonl" };
const refused = json({ error: { id: "1014", message: "no" } }, 403);

/** A service whose survey has four responses, two on each page; `fails` is the page that is refused. */
function service(fails) {
  const fetch = async (request) => {
    const url = new URL(request.url);
    if (url.pathname.endsWith("/details")) return json(design);
    const page = Number(url.searchParams.get("page") ?? 1);
    if (page === fails) return refused.clone();
    const links = { self: "", ...(page === 1 && { next: "https://elsewhere.example/?page=2&per_page=2" }) };
    return json({ data: [2 * page - 1, 2 * page].map(response), page, per_page: 2, total: 4, links });
  };
  return createCanvass({ gateway: "https://gateway.example", fetch });
}

const idsOf = (text) => text.trim().split("\n").filter(Boolean).map((line) => JSON.parse(line).id);
const fileAt = (name) => join(folder, name);
const read = (name) => readFileSync(fileAt(name), "utf8");

async function caught(promise) {
  return promise.then(
    () => assert.fail("nothing failed"),
    (error) => error,
  );
}

/** Runs work with files that `change` has changed after they were opened with these flags. */
async function withFiles(change, work) {
  const files = process.getBuiltinModule("node:fs/promises");
  const { open } = files;
  files.open = async (path, flags) => {
    const file = await open(path, flags);
    change(file, flags);
    return file;
  };
  return work().finally(() => (files.open = open));
}

test("an_export_into_a_path_writes_the_file_and_replaces_an_older_one", async () => {
  writeFileSync(fileAt("whole"), "older and longer ".repeat(100));
  const { rows } = await service().exportResponses({ ...wanted, to: fileAt("whole") });
  assert.deepEqual([rows, idsOf(read("whole"))], [4, ["1", "2", "3", "4"]]);
});

test("an_export_that_is_refused_before_its_first_page_leaves_the_older_file_as_it_is", async () => {
  for (const format of ["csv", "jsonl"]) {
    writeFileSync(fileAt("older"), "older");
    const error = await caught(service(1).exportResponses({ ...wanted, format, to: fileAt("older") }));
    assert.deepEqual([error.kind, read("older")], ["scope_missing", "older"]);
    await service().exportResponses({ ...wanted, format, to: fileAt("older") }, { from: error.checkpoint });
    assert.equal(read("older").trim().split("\n").length, format === "csv" ? 5 : 4, "the rest has the header");
  }
});

test("a_file_that_cannot_be_written_is_an_error_that_the_export_continues_after", async () => {
  let chunks = 0;
  const full = (file) => {
    const write = file.write.bind(file);
    file.write = (...chunk) => ((chunks += 1) === 2 ? Promise.reject(Object.assign(new Error("ENOSPC: no space left"), { code: "ENOSPC" })) : write(...chunk));
  };
  const to = fileAt("full");
  const error = await withFiles(full, () => caught(service().exportResponses({ ...wanted, to })));
  assert.deepEqual([error.kind, error.cause.code, idsOf(read("full"))], ["unavailable", "ENOSPC", ["1", "2"]]);
  await service().exportResponses({ ...wanted, to }, { from: error.checkpoint });
  assert.deepEqual(idsOf(read("full")), ["1", "2", "3", "4"]);
});

test("a_file_is_not_opened_for_appending_because_windows_does_not_truncate_it_then", async () => {
  const asOnWindows = (file, flags) => {
    if (typeof flags === "string" ? flags.startsWith("a") : flags & constants.O_APPEND) file.truncate = () => Promise.reject(new Error("EPERM: operation not permitted, ftruncate"));
  };
  writeFileSync(fileAt("windows"), "older and longer ".repeat(100));
  await withFiles(asOnWindows, () => service().exportResponses({ ...wanted, to: fileAt("windows") }));
  assert.deepEqual(idsOf(read("windows")), ["1", "2", "3", "4"]);
});

test("a_chunk_of_which_the_system_writes_a_part_is_continued_after_that_part", async () => {
  const inParts = (file) => {
    const write = file.write.bind(file);
    file.write = (bytes, offset, length, position) => write(bytes, offset, Math.min(length, 7), position);
  };
  writeFileSync(fileAt("parts"), "older and longer ".repeat(100));
  const to = fileAt("parts");
  const error = await withFiles(inParts, () => caught(service(2).exportResponses({ ...wanted, to })));
  await withFiles(inParts, () => service().exportResponses({ ...wanted, to }, { from: error.checkpoint }));
  assert.deepEqual(idsOf(read("parts")), ["1", "2", "3", "4"]);
});

test("an_export_that_writes_nothing_leaves_no_new_file", async () => {
  const to = fileAt("new");
  const refusing = [
    () => service(1).exportResponses({ ...wanted, to }),
    () => service().exportResponses({ ...wanted, to, language: 7n }),
    () => service().exportResponses({ ...wanted, to }, { from: "1.2.2@50" }),
    () => service().exportResponses({ ...wanted, to }, { signal: AbortSignal.timeout(0) }),
  ];
  for (const refuse of refusing) {
    await caught(refuse());
    assert.equal(existsSync(to), false, `${refuse}`);
  }
  const there = await caught(service().exportResponses({ ...wanted, to: fileAt("no/new") }));
  assert.deepEqual([there.kind, there.path], ["invalid_argument", "to"]);
  symlinkSync(to, fileAt("link"));
  await caught(service(1).exportResponses({ ...wanted, to: fileAt("link") }));
  assert.equal(readlinkSync(fileAt("link")), to, "a link to a file that does not exist stays");
  const empty = createCanvass({ gateway: "https://gateway.example", fetch: async ({ url }) => (url.includes("/details") ? json(design) : json({ data: [], page: 1, per_page: 2, total: 0, links: { self: "" } })) });
  await empty.exportResponses({ ...wanted, format: "csv", to: fileAt("header") });
  assert.match(read("header"), /Response ID/, "without responses the file has its header");
});

test("a_failed_export_removes_no_file_of_another_program", async () => {
  const to = fileAt("theirs");
  /** A service that answers nothing but 403, after `other` has done its work. */
  const refusing = (other) => createCanvass({ gateway: "https://gateway.example", fetch: async () => (other(), refused.clone()) });
  const others = [
    [() => writeFileSync(to, "written"), "written"],
    // The number of a file is not given again while it is open.
    [() => (rmSync(to), writeFileSync(to, "")), ""],
  ];
  for (const [other, text] of others) {
    assert.equal((await caught(refusing(other).exportResponses({ ...wanted, to }))).kind, "scope_missing");
    assert.equal(read("theirs"), text);
    rmSync(to);
  }
  const files = process.getBuiltinModule("node:fs/promises");
  const { open } = files;
  files.open = (...given) => (writeFileSync(to, "", { flag: "a" }), open(...given));
  await caught(service(1).exportResponses({ ...wanted, to })).finally(() => (files.open = open));
  assert.equal(read("theirs"), "", "it was made just before the file was opened");
});

test("a_new_file_whose_first_page_cannot_be_written_is_removed", async () => {
  const full = (file) => (file.write = () => Promise.reject(new Error("ENOSPC: no space left")));
  const to = fileAt("none");
  const error = await withFiles(full, () => caught(service().exportResponses({ ...wanted, to })));
  assert.deepEqual([error.kind, existsSync(to)], ["unavailable", false]);
  await service().exportResponses({ ...wanted, to }, { from: error.checkpoint });
  assert.deepEqual(idsOf(read("none")), ["1", "2", "3", "4"]);
});

test("a_file_that_cannot_be_left_as_it_should_be_hides_no_error", async () => {
  const failing = (...names) => (file) => {
    for (const name of names) file[name] = () => Promise.reject(Object.assign(new Error(`EIO: ${name}`), { code: "EIO" }));
  };
  const to = fileAt("left");
  writeFileSync(to, "");
  // Refused before its first page, it has changed nothing that would have to be truncated.
  const started = await withFiles(failing("truncate", "close"), () => caught(service(1).exportResponses({ ...wanted, to })));
  const refused = await withFiles(failing("close"), () => caught(service(2).exportResponses({ ...wanted, to })));
  const closing = await withFiles(failing("close"), () => caught(service().exportResponses({ ...wanted, to })));
  assert.deepEqual([started.kind, refused.kind, closing.kind, closing.cause.message], ["scope_missing", "scope_missing", "unavailable", "EIO: close"]);
  for (const { checkpoint } of [started, refused, closing]) assert.match(checkpoint, /@\d+$/);
  const rest = await service().exportResponses({ ...wanted, to }, { from: refused.checkpoint });
  assert.deepEqual([rest.rows, idsOf(read("left"))], [2, ["1", "2", "3", "4"]]);
});

test("a_checkpoint_of_one_format_does_not_continue_in_a_file_of_the_other", async () => {
  for (const [format, other] of [["csv", "jsonl"], ["jsonl", "csv"]]) {
    const to = fileAt(`other.${format}`);
    const { checkpoint } = await caught(service(2).exportResponses({ ...wanted, format, to }));
    const before = read(`other.${format}`);
    const error = await caught(service().exportResponses({ ...wanted, format: other, to }, { from: checkpoint }));
    assert.deepEqual([error.kind, error.path, read(`other.${format}`)], ["invalid_argument", "from", before]);
    await service().exportResponses({ ...wanted, format, to }, { from: checkpoint });
  }
});

test("a_checkpoint_of_a_path_is_on_disk_when_it_is_reported_and_the_rest_is_appended", async () => {
  const reported = [];
  const onProgress = ({ checkpoint }) => reported.push([checkpoint, idsOf(read("half")).length]);
  const error = await caught(service(2).exportResponses({ ...wanted, to: fileAt("half") }, { onProgress }));
  assert.deepEqual([error.kind, reported, idsOf(read("half"))], ["scope_missing", [[error.checkpoint, 2]], ["1", "2"]]);
  const { rows } = await service().exportResponses({ ...wanted, to: fileAt("half") }, { from: error.checkpoint });
  assert.deepEqual([rows, idsOf(read("half"))], [2, ["1", "2", "3", "4"]]);
});

test("an_export_into_a_stream_of_node_ends_it_after_its_last_byte", async () => {
  const to = createWriteStream(fileAt("stream"));
  assert.equal((await service().exportResponses({ ...wanted, to })).rows, 4);
  assert.deepEqual([to.writableFinished, idsOf(read("stream"))], [true, ["1", "2", "3", "4"]]);
});

test("a_stream_of_node_stays_open_after_a_failure_and_takes_the_rest", async () => {
  const to = createWriteStream(fileAt("resumed"));
  const error = await caught(service(2).exportResponses({ ...wanted, to }));
  assert.deepEqual([error.kind, to.writableEnded, to.listenerCount("error")], ["scope_missing", false, 0]);
  await service().exportResponses({ ...wanted, to }, { from: error.checkpoint });
  assert.deepEqual(idsOf(read("resumed")), ["1", "2", "3", "4"]);
});

test("the_error_of_a_stream_of_node_is_that_of_the_export_and_ends_no_program", async () => {
  const full = new Error("the disk is full");
  const to = new Writable({ write: (_chunk, _coding, done) => done(full) });
  assert.equal(await caught(service().exportResponses({ ...wanted, to })), full);
  const ending = new Writable({ write: (_chunk, _coding, done) => done(), final: (done) => done(full) });
  assert.equal(await caught(service().exportResponses({ ...wanted, to: ending })), full);
});

test("a_stream_of_node_that_fails_while_it_ends_is_no_success", async () => {
  const full = new Error("the disk is full");
  const write = (_chunk, _coding, done) => done();
  const late = new Writable({ write, final: (done) => void setTimeout(() => done(full)) });
  assert.equal(await caught(service().exportResponses({ ...wanted, to: late })), full);
  await new Promise((done) => (late.closed ? done() : late.on("close", done)));
  assert.equal(late.listenerCount("error"), 0);
  const cut = new Writable({ write, final: () => void setTimeout(() => cut.destroy()) });
  assert.match((await caught(service().exportResponses({ ...wanted, to: cut }))).message, /destroyed|closed before everything was written/);
});

test("a_signal_ends_the_wait_for_the_end_of_a_stream", async () => {
  const stopped = (make) => {
    const stop = new AbortController();
    return caught(service().exportResponses({ ...wanted, to: make(() => void setTimeout(() => stop.abort("my reason"))) }, { signal: stop.signal }));
  };
  assert.equal(await stopped((final) => new Writable({ write: (_chunk, _coding, done) => done(), final })), "my reason");
  assert.equal(await stopped((end) => new WritableStream({ close: () => new Promise(end) })), "my reason");
});

test("an_export_that_writes_nothing_leaves_the_older_file_as_it_is", async () => {
  writeFileSync(fileAt("older"), "older");
  const refusing = createCanvass({ gateway: "https://gateway.example", fetch: async () => refused.clone() });
  assert.equal((await caught(refusing.exportResponses({ ...wanted, to: fileAt("older") }))).kind, "scope_missing");
  assert.equal(read("older"), "older");
  await caught(service(1).exportResponses({ ...wanted, to: fileAt("older") }));
  assert.equal(read("older"), "older", "its first page was refused");
  const empty = createCanvass({ gateway: "https://gateway.example", fetch: async ({ url }) => (url.includes("/details") ? json(design) : json({ data: [], page: 1, per_page: 2, total: 0, links: { self: "" } })) });
  await empty.exportResponses({ ...wanted, to: fileAt("older") });
  assert.equal(read("older"), "", "without responses the file is empty");
});

test("a_signal_ends_the_wait_for_a_stream_of_node_that_takes_nothing", async () => {
  const stop = new AbortController();
  const to = new Writable({ write: () => stop.abort("my reason") });
  assert.equal(await caught(service().exportResponses({ ...wanted, to }, { signal: stop.signal })), "my reason");
});

test("a_stream_of_node_that_fails_ends_the_export_and_not_the_program", async () => {
  for (const failsAt of ["write", "end"]) {
    const fail = (done) => done(new Error("no space"));
    const to = new Writable({ write: (_, __, done) => (failsAt === "write" ? fail(done) : done()), final: fail, destroy: (error, done) => setTimeout(done, 5, error) });
    const closed = new Promise((done) => to.on("close", done));
    const error = await caught(service().exportResponses({ ...wanted, to }));
    assert.equal(error.message, "no space", failsAt);
    // The stream tells its listeners later: without one, this would end the program.
    await closed;
    assert.deepEqual([to.listenerCount("error"), to.listenerCount("close")], [0, 1]);
  }
});

test("the_output_of_the_program_stays_open", () => {
  const program = `import { createCanvass } from ${JSON.stringify(join(root, "pkg", "dist", "index.js"))};
    const json = (body) => new Response(JSON.stringify(body));
    const fetch = async ({ url }) => url.includes("/details") ? json(${JSON.stringify(design)}) : json({ data: [], page: 1, per_page: 2, total: 0, links: { self: "" } });
    await createCanvass({ gateway: "https://gateway.example", fetch }).exportResponses({ survey_id: "7", format: "csv", mark: false, to: process.stdout });
    console.log("the end");`;
  const { stdout, status } = spawnSync(process.execPath, ["--input-type=module", "-e", program], { encoding: "utf8" });
  assert.match(stdout, /^Response ID,[^]*\r?\nthe end\n$/);
  assert.equal(status, 0);
});

test("a_stream_that_another_writer_has_is_refused", async () => {
  const to = new WritableStream();
  to.getWriter();
  const error = await caught(service().exportResponses({ ...wanted, to }));
  assert.deepEqual([error.kind, error.path], ["invalid_argument", "to"]);
});

test("only_a_page_can_ask_for_a_file", async () => {
  const error = await caught(service().exportResponses({ ...wanted, to: "file" }));
  assert.equal(error.kind, "unavailable");
  assert.match(error.message, /path/);
});
