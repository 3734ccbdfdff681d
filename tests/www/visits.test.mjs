// What is new of the surveys since the last visit, and what the browser keeps of them.

import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "./load.mjs";

const { beginVisit } = await load("../screens/surveys/visits.ts");

const HOUR = 3_600_000;

/** A browser's storage, empty or with the value of one key. */
function store(t, key, value) {
  const items = new Map(key === undefined ? [] : [[key, value]]);
  globalThis.localStorage = { getItem: (name) => items.get(name) ?? null, setItem: (name, text) => items.set(name, text) };
  t.after(() => delete globalThis.localStorage);
}

const surveyOf = (id, response_count) => ({ id: String(id), response_count });

test("the_surveys_that_were_listed_longest_ago_are_forgotten_first", (t) => {
  store(t);
  // The newest survey has the highest id and is listed first.
  for (let id = 2001; id > 0; id -= 1) beginVisit("a1", () => HOUR).newsOf([surveyOf(id, 1)]);
  const news = beginVisit("a1", () => 2 * HOUR).newsOf([surveyOf(2001, 3), surveyOf(2000, 3), surveyOf(1, 3)]);
  assert.deepEqual([...news].map(([id, { responses }]) => [id, responses]), [["2000", 2], ["1", 2]]);
});

test("a_survey_that_is_listed_again_is_forgotten_later", (t) => {
  store(t);
  beginVisit("a1", () => 0).newsOf([surveyOf(9001, 1)]);
  const visit = beginVisit("a1", () => HOUR);
  visit.newsOf(Array.from({ length: 1999 }, (_, at) => surveyOf(at + 1, 1)));
  visit.newsOf([surveyOf(9001, 2)]);
  visit.newsOf([surveyOf(9002, 1)]);
  assert.deepEqual(visit.daysOf("9001"), [[0, 2]]);
  assert.deepEqual(visit.daysOf("1"), []);
});

test("a_list_that_stays_open_is_looked_at_in_another_visit_after_a_while", (t) => {
  store(t);
  let now = 0;
  const visit = beginVisit("a1", () => now);
  const look = (minutes, responses) => {
    now = (minutes * HOUR) / 60;
    const news = visit.newsOf([surveyOf(1, responses)]).get("1")?.responses;
    return [news, visit.before && visit.before.getTime() / (HOUR / 60)];
  };
  assert.deepEqual(look(0, 1), [undefined, null]);
  assert.deepEqual(look(29, 2), [undefined, null], "the same visit");
  assert.deepEqual(look(60, 5), [3, 29]);
  assert.deepEqual(look(61, 6), [4, 29], "the same visit");
  assert.deepEqual(look(120, 7), [1, 61]);
  const other = beginVisit("a1", () => now);
  assert.deepEqual([other.newsOf([surveyOf(1, 8)]).get("1").responses, other.before], [2, visit.before]);
});

test("what_is_stored_in_another_form_is_no_visit", (t) => {
  for (const value of ["", "[]", "{}", '{"at":0,"before":null,"surveys":{"1":[1,null,[]]}}', '{"at":0,"before":{"at":0,"surveys":{}},"surveys":[]}']) {
    store(t, "canvass-visits-a1", value);
    const visit = beginVisit("a1", () => HOUR);
    assert.equal(visit.before, null, value);
    assert.equal(visit.newsOf([surveyOf(1, 2)]).size, 0);
  }
});

test("a_survey_is_new_by_its_date_in_every_format_of_the_api", (t) => {
  store(t);
  beginVisit("a1", () => Date.UTC(2026, 0, 31, 12)).newsOf([]);
  const dates = ["2026-01-31T12:00:00.123456", "2026-01-31 12:00:00", "2026-01-31T14:00+0200", "2026-02-01", "2026-02-01+02:00", "2026-01-31", "2026-01-31T11:59:59Z", "2026-02", "", undefined];
  const news = beginVisit("a1", () => Date.UTC(2026, 1, 2)).newsOf(dates.map((date_created, id) => ({ ...surveyOf(id, 1), date_created })));
  assert.deepEqual([...news.keys()], ["0", "1", "2", "3", "4"]);
});
