// Many agents at once call random tools with random arguments: no answer is too long or of another account, nothing is
// written without its second call, and the quota is never exceeded. CANVASS_AGENT_CALLS is the number of calls, and
// CANVASS_AGENT_SEED repeats what the agents of a run chose: which of them comes first is not repeated.

import assert from "node:assert/strict";
import { randomInt } from "node:crypto";
import { before, test } from "node:test";
import { EVERYTHING, READING, clientDocument, connect } from "./agent.mjs";
import { underTest } from "./harness.mjs";
import { numbers } from "./random_numbers.mjs";
import { pageOf } from "./page.mjs";
import { signedIn } from "./people.mjs";

const CALLS = Number(process.env.CANVASS_AGENT_CALLS ?? 600);
const SEED = Number(process.env.CANVASS_AGENT_SEED ?? randomInt(2 ** 32));
const AGENTS = 20;
const RESULT_MAX = 40_000;
/** What the app may send in a minute: far less than the agents ask for. */
const PER_MINUTE = 240;

const tested = underTest({ vars: { APP_QUOTAS: `${PER_MINUTE}/-` } });
const page = pageOf(() => tested);
let world;

before(async () => {
  await tested.ready();
  world = await tested.sandbox();
});

const control = (method, path, body) =>
  fetch(`${tested.origin}/sandbox${path}`, { method, headers: { "X-Canvass": "1", "Content-Type": "application/json" }, ...(body && { body: JSON.stringify(body) }) });

/** The choices of one agent: a number below a limit, one of a list, and a value that a schema may or may not allow. */
function choices(seed, known) {
  const pick = numbers(seed);
  const oneOf = (list) => list[pick(list.length)];
  return { pick, oneOf, anything };

  function anything(schema) {
    if (pick(12) === 0) return oneOf([null, -1, "", [], {}, "x".repeat(6_000), "../..", 1e300, true, "\u202e<script>"]);
    const { type, enum: values, pattern, items, properties = {}, maximum = 10 } = schema;
    if (values) return oneOf(values);
    if (pattern) return pick(5) === 0 ? String(pick(1_000_000_000)) : oneOf(known());
    if (type === "integer") return pick(Math.min(maximum, 30) + 1);
    if (type === "boolean") return pick(2) === 0;
    if (type === "array") return Array.from({ length: pick(4) }, () => anything(items));
    if (type === "object") return Object.fromEntries(Object.entries(properties).filter(() => pick(5) > 0).map(([name, each]) => [name, anything(each)]));
    return oneOf(["a", "order", "delivery", "2026-01-01", "2026-11-01T00:00:00Z", "someone@random.example", "single_choice"]);
  }
}

test("random_calls_of_twenty_agents_break_no_promise", { timeout: 3_600_000 }, async (t) => {
  t.diagnostic(`CANVASS_AGENT_SEED=${SEED}`);
  const seedOf = numbers(SEED);
  const client = await clientDocument();
  const people = ["owner", "admin"].map((key) => world.people.find((person) => person.key === key));
  const cookies = [];
  for (const person of people) cookies.push((await signedIn(tested, person)).cookie);
  const agents = [];
  for (let at = 0; at < AGENTS; at += 1) agents.push(await connect(tested, page, cookies[at % 2], client.id, at % 3 === 0 ? READING : EVERYTHING));
  const tools = (await agents[1].call("tools/list")).json.result.tools;
  const surveys = async () => {
    const totals = [];
    for (const cookie of cookies) totals.push((await page.ask("/api/v3/surveys?per_page=1", { cookie })).json.total);
    return totals[0] + totals[1];
  };
  const before = await surveys();
  const mails = async () => (await (await control("GET", "/outbox")).json()).mails.filter(({ to }) => to.endsWith("@random.example")).length;
  await control("DELETE", "/journal");

  let [calls, done, refused, created] = [0, 0, 0, 0];
  const counted = {};
  const secrets = world.tokens.map(({ token }) => token);
  // The minute is spent: its end is brought nearer, once for all agents that are refused. Their tokens last an hour.
  let moving;
  const nextMinute = () => (moving ??= control("POST", "/clock", { advance: 61 }).catch(() => {}).finally(() => (moving = undefined)));
  async function work(agent) {
    const ids = [];
    const { pick, oneOf, anything } = choices(seedOf(2 ** 32), () => (ids.length > 0 ? ids : ["1"]));
    while (calls < CALLS) {
      calls += 1;
      const { name, inputSchema } = oneOf(tools);
      const args = Object.fromEntries(Object.entries(inputSchema.properties).filter(([key]) => inputSchema.required?.includes(key) || pick(2) === 0).map(([key, schema]) => [key, anything(schema)]));
      const answer = await agent.call("tools/call", { name, arguments: args });
      assert.ok([200, 403].includes(answer.status), `${name}: ${answer.status} ${answer.text}`);
      for (const secret of secrets) assert.ok(!answer.text.includes(secret));
      if (answer.status === 403) continue;
      const { structuredContent, isError, content } = answer.json.result ?? assert.fail(answer.text);
      assert.ok(JSON.stringify(structuredContent ?? "").length <= RESULT_MAX, `${name} has ${answer.text.length} bytes`);
      counted[`${name} ${isError ? "refused" : "done"}`] = (counted[`${name} ${isError ? "refused" : "done"}`] ?? 0) + 1;
      if (isError) {
        refused += 1;
        assert.ok(content[0].text.length > 10 && content[0].text.length < 700, content[0].text);
        assert.doesNotMatch(content[0].text, /<script|\u202e|at .*\.rs:/);
        if (/spent until|Wait \d+ seconds/.test(content[0].text)) await nextMinute();
        continue;
      }
      done += 1;
      if (name === "create_survey") created += 1;
      for (const [, id] of JSON.stringify(structuredContent).matchAll(/"(?:id|plan|response_id)":"([A-Za-z0-9_-]+)"/g)) if (ids.length < 200) ids.push(id);
    }
  }
  await Promise.all(agents.map(work));
  await client.close();
  t.diagnostic(JSON.stringify(counted));
  assert.ok(done > CALLS / 10 && refused > CALLS / 10, `${done} done, ${refused} refused: ${JSON.stringify(counted)}`);
  await control("POST", "/clock", { advance: 61 });
  assert.ok((await surveys()) - before <= created, "a survey was created without its second call");
  assert.equal(await mails(), 0, "no user has agreed to a mail");
  const { requests } = await (await control("GET", "/journal")).json();
  assert.ok(requests.length > 0);
  assert.deepEqual(requests.filter(({ status }) => status === 429 || status >= 500), []);
});
