// What the SDK leaves behind: nothing on a signal that lives as long as a page, and no memory that grows with use.

import assert from "node:assert/strict";
import { getEventListeners } from "node:events";
import { test } from "node:test";
import { createCanvass } from "../../pkg/dist/index.js";

const gateway = "https://gateway.example";
const json = (body, status = 200, headers = {}) => new Response(JSON.stringify(body), { status, headers });

// The memories of what the SDK starts, in the order in which it does.
const memories = [];
const { instantiate } = WebAssembly;
WebAssembly.instantiate = async (...given) => {
  const made = await instantiate(...given);
  const { memory } = made.instance?.exports ?? made.exports;
  memories.push(memory);
  return made;
};

const design = {
  id: "7", title: "T", nickname: "", href: "", language: "en", folder_id: "", category: "", template_id: null,
  question_count: 1, page_count: 1, response_count: 2, date_created: "2026-01-01T00:00:00", date_modified: "2026-01-01T00:00:00",
  buttons_text: {}, custom_variables: {}, footer: true, preview: "", edit_url: "", collect_url: "", analyze_url: "",
  summary_url: "", is_owner: true,
  pages: [{
    id: "1", title: "", description: "", position: 1, question_count: 1, href: "",
    questions: [{
      id: "5", position: 1, visible: true, family: "open_ended", subtype: "essay", layout: null, headings: [{ heading: "Why?" }],
      sorting: null, required: null, validation: null, forced_ranking: false, href: "",
    }],
  }],
};
const response = (id, text) => ({
  id: String(id), href: "", survey_id: "7", collector_id: "3", recipient_id: "", total_time: 1, custom_value: "", edit_url: "",
  analyze_url: "", ip_address: "", custom_variables: {}, logic_path: {}, metadata: {}, response_status: "completed",
  page_path: [], collection_mode: "default", date_created: "", date_modified: "", pages: [{ id: "1", questions: [{ id: "5", answers: [{ text }] }] }],
});

/** A service whose survey has so many pages of responses; `answer` may give another answer to a request. */
function exporting(pages, answer = () => undefined) {
  return createCanvass({
    gateway,
    async fetch(request) {
      const url = new URL(request.url);
      const other = answer(url);
      if (other) return other;
      if (url.pathname.endsWith("/details")) return json(design);
      const page = Number(url.searchParams.get("page") ?? 1);
      const links = { self: "", ...(page < pages && { next: `https://elsewhere.example/?page=${page + 1}&per_page=100` }) };
      const data = Array.from({ length: 20 }, (_, index) => response(page * 100 + index, "word ".repeat((page * index) % 90)));
      return json({ data, page, per_page: 100, total: pages * 100, links });
    },
  });
}

const ended = (promise) => promise.then(() => undefined, (error) => error);

test("a signal has no listeners left after a hundred calls, however they end", async () => {
  const { signal } = new AbortController();
  let count = 0;
  const odd = ({ pathname }) => {
    if (!pathname.endsWith("/groups")) return undefined;
    count += 1;
    if (count % 10 === 3) return json({ error: { id: "1014", message: "no" } }, 403);
    if (count % 10 === 5) return json({ error: { id: "1051", message: "no" } }, 503, { "retry-after": "0" });
    if (count % 10 === 8) throw new TypeError("the connection broke");
    return json({ data: [], page: 1, per_page: 50, total: 0, links: { self: "" } });
  };
  const canvass = exporting(3, odd);
  const outcomes = [];
  for (let call = 0; call < 100; call += 1) outcomes.push(await ended(canvass.groups.list({}, { signal, retries: call % 2 })));
  assert.ok(outcomes.includes(undefined) && outcomes.some((error) => error?.kind === "scope_missing"));
  await canvass.surveys.responses.bulk({ survey_id: "7" }, { signal }).toArray({ limit: 50 });
  await Promise.all(Array.from({ length: 20 }, () => ended(canvass.groups.list({}, { signal }))));
  await canvass.exportResponses({ survey_id: "7", format: "csv" }, { signal });
  await canvass.exportResponses({ survey_id: "7", format: "csv", to: new WritableStream() }, { signal });
  const rows = await canvass.exportResponses({ survey_id: "7", format: "rows" }, { signal });
  for await (const row of rows) if (row.id === "105") break;
  assert.equal(getEventListeners(signal, "abort").length, 0);
});

test("an export of a thousand pages takes no more memory than one of twenty", async () => {
  const memory = async (pages) => {
    let size = 0;
    const to = new WritableStream({ write: (chunk) => void (size += chunk.length) });
    const { rows } = await exporting(pages).exportResponses({ survey_id: "7", format: "csv", to });
    assert.deepEqual([rows, size > rows * 20], [pages * 20, true]);
    return memories.map(({ buffer }) => buffer.byteLength);
  };
  const before = await memory(20);
  assert.ok(before.length >= 2, "the engine and that of exports");
  assert.deepEqual(await memory(1000), before);
});
