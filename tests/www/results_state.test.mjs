// The address of the results screen holds its whole state, and rules change as clicks on bars mean.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { load } from "./load.mjs";

const { splitHash } = await load("../hash.ts");
const { compact, expand } = await load("compact.ts");
const { START, LONGEST, isPartial, readState, writeState } = await load("url_state.ts");
const rules = await load("rules.ts");
const { conditionIn, conditionOf, draftOf, fitting } = await load("rule_draft.ts");
const { readDesign } = await load("design.ts");
const { describe, nameOfRule, shorten } = await load("wording.ts");
const { Workbench } = await load("workbench.ts");
const { DESIGN, fakeResults } = await import("./fake_results.mjs");

/** Numbers that look random and are the same in every run. */
function random(seed) {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const TEXTS = ["", "a b", "O'Neil!", "(1:2,3)", "100 %", "ä=ö&ü", "日本", "+#/?", "301", "true", "-1", "a.b-c_d"];

function randomRule(pick, depth = 0) {
  const texts = () => Array.from({ length: 1 + pick(3) }, () => TEXTS[pick(TEXTS.length)]);
  const conditions = [
    () => ({ question: "301", choices: texts() }), () => ({ question: "1", row: "2", column: "3", choices: texts() }), () => ({ question: "1", row: "2", answered: pick(2) === 0 }),
    () => ({ question: "1", text: TEXTS[pick(TEXTS.length)] }), () => ({ question: "1", number: { min: -1.5, ...(pick(2) && { max: 1e-7 }) } }), () => ({ status: texts() }), () => ({ created: { from: "2026-01-01T00:00:00Z" } }),
    () => ({ variable: "a b", values: texts() }), () => ({ seconds: { max: 60 } }), () => ({ tag: texts() }), () => ({ left_at: "9" }), () => ({ ids: texts() }), () => ({ text: TEXTS[pick(TEXTS.length)] }),
  ];
  const kind = depth > 3 ? 9 : pick(10);
  const list = () => Array.from({ length: pick(4) }, () => randomRule(pick, depth + 1));
  if (kind === 0) return { all: list() };
  if (kind === 1) return { any: list() };
  if (kind === 2) return { not: randomRule(pick, depth + 1) };
  return conditions[pick(conditions.length)]();
}

function randomBanner(pick) {
  const text = () => TEXTS[pick(TEXTS.length)];
  const banners = [
    () => ({ question: text() }), () => ({ question: text(), row: text() }), () => ({ field: "collector" }), () => ({ variable: text() }), () => ({ time: { by: "week" } }),
    () => ({ groups: Array.from({ length: pick(3) }, () => ({ name: text(), rule: randomRule(pick) })) }),
  ];
  return banners[pick(banners.length)]();
}

test("a_thousand_random_rules_and_columns_survive_the_address", () => {
  const pick = random(23);
  for (let round = 0; round < 1000; round += 1) {
    const rule = { all: [randomRule(pick), randomRule(pick)] };
    const crosstab = { ...START.crosstab, banners: [randomBanner(pick), randomBanner(pick)] };
    const query = writeState({ ...START, rule, crosstab });
    assert.match(query, /^[\w\-.~!$&'()*+,;=:@/?%]*$/, "the query has only letters of an address");
    assert.deepEqual([readState(query).rule, readState(query).crosstab], [rule, crosstab], query);
  }
});

test("the_whole_state_survives_the_address", () => {
  const state = {
    tab: "crosstab", rule: { all: [{ status: ["completed"] }] }, measure: "count", question: "q1", row: "r 1",
    crosstab: { stub: { question: "q4", row: "r1" }, banners: [{ question: "q1" }, { field: "status" }, { time: { by: "week" } }], confidence: [99, 90], bonferroni: true, min_base: 50 },
    groups: [{ name: "North & East", rule: { question: "q1", choices: ["c11", "c12"] } }, { name: "All", rule: { all: [] } }], response: "900001",
    sort: [{ key: "seconds", order: "asc" }, { key: "question:q1:r1", order: "desc" }], columns: ["id", "variable:a b"], search: "a+b=c & ü", order: "oldest", tag: "Praise", by: "month", utc: true, unread: {},
  };
  assert.deepEqual(readState(writeState(state)), state);
});

test("a_question_mark_in_a_rule_is_part_of_the_query_and_not_its_beginning", () => {
  const state = { ...START, rule: { all: [{ text: "why?" }] }, search: "a?b" };
  assert.ok(!writeState(state).includes("?"));
  const [path, query] = splitHash(`#/surveys/12/results?${writeState(state)}`);
  assert.equal(path, "/surveys/12/results");
  assert.deepEqual(readState(query), state);
  assert.deepEqual(splitHash("#/a?find=b?c"), ["/a", "find=b?c"]);
  assert.deepEqual([splitHash(""), splitHash("#/a"), splitHash("#")], [["", ""], ["/a", ""], ["", ""]]);
});

test("an_emoji_at_the_end_of_a_name_is_whole_or_absent_and_half_a_letter_breaks_no_address", () => {
  assert.equal(shorten("ab😀😀", 4), "ab😀😀");
  assert.equal(shorten("ab😀😀", 3), "ab…");
  assert.equal(shorten("ab😀cd", 4), "ab😀…");
  const rule = { question: "q1", choices: ["c1"] };
  for (const length of [37, 38, 39, 40]) {
    const name = nameOfRule({ text: "😀".repeat(length) }, null);
    assert.ok(name.isWellFormed?.() ?? true);
    assert.deepEqual(readState(writeState({ ...START, groups: [{ name, rule }] })).groups, [{ name, rule }]);
  }
  assert.equal(readState(writeState({ ...START, search: "a\ud83d" })).search, "a\ufffd");
  assert.equal(readState(writeState({ ...START, search: "😀" })).search, "😀");
});

test("the_screen_as_it_opens_has_an_empty_query", () => {
  assert.equal(writeState(START), "");
  assert.deepEqual(readState(""), START);
});

test("what_cannot_be_read_of_an_address_is_as_the_screen_opens", () => {
  for (const query of ["tab=none", "r=(all:", "r=!(1)", "r=(status:open)", "x=!t", "x=(cols:!((time:!z)))", "x=(cols:!((time:week)))", "x=(cols:!((groups:!(!z))))", "x=(cols:!((groups:!((name:A)))))", "x=(cols:!((question:!n1)))", "x=(cols:!(!(),(a:b),(field:!z),(variable:!t)))", "x=(rows:(question:q1,row:(a:b)))", "g=(a:b)", "by=second", "sort=", `r=${"!(".repeat(1000)}`, "r=(__proto__:!t)"]) assert.deepEqual({ ...readState(query), unread: {} }, START, query);
});

/** The query of a state with a rule, a group, or columns that this version does not know. */
function unreadable() {
  const known = { status: ["completed"] };
  const unknown = { all: [known, { weather: ["sunny"] }] };
  const groups = [{ name: "A", rule: known }, { name: "B", rule: unknown }];
  const crosstab = { ...START.crosstab, banners: [{ question: "q1" }, { groups }] };
  return { known, rule: writeState({ ...START, rule: unknown }), groups: writeState({ ...START, groups }), crosstab: writeState({ ...START, crosstab }) };
}

/** A workbench on a page whose address its steps change. */
function steppingWorkbench(t, hash) {
  const workbench = workbenchAt(t, hash);
  const write = (_state, _title, address) => (location.hash = address);
  globalThis.history = { state: null, pushState: write, replaceState: write };
  t.after(() => delete globalThis.history);
  return workbench;
}

test("a_part_of_an_address_that_cannot_be_read_makes_its_state_partial", () => {
  const { known, rule, groups, crosstab } = unreadable();
  const group = { name: "A", rule: known };
  const whole = { ...START, rule: known, groups: [group], crosstab: { ...START.crosstab, stub: { question: "q1" }, banners: [{ groups: [group] }] } };
  for (const query of ["", writeState(whole), "by=second", "tab=none", "x=(min:1)"]) assert.equal(isPartial(readState(query)), false, query);
  for (const query of [rule, groups, crosstab, "r=(all:", "g=(a:b)", "x=!t", "x=(rows:(question:!t))", `?tab=table&${rule}`]) assert.equal(isPartial(readState(query)), true, query);
});

test("a_part_that_cannot_be_read_stays_in_the_address_of_all_tabs", (t) => {
  const { rule, groups, crosstab } = unreadable();
  for (const query of [rule, groups, crosstab, "r=(all:", "r="]) {
    const workbench = steppingWorkbench(t, `#/surveys/301/results?${query}`);
    const link = workbench.urlOf({ tab: "table" });
    workbench.go({ tab: "table", search: "a" });
    workbench.go({ search: "" });
    assert.deepEqual([location.hash, workbench.isPartial.value], [link, true], query);
    const reloaded = steppingWorkbench(t, location.hash);
    assert.deepEqual([reloaded.isPartial.value, reloaded.state.value], [true, { ...readState(query), tab: "table" }]);
    location.hash = `#/surveys/301/results?${query}`;
    reloaded.follow();
    assert.deepEqual([reloaded.isPartial.value, writeState(reloaded.state.value)], [true, query], "a step back");
  }
});

test("a_part_that_cannot_be_read_is_reported_until_that_part_changes", (t) => {
  const { known, rule, groups, crosstab } = unreadable();
  const workbench = steppingWorkbench(t, "#/surveys/301/results");
  assert.equal(workbench.isPartial.value, false);
  const changes = [[rule, { rule: known }], [groups, { groups: [{ name: "A", rule: known }] }], [crosstab, { crosstab: { ...START.crosstab, bonferroni: true } }]];
  for (const [query, own] of changes) {
    for (const [, other] of changes.filter(([, change]) => change !== own)) {
      workbench.open(`?tab=table&${query}`);
      workbench.go(other);
      assert.equal(workbench.isPartial.value, true, query);
    }
    workbench.go(own);
    assert.equal(workbench.isPartial.value, false, query);
    assert.equal(isPartial(readState(splitHash(location.hash)[1])), false);
  }
  workbench.open(`?tab=table&${rule}`);
  workbench.open("?tab=table");
  assert.equal(workbench.isPartial.value, false);
});

test("the_limits_of_a_crosstab_change_and_its_columns_that_cannot_be_read_stay", (t) => {
  const workbench = steppingWorkbench(t, "#/surveys/301/results");
  for (const [columns, limits] of [[unreadable().crosstab, true], ["x=(cols", false]]) {
    workbench.open(`?tab=crosstab&${columns}`);
    workbench.go({ crosstab: { ...workbench.state.value.crosstab, confidence: [99] } });
    const query = splitHash(location.hash)[1];
    assert.deepEqual([workbench.isPartial.value, isPartial(readState(query)), query.includes("weather")], [true, true, limits], columns);
    if (limits) assert.deepEqual(readState(query).crosstab, { ...START.crosstab, banners: [{ question: "q1" }], confidence: [99] });
  }
});

test("more_groups_than_are_shown_make_a_state_partial", () => {
  const groups = Array.from("ABCDEF", (name) => ({ name, rule: { status: ["completed"] } }));
  assert.deepEqual([5, 6].map((count) => isPartial(readState(writeState({ ...START, groups: groups.slice(0, count) })))), [false, true]);
});

test("ten_rules_and_five_groups_stay_an_address", () => {
  const condition = (at) => ({ question: `30100000${at}`, choices: [`10784000${at}`, `10784001${at}`] });
  const state = { ...START, tab: "compare", rule: { all: Array.from({ length: 10 }, (_, at) => condition(at)) }, groups: Array.from({ length: 5 }, (_, at) => ({ name: `Group ${at}`, rule: condition(at) })) };
  assert.ok(writeState(state).length < LONGEST, `${writeState(state).length} letters`);
});

test("compact_text_is_read_as_the_value_that_was_written", () => {
  for (const value of [null, true, false, 0, -1.5, 1e-7, "", "!", "a'b!c", [], {}, [[]], { a: { "b c": [1, "1"] } }]) assert.deepEqual(expand(compact(value)), value);
  for (const text of ["", "(", "!", "!q", "'a", "(a)", "(a:1,)x", "a b"]) assert.equal(expand(text), undefined, text);
});

test("a_click_on_a_bar_filters_by_it_and_a_second_one_takes_it_out", () => {
  const once = rules.toggleChoice(rules.EVERYTHING, { question: "q1" }, "c1");
  assert.deepEqual(once, { all: [{ question: "q1", choices: ["c1"] }] });
  assert.deepEqual(rules.toggleChoice(once, { question: "q1" }, "c1"), rules.EVERYTHING);
  assert.deepEqual(rules.toggleChoice(once, { question: "q1" }, "c2"), { all: [{ question: "q1", choices: ["c2"] }] });
});

test("a_click_with_a_key_adds_the_bar_to_those_chosen", () => {
  const both = rules.toggleChoice(rules.toggleChoice(rules.EVERYTHING, { question: "q1" }, "c1"), { question: "q1" }, "c2", true);
  assert.deepEqual(both, { all: [{ question: "q1", choices: ["c1", "c2"] }] });
  assert.deepEqual(rules.toggleChoice(both, { question: "q1" }, "c1", true), { all: [{ question: "q1", choices: ["c2"] }] });
});

test("a_click_leaves_the_rules_of_other_questions_and_rows_alone", () => {
  const rule = { all: [rules.COMPLETED, { question: "q4", row: "r1", choices: ["c41"] }] };
  const after = rules.toggleChoice(rule, { question: "q4", row: "r2" }, "c42");
  assert.equal(after.all.length, 3);
  assert.deepEqual(rules.toggleChoice(after, { question: "q4", row: "r2" }, "c42"), rule);
});

test("a_click_on_a_bar_of_a_histogram_filters_by_its_range_and_one_with_a_key_widens_it", () => {
  const [place, thirties, fifties] = [{ question: "q6", row: "n1" }, { min: 31, max: 38 }, { min: 51, max: 58 }];
  const start = { all: [rules.COMPLETED, { question: "q6", row: "n2", number: { min: 1 } }] };
  const once = rules.toggleRange(start, place, thirties);
  assert.deepEqual(once, { all: [...start.all, { ...place, number: thirties }] });
  assert.deepEqual(rules.toggleRange(once, place, thirties), start);
  assert.deepEqual(rules.toggleRange(once, place, fifties), { all: [...start.all, { ...place, number: fifties }] });
  assert.deepEqual(rules.chosenRange(rules.toggleRange(once, place, fifties, true), place), { min: 31, max: 58 });
  const open = { all: [{ ...place, number: { max: 58 } }] };
  assert.deepEqual(rules.toggleRange(open, place, thirties, true), open, "without a minimum it has none after it is widened");
});

test("a_click_on_a_bar_of_dates_filters_by_its_period_and_one_with_a_key_widens_it", () => {
  const month = (number) => ({ from: `2026-0${number}-01T00:00:00Z`, to: `2026-0${number + 1}-01T00:00:00Z` });
  const place = { question: "q8", row: "d1" };
  const start = { all: [rules.COMPLETED, { question: "q8", row: "d2", date: month(1) }] };
  const once = rules.togglePeriod(start, place, month(3));
  assert.deepEqual(once, { all: [...start.all, { ...place, date: month(3) }] });
  assert.deepEqual(rules.togglePeriod(once, place, month(3)), start);
  assert.deepEqual(rules.togglePeriod(once, place, month(5)), { all: [...start.all, { ...place, date: month(5) }] });
  for (const [first, then] of [[3, 5], [5, 3]]) {
    const wider = rules.togglePeriod(rules.togglePeriod(start, place, month(first)), place, month(then), true);
    assert.deepEqual(rules.chosenPeriod(wider, place), { from: month(3).from, to: month(5).to });
  }
  assert.deepEqual(rules.ownRules(once), { q8: { all: [rules.COMPLETED] } });
  // A period without a start, as a program may write it, is narrowed by a click and keeps its open end when it is
  // widened.
  const open = { all: [{ ...place, date: { to: month(3).to } }] };
  assert.deepEqual(rules.togglePeriod(open, place, month(3)), { all: [{ ...place, date: month(3) }] });
  assert.deepEqual(rules.togglePeriod(open, place, month(5), true), { all: [{ ...place, date: { to: month(5).to } }] });
});

test("a_chart_that_filters_keeps_its_own_full_bars", () => {
  const rule = { all: [rules.COMPLETED, { question: "q1", choices: ["c1"] }, { question: "q6", row: "n1", number: { min: 1 } }] };
  const [completed, choices, number] = rule.all;
  assert.deepEqual(rules.ownRules(rule), { q1: { all: [completed, number] }, q6: { all: [completed, choices] } });
});

test("a_condition_can_be_another_way_to_pass_an_earlier_one", () => {
  const rule = { all: [{ status: ["completed"] }] };
  const either = rules.orAt(rule, 0, { tag: ["Praise"] });
  assert.deepEqual(either, { all: [{ any: [{ status: ["completed"] }, { tag: ["Praise"] }] }] });
  assert.equal(rules.orAt(either, 0, { ip: ["::1"] }).all[0].any.length, 3);
});

test("only_rules_that_the_service_knows_are_its_filters", () => {
  const completed = { status: ["completed", "partial"] };
  assert.deepEqual(rules.serviceFilters({ all: [completed, { created: { from: "2026-01-01T00:00:00Z", to: "2026-02-01T00:00:00Z" } }] }), { status: "completed,partial", start_created_at: "2026-01-01T00:00:00Z", end_created_at: "2026-02-01T00:00:00Z" });
  assert.equal(rules.serviceFilters({ all: [completed, { question: "q1", choices: ["c1"] }] }), null);
  assert.equal(rules.serviceFilters({ all: [completed, completed] }), null, "two filters of one name cannot both be sent");
  assert.equal(rules.serviceFilters({ all: [{ not: completed }] }), null);
});

test("every_condition_can_be_opened_in_the_dialog_and_written_again", () => {
  const dated = (id, subtype) => ({ id, headings: [{ heading: "When?" }], family: "datetime", subtype, visible: true, answers: { rows: [{ id: "d1", text: "Arrival", visible: true }] } });
  const dates = { id: "p4", title: "Dates", questions: [dated("q10", "date_only"), dated("q11", "time_only"), dated("q12", "both")] };
  const index = readDesign({ ...DESIGN, pages: [...DESIGN.pages, dates] });
  const conditions = [
    { question: "q1", choices: ["c11"] }, { question: "q4", row: "r1", choices: ["c41"] }, { question: "q2", answered: false }, { question: "q7", text: "x" }, { question: "q6", row: "n1", number: { min: 1, max: 2 } },
    { question: "q10", row: "d1", date: { from: "2026-03-01T00:00:00Z", to: "2026-04-01T00:00:00Z" } }, { question: "q10", date: { to: "2024-03-01T00:00:00Z" } },
    { question: "q11", date: { from: "1970-01-01T09:30:00Z", to: "1970-01-02T00:00:00Z" } }, { question: "q12", date: { from: "2026-03-01T09:30:00Z", to: "2026-03-01T10:00:00Z" } },
    { status: ["partial"] }, { created: { from: "2026-01-01T10:00:00Z" } }, { modified: { to: "2026-01-01T10:00:00Z" } }, { collector: ["1"] }, { language: ["de"] }, { mode: ["default"] },
    { variable: "source", values: ["mail"] }, { custom: ["x"] }, { contact: "jo" }, { ip: ["::1"] }, { seconds: { max: 60 } }, { text: "x" }, { tag: ["a"] }, { ids: ["1", "2"] }, { reached: "p1" }, { left_at: "p2" },
  ];
  for (const condition of conditions) {
    assert.deepEqual(conditionOf(draftOf(condition, index), index), condition);
    assert.equal(draftOf({ not: condition }, index).negated, true);
    assert.ok(rules.isRule(condition));
  }
  // What is negated may have several parts, which the dialog does not take apart.
  for (const parts of [{ any: conditions.slice(0, 2) }, { not: { any: conditions.slice(0, 2) } }, { not: { not: conditions[0] } }]) {
    assert.equal(conditionIn(parts), undefined);
    assert.equal(draftOf(parts, index).negated, false);
  }
  // Dates that the fields cannot show have the same responses afterwards: a day is in the period if its midnight is.
  const day = { question: "q10", date: { from: "2026-03-01T12:00:00+02:00", to: "2026-03-05T12:00:00Z" } };
  assert.deepEqual(conditionOf(draftOf(day, index), index), { question: "q10", date: { from: "2026-03-02T00:00:00Z", to: "2026-03-06T00:00:00Z" } });
  const last = conditionOf({ ...draftOf(day, index), from: "", to: "9999-12-31" }, index);
  assert.equal(last.date.to, "9999-12-31T23:59:59Z");
  assert.equal(draftOf(last, index).to, "9999-12-31");
  for (const [subject, from] of [["date", "12026-03-01"], ["created", "12026-03-01T10:00"]]) assert.equal(conditionOf({ ...draftOf(day, index), subject, from, to: "" }, index), null);
  for (const name of ["date", "created"]) assert.equal(rules.isRule({ ...(name === "date" && { question: "q10" }), [name]: { to: "" } }), false);
  // A field of a date has the last day, a rule the day after it.
  assert.deepEqual(draftOf(conditions[5], index), { ...draftOf(conditions[5], index), from: "2026-03-01", to: "2026-03-31" });
  assert.equal(conditionOf(draftOf(undefined, index), index), null, "a new condition is not complete");
});

test("a_draft_has_a_question_and_a_column_that_its_subject_can_be_about", () => {
  const menus = { id: "m1", headings: [{ heading: "Which?" }], family: "matrix", subtype: "menu", visible: true, answers: { rows: [{ id: "r1", text: "One" }], cols: [{ id: "k1", text: "Size", choices: [{ id: "s1", text: "Small" }] }] } };
  const index = readDesign({ ...DESIGN, pages: [{ id: "p0", title: "", questions: [menus] }, ...DESIGN.pages] });
  const draft = { ...draftOf({ question: "q7", text: "x" }, index), values: ["c1"], row: "r9" };
  assert.equal(fitting(draft, index), draft, "a draft that fits stays");
  // Question and column change at once, and nothing is left of the question before.
  const choices = fitting({ ...draft, subject: "choices" }, index);
  assert.deepEqual([choices.question, choices.column, choices.row, choices.values, choices.text], ["m1", "k1", "", [], "x"]);
  assert.equal(fitting({ ...draft, subject: "number" }, index).question, "q6");
  const status = { ...draft, subject: "status", question: "" };
  assert.equal(fitting(status, index), status);
});

test("every_refusal_of_the_gateway_is_an_error_that_notices_can_show", async (t) => {
  const { accepted, reachGateway } = await load("../gateway.ts");
  const { listLinks } = await load("share/links.ts");
  const kinds = { 400: ["unknown", "retry"], 401: ["signed_out", "sign_in"], 404: ["not_found", "retry"], 429: ["rate_limited", "retry"], 503: ["service_failed", "retry"] };
  for (const [status, known] of Object.entries(kinds)) {
    const error = await accepted(Response.json({ title: "Refused", detail: "Of this kind" }, { status: Number(status) })).catch((error) => error);
    assert.deepEqual([error.kind, error.remedy.action, error.message], [...known, "Of this kind"]);
  }
  t.mock.method(globalThis, "fetch", async () => Promise.reject(new TypeError("Failed to fetch")));
  for (const ask of [() => reachGateway("/gateway/budget"), listLinks]) {
    const error = await ask().catch((error) => error);
    assert.match(error.kind, /^(network|offline)$/);
    assert.doesNotMatch(error.message, /fetch/);
  }
  const left = new DOMException("left", "AbortError");
  fetch.mock.mockImplementation(async () => Promise.reject(left));
  assert.equal(await reachGateway("/gateway/budget").catch((error) => error), left, "an abort is no error");
});

test("what_was_ended_or_revoked_elsewhere_meanwhile_counts_as_ended", async (t) => {
  const { endConnection } = await load("../agents/gateway.ts");
  const { revoke } = await load("share/links.ts");
  t.mock.method(globalThis, "fetch", async () => Response.json({ title: "This path does not exist." }, { status: 404 }));
  for (const end of [endConnection, revoke]) await end("c1");
  fetch.mock.mockImplementation(async () => Response.json({ title: "The gateway failed." }, { status: 500 }));
  for (const end of [endConnection, revoke]) await assert.rejects(end("c1"), { kind: "service_failed" });
});

test("the_time_of_links_is_the_one_that_the_gateway_names_and_otherwise_that_of_its_date", async (t) => {
  const { listLinks, now } = await load("share/links.ts");
  t.mock.timers.enable({ apis: ["Date"], now: 0 });
  const date = "Thu, 01 Jan 2026 00:00:00 GMT";
  for (const [headers, expected] of [[{ date, "x-canvass-time": "5000" }, 5000], [{ date }, Date.parse(date)], [{}, Date.parse(date)]]) {
    t.mock.method(globalThis, "fetch", async () => Response.json([], { headers }));
    await listLinks();
    assert.equal(now(), expected, JSON.stringify(headers));
  }
});

test("a_refused_publication_is_explained_in_the_language_of_the_console_with_the_time_to_wait", async () => {
  const { accepted } = await load("../gateway.ts");
  const { explain } = await load("../ui/Notice.tsx");
  const catalogues = [(await load("../messages/en.ts")).en, (await load("../messages/de.ts")).de];
  const refusals = [["published-too-often", 429, { "Retry-After": "1800" }, " Try again in 30 minutes."], ["too-many-shares", 409, {}, ""]];
  for (const [type, status, headers, wait] of refusals) {
    const problem = { type: `urn:canvass:problem:${type}`, title: "An account has a limit.", status };
    const error = await accepted(Response.json(problem, { status, headers })).catch((error) => error);
    assert.equal(error.kind, type.replaceAll("-", "_"));
    const [[title, text], german] = catalogues.map(({ errors }) => errors.kinds[error.kind]);
    assert.deepEqual(explain(error), { title, text: text + wait });
    assert.ok(german[0] !== title && german[1] !== text);
  }
  const spent = await accepted(Response.json({}, { status: 429, headers: { "Retry-After": "20" } })).catch((error) => error);
  assert.match(explain(spent).text, /Try again in 20 seconds\.$/);
});

test("an_action_that_is_not_authorized_is_explained_by_both_of_its_causes", async () => {
  const { explain } = await load("../ui/Notice.tsx");
  for (const [code, expected] of [[1016, /Ask its owner/], [1063, /ask the owner for access.*the app is disabled/]]) {
    assert.match(explain({ kind: "not_permitted", code, remedy: { action: "none" } }).text, expected);
  }
});

test("a_period_that_was_not_changed_in_the_dialog_stays_to_the_second_and_in_its_one_of_two_equal_hours", (t) => {
  const before = process.env.TZ;
  t.after(() => (before === undefined ? delete process.env.TZ : (process.env.TZ = before)));
  process.env.TZ = "Europe/Berlin";
  const index = readDesign(DESIGN);
  // Both hours are from two to three on the clock.
  for (const [from, to] of [["2025-10-26T00:00:00Z", "2025-10-26T01:00:00Z"], ["2025-10-26T01:00:00Z", "2025-10-26T02:00:00Z"], ["2026-01-01T10:00:30.5Z", "2026-01-01T12:00:00+02:00"]]) {
    for (const name of ["created", "modified"]) assert.deepEqual(conditionOf(draftOf({ [name]: { from, to } }, index), index), { [name]: { from, to } });
  }
  const draft = draftOf({ created: { from: "2025-10-26T01:00:30Z", to: "2026-01-01T10:00:30Z" } }, index);
  assert.deepEqual(conditionOf({ ...draft, to: "" }, index), { created: { from: "2025-10-26T01:00:30Z" } });
  assert.deepEqual(conditionOf({ ...draft, to: "2026-01-01T12:00" }, index), { created: { from: "2025-10-26T01:00:30Z", to: "2026-01-01T11:00:00Z" } });
  assert.equal(conditionOf({ ...draft, from: "", to: "" }, index), null);
});

test("a_time_of_an_address_without_an_offset_is_utc_as_for_the_engine", (t) => {
  const before = process.env.TZ;
  t.after(() => (before === undefined ? delete process.env.TZ : (process.env.TZ = before)));
  process.env.TZ = "America/New_York";
  const written = { created: { from: "2026-03-01T10:00:00", to: "2026-03-02" } };
  const instants = { created: { from: "2026-03-01T10:00:00Z", to: "2026-03-02T00:00:00Z" } };
  const group = { name: "A", rule: { not: { any: [written] } } };
  const state = readState(writeState({ ...START, rule: { all: [written] }, groups: [group], crosstab: { ...START.crosstab, banners: [{ groups: [group] }] } }));
  const read = { name: "A", rule: { not: { any: [instants] } } };
  assert.deepEqual([state.rule, state.groups, state.crosstab.banners], [{ all: [instants] }, [read], [{ groups: [read] }]]);
  assert.equal(describe(state.rule, null), describe({ all: [{ created: { from: "2026-03-01T05:00:00-05:00", to: "2026-03-01T19:00:00-0500" } }] }, null));
  const index = readDesign(DESIGN);
  const dates = readState(writeState({ ...START, rule: { question: "q10", date: { from: "2026-03-01", to: "2026-03-03 00:00" } } })).rule;
  assert.deepEqual(dates.date, { from: "2026-03-01T00:00:00Z", to: "2026-03-03T00:00:00Z" });
  assert.match(describe(dates, index), /1 Mar 2026 to 2 Mar 2026|Mar 1, 2026 to Mar 2, 2026/);
  for (const from of ["2026-13-01", "1 March 2026", "2026-03", "2026-03-01T10"]) assert.equal(rules.isRule({ created: { from } }), false, from);
});

test("a_design_that_changes_while_the_screen_is_open_is_shown_and_read_once", async (t) => {
  const results = fakeResults();
  const refuse = async () => Promise.reject(new Error("not here"));
  const workbench = new Workbench({ canvass: { surveys: { details: refuse }, summarise: refuse }, survey_id: "301", account: null, mayKeep: false, open: async () => results });
  t.after(() => workbench.stop());
  await workbench.start();
  const before = workbench.index.value;
  assert.equal(before.question("q10"), undefined);
  results.arrive(1);
  assert.equal(workbench.index.value, before, "responses alone change no name");
  const [first, ...others] = DESIGN.pages;
  results.design = { ...DESIGN, pages: [{ ...first, questions: [...first.questions, { ...first.questions[0], id: "q10", headings: [{ heading: "Is this new?" }] }] }, ...others] };
  results.arrive(0);
  assert.equal(workbench.index.value.question("q10").heading, "Is this new?");
});

/** A workbench at an address of the page. */
function workbenchAt(t, hash) {
  globalThis.location = { hash };
  t.after(() => delete globalThis.location);
  return new Workbench({ canvass: {}, survey_id: "301", account: null, mayKeep: false, open: null });
}

test("the_address_of_another_screen_leaves_the_state_as_it_is", (t) => {
  const workbench = workbenchAt(t, "#/surveys/301/results?tab=table");
  // Browsers report a link first as a step in the history, while the screen is still there.
  location.hash = "#/surveys?page=2";
  workbench.follow();
  assert.equal(workbench.state.value.tab, "table");
  location.hash = "#/surveys/301/results?tab=time";
  workbench.follow();
  assert.equal(workbench.state.value.tab, "time");
});

test("a_change_of_the_address_that_the_browser_refuses_is_made_later_unless_another_address_is_opened", (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const workbench = workbenchAt(t, "#/surveys/301/results");
  let refuses = true;
  const write = (_state, _title, address) => {
    if (refuses) throw new DOMException("too many calls", "SecurityError");
    location.hash = address;
  };
  globalThis.history = { state: null, pushState: write, replaceState: write };
  t.after(() => delete globalThis.history);
  const search = (text) => workbench.go({ search: text }, "replace");
  search("que");
  search("queue");
  t.mock.timers.tick(60_000);
  assert.deepEqual([workbench.state.value.search, location.hash], ["queue", "#/surveys/301/results"]);
  refuses = false;
  t.mock.timers.tick(60_000);
  assert.equal(location.hash, "#/surveys/301/results?find=queue");
  refuses = true;
  search("queues");
  refuses = false;
  location.hash = "#/surveys";
  t.mock.timers.tick(60_000);
  assert.equal(location.hash, "#/surveys");
});

test("a_new_entry_that_the_browser_refuses_stays_one_though_the_next_change_replaces_it", (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const workbench = workbenchAt(t, "#/surveys/301/results");
  let refuses = true;
  const written = [];
  const write = (how) => (_state, _title, address) => {
    if (refuses) throw new DOMException("too many calls", "SecurityError");
    location.hash = address;
    written.push(how);
  };
  globalThis.history = { state: null, pushState: write("push"), replaceState: write("replace") };
  t.after(() => delete globalThis.history);
  workbench.go({ tab: "table" }, "push");
  workbench.go({ search: "que" }, "replace");
  refuses = false;
  t.mock.timers.tick(60_000);
  workbench.go({ search: "queue" }, "replace");
  assert.deepEqual(written, ["push", "replace"]);
  refuses = true;
  workbench.go({ tab: "time" }, "push");
  refuses = false;
  location.hash = "#/surveys/301/results?tab=text";
  workbench.go({ search: "" }, "replace");
  assert.deepEqual(written, ["push", "replace", "replace"], "of another address");
});

test("the_page_has_the_language_that_all_its_messages_show", async (t) => {
  const { catalogue, chooseLanguage } = await load("../messages/language.ts");
  t.mock.method(console, "error", () => {});
  const arrive = [];
  const later = (messages) => ({ de: () => new Promise((done) => arrive.push(() => done(messages))) });
  const catalogues = ["one", "two"].map((name) => catalogue({ name: `${name} en` }, later({ name: `${name} de` })));
  document.documentElement.lang = "en";
  chooseLanguage("de");
  const shown = async () => (await new Promise(setImmediate), [document.documentElement.lang, ...catalogues.map(({ value }) => value.name)]);
  arrive[1]();
  assert.deepEqual(await shown(), ["en", "one en", "two de"]);
  arrive[0]();
  assert.deepEqual(await shown(), ["de", "one de", "two de"]);
  chooseLanguage("en");
  assert.deepEqual(await shown(), ["en", "one en", "two en"]);
});

test("the_limits_of_links_in_the_messages_are_those_of_the_gateway", async () => {
  const source = readFileSync(new URL("../../src/gateway/shares/list.rs", import.meta.url), "utf8");
  const limit = (name) => new RegExp(`${name}: usize = (\\d+)`).exec(source)[1];
  for (const { errors } of [(await load("../messages/en.ts")).en, (await load("../messages/de.ts")).de]) {
    assert.match(errors.kinds.too_many_shares[1], new RegExp(` ${limit("LINKS_MAX")} Links `, "i"));
    assert.match(errors.kinds.published_too_often[1], new RegExp(` ${limit("PUBLISHED_MAX")} Links `, "i"));
  }
});

test("the_order_of_texts_is_in_the_address_and_without_it_the_newest_are_first", () => {
  const query = writeState({ ...START, tab: "text", order: "oldest" });
  assert.match(query, /order=oldest/);
  assert.equal(readState(query).order, "oldest");
  assert.equal(readState("tab=text").order, "newest");
  assert.doesNotMatch(writeState({ ...START, tab: "text" }), /order/);
});
