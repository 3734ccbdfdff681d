// A link shows no number of fewer than five people, and none that follows from the others.

import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "./load.mjs";
import { DESIGN, summaryOf } from "./fake_results.mjs";

const { FEWEST, hideInSum, hideEach } = await load("share/suppress.ts");
const { hide, isEmpty, sharedView } = await load("share/snapshot.ts");
const { LARGEST, asksForPassPhrase, open, seal } = await load("share/seal.ts");
const { isPublic, publicName } = await load("share/publish.ts");
const { describe, named } = await load("wording.ts");
const { readDesign } = await load("design.ts");
const { figureOf } = await load("models/figure.ts");

/** All ways in which `people` can pick one of `choices` choices. */
function* ways(people, choices) {
  if (choices === 1) return void (yield [people]);
  for (let first = 0; first <= people; first += 1) for (const rest of ways(people - first, choices - 1)) yield [first, ...rest];
}

test("no_hidden_count_of_a_single_choice_can_be_solved_even_by_somebody_who_knows_the_rule", () => {
  for (const choices of [2, 3, 4, 5]) {
    for (let people = 0; people <= (choices === 5 ? 26 : 34); people += 1) {
      // What is published, with every survey that would be published like it.
      const alike = new Map();
      for (const counts of ways(people, choices)) {
        const shown = hideInSum(counts, people);
        if (shown === null) continue;
        const key = JSON.stringify(shown);
        if (!alike.has(key)) alike.set(key, { shown, sets: shown.map(() => new Set()) });
        counts.forEach((count, at) => alike.get(key).sets[at].add(count));
      }
      for (const { shown, sets } of alike.values()) {
        shown.forEach((count, at) => {
          if (count === null) assert.ok(sets[at].size >= 2, `${people} people: ${JSON.stringify(shown)} shows that choice ${at} has ${[...sets[at]]}`);
          else assert.ok(count === 0 || count >= FEWEST, `${JSON.stringify(shown)} shows a small count`);
        });
      }
    }
  }
});

test("counts_of_several_picks_hide_small_groups_and_those_that_are_nearly_everybody", () => {
  assert.deepEqual(hideEach([0, 1, 4, 5, 95, 96, 100], 100), [0, null, null, 5, 95, null, 100]);
  assert.equal(hideEach([3], 4), null);
});

test("a_group_of_fewer_than_five_people_tells_nothing", () => {
  assert.equal(hideInSum([4, 0], 4), null);
  const view = sharedView("Few", summaryOf(4), ["q1"], () => false);
  assert.deepEqual(view, { name: "Few", about: null, figures: [] });
  assert.ok(isEmpty({ views: [view] }));
});

test("large_counts_are_told_as_they_are", () => {
  assert.deepEqual(hideInSum([50, 30, 20, 0], 100), [50, 30, 20, 0]);
  assert.deepEqual(hideInSum([50, 45, 3, 2], 100), [50, 45, null, null]);
});

/** Every number in a value. */
function numbers(value) {
  if (typeof value === "number") return [value];
  return value !== null && typeof value === "object" ? Object.values(value).flatMap(numbers) : [];
}

const single = (counts, more = {}) => {
  const base = counts.reduce((sum, count) => sum + count, 0);
  const choices = counts.map((count, at) => ({ id: `c${at}`, label: `Choice ${at}`, count, percent: (100 * count) / base, base, weight: at, is_na: false, deleted: false }));
  return { id: "q", page_id: "p", page: 1, number: 1, heading: "Q", family: "single_choice", subtype: "vertical", visible: true, answered: base, skipped: 3, not_reached: 2, kind: "choices", multiple: false, has_mean: true, choices, stats: { n: base, mean: 1.234567, median: 1, min: 0, max: 2, std: 1 }, ...more };
};

test("a_hidden_number_is_absent_from_the_data_and_takes_its_mean_with_it", () => {
  const figure = hide(figureOf(single([41, 37, 2])));
  assert.equal(figure.part.bars[2].count, null);
  assert.equal(figure.scores.length, 0, "a mean is an equation about the hidden counts");
  assert.ok(!numbers(figure.part).includes(2) && figure.skipped === null && figure.in_view === null);
  assert.deepEqual(figure.notes, [{ code: "hidden" }]);
});

test("a_figure_with_nothing_to_hide_keeps_its_scores_rounded_once", () => {
  const figure = hide(figureOf(single([41, 37, 22])));
  assert.deepEqual(figure.scores.map(({ value }) => value), [1.23, 1]);
  assert.deepEqual(figure.notes, []);
});

test("people_who_answered_without_a_choice_are_a_group_too", () => {
  const question = single([40, 30, 20], { answered: 92 });
  question.choices.forEach((choice) => (choice.base = 92));
  const counts = hide(figureOf(question)).part.bars.map(({ count }) => count);
  assert.ok(counts.filter((count) => count === null).length >= 1, "the two who picked nothing do not follow by subtraction");
});

test("a_row_of_several_picks_does_not_give_its_hidden_count_away", () => {
  const row = (id, answered, counts) => ({ id, label: id, answered, percent: 100, deleted: false, average_place: null, choices: counts.map((count, at) => ({ id: `c${at}`, label: `${at + 1}`, count, percent: 0, base: 50, weight: null, is_na: false, deleted: false })) });
  const rows = [row("a", 33, [30, 3]), row("b", 40, [30, 10]), row("c", 48, [30, 18])];
  const figure = hide(figureOf(single([], { answered: 50, kind: "rows", multiple: true, family: "matrix", subtype: "multi", choices: undefined, stats: null, rows })));
  const [few, many, most] = figure.part.grids[0].rows;
  assert.equal(few.cells[1].count, null);
  assert.equal(few.base, null, "33 who answered, of whom 30 picked the first, are 3 who picked the other");
  assert.equal(many.base, 40);
  assert.equal(most.base, null, "2 of 50 did not answer the row");
});

test("a_row_that_few_people_left_out_is_not_told", () => {
  const row = (id, counts) => {
    const base = counts.reduce((sum, count) => sum + count, 0);
    return { id, label: id, answered: base, deleted: false, choices: single(counts).choices, stats: { n: base, mean: 1, median: 1, min: 0, max: 2, std: 1 } };
  };
  const question = { ...single([10, 10]), family: "matrix", subtype: "rating", answered: 20, kind: "rows", choices: undefined, stats: undefined, rows: [row("all", [10, 10]), row("most", [9, 9]), row("half", [5, 5])] };
  const { part } = hide(figureOf(question));
  assert.deepEqual(part.grids[0].rows.map(({ base }) => base), [20, null, 10]);
  assert.ok(!numbers(part.grids[0].rows[1]).includes(9));
});

test("a_group_has_no_name_in_a_link_that_its_rule_would_not_have", () => {
  const index = readDesign(DESIGN);
  const contact = { contact: "anna@example.com" };
  const group = { name: "", rule: contact };
  assert.match(named([group], index)[0].name, /anna/);
  assert.doesNotMatch(publicName(group, index), /anna/);
  assert.doesNotMatch(publicName(named([group], index)[0], index), /anna/, "a name that was stored");
  assert.equal(publicName({ ...group, name: "The board" }, index), "The board", "what the owner has entered stays");
});

test("a_link_describes_no_rule_that_names_a_person_or_repeats_words", () => {
  const shown = (rule) => describe(rule, null, isPublic);
  assert.match(shown({ all: [{ status: ["completed"] }, { contact: "ann@example.org" }] }), /^Completed.* a condition that is not shown$/);
  for (const leaf of [{ contact: "ann" }, { ip: ["10.0.0.1"] }, { text: "secret" }, { question: "1", text: "secret" }, { custom: ["ann"] }, { variable: "name", values: ["ann"] }, { tag: ["Angry"] }, { ids: ["1"] }]) {
    assert.equal(shown(leaf), "a condition that is not shown", JSON.stringify(leaf));
  }
});

test("a_ranking_that_would_hide_a_cell_is_not_told_because_its_columns_add_up_too", () => {
  const row = (id, counts) => ({ id, label: id, answered: 50, percent: 100, deleted: false, average_place: 1.5, choices: counts.map((count, at) => ({ id: `c${at}`, label: `${at + 1}`, count, percent: 0, base: 50, weight: null, is_na: false, deleted: false })) });
  const figure = hide(figureOf(single([], { answered: 50, kind: "rows", family: "matrix", subtype: "ranking", choices: undefined, stats: null, rows: [row("a", [48, 2]), row("b", [2, 48])] })));
  assert.equal(figure.n, null);
  assert.ok(numbers(figure.part).length === 0);
});

test("texts_and_files_are_never_published", () => {
  const view = sharedView(null, summaryOf(1260), ["q1", "q7", "q8"], () => false);
  assert.deepEqual(view.figures.map(({ id }) => id), ["q1"]);
  assert.equal(view.about, 1260);
});

test("the_smallest_and_the_largest_number_are_not_published", () => {
  const [figure] = sharedView(null, summaryOf(1260), ["q6"], () => false).figures;
  const [row] = JSON.parse(JSON.stringify(figure)).part.rows;
  assert.equal(row.min, null);
  assert.equal(row.max, null);
  assert.equal(row.mean, 41.25);
  // A bin of one person would tell that person's number.
  assert.equal(row.bins, undefined);
});

const snapshot = () => ({ version: 1, title: DESIGN.title, as_of: "", ends_at: "", hides: false, views: [sharedView(null, summaryOf(1260), ["q1", "q2", "q3", "q4", "q5", "q6"], () => false)] });

test("only_the_key_of_the_address_opens_a_link", async () => {
  const value = JSON.parse(JSON.stringify(snapshot()));
  const { data, key } = await seal(value);
  assert.deepEqual(await open(data, key), value);
  await assert.rejects(open(data, `${key.slice(0, -2)}AA`), { name: "Unreadable" });
  await assert.rejects(open(data, key.slice(0, 20)), { name: "Unreadable" });
  for (const at of [0, 1, 5, 20, 40, data.length - 1]) {
    const changed = data.slice();
    changed[at] ^= 2;
    await assert.rejects(open(changed, key), { name: "Unreadable" }, `byte ${at}`);
  }
});

test("a_link_with_a_pass_phrase_needs_both_and_takes_every_way_to_write_it", async () => {
  const { data, key } = await seal({ a: 1 }, "Grüße");
  assert.ok(asksForPassPhrase(data));
  await assert.rejects(open(data, key), { name: "Unreadable" });
  await assert.rejects(open(data, key, "Gruße"), { name: "Unreadable" });
  assert.deepEqual(await open(data, key, "Gru\u0308ße".replace("u\u0308", "ü")), { a: 1 });
});

test("sealed_bytes_have_no_label_and_do_not_tell_how_long_the_text_was", async () => {
  const { data } = await seal(snapshot());
  const text = Buffer.from(data).toString("latin1");
  for (const word of ["Which region", "North", "Visitors"]) assert.ok(!text.includes(word));
  const lengths = new Set();
  for (const length of [10, 100, 1000, 3000]) lengths.add((await seal("x".repeat(length))).data.length);
  assert.equal(lengths.size, 1);
  assert.ok(data.length < LARGEST);
});
