// Invitations by the SDK as it is packed, from the local service: however they fail and wherever they go on, each mail
// goes out once. Nobody waits: the SDK's pauses end at once.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { createCanvass } from "../../pkg/dist/index.js";
import { EMPTY } from "./demo_world.mjs";
import { underTest } from "./harness.mjs";

const tested = underTest();
const options = { skip: process.env.CANVASS_URL ? "a deployed Worker has no sandbox" : false };
const STEPS = ["surveys.collectors.create", "collectors.messages.create", "collectors.messages.recipients.bulk", "collectors.messages.send"];
const BODY = "Please: [SurveyLink] [OptOutLink] [PrivacyLink] [FooterLink]";
const survey_id = EMPTY;
let token;
let number = 0;

const wait = globalThis.setTimeout;
globalThis.setTimeout = (then, milliseconds, ...given) =>
  new Error().stack.includes("sleep") && new Error().stack.includes("pkg/dist") && milliseconds <= 10_000 ? wait(then, 0, ...given) : wait(then, milliseconds, ...given);
after(() => void (globalThis.setTimeout = wait));

async function control(method, path, body) {
  const headers = { "X-Canvass": "1", "Content-Type": "application/json" };
  const response = await fetch(`${tested.origin}/sandbox${path}`, { method, headers, body: body && JSON.stringify(body) });
  return response.json();
}

before(async () => {
  await tested.ready();
  token = (await tested.sandbox())?.tokens.find(({ name }) => name === "owner").token;
});

/** The SDK with a token, and what it has sent; `pass` may do something else with a request. */
function connected(pass = (request) => fetch(request)) {
  const sent = [];
  const counted = async (request) => {
    const { pathname } = new URL(request.url);
    sent.push(`${request.method} ${pathname.replace(/\d{4,}/g, "N")}`);
    return pass(request, sent.length);
  };
  return { canvass: createCanvass({ token, access_url: tested.origin, fetch: counted }), sent };
}

async function caught(promise) {
  return promise.then(
    () => assert.fail("nothing failed"),
    (error) => error,
  );
}

/** Two people whom nobody else writes to, and the invitation of them. */
function invitation(more = {}) {
  number += 1;
  const people = ["ada", "eve"].map((name) => `${name}-${number}@invited.example`);
  return { people, request: { survey_id, recipients: people, subject: "Your turn", body_html: BODY, ...more } };
}

const count = (list, item) => list.filter((each) => each === item).length;
const posts = (sent) => sent.filter((each) => each.startsWith("POST"));

async function collectorIds() {
  const { canvass } = connected();
  return (await canvass.surveys.collectors.list({ survey_id, per_page: 1000 })).data.map(({ id }) => id);
}

/** Fails unless each of these people gets one mail, and all of one collector. */
async function mailedOnce(people, { collector_id, message_id }) {
  const { canvass } = connected();
  for (let turn = 0; turn < 400; turn += 1) {
    if ((await canvass.collectors.messages.get({ collector_id, message_id })).status === "sent") break;
    await new Promise((done) => wait(done, 25));
  }
  for (const to of people) assert.equal((await control("GET", `/outbox?to=${to}`)).mails.length, 1, to);
  const messages = await canvass.collectors.messages.list({ collector_id });
  assert.equal(messages.total, 1);
}

const idsOf = ({ collector_id, message_id }) => ({ collector_id, message_id });
const dropped = () => Promise.reject(new TypeError("fetch failed"));

test("an_invitation_takes_four_requests_and_reports_the_outcome_of_every_address", options, async () => {
  const contacts = connected().canvass.contacts;
  const [out] = (await contacts.list({ status: "optout" })).data;
  const [bounced] = (await contacts.list({ status: "bounced" })).data;
  const { people: [ada, eve] } = invitation();
  const { canvass, sent } = connected();
  const told = [];
  const made = await canvass.sendInvitation({
    survey_id,
    recipients: [ada, out.email, "nobody", { email: eve, first_name: "Eve" }, ` ${ada.toUpperCase()}`, bounced.email],
    body_text: BODY,
    collector: { name: "Spring" },
  }, { onProgress: (progress) => told.push(progress) });
  const fates = made.recipients.map(({ address, fate, id }) => [address.trim().toLowerCase(), fate, id !== undefined]);
  assert.deepEqual(fates, [
    [ada, "added", true], [out.email, "opted_out", false], ["nobody", "invalid", false], [eve, "added", true], [bounced.email, "bounced", false], [ada, "duplicate", false],
  ]);
  assert.equal(made.added, 2);
  assert.deepEqual(sent.map((each) => each.split("/").at(-1)), ["collectors", "messages", "bulk", "send"]);
  assert.deepEqual(told.map(({ step, requests, done, total }) => [step, requests, done, total]), [
    ["collector", 4, 0, 5], ["message", 3, 0, 5], ["recipients", 2, 0, 5], ["send", 1, 5, 5],
  ]);
  await mailedOnce([ada, eve], made);
  const { name, type } = await canvass.collectors.get({ collector_id: made.collector_id });
  assert.match(name, /^Spring \[[0-9a-z]{8}\]$/);
  assert.equal(type, "email");
  assert.equal((await control("GET", `/outbox?to=${out.email}`)).mails.length, 0);
});

test("a_step_that_is_refused_leaves_nothing_behind_unless_it_is_to_be_kept", options, async () => {
  const before = await collectorIds();
  for (const operation of STEPS) {
    const { people, request } = invitation();
    await control("POST", "/faults", { operation, error: 1016, count: 1 });
    const error = await caught(connected().canvass.sendInvitation(request));
    assert.deepEqual([error.kind, error.checkpoint, error.invited.length], ["not_permitted", undefined, 2], operation);
    assert.deepEqual(await collectorIds(), before, operation);

    await control("POST", "/faults", { operation, error: 1016, count: 1 });
    const kept = await caught(connected().canvass.sendInvitation({ ...request, keep: true }));
    assert.equal(kept.kind, "not_permitted");
    assert.equal(typeof kept.checkpoint, operation === STEPS[0] ? "undefined" : "string");
    if (kept.checkpoint) await mailedOnce(people, await connected().canvass.sendInvitation(request, { resume: kept.checkpoint }));
    before.splice(0, before.length, ...(await collectorIds()));
  }
});

test("what_cannot_be_undone_can_be_resumed", options, async () => {
  const { people, request } = invitation();
  await control("POST", "/faults", { operation: STEPS[3], error: 1016, count: 1 });
  await control("POST", "/faults", { operation: "collectors.delete", error: 1050, count: 1 });
  const error = await caught(connected().canvass.sendInvitation(request));
  assert.equal(error.kind, "not_permitted");
  await mailedOnce(people, await connected().canvass.sendInvitation(request, { resume: error.checkpoint }));
});

test("a_step_whose_answer_is_lost_is_looked_for_and_not_done_again", options, async () => {
  for (const operation of STEPS) {
    const { people, request } = invitation();
    const before = await collectorIds();
    await control("POST", "/faults", { operation, cut: true, count: 1 });
    const { canvass, sent } = connected();
    const made = await canvass.sendInvitation(request);
    assert.deepEqual(made.recipients.map(({ fate }) => fate), ["added", "added"], operation);
    assert.equal(posts(sent).length, 4, `${operation}: ${sent.join(", ")}`);
    assert.ok(sent.some((each) => each.startsWith("GET")), operation);
    assert.equal((await collectorIds()).length, before.length + 1, operation);
    await mailedOnce(people, made);
  }
});

test("a_step_that_was_not_done_is_done_again_after_a_look", options, async () => {
  for (const operation of STEPS) {
    const { people, request } = invitation();
    await control("POST", "/faults", { operation, error: 1051, count: 2 });
    const { canvass, sent } = connected();
    const made = await canvass.sendInvitation(request);
    assert.equal(posts(sent).length, 6, operation);
    const order = sent.filter((each, at) => each.startsWith("GET") || each === sent[at + 2]);
    assert.ok(order.length >= 3, sent.join(", "));
    for (const [at, each] of sent.entries()) if (each.startsWith("POST")) assert.notEqual(sent[at + 1], each, "it is looked for in between");
    await mailedOnce(people, made);
  }
});

test("an_invitation_whose_connection_ends_in_any_step_goes_on_from_its_checkpoint", options, async () => {
  for (const arrives of [false, true]) {
    for (let broken = 1; broken <= 4; broken += 1) {
      const { people, request } = invitation();
      const before = await collectorIds();
      const down = async (asked, nth) => {
        if (nth < broken) return fetch(asked);
        if (nth === broken && arrives) await (await fetch(asked)).text();
        return dropped();
      };
      const error = await caught(connected(down).canvass.sendInvitation(request, { retries: 0 }));
      assert.equal(error.kind, "network");
      const { canvass, sent } = connected();
      const made = await canvass.sendInvitation(request, { resume: error.checkpoint });
      assert.deepEqual(made.recipients.map(({ fate }) => fate), ["added", "added"], `${arrives} ${broken}`);
      assert.equal(posts(sent).length, arrives ? 4 - broken : 5 - broken, sent.join(", "));
      assert.equal((await collectorIds()).length, before.length + 1);
      await mailedOnce(people, made);
    }
  }
});

test("an_invitation_that_is_stopped_in_any_step_goes_on_from_what_was_reported_last", options, async () => {
  for (let stopped = 1; stopped <= 4; stopped += 1) {
    const { people, request } = invitation();
    const stop = new AbortController();
    let last;
    const onProgress = ({ checkpoint }) => (last = checkpoint);
    const pass = async (asked, nth) => {
      if (nth !== stopped) return fetch(asked);
      // It arrives, and the answer is not waited for.
      await (await fetch(new Request(asked, { signal: AbortSignal.timeout(10_000) }))).text();
      stop.abort("my reason");
      return dropped();
    };
    assert.equal(await caught(connected(pass).canvass.sendInvitation(request, { signal: stop.signal, onProgress })), "my reason");
    const made = await connected().canvass.sendInvitation(request, { resume: last });
    await mailedOnce(people, made);
    const again = await connected().canvass.sendInvitation(request, { resume: last });
    assert.deepEqual([again.collector_id, again.added], [made.collector_id, 2]);
    await mailedOnce(people, again);
  }
});

test("a_mail_that_may_have_gone_out_is_never_undone", options, async () => {
  const { people, request } = invitation();
  let down = false;
  const pass = async (asked) => {
    if (down) return new Response(JSON.stringify({ error: { id: "1016", message: "no" } }), { status: 403 });
    if (asked.url.endsWith("/send")) {
      down = true;
      await (await fetch(asked)).text();
      return dropped();
    }
    return fetch(asked);
  };
  const { canvass, sent } = connected(pass);
  const error = await caught(canvass.sendInvitation(request));
  assert.equal(error.kind, "not_permitted");
  assert.ok(!sent.some((each) => each.startsWith("DELETE")), sent.join(", "));
  await mailedOnce(people, await connected().canvass.sendInvitation(request, { resume: error.checkpoint }));
});

test("a_message_that_turns_out_to_be_sent_is_no_error", options, async () => {
  const { people, request } = invitation();
  let sends = 0;
  let looks = 0;
  const pass = async (asked) => {
    const answer = await fetch(asked);
    if (asked.url.endsWith("/send")) return (sends += 1) === 1 ? dropped(await answer.text()) : answer;
    if (asked.method === "GET" && (looks += 1) === 1) {
      // The first look comes before the service has taken it up.
      return new Response(JSON.stringify({ ...(await answer.json()), status: "not_sent", is_scheduled: false, scheduled_date: null }));
    }
    return answer;
  };
  const made = await connected(pass).canvass.sendInvitation(request);
  assert.deepEqual([sends, looks], [2, 2]);
  await mailedOnce(people, made);
});

test("an_invitation_that_reaches_no_one_is_undone_and_says_why", options, async () => {
  const before = await collectorIds();
  const { canvass, sent } = connected();
  const error = await caught(canvass.sendInvitation({ survey_id, recipients: ["nobody"], body_html: BODY }));
  assert.deepEqual([error.kind, error.path, error.invited], ["bad_request", "recipients", [{ address: "nobody", fate: "invalid" }]]);
  assert.ok(!sent.some((each) => each.endsWith("/send")));
  assert.deepEqual(await collectorIds(), before);
});

test("an_invitation_is_scheduled_and_contacts_and_lists_come_along", options, async () => {
  const { people, request } = invitation({ scheduled_date: new Date(Date.now() + 86_400_000) });
  const { canvass } = connected();
  const contact = await canvass.contacts.create({ first_name: "Una", last_name: "May", email: `una-${number}@invited.example` });
  const list = await canvass.contact_lists.create({ name: "Guests" });
  await canvass.contact_lists.contacts.create({ contact_list_id: list.id, first_name: "Ida", last_name: "Lee", email: `ida-${number}@invited.example` });
  const made = await canvass.sendInvitation({ ...request, contact_ids: [contact.id, "1"], contact_list_ids: [list.id] });
  assert.equal(made.added, 4);
  assert.deepEqual(made.recipients.map(({ fate }) => fate), ["added", "added", "added", "invalid", "added"]);
  const { is_scheduled, status } = await canvass.collectors.messages.get(idsOf(made));
  assert.deepEqual([is_scheduled, status], [true, "not_sent"]);
  for (const to of people) assert.equal((await control("GET", `/outbox?to=${to}`)).mails.length, 0);
  const error = await caught(canvass.sendInvitation({ ...request, recipients: undefined, from_collector_id: made.collector_id, from_message_id: made.message_id, contact_ids: [contact.id] }));
  assert.equal(error.path, "from_message_id");
  const { subject, body_html, ...copied } = request;
  const copy = await canvass.sendInvitation({ ...copied, from_collector_id: made.collector_id, from_message_id: made.message_id });
  assert.equal((await canvass.collectors.messages.get(idsOf(copy))).subject, subject);
});

test("wrong_arguments_are_refused_before_anything_is_sent", options, async () => {
  const { request } = invitation();
  const { canvass, sent } = connected();
  for (const [wrong, path] of [
    [{ recipients: [] }, "recipients"],
    [{ recipients: ["a@b.example", { first_name: "No" }] }, "recipients[1].email"],
    [{ recipients: Array.from({ length: 10_001 }, (_, at) => `a${at}@b.example`) }, "recipients"],
    [{ subject: "" }, "subject"],
    [{ subject: "x".repeat(501) }, "subject"],
    [{ subject: "two\nlines" }, "subject"],
    [{ body_html: "Come: [SurveyLink]" }, "body_html"],
    [{ body_html: undefined, body_text: "Come: [SurveyLink]" }, "body_text"],
    [{ body_html: BODY + "ü".repeat(50_000) }, "body_html"],
    [{ from_message_id: "1" }, "from_message_id"],
    [{ collector: { name: 5 } }, "collector.name"],
    ...[{ is_branding_enabled: false }, { embed_first_question: true }].map((copied) => [
      { ...copied, subject: undefined, body_html: undefined, from_message_id: "1", from_collector_id: "2" },
      "from_message_id",
    ]),
    [{ scheduled_date: "tomorrow" }, "scheduled_date"],
    [{ scheduled_date: new Date(NaN) }, "scheduled_date"],
    [{ resume: "yesterday" }, "resume"],
    [{ resume: "7.abcdefgh.." }, "resume"],
  ]) {
    const error = await caught(canvass.sendInvitation({ ...request, ...wrong }));
    assert.deepEqual([error.kind, error.path], ["invalid_argument", path], JSON.stringify(wrong).slice(0, 80));
  }
  assert.match((await caught(canvass.sendInvitation({ ...request, body_html: "[SurveyLink] [FooterLink]" }))).message, /\[OptOutLink\], \[PrivacyLink\]/);
  assert.deepEqual(sent, []);
});

/** A service that takes everything, and counts how many it took; `rate` is its quota. */
function taking(rate = {}) {
  const bulks = [];
  const fetch = async (request) => {
    const { pathname } = new URL(request.url);
    const given = await request.json();
    const headers = rate.headers ?? {};
    const json = (body, status = 200) => new Response(JSON.stringify(body), { status, headers });
    if (pathname.endsWith("/collectors")) return json({ id: "3", type: "email", status: "new", name: "", url: null, response_count: 0, date_created: "", date_modified: "", href: "" }, 201);
    if (pathname.endsWith("/messages")) {
      return json({ id: "4", type: "invite", status: "not_sent", recipient_status: null, body: "", is_scheduled: false, scheduled_date: null, is_branding_enabled: true, date_created: "", href: "" }, 201);
    }
    if (pathname.endsWith("/send")) return json({ is_scheduled: true, scheduled_date: "2031-01-01T00:00:00.000000+00:00", body: "", recipients: [], recipient_status: null, type: "invite" });
    bulks.push(given);
    const succeeded = given.contacts.map(({ email }) => ({ id: email, email, href: "" }));
    return json({ succeeded, invalids: [], existing: [], bounced: [], opted_out: [], duplicate: [] });
  };
  return { bulks, canvass: createCanvass({ gateway: "https://gateway.example", fetch }) };
}

test("many_recipients_go_in_as_many_requests_as_the_api_allows_and_no_ones_custom_fields_are_lost", options, async () => {
  const { bulks, canvass } = taking();
  const people = Array.from({ length: 2500 }, (_, at) => ({ email: `a${at}@b.example`, ...(at % 5 === 0 && { custom_fields: { 1: "x" } }) }));
  const told = [];
  const { added } = await canvass.sendInvitation({ survey_id: "7", recipients: people }, { onProgress: ({ requests }) => told.push(requests) });
  assert.equal(added, 2500);
  assert.deepEqual(bulks.map(({ contacts }) => contacts.length), [500, 1000, 1000]);
  for (const { contacts } of bulks) assert.equal(new Set(contacts.map(({ custom_fields }) => custom_fields === undefined)).size, 1);
  assert.deepEqual(told, [6, 5, 4, 3, 2, 1]);
  const large = taking();
  const texts = Array.from({ length: 30 }, (_, at) => ({ email: `a${at}@b.example`, extra_fields: { note: "ü".repeat(30_000) } }));
  await large.canvass.sendInvitation({ survey_id: "7", recipients: texts });
  for (const bulk of large.bulks) assert.ok(Buffer.byteLength(JSON.stringify(bulk)) <= 1_000_000);
  assert.equal(large.bulks.length, 2);
});

test("an_invitation_keeps_to_the_quota_and_goes_on_when_there_is_more", options, async () => {
  const windows = (minute, day, reset) => ({
    "x-ratelimit-app-global-minute-limit": "120", "x-ratelimit-app-global-minute-remaining": `${minute}`, "x-ratelimit-app-global-minute-reset": `${reset}`,
    "x-ratelimit-app-global-day-limit": "500", "x-ratelimit-app-global-day-remaining": `${day}`, "x-ratelimit-app-global-day-reset": "3600",
  });
  const rate = { headers: windows(50, 0, 10) };
  const { bulks, canvass } = taking(rate);
  const request = { survey_id: "7", recipients: ["a@b.example"] };
  const error = await caught(canvass.sendInvitation(request));
  assert.deepEqual([error.kind, error.remedy.seconds, error.checkpoint.split(".").slice(2)], ["rate_limited", 3600, ["3", ""]]);
  assert.equal(bulks.length, 0, "what would have no end is not begun");
  const pauses = [];
  const paced = taking({ headers: windows(0, 100, 3) });
  await paced.canvass.sendInvitation(request, { onProgress: ({ step, resumes_at }) => resumes_at && pauses.push(step) });
  assert.deepEqual(pauses, ["message", "recipients", "send"]);
});
