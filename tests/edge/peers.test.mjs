// The benchmark's plain program writes the pages of a survey and the account that the service writes. The benchmark
// compares all bodies before it measures, but is no part of the tests.

import assert from "node:assert/strict";
import { before, test } from "node:test";
import { FORM, answeredSurvey } from "../../scripts/bench/service_data.mjs";
import { api as plainApi } from "../../scripts/peers/plain/api.mjs";
import { endPage, surveyPage } from "../../scripts/peers/plain/pages.mjs";
import { underTest } from "./harness.mjs";

const tested = underTest();
let token;
before(async () => {
  await tested.ready();
  token = (await tested.sandbox()).tokens.find(({ name }) => name === "owner").token;
});

async function api(method, path, body) {
  const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json" };
  return (await fetch(new URL(path, tested.origin), { method, headers, body: body && JSON.stringify(body) })).json();
}

test("the_plain_program_of_the_benchmark_writes_the_pages_of_the_service", async () => {
  const { id, collector, link, form } = await answeredSurvey({ api });
  const { title, language, pages, ...body } = await api("GET", `/v3/surveys/${id}/details`);
  const settings = await api("GET", `/v3/collectors/${collector}`);
  const survey = { title, language, body, settings, design: pages, action: link };
  const context = { origin: tested.origin };

  const shown = await fetch(new URL(link, tested.origin), { headers: { Accept: "text/html" } });
  const ours = await shown.text();
  const [, ticket] = /name="ticket" value="([^"]+)"/.exec(ours);
  const url = `${link}?survey-page=${pages[0].id}`;
  assert.equal(surveyPage(context, survey, { number: 0, token: ticket, form: new URLSearchParams(), problems: [], url }), ours);

  const sent = new URLSearchParams(form);
  sent.set("ticket", ticket);
  const headers = { ...FORM, "Sec-Fetch-Site": "same-origin", Cookie: shown.headers.getSetCookie()[0].split(";")[0] };
  const ended = await fetch(new URL(link, tested.origin), { method: "POST", headers, body: sent.toString() });
  assert.equal(endPage(context, survey), await ended.text());
});

test("the_plain_program_of_the_benchmark_writes_the_account_of_the_service", async () => {
  const ours = await api("GET", "/v3/users/me");
  const stored = { ...ours, created: Date.parse(ours.date_created), last_login: Date.parse(ours.date_last_login), email_verified: Number(ours.email_verified) };
  const context = { origin: tested.origin, db: { statement: () => ({ get: () => stored }) } };
  const caller = { user_id: ours.id, plan: ours.account_type, ...ours.scopes };
  const { value } = plainApi(context, caller, "GET", new URL(ours.href));
  assert.equal(JSON.stringify(value), JSON.stringify(ours));
});
