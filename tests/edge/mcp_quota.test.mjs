// Agents and the quota, with a clock that stands still: a connection has its calls of a minute, people come first, and
// agents and people together can use what the service gives.

import assert from "node:assert/strict";
import { before, test } from "node:test";
import { EVERYTHING, clientDocument, connect } from "./agent.mjs";
import { underTest } from "./harness.mjs";
import { pageOf } from "./page.mjs";
import { signedIn } from "./people.mjs";

const PER_MINUTE = 120;
/** Calls of a connection in a minute. A call is counted after its answer, so a few more may pass. */
const CALLS_PER_MINUTE = 60;

const tested = underTest({ vars: { APP_QUOTAS: `${PER_MINUTE}/-` } });
const page = pageOf(() => tested);
let cookie;
let agents;
/** An agent that may write. */
let writer;
/** Numbers what is asked for, so that nothing is answered from the cache. */
let asked = 0;

const control = (method, path, body) =>
  fetch(`${tested.origin}/sandbox${path}`, { method, headers: { "X-Canvass": "1", "Content-Type": "application/json" }, ...(body && { body: JSON.stringify(body) }) });

const BEGAN = Math.floor(Date.now() / 60_000);

/** Stops the clock so many minutes after the begin of a minute. */
const atMinute = (minutes) => {
  const at = new Date((BEGAN + minutes) * 60_000);
  return control("POST", "/clock", { set: at.toISOString().slice(0, 19), freeze: true });
};

before(async () => {
  await tested.ready();
  const { people } = await tested.sandbox();
  cookie = (await signedIn(tested, people.find(({ key }) => key === "owner"))).cookie;
  const client = await clientDocument();
  agents = [];
  for (let at = 0; at < 4; at += 1) agents.push(await connect(tested, page, cookie, client.id));
  writer = await connect(tested, page, cookie, client.id, EVERYTHING);
  await client.close();
  await atMinute(2);
});

/** Spends what agents have of the minute. */
async function spend() {
  const most = asked + 2 * PER_MINUTE;
  await Promise.all(
    agents.map(async (agent) => {
      for (let refused; !refused; ) {
        asked += 1;
        assert.ok(asked <= most);
        refused = (await agent.tool("find_surveys", { text: `nothing ${asked}` })).error;
        if (refused) assert.match(refused, /This minute's requests for agents are spent until \d{4}-/);
      }
    }),
  );
}

test("a_connection_that_has_made_its_calls_of_the_minute_waits_and_others_do_not", async () => {
  const [busy, other] = agents;
  let calls = 0;
  let refused;
  for (; !refused && calls < CALLS_PER_MINUTE * 2; calls += 1) refused = (await busy.tool("budget")).error;
  assert.match(refused ?? "never", /This connection has made its calls of the minute\. Wait \d+ seconds\./);
  assert.ok(calls > CALLS_PER_MINUTE && calls < CALLS_PER_MINUTE + 10, `refused at call ${calls}`);
  assert.ok((await other.tool("budget")).minute);
  await atMinute(4);
  assert.ok((await busy.tool("budget")).minute);
});

test("agents_and_people_together_use_at_least_95_percent_of_the_quota_and_people_come_first", async () => {
  await atMinute(6);
  await control("DELETE", "/journal");
  await spend();
  const sent = async () => {
    const { requests } = await (await control("GET", "/journal")).json();
    assert.deepEqual(requests.filter(({ status }) => status === 429), []);
    return requests.filter(({ path }) => path.startsWith("/v3/")).length;
  };
  const byAgents = await sent();
  assert.ok(byAgents > PER_MINUTE / 2 && byAgents < PER_MINUTE, `${byAgents} requests of agents`);
  let clicks = 0;
  for (let status = 200; status === 200; clicks += 1) {
    assert.ok(clicks <= PER_MINUTE);
    ({ status } = await page.ask(`/api/v3/surveys?title=click-${clicks}`, { cookie }));
  }
  assert.ok(clicks > 5, `${clicks} clicks of a person`);
  const all = await sent();
  assert.ok(all >= PER_MINUTE * 0.95 && all <= PER_MINUTE, `${all} of ${PER_MINUTE} requests`);
});

test("what_is_old_because_the_quota_is_spent_says_so", async () => {
  await atMinute(8);
  const read = () => writer.tool("find_surveys", { limit: 1 });
  const fresh = await read();
  assert.deepEqual([fresh.may_be_a_day_old, fresh.cost.requests], [undefined, 1]);
  const cached = await read();
  assert.deepEqual([cached.may_be_a_day_old, cached.cost.requests], [undefined, 0]);
  // Later in the minute, agents may spend more of it.
  await atMinute(8.5);
  await spend();
  const old = await read();
  assert.deepEqual([old.surveys, old.may_be_a_day_old, old.cost.requests], [fresh.surveys, true, 0]);
});

test("the_page_of_a_plan_shows_until_when_an_agreement_lasts", async () => {
  await atMinute(14);
  const { surveys: [{ id: survey_id }] } = await writer.tool("find_surveys", { limit: 1 });
  const { plan } = await writer.tool("prepare_invitation", { survey_id, emails: ["ann@agents.example"], subject: "A", text: "B" });
  const path = `/auth/session/agents/plans/${plan}`;
  const planned = (await page.ask(path, { cookie })).json.until;
  await atMinute(16);
  const agreed = (await page.ask(path, { method: "POST", cookie, body: "{}" })).json;
  assert.deepEqual([agreed.state, new Date(agreed.until) - new Date(planned)], ["agreed", 120_000]);
  assert.equal((await page.ask(path, { cookie })).json.until, agreed.until);
});
