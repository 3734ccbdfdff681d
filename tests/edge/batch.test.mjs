// Requests to one team that arrive together: reads share calls of its object, writes share commits, and each is
// answered as if it were alone.

import assert from "node:assert/strict";
import { before, test } from "node:test";
import { requestBytes, sendMany } from "../../scripts/load_client.mjs";
import { CSAT } from "./demo_world.mjs";
import { underTest } from "./harness.mjs";

const AT_ONCE = 16;
const tested = underTest();
let world;
before(async () => {
  await tested.ready();
  world = await tested.sandbox();
});

const numbered = (count, make) => Array.from({ length: count }, (_, number) => make(number));

/** A call with a token of the demo world, or with none. */
async function call(token, path, { method = "GET", headers = {}, body, signal } = {}) {
  const known = world.tokens.find(({ name }) => name === token)?.token ?? token;
  const response = await fetch(new URL(path, tested.origin), {
    method,
    signal,
    headers: { ...(known && { Authorization: `bearer ${known}` }), ...(body && { "Content-Type": "application/json" }), ...headers },
    body: body && JSON.stringify(body),
  });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

const leftOf = ({ headers }) => Number(headers.get("x-ratelimit-app-global-day-remaining"));

async function costs() {
  const cost = await call("", "/sandbox/cost", { headers: { "X-Canvass": "1" } });
  return JSON.parse(cost.text);
}

test("reads_that_arrive_together_need_fewer_calls_of_the_object_and_each_is_counted_once", async () => {
  const read = async (token) => {
    const { object_requests: calls } = await costs();
    const answers = await Promise.all(numbered(64, (number) => call(token, `/v3/users/me?number=${number}`)));
    assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200]);
    assert.equal(new Set(answers.map(({ text }) => text)).size, 1);
    return { answers, needed: (await costs()).object_requests - calls };
  };
  const before = leftOf(await call("private", "/v3/users/me"));
  const { answers } = await read("private");
  const left = answers.map(leftOf).sort((one, other) => other - one);
  assert.deepEqual(left, numbered(64, (number) => before - 1 - number));
  // How many arrive together depends on what else the machine does.
  const needed = [];
  while (needed.length < 8 && !needed.some((count) => count <= 48)) needed.push((await read("owner")).needed);
  assert.ok(needed.some((count) => count <= 48), `${needed} calls of objects for 64 reads`);
});

test("the_first_of_reads_that_come_together_waits_a_turn_of_the_event_loop_for_the_other", async () => {
  // Of two clients none would be in company otherwise: while one read is under way, there is one other to wait for it.
  const { token } = world.tokens.find(({ name }) => name === "owner");
  const read = requestBytes(tested.origin, "GET", "/v3/users/me", { Authorization: `bearer ${token}`, Accept: "application/json" });
  const shares = [];
  for (let round = 0; round < 8 && !(Math.min(...shares) <= 0.99); round += 1) {
    let left = 800;
    const { object_requests: calls } = await costs();
    await sendMany({ origin: tested.origin, next: () => ((left -= 1) < 0 ? null : read), status: 200 }, 2, 60_000);
    shares.push(((await costs()).object_requests - calls) / 800);
  }
  assert.ok(Math.min(...shares) <= 0.99, `calls of objects for a read: ${shares}`);
});

test("a_long_read_among_them_is_counted_once", async () => {
  // A rollup of some hundred responses takes more than one chunk of work.
  const long = `/v3/surveys/${CSAT}/rollups`;
  const before = leftOf(await call("private", "/v3/users/me"));
  const paths = numbered(AT_ONCE, (number) => (number % 4 === 3 ? `${long}?number=${number}` : `/v3/users/me?number=${number}`));
  const answers = await Promise.all(paths.map((path) => call("private", path)));
  assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200]);
  assert.equal(Math.min(...answers.map(leftOf)), before - AT_ONCE);
  assert.equal(new Set(answers.map(leftOf)).size, AT_ONCE);
});

test("s101_each_read_has_the_response_that_it_has_alone", async () => {
  const survey = `/v3/surveys/${CSAT}`;
  const { headers } = await call("owner", `${survey}/details`);
  const known = { headers: { "If-None-Match": headers.get("etag") } };
  const reads = [
    ["owner", "/v3/users/me"],
    ["admin", "/v3/users/me"],
    ["owner", "/v3/surveys?per_page=3"],
    ["owner", `${survey}/details`],
    ["owner", `${survey}/details`, known],
    ["owner", `${survey}/details`, { method: "HEAD" }],
    ["owner", `${survey}/responses/bulk?per_page=100`],
    ["owner", `${survey}/rollups`],
    ["owner", `${survey}/nothing`],
    ["owner", "/v3/surveys?per_page=none"],
    ["owner", "/v3/users/me", { headers: { Accept: "text/html" } }],
    ["surveys_read_only", "/v3/contacts"],
    ["disabled", "/v3/users/me"],
    ["revoked", "/v3/users/me"],
    ["invented", "/v3/users/me"],
    ["", "/v3/users/me"],
  ];
  const shown = ({ status, headers, text }) => [status, headers.get("etag"), headers.get("content-type"), headers.get("x-oauth-scopes-granted"), text];
  const alone = [];
  for (const read of reads) alone.push(shown(await call(...read)));
  for (let round = 0; round < 12; round += 1) {
    const at = (number) => (number + round) % reads.length;
    const together = await Promise.all(numbered(3 * AT_ONCE, (number) => call(...reads[at(number)])));
    together.forEach((answer, number) => assert.deepEqual(shown(answer), alone[at(number)], `round ${round}: ${reads[at(number)]}`));
  }
});

test("a_read_after_a_write_sees_it_however_many_are_under_way", async () => {
  const { text } = await call("owner", "/v3/surveys", { method: "POST", body: { title: "Round" } });
  const path = `/v3/surveys/${JSON.parse(text).id}`;
  let stop = false;
  const others = numbered(AT_ONCE, async () => {
    while (!stop) await call("owner", path);
  });
  for (let round = 0; round < 40; round += 1) {
    const title = `Round ${round}`;
    assert.equal((await call("owner", path, { method: "PATCH", body: { title } })).status, 200);
    const reads = await Promise.all(numbered(3, () => call("owner", path)));
    assert.deepEqual(reads.map(({ text }) => JSON.parse(text).title), [title, title, title]);
  }
  stop = true;
  await Promise.all(others);
});

test("clients_that_go_away_take_no_other_read_with_them", async () => {
  for (let round = 0; round < 20; round += 1) {
    const gone = new AbortController();
    const reads = numbered(2 * AT_ONCE, (number) => call("owner", `/v3/users/me?number=${number}`, number % 2 === 0 ? { signal: gone.signal } : {}));
    setTimeout(() => gone.abort(), round % 5);
    const ended = await Promise.allSettled(reads);
    const kept = ended.filter((_, number) => number % 2 === 1).map(({ value }) => value?.status);
    assert.deepEqual([...new Set(kept)], [200], `round ${round}`);
  }
});

test("writes_that_arrive_together_commit_together", async () => {
  const grouped = [];
  while (grouped.length < 8 && !grouped.some((count) => count >= 4 * AT_ONCE)) {
    const { grouped_writes: before } = await costs();
    const contact = (number) => ({ first_name: "A", last_name: "B", email: `together-${grouped.length}-${number}@canvass.example` });
    const answers = await Promise.all(numbered(8 * AT_ONCE, (number) => call("owner", "/v3/contacts", { method: "POST", body: contact(number) })));
    assert.deepEqual([...new Set(answers.map(({ status }) => status))], [201]);
    assert.equal(new Set(answers.map(({ text }) => JSON.parse(text).id)).size, 8 * AT_ONCE);
    grouped.push((await costs()).grouped_writes - before);
  }
  assert.ok(grouped.some((count) => count >= 4 * AT_ONCE), `${grouped} of ${8 * AT_ONCE} writes`);
});
