// Agents in the browser: the page on which a person connects one, the account page, and the page that sends its
// invitation.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { agentOf, clientDocument, exchange, requestOf } from "../edge/agent.mjs";
import { violations } from "./axe.mjs";
import { consent } from "./consent.mjs";
import { free, owner, picture, signIn, stage } from "./harness.mjs";

const at = stage();
let client;
before(async () => (client = await clientDocument()));
after(() => client.close());

/** Where the page leads to: the program's own page, which is played here. */
async function ledBack(page) {
  await page.route("http://127.0.0.1:5123/**", (route) => route.fulfill({ contentType: "text/html", body: "Connected" }));
  await page.click("#connect");
  await page.waitForURL("http://127.0.0.1:5123/callback**");
  return new URL(page.url());
}

/** Connects an agent as a person who is signed in at a page, with these permissions. */
async function connect(page, scopes) {
  const asked = requestOf(at.origin, client.id);
  await page.goto(`${at.origin}/mcp/authorize/?${asked.query}`);
  await page.waitForSelector("#connect");
  for (const scope of scopes) await page.check(`input[value="${scope}"]`);
  const code = (await ledBack(page)).searchParams.get("code");
  const { redirect_uri, verifier } = asked;
  const { json } = await exchange(at.origin, { grant_type: "authorization_code", code, redirect_uri, client_id: client.id, code_verifier: verifier });
  return agentOf({ origin: at.origin }, json.access_token);
}

test("a_person_who_is_not_signed_in_signs_in_first_and_comes_back_to_the_question", async () => {
  const { page, problems, leave } = await at.visit({ reducedMotion: "reduce" });
  const { query } = requestOf(at.origin, client.id, { scope: "surveys.read surveys.write" });
  await page.goto(`${at.origin}/mcp/authorize/?${query}`);
  await page.click("#sign-in");
  const { email, password } = owner(at.world);
  await page.fill("input[name=email]", email);
  await page.fill("input[name=password]", password);
  await page.locator("button[type=submit], form button").first().click();
  await page.click("button[name=decision][value=allow]");
  await page.waitForSelector("#connect");
  assert.match(await page.locator("h1").innerText(), /Connect Test agent\?/);
  const text = await page.locator("main").innerText();
  for (const shown of [/127\.0\.0\.1/, /a program on this computer/, /30 days/, new RegExp(email)]) assert.match(text, shown);
  const boxes = await page.locator("input[name=scope]").evaluateAll((all) => all.map(({ value, checked }) => [value, checked]));
  assert.deepEqual(boxes, [["surveys.read", true], ["answers.read", false], ["surveys.write", false], ["invitations.send", false]], "writing is never chosen by itself");
  for (const colorScheme of ["light", "dark"]) {
    await page.emulateMedia({ colorScheme });
    assert.deepEqual(await violations(page), []);
    await picture(page, `agents-authorize-${colorScheme}`);
  }
  await page.setViewportSize({ width: 360, height: 800 });
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= 360), "nothing is wider than a phone");
  const back = await ledBack(page);
  assert.deepEqual([back.searchParams.get("state"), back.searchParams.get("iss")], ["of-the-agent", at.origin]);
  assert.deepEqual(problems, []);
  await leave();
});

test("a_long_name_of_a_program_is_broken_and_the_page_stays_as_wide_as_a_phone", async () => {
  const named = await clientDocument((document) => ({ body: JSON.stringify({ ...document, client_name: "W".repeat(80) }) }));
  try {
    const { page, leave } = await at.visit();
    await signIn(page, at.origin, owner(at.world));
    await page.setViewportSize({ width: 360, height: 800 });
    await page.goto(`${at.origin}/mcp/authorize/?${requestOf(at.origin, named.id).query}`);
    await page.waitForSelector("#connect");
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= 360));
    await leave();
  } finally {
    await named.close();
  }
});

test("seeing_surveys_stays_chosen_while_another_permission_is", async () => {
  const { page, leave } = await at.visit();
  await signIn(page, at.origin, owner(at.world));
  await page.goto(`${at.origin}/mcp/authorize/?${requestOf(at.origin, client.id, { scope: "surveys.write" }).query}`);
  const seeing = page.locator('input[value="surveys.read"]');
  await page.check('input[value="surveys.write"]');
  assert.deepEqual([await seeing.isChecked(), await seeing.isDisabled()], [true, true]);
  await page.uncheck('input[value="surveys.write"]');
  assert.deepEqual([await seeing.isChecked(), await seeing.isDisabled()], [false, false]);
  assert.equal(await page.locator("#connect").isDisabled(), true);
  await leave();
});

test("permissions_that_are_chosen_stay_if_the_decision_cannot_be_sent", async () => {
  const { page, leave } = await at.visit();
  await signIn(page, at.origin, owner(at.world));
  await page.goto(`${at.origin}/mcp/authorize/?${requestOf(at.origin, client.id).query}`);
  await page.check('input[value="surveys.write"]');
  await page.route("**/auth/session/agents/decide", (route) => route.abort());
  for (const button of ["#connect", "#refuse"]) {
    await page.click(button);
    await page.waitForSelector(".notice[data-kind=network]");
    assert.equal(await page.locator('input[value="surveys.write"]').isChecked(), true);
    assert.deepEqual(await violations(page), []);
  }
  await page.unroute("**/auth/session/agents/decide");
  assert.ok((await ledBack(page)).searchParams.has("code"));
  await leave();
});

test("a_request_of_a_program_that_is_not_proven_is_explained_and_leads_nowhere", async () => {
  const { page, leave } = await at.visit();
  await signIn(page, at.origin, owner(at.world));
  const { query } = requestOf(at.origin, client.id, { redirect_uri: "https://evil.example/" });
  await page.goto(`${at.origin}/mcp/authorize/?${query}`);
  await page.waitForSelector(".message.bad");
  assert.match(await page.locator("main").innerText(), /an address that its maker has not listed/);
  assert.equal(await page.locator("#connect").count(), 0);
  await leave();
});

test("s98_a_wrong_request_of_a_program_leads_back_to_it_only_when_the_person_says_so", async () => {
  const { page, leave } = await at.visit();
  await signIn(page, at.origin, owner(at.world));
  await page.route("http://127.0.0.1:5123/**", (route) => route.fulfill({ contentType: "text/html", body: "Wrong" }));
  const address = `${at.origin}/mcp/authorize/?${requestOf(at.origin, client.id, { response_type: "token" }).query}`;
  await page.goto(address);
  await page.waitForSelector("#back");
  assert.match(await page.locator("main").innerText(), /was not connected[^]*127\.0\.0\.1:5123/);
  assert.equal(page.url(), address);
  assert.deepEqual(await violations(page), []);
  await page.click("#back");
  await page.waitForURL("http://127.0.0.1:5123/callback?error=unsupported_response_type&**");
  await leave();
});

test("the_account_page_lists_agents_and_their_calls_and_ends_them", async () => {
  const { page, leave } = await at.visit({ reducedMotion: "reduce" });
  await signIn(page, at.origin, owner(at.world));
  const agent = await connect(page, []);
  await agent.tool("find_surveys", { limit: 1 });
  await page.goto(`${at.origin}/#/account`);
  await page.waitForSelector("#agents .calls");
  assert.match(await page.locator("#agents").innerText(), /Test agent[\s\S]*See surveys · Read answers[\s\S]*find_surveys/);
  // One date in each text, with its year: the time of a call, and the days of a connection.
  assert.match(await page.locator("#agents .calls tbody td").first().innerText(), /^\d{1,2} \w+ \d{4}, \d\d:\d\d$/);
  const facts = (await page.locator("#agents li", { hasText: "Test agent" }).first().locator("p.hint").innerText()).split(" · ");
  assert.deepEqual(facts.slice(0, 3).map((fact) => /^(since|last used|ends) \d{1,2} \w+ \d{4}( at the latest)?$/.test(fact)), [true, true, true], facts.join());
  for (const colorScheme of ["light", "dark"]) {
    await page.emulateMedia({ colorScheme });
    assert.deepEqual(await violations(page), []);
    await picture(page, `agents-account-${colorScheme}`);
  }
  const connections = await page.locator("#agents .entries li").count();
  await page.locator("#agents li", { hasText: "Test agent" }).first().getByRole("button").click();
  await page.waitForFunction((left) => document.querySelectorAll("#agents .entries li").length === left, connections - 1);
  await page.waitForFunction(() => document.activeElement?.matches("#agents .entries .button, h1") && document.getElementById("announcer").textContent.trim() === "The connection is ended");
  assert.equal((await agent.call("tools/list")).status, 401);
  await leave();
});

test("an_invitation_is_sent_after_the_person_has_pressed_send_and_an_export_is_saved", async () => {
  const { page, problems, leave } = await at.visit();
  await signIn(page, at.origin, owner(at.world));
  const agent = await connect(page, ["surveys.write", "invitations.send"]);
  const { surveys: [{ id: survey_id, title }] } = await agent.tool("find_surveys", { text: "by region" });
  const emails = ["x@pages.example", "y@pages.example", "z@pages.example"];
  const { plan, open } = await agent.tool("prepare_invitation", { survey_id, emails, subject: "Five minutes?", text: "Dear guest,\nplease answer." });
  assert.equal((await agent.tool("send_invitation", { plan })).state, "waiting");
  await page.goto(open);
  await page.waitForSelector("#agree");
  const text = await page.locator("main").innerText();
  for (const shown of [title, ...emails, "Five minutes?", "please answer."]) assert.ok(text.includes(shown), shown);
  assert.deepEqual(await violations(page), []);
  await picture(page, "agents-invitation");
  await page.click("#agree");
  await page.waitForSelector(".message.good");
  assert.deepEqual(await agent.tool("send_invitation", { plan }).then(({ state, invited }) => [state, invited]), ["sent", 3]);
  await page.reload();
  await page.waitForSelector(".message.good");
  assert.equal(await page.locator("#agree").count(), 0);

  const exported = await agent.tool("export_link", { survey_id });
  await page.goto(exported.open);
  await page.click("#export-start");
  await page.waitForSelector("#export-save");
  assert.match(await page.locator("[role=status]").textContent(), /^Export ready: /);
  assert.deepEqual(await violations(page), []);
  await picture(page, "agents-export");
  const [download] = await Promise.all([page.waitForEvent("download"), page.click("#export-save")]);
  assert.match(download.suggestedFilename(), /\.csv$/);
  assert.deepEqual(problems, []);

  await page.goto(`${at.origin}/mcp/plan/?plan=0123`);
  await page.waitForSelector(".message");
  assert.match(await page.locator("h1").innerText(), /does not exist any more/);
  await leave();
});

test("a_person_who_has_decided_about_a_program_that_the_page_cannot_go_to_sees_it_and_has_a_way_back", async () => {
  const address = "cursor://anysphere.cursor-mcp/oauth/callback";
  const editor = await clientDocument((document) => ({ body: JSON.stringify({ ...document, redirect_uris: [address] }) }));
  for (const [button, title, answer] of [["#connect", "The program is connected", /[?&]code=/], ["#refuse", "You refused the program", /[?&]error=access_denied/]]) {
    // A page of its own: after an address that it cannot open, the browser without a screen lets a page do nothing
    // more.
    const { page, leave } = await at.visit();
    await signIn(page, at.origin, owner(at.world));
    await page.goto(`${at.origin}/mcp/authorize/?${requestOf(at.origin, editor.id, { redirect_uri: address }).query}`);
    await page.click(button);
    await page.waitForSelector("#back");
    assert.equal(await page.locator("h1").innerText(), title);
    assert.equal(await page.locator("progress").count(), 0);
    const href = await page.locator("#back").getAttribute("href");
    assert.ok(href.startsWith(`${address}?`), href);
    assert.match(href, answer);
    assert.deepEqual(await violations(page), []);
    await picture(page, `agents-left-${button.slice(1)}`);
    await leave();
  }
  await editor.close();
});

/** Every request of a page to the gateway about plans gets this answer. */
const answerPlans = (page, answer) => page.route("**/auth/session/agents/plans/*", answer);

test("a_plan_that_cannot_be_loaded_is_not_called_gone_and_can_be_loaded_again", async () => {
  const { page, leave } = await at.visit();
  await signIn(page, at.origin, owner(at.world));
  await answerPlans(page, (route) => route.abort());
  await page.goto(`${at.origin}/mcp/plan/?plan=0123`);
  await page.waitForSelector(".notice[data-kind=network]");
  assert.equal(await page.locator("h1").innerText(), "A program’s plan");
  assert.doesNotMatch(await page.locator("main").innerText(), /fetch/i, "the browser's own message is not shown");
  await page.unroute("**/auth/session/agents/plans/*");
  await page.click(".notice button");
  await page.waitForFunction(() => /does not exist any more/.test(document.querySelector("h1").textContent));
  await leave();
});

test("a_plan_of_another_account_of_the_browser_is_opened_in_that_account", async () => {
  const { page, problems, leave } = await at.visit();
  await signIn(page, at.origin, owner(at.world));
  await page.evaluate(async () => {
    const { createCanvass } = await import("/sdk/index.js");
    globalThis.canvass = createCanvass();
    void canvass.signIn({ add: true, return_to: "/pricing/" });
  });
  const { email, password } = free(at.world);
  await page.waitForSelector("input[name=password]");
  await page.fill("input[name=email]", email);
  await page.fill("input[name=password]", password);
  await page.locator("button[type=submit], form button").first().click();
  await page.click("button[name=decision][value=allow]");
  // A page that calls nothing: what this account may not read would be refused or not, as fast as the next page opens.
  await page.waitForURL(`${at.origin}/pricing/`);
  const plan = { agent: "Test agent", kind: "invitation", state: "planned", until: "2030-01-01T00:00:00Z", what: { emails: ["x@pages.example"] } };
  let isOwner = false;
  await page.route("**/auth/switch", (route) => {
    isOwner = true;
    return route.continue();
  });
  await answerPlans(page, (route) => (isOwner ? route.fulfill({ json: plan }) : route.fulfill({ status: 404, json: { title: "Not found" } })));
  await page.goto(`${at.origin}/mcp/plan/?plan=0123`);
  await page.waitForFunction(() => /not in this account/.test(document.querySelector("h1").textContent));
  assert.ok((await page.locator("main").innerText()).includes(email), "the current account is named");
  await picture(page, "agents-plan-elsewhere");
  assert.deepEqual(await violations(page), []);
  await page.getByRole("button", { name: `Open as ${owner(at.world).email}` }).click();
  await page.waitForSelector("#agree");
  assert.deepEqual(problems.filter((problem) => !problem.includes("404")), []);
  await leave();
});

test("a_plan_that_has_ended_when_the_person_agrees_is_called_gone_and_has_no_button", async () => {
  const { page, leave } = await at.visit();
  await signIn(page, at.origin, owner(at.world));
  const plan = { agent: "Test agent", kind: "invitation", state: "planned", until: "2030-01-01T00:00:00Z", what: { emails: ["x@pages.example"] } };
  await answerPlans(page, (route) => (route.request().method() === "GET" ? route.fulfill({ json: plan }) : route.fulfill({ status: 404, json: { title: "Not found" } })));
  await page.goto(`${at.origin}/mcp/plan/?plan=0123`);
  await page.click("#agree");
  await page.waitForFunction(() => /does not exist any more/.test(document.querySelector("h1").textContent));
  assert.equal(await page.locator("#agree").count(), 0);
  assert.equal(await page.locator(".notice").count(), 0);
  await leave();
});

test("a_session_that_ends_on_a_page_about_an_agent_leads_to_the_sign_in_and_back_to_the_page", async () => {
  const { page, leave } = await at.visit();
  await signIn(page, at.origin, owner(at.world));
  const plan = { agent: "Test agent", kind: "invitation", state: "planned", until: "2030-01-01T00:00:00Z", what: { emails: ["x@pages.example"] } };
  await answerPlans(page, (route) => (route.request().method() === "GET" ? route.fulfill({ json: plan }) : route.fulfill({ status: 401, json: {} })));
  const address = `${at.origin}/mcp/plan/?plan=0123`;
  await page.goto(address);
  await page.click("#agree");
  await page.click("#sign-in");
  await consent(page, owner(at.world));
  await page.waitForURL(address);
  await page.waitForSelector("#agree");

  const question = `${at.origin}/mcp/authorize/?${requestOf(at.origin, client.id).query}`;
  await page.route("**/auth/session/agents/decide", (route) => route.fulfill({ status: 401, json: {} }));
  await page.goto(question);
  await page.click("#connect");
  await page.click("#sign-in");
  await consent(page, owner(at.world));
  await page.waitForURL(question);
  await page.waitForSelector("#connect");
  await leave();
});

test("a_permission_that_a_plan_needs_is_granted_with_the_way_back_to_the_plan", async () => {
  const { page, leave } = await at.visit();
  await signIn(page, at.origin, owner(at.world));
  const plan = { agent: "Test agent", kind: "export", state: "planned", until: "2030-01-01T00:00:00Z", what: { survey: { id: "1", title: "A survey" }, format: "csv", responses: 1 } };
  await answerPlans(page, (route) => route.fulfill({ json: plan }));
  const error = { id: "1014", name: "Permission Error", message: "Permission has not been granted.", http_status_code: 403 };
  await page.route("**/v3/surveys/**", (route) => route.fulfill({ status: 403, json: { error } }));
  const address = `${at.origin}/mcp/plan/?plan=0123`;
  await page.goto(address);
  await page.click("#export-start");
  assert.match(await page.locator(".notice[data-kind=scope_missing]").innerText(), /“[a-z]+_[a-z_]+”/, "the name that the consent page shows");
  await page.click(".notice[data-kind=scope_missing] button");
  await consent(page, owner(at.world));
  await page.waitForURL(address);
  await page.waitForSelector("#export-start");
  await leave();
});

test("an_export_of_a_plan_waits_for_the_quota_and_can_be_cancelled_and_started_again", async () => {
  const { page, leave } = await at.visit();
  await signIn(page, at.origin, owner(at.world));
  const survey = await page.locator(".line a", { hasText: "Every kind of question" }).first().evaluate((link) => ({ id: link.hash.split("/")[2], title: link.textContent }));
  const plan = { agent: "Test agent", kind: "export", state: "planned", until: "2030-01-01T00:00:00Z", what: { survey, format: "jsonl", responses: 260 } };
  await answerPlans(page, (route) => route.fulfill({ json: plan }));
  const error = { id: "1040", name: "Rate limit reached", message: "Too many requests.", http_status_code: 429 };
  const left = { "Retry-After": "7200", "X-Ratelimit-App-Global-Minute-Limit": "120", "X-Ratelimit-App-Global-Minute-Remaining": "0", "X-Ratelimit-App-Global-Minute-Reset": "7200" };
  await page.route(/responses\/bulk/, (route) => route.fulfill({ status: 429, headers: left, json: { error } }));
  await page.goto(`${at.origin}/mcp/plan/?plan=0123`);
  assert.equal(await page.locator("input[value=jsonl]").isChecked(), true, "what is planned is chosen");
  await page.click("#export-start");
  assert.match(await page.locator("#export-pause").innerText(), /accepts no more requests for now/);
  await page.click("#export-cancel");
  await page.waitForFunction(() => document.activeElement?.id === "export-start");
  await page.unroute(/responses\/bulk/);
  await page.click("#export-start");
  const [download] = await Promise.all([page.waitForEvent("download"), page.click("#export-save")]);
  assert.match(download.suggestedFilename(), /\.jsonl$/);
  await leave();
});

test("an_agent_that_could_not_be_ended_says_why_and_a_session_that_has_ended_leads_to_the_sign_in", async () => {
  const { page, leave } = await at.visit();
  await signIn(page, at.origin, owner(at.world));
  await connect(page, []);
  await page.goto(`${at.origin}/#/account`);
  let answer = (route) => route.abort();
  await page.route("**/auth/session/agents/*", (route) => answer(route));
  await page.locator("#agents li button").first().click();
  await page.waitForSelector("#agents .notice[data-kind=network]");
  assert.doesNotMatch(await page.locator("#agents .notice").innerText(), /fetch/i);
  answer = (route) => route.fulfill({ status: 401, json: {} });
  await page.locator("#agents li button").first().click();
  await page.waitForSelector(".notice[data-kind=signed_out]");
  await page.getByRole("button", { name: "Sign in again" }).click();
  await page.waitForSelector("input[name=email]");
  await leave();
});

test("the_documentation_lists_every_tool", async () => {
  const { page, leave } = await at.visit();
  await page.goto(`${at.origin}/docs/mcp/`);
  assert.equal(await page.locator("#tools > section").count(), 16);
  assert.deepEqual(await violations(page), []);
  await leave();
});
