// A link shows no number of fewer than five people, and none that follows from the others.

import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "./load.mjs";
import { DESIGN, summaryOf } from "./fake_results.mjs";

const { FEWEST, hideInSum, hideEach } = await load("share/suppress.ts");
const { hide, isEmpty, sharedView } = await load("share/snapshot.ts");
const { LARGEST, asksForPassPhrase, open, seal } = await load("share/seal.ts");
const { isPublic, publicName, snapshotOf } = await load("share/publish.ts");
const { roundFigure } = await load("share/round.ts");
const { fewSince } = await load("share/between.ts");
const { describe, named } = await load("wording.ts");
const { readDesign } = await load("design.ts");
const { figureOf } = await load("models/figure.ts");
const { scoreText } = await load("figure_text.ts");
const { START } = await load("url_state.ts");

/** All ways in which `people` can pick one of `choices` choices. */
function* ways(people, choices) {
  if (choices === 1) return void (yield [people]);
  for (let first = 0; first <= people; first += 1) for (const rest of ways(people - first, choices - 1)) yield [first, ...rest];
}

test("no_hidden_count_of_a_single_choice_can_be_solved_even_by_someone_who_knows_the_rule", () => {
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

test("a_group_of_fewer_than_five_people_shows_nothing", () => {
  assert.equal(hideInSum([4, 0], 4), null);
  const view = sharedView("Few", summaryOf(4), ["q1"], () => false);
  assert.deepEqual(view, { name: "Few", about: null, figures: [] });
  assert.ok(isEmpty({ views: [view] }));
});

test("large_counts_are_shown_as_they_are", () => {
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
  // A share of 33.3495 would be rounded twice: to 33.35, and then to 33.4.
  const boxes = figureOf(single([41, 37, 122], { boxes: { top2: 33.3495, bottom2: 1 } }));
  assert.deepEqual(hide(boxes).scores.map(scoreText), boxes.scores.map(scoreText));
  assert.deepEqual(figure.notes, []);
});

test("a_published_score_is_rounded_as_the_screens_round_it", () => {
  for (const [score, whole, text] of [[-12.5, -13, "-13"], [12.5, 13, "+13"], [-0.4, 0, "0"]]) {
    const nps = { n: 100, promoters: 41, passives: 37, detractors: 22, score, margin: 12.345 };
    const figure = figureOf(single([41, 37, 22], { nps }));
    const published = JSON.parse(JSON.stringify(hide(figure).scores));
    assert.deepEqual(published, [{ code: "nps", value: whole, n: 100, nps: { ...nps, score: whole, margin: 12.3 } }]);
    for (const [own] of [figure.scores, published]) assert.equal(scoreText(own), text);
  }
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
  const [few] = figure.part.grids[0].rows;
  assert.equal(few.cells[1].count, null);
  // How many answered a row would give it away: 33, of whom 30 picked the first, are 3 who picked the other.
  assert.deepEqual(figure.part.grids[0].rows.map(({ base }) => base), [null, 50, 50]);
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
  const both = { name: "", rule: { all: [{ collector: ["77"] }, contact] } };
  const known = readDesign(DESIGN, new Map([["77", "Newsletter"]]));
  assert.doesNotMatch(publicName(named([both], index)[0], known), /anna/, "stored before the collector's name was known");
});

test("a_link_describes_no_rule_that_names_a_person_or_repeats_words", () => {
  const shown = (rule) => describe(rule, null, { shown: isPublic });
  assert.match(shown({ all: [{ status: ["completed"] }, { contact: "ann@example.org" }] }), /^Completed.* a condition that is not shown$/);
  for (const condition of [{ contact: "ann" }, { ip: ["10.0.0.1"] }, { text: "secret" }, { question: "1", text: "secret" }, { custom: ["ann"] }, { variable: "name", values: ["ann"] }, { tag: ["Angry"] }, { ids: ["1"] }]) {
    assert.equal(shown(condition), "a condition that is not shown", JSON.stringify(condition));
  }
});

test("a_ranking_that_would_hide_a_cell_is_not_shown_because_its_columns_add_up_too", () => {
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

/** A question of which each person may pick several choices. */
function several(counts, answered, more = {}) {
  const choices = counts.map((count, at) => ({ ...single([5]).choices[0], id: `c${at}`, count, base: answered }));
  return single([], { answered, multiple: true, choices, stats: null, ...more });
}

/** Fails if what is published of groups of 5 to `most` people tells how many answered, or how many picked a choice. */
function checkRounding(most, countsOf, question) {
  const alike = new Map();
  for (let people = FEWEST; people <= most; people += 1) {
    for (const counts of countsOf(people)) {
      const { n, part, scores } = roundFigure(hide(figureOf(question(counts, people))));
      if (n === null) continue;
      const shown = part.bars.map(({ count, base }) => [count, base]);
      const key = JSON.stringify([n, shown, scores]);
      if (!alike.has(key)) alike.set(key, { shown, people: new Set(), sets: shown.map(() => new Set()) });
      const found = alike.get(key);
      found.people.add(people);
      counts.forEach((count, at) => found.sets[at].add(count));
    }
  }
  assert.ok(alike.size > 0);
  for (const [key, { shown, people, sets }] of alike) {
    assert.ok(people.size > 1, `${key} shows that ${[...people]} answered`);
    shown.forEach(([count], at) => assert.ok(count === 0 || sets[at].size > 1, `${key} shows that choice ${at} has ${[...sets[at]]}`));
  }
}

test("no_exact_count_of_a_link_with_a_small_group_can_be_worked_out", () => {
  for (const [choices, most] of [[1, 52], [2, 52], [3, 37], [4, 32]]) checkRounding(most, (people) => ways(people, choices), (counts) => single(counts));
  const pairs = (people) => Array.from({ length: (people + 1) ** 2 }, (_, at) => [at % (people + 1), Math.floor(at / (people + 1))]);
  checkRounding(52, pairs, (counts, people) => several(counts, people));
  const nps = { n: 30, promoters: 18, passives: 5, detractors: 7, score: 36.7, margin: 30 };
  const boxes = { top2: 75, bottom2: 25 };
  for (const more of [{ nps }, { boxes }]) assert.deepEqual(roundFigure(hide(figureOf(single([7, 5, 18], more)))).scores, []);
  const rows = ["r1", "r2"].map((id) => ({ id, label: id, answered: 30, deleted: false, average_place: null, choices: single([7, 5, 18]).choices, stats: { n: 30, mean: 41 / 30, median: 1, min: 0, max: 2, std: 1 } }));
  const { part } = roundFigure(hide(figureOf(single([], { answered: 30, kind: "rows", family: "matrix", subtype: "rating", choices: undefined, rows }))));
  assert.deepEqual(part.grids[0].rows.map(({ base, mean, cells }) => [base, mean, cells.map(({ count }) => count)]), [[30, null, [5, 5, 20]], [30, null, [5, 5, 20]]]);
});

/** The snapshot of groups of these sizes. */
function linkOf(summaries, { rule = START.rule, make = snapshotOf, isAnother = false } = {}) {
  const rest = [...summaries];
  const of = (value) => ({ peek: () => value });
  const workbench = { results: of({ where: () => ({ summary: async () => rest.shift() }) }), index: of(readDesign(DESIGN)), state: of({ ...START, rule }), sync: of({ as_of: "2026-11-25T14:05:00Z" }) };
  const groups = summaries.map((_, at) => ({ name: `Group ${at}`, rule: { all: [] } }));
  return make(workbench, { questions: ["a", "b", "c", "d"], groups, days: 7, isAnother });
}

/** A group of so many people: all, or all but some, answer each question. */
function groupOf(people, pick) {
  const many = (id, answered) => several([0, 1, 2].map(() => pick(answered + 1)), answered, { id });
  const one = (id, answered) => {
    const first = pick(answered + 1);
    return single([first, answered - first], { id });
  };
  const grid = (id, answered) => {
    const row = (id, base) => ({ id, label: id, answered: base, percent: 100, deleted: false, average_place: null, choices: one(id, base).choices, stats: { n: base, mean: 43 / 12, median: 1, min: 0, max: 2, std: 1 } });
    return single([], { id, answered, kind: "rows", family: "matrix", subtype: "rating", choices: undefined, stats: null, rows: [row("r1", answered), row("r2", pick(answered + 1))] });
  };
  return { responses: people, all: people, questions: [one("a", people), many("b", Math.max(1, people - pick(8))), grid("c", people), one("d", Math.max(1, people - pick(8)))] };
}

/** The bases in a value. */
function bases(value) {
  if (value === null || typeof value !== "object") return [];
  return Object.entries(value).flatMap(([name, own]) => (typeof own === "number" && ["n", "base", "about"].includes(name) ? [own] : bases(own)));
}

test("no_two_bases_of_a_link_with_a_small_group_differ_by_a_few_people", async () => {
  let state = 7;
  const pick = (below) => Math.floor(((state = (Math.imul(state, 1664525) + 1013904223) >>> 0) / 2 ** 32) * below);
  let shown = 0;
  for (let round = 0; round < 200; round += 1) {
    const link = await linkOf([groupOf(12, pick), groupOf(5 + pick(15), pick), groupOf(60 + pick(300), pick)]);
    assert.equal(link.rounds, true);
    for (const { about, figures } of link.views) {
      const all = [about, ...bases(figures)];
      shown += all.length;
      for (const one of all) for (const other of all) assert.ok(one === other || Math.abs(one - other) >= FEWEST, `${one} and ${other}`);
    }
    for (const figure of link.views[0].figures) assert.ok(![...numbers(figure.part), ...numbers(figure.scores), figure.n].includes(12), JSON.stringify(figure));
  }
  assert.ok(shown > 3000, `${shown} bases`);
});

test("the_times_of_a_link_s_rules_have_the_zone_of_its_owner", async (t) => {
  const before = process.env.TZ;
  t.after(() => (before === undefined ? delete process.env.TZ : (process.env.TZ = before)));
  const rule = { all: [{ created: { from: "2026-01-01T10:00:00Z" } }] };
  for (const [zone, text] of [["Europe/Berlin", "1 Jan 2026, 11:00 CET"], ["America/New_York", "1 Jan 2026, 05:00 GMT-5"]]) {
    process.env.TZ = zone;
    // Formats are made in the zone in which they are first used.
    const own = await load("share/publish.ts");
    const { rules } = await linkOf([{ responses: 20, all: 20, questions: [] }], { rule, make: own.snapshotOf });
    assert.ok(rules.endsWith(text), rules);
    assert.ok(own.publicName({ name: "", rule: rule.all[0] }, readDesign(DESIGN)).includes(text.slice(-5)), zone);
  }
  process.env.TZ = "Asia/Kolkata";
  const own = await load("share/publish.ts");
  const period = { created: { from: "2026-09-21T10:00:00Z", to: "2026-09-22T10:00:00Z" } };
  const name = own.publicName({ name: "", rule: period }, readDesign(DESIGN));
  assert.match(name, /21 Sept 2026, 15:30 GMT\+5:30 .*22 Sept 2026, 15:30 GMT\+5:30$/);
});

test("a_link_of_large_groups_has_exact_numbers", async () => {
  const link = await linkOf([20, 203].map((people) => ({ responses: people, all: people, questions: [single([people - 7, 7], { id: "a" })] })));
  assert.equal(link.rounds, undefined);
  assert.deepEqual(link.views.map(({ figures }) => figures[0].part.bars.map(({ count, base }) => [count, base])), [[[13, 20], [7, 20]], [[196, 203], [7, 203]]]);
});

test("a_second_link_has_no_exact_count", async () => {
  const published = (people, isAnother) => linkOf([{ responses: people, all: people, questions: [single([people - 37, 37], { id: "a" })] }], { isAnother });
  const [first, second] = [await published(77, false), await published(78, true)];
  assert.equal(first.rounds, undefined);
  assert.equal(second.rounds, true);
  for (const value of [second.views[0].about, ...bases(second.views), ...numbers(second.views[0].figures[0].part)]) assert.equal(value % FEWEST, 0, `${value}`);
});

/** Responses of people: when each changed last, the group, and how many rows of each question it answers. */
function heldOf(people) {
  const where = ({ all }) => ({
    async summary({ questions }) {
      const found = people.filter(({ at, group }) => all.every((part) => ("modified" in part ? at >= Date.parse(part.modified.from) : part.language[0] === group)));
      const answered = (id, row) => found.filter(({ answers }) => (answers[id] ?? 0) > row).length;
      return { responses: found.length, all: people.length, questions: questions.map((id) => ({ id, answered: answered(id, 0), rows: [0, 1].map((row) => ({ id: `r${row}`, answered: answered(id, row) })) })) };
    },
  });
  return { results: { peek: () => ({ where }) }, state: { peek: () => START } };
}

const PUBLISHED = Date.parse("2026-11-25T14:05:00Z");
const LINK = { id: "l", created_at: "2026-11-25T14:05:00+00:00" };
const people = (count, at, answers = { a: 1, b: 1 }, group = "en") => Array.from({ length: count }, () => ({ at, answers, group }));
const [BEFORE, NEAR, AFTER] = [-3_600_000, -60_000, 3_600_000].map((apart) => PUBLISHED + apart);

test("a_second_link_is_refused_if_a_few_people_have_responded_since_the_other", async () => {
  const few = (list, { groups = [], links = [LINK] } = {}) => fewSince(heldOf([...people(50, BEFORE), ...list]), { questions: ["a", "b"], groups }, links);
  for (const count of [0, 5, 40]) assert.deepEqual(await few(people(count, AFTER)), [], `${count}`);
  for (const count of [1, 2, 3, 4]) assert.deepEqual(await few(people(count, AFTER)), ["a", "b"], `${count}`);
  assert.deepEqual(await few(people(3, AFTER), { links: [] }), []);
  assert.deepEqual(await few(people(3, AFTER, {})), ["a", "b"], "who has answered nothing may have taken answers back");
  assert.deepEqual(await few([...people(9, AFTER, { a: 1 }), ...people(2, AFTER)]), ["b"], "of one question alone");
  assert.deepEqual(await few([...people(9, AFTER), ...people(2, AFTER, { a: 2, b: 1 })]), ["a"], "of a row alone");
  // Whether they are in the other link is not known: it was counted a little earlier than published.
  assert.deepEqual(await few(people(9, NEAR)), ["a", "b"]);
  assert.deepEqual(await few([...people(9, NEAR), ...people(4, AFTER)]), ["a", "b"]);
  assert.deepEqual(await few([...people(9, NEAR), ...people(5, AFTER)]), []);
  // Of several links, each counts.
  const later = { id: "m", created_at: new Date(AFTER - 600_000).toISOString() };
  assert.deepEqual(await few([...people(9, PUBLISHED + 600_000), ...people(3, AFTER)], { links: [LINK, later] }), ["a", "b"]);
  // Of groups, those that are shown.
  const groups = ["en", "de"].map((language) => ({ name: "", rule: { language: [language] } }));
  const list = [...people(9, AFTER), ...people(2, AFTER, { a: 1 }, "de")];
  assert.deepEqual([await few(list), await few(list, { groups }), await few(list, { groups: groups.slice(0, 1) })], [[], ["a", "b"], []]);
});

test("an_exact_and_a_rounded_link_that_may_both_be_published_do_not_show_what_a_few_people_answered", () => {
  const shown = (counts) => JSON.stringify(roundFigure(hide(figureOf(single(counts)))).part);
  let links = 0;
  for (let n = 20; n <= 60; n += 1) {
    for (let first = FEWEST; first <= n - FEWEST; first += 1) {
      // What the people who come after the exact link [first, n - first] may answer, by what the second link shows.
      const alike = new Map();
      for (let count = FEWEST; count <= 9; count += 1) {
        for (const [one, other] of ways(count, 2)) {
          const key = shown([first + one, n - first + other]);
          alike.set(key, [...(alike.get(key) ?? []), [one, other]]);
        }
      }
      for (const [key, answers] of alike) {
        links += 1;
        for (const choice of [0, 1]) {
          const found = new Set(answers.map((counts) => counts[choice]));
          const [only] = found;
          assert.ok(found.size > 1 || only === 0 || only >= FEWEST, `[${first}, ${n - first}], then ${key}: ${only} of them chose ${choice}`);
        }
      }
    }
  }
  assert.ok(links > 1000);
});

test("a_second_link_has_no_statistics_that_follow_one_persons_number", async () => {
  const sorted = (numbers) => [...numbers].sort((one, other) => one - other);
  const statsOf = (numbers) => {
    const n = numbers.length;
    const mean = numbers.reduce((sum, number) => sum + number, 0) / n;
    const middle = sorted(numbers).slice(Math.ceil(n / 2) - 1, Math.floor(n / 2) + 1);
    return { n, mean, median: (middle[0] + middle.at(-1)) / 2, min: Math.min(...numbers), max: Math.max(...numbers), std: Math.sqrt(numbers.reduce((sum, number) => sum + (number - mean) ** 2, 0) / (n - 1)) };
  };
  const published = async (numbers, isAnother) => {
    const of = { answered: numbers.length, kind: "numbers", family: "open_ended", subtype: "numerical", choices: undefined, stats: statsOf(numbers), id: "a" };
    const link = await linkOf([{ responses: numbers.length, all: numbers.length, questions: [single([], of)] }], { isAnother });
    return link.views[0].figures[0].part.rows[0];
  };
  for (const [people, scale] of [[20, 1], [200, 1], [200, 1000], [2000, 1000]]) {
    // Ages, and salaries with cents.
    const before = Array.from({ length: people }, (_, at) => (18 + ((at * 37) % 53)) * scale + (scale > 1 ? ((at * 71) % 997) + 0.25 : 0));
    const { std } = statsOf(before);
    assert.ok(Math.abs((await published(before, false)).mean - statsOf(before).mean) < 0.01, "the first link is exact");
    const shown = new Map();
    // Some in the range of the others, and some far outside.
    const usual = Array.from({ length: 51 }, (_, at) => (20 + at) * scale);
    for (const person of [...usual, 500 * scale, 100_000 * scale]) {
      const second = await published([...before, person], true);
      assert.deepEqual([second.min, second.max, second.mean, second.std], [null, null, null, null]);
      const key = JSON.stringify(second);
      shown.set(key, [...(shown.get(key) ?? []), person]);
    }
    // What a person's number changes is in which part of the range it is, at most.
    const widest = Math.max(...[...shown.values()].map((alike) => Math.max(...alike) - Math.min(...alike)));
    assert.ok(shown.size <= 3 && widest >= 1.5 * std, `${people} people, ${scale}: ${JSON.stringify([...shown])}`);
  }
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
    await assert.rejects(open(changed, key), { name: at === 0 ? "OtherVersion" : "Unreadable" }, `byte ${at}`);
  }
});

test("a_link_with_a_pass_phrase_needs_both_and_takes_every_way_to_write_it", async () => {
  const { data, key } = await seal({ a: 1 }, "Grüße");
  assert.ok(asksForPassPhrase(data));
  await assert.rejects(open(data, key), { name: "Unreadable" });
  await assert.rejects(open(data, key, "Gruße"), { name: "Unreadable" });
  assert.deepEqual(await open(data, key, "Gru\u0308ße".replace("u\u0308", "ü")), { a: 1 });
});

test("sealed_bytes_have_no_label_and_do_not_reveal_how_long_the_text_was", async () => {
  const { data } = await seal(snapshot());
  const text = Buffer.from(data).toString("latin1");
  for (const word of ["Which region", "North", "Visitors"]) assert.ok(!text.includes(word));
  const lengths = new Set();
  for (const length of [10, 100, 1000, 3000]) lengths.add((await seal("x".repeat(length))).data.length);
  assert.equal(lengths.size, 1);
  assert.ok(data.length < LARGEST);
});
