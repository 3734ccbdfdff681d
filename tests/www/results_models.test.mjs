// The view models: what is between the engine's answers and what is drawn.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { load } from "./load.mjs";
import { DESIGN, fakeResults, summaryOf } from "./fake_results.mjs";

const { cellsOf, figureOf, share } = await load("models/figure.ts");
const { fromRollups } = await load("models/rollups.ts");
const { readDesign } = await load("design.ts");
const { crosstabCells, crosstabOf, csvOf, lettersOf, tabbedOf, withoutTests } = await load("models/crosstab.ts");
const { comparedOf } = await load("models/compare.ts");
const { dotsOf, marksOf, runs, spanOf, trendOf } = await load("models/trend.ts");
const table = await load("models/table.ts");
const { decimalsOf, ticks } = await load("models/scale.ts");
const { rounded } = await load("../rounded.ts");
const { hide } = await load("share/snapshot.ts");
const { countsSheet } = await load("../documents/counts.ts");
const { fold, highlight } = await load("highlight.ts");
const { plain } = await load("../text.ts");
const { describe, placeOf } = await load("wording.ts");
const { cellText } = await load("components/cells.ts");
const { targets } = await load("models/targets.ts");
const { en } = await load("messages/en.ts");
const { de } = await load("messages/de.ts");
const { search } = await load("models/palette.ts");
const { codeOf } = await load("models/code.ts");
const { anchored } = await load("models/scale.ts");
const { START } = await load("url_state.ts");
const { makeFormat } = await load("format.ts");
const { NAME_MAX, undoOf, undoing } = await load("models/tags.ts");
const { device, leftAt, pagesOf } = await load("models/response.ts");
const { interval } = await load("live.ts");
const { savedColours } = await load("colours.ts");
const { pictureOf } = await load("picture.ts");
const { barsOfDates } = await load("figure_text.ts");
const { mostRemoving } = await load("rules.ts");
const { datasetFile } = await load("datasets.ts");
const { viewOf } = await load("../../../pkg/src/results/view.ts");
const { offsetsOf } = await load("../../../pkg/src/results/time_zone.ts");

/** The caption of a picture without rules. */
const PLAIN = { rules: null, isDeleted: false };

/** What a file of all responses says of them. */
const EVERYTHING = { rules: "All responses", part: null };

const figures = () => summaryOf(1260).questions.map((question) => figureOf(question));

/** A matrix of weighted choices with long headings, and its figure. */
function matrix({ columns }) {
  const choices = Array.from({ length: columns }, (_, at) => ({ id: `k${at}`, label: `Neither satisfied nor dissatisfied ${at}`, count: 5 + at, weight: at, is_na: false, deleted: false }));
  const row = (id) => ({ id, label: `${id} is a row with a heading that takes more than one line of a picture`, answered: 120, deleted: id === "r2", choices, stats: { n: 120, mean: 2.5, median: 2, min: 0, max: 5, std: 1 } });
  const question = { ...summaryOf(1260).questions[3], rows: [row("r1"), row("r2"), row("r3")], multiple: false, has_mean: true, nps: null, boxes: null };
  return { question, figure: figureOf(question) };
}

test("each_kind_of_question_has_its_figure", () => {
  assert.deepEqual(figures().map(({ part }) => part.kind), ["bars", "bars", "bars", "grids", "bars", "stats", "texts", "files", "bars"]);
});

test("a_rating_of_one_row_is_bars_and_has_its_recommendation_score_alone", () => {
  const figure = figures()[2];
  assert.equal(figure.part.bars.length, 11);
  assert.deepEqual(figure.scores.map(({ code }) => code), ["nps"]);
  const [, , rating] = summaryOf(0).questions;
  assert.deepEqual(figureOf({ ...rating, nps: { n: 0, score: null, margin: null, promoters: 0, passives: 0, detractors: 0 } }).scores, [], "nobody has answered");
});

test("choices_have_a_mean_only_if_they_have_weights", () => {
  const question = { ...summaryOf(1260).questions[0], multiple: false, nps: null, boxes: null, stats: { n: 10, mean: 2, median: 2, min: 1, max: 3, std: 1 } };
  const scores = (has_mean) => figureOf({ ...question, has_mean }).scores.map(({ code }) => code);
  assert.deepEqual([scores(false), scores(true)], [[], ["mean", "median"]]);
  const row = (id) => ({ id, label: id, answered: 10, deleted: false, choices: question.choices, stats: question.stats });
  const means = (has_mean) => figureOf({ ...question, kind: "rows", choices: undefined, rows: [row("a"), row("b")], has_mean }).part.grids[0].rows.map(({ mean }) => mean);
  assert.deepEqual([means(false), means(true)], [[null, null], [2, 2]]);
});

test("the_base_of_a_row_is_that_of_its_percentages", () => {
  const question = summaryOf(1260).questions[3];
  const choice = (id, count) => ({ id, label: id, count, base: 102, percent: 0, weight: null, is_na: false, deleted: false });
  const row = { id: "r1", label: "Row", answered: 83, deleted: false, choices: [choice("a", 56), choice("b", 48)], stats: null };
  const base = (multiple) => figureOf({ ...question, kind: "rows", multiple, has_mean: false, rows: [row, { ...row, id: "r2" }] }).part.grids[0].rows[0].base;
  assert.equal(base(true), 102);
});

test("boxes_are_of_those_whose_answer_has_a_value", () => {
  const [question] = summaryOf(1000).questions;
  const figure = figureOf({ ...question, has_mean: true, nps: null, answered: 120, boxes: { top2: 66.7, bottom2: 10 }, stats: { n: 90, mean: 2, median: 2, min: 1, max: 3, std: 1 } });
  assert.deepEqual(figure.scores.map(({ code, n }) => [code, n]), [["mean", 90], ["median", 90], ["top2", 90], ["bottom2", 90]]);
});

test("choices_of_which_some_have_a_weight_have_no_mean_but_a_note", () => {
  const [question] = summaryOf(100).questions.filter(({ kind, nps }) => kind === "choices" && !nps);
  const weighted = question.choices.map((choice, at) => ({ ...choice, weight: at }));
  const of = (choices) => figureOf({ ...question, multiple: false, has_mean: choices.every(({ weight }) => weight !== null), stats: { n: 90, mean: 1, median: 1, min: 0, max: 2, std: 1 }, choices });
  assert.ok(of(weighted).scores.length > 0);
  const mixed = of([{ ...weighted[0], weight: null }, ...weighted.slice(1)]);
  assert.deepEqual([mixed.scores, mixed.notes.map(({ code }) => code)], [[], ["mixed"]]);
  const row = { id: "a", label: "a", answered: 90, deleted: false, choices: [{ ...weighted[0], weight: null }, ...weighted.slice(1)], stats: null };
  assert.ok(figureOf({ ...question, kind: "rows", choices: undefined, other: null, rows: [row, { ...row, id: "b" }] }).notes.some(({ code }) => code === "mixed"));
});

test("other_is_one_more_bar_only_where_it_is_a_choice", () => {
  const question = summaryOf(1260).questions[0];
  assert.equal(figureOf(question).part.bars.at(-1).label, "Elsewhere");
  const figure = figureOf({ ...question, other: { ...question.other, is_choice: false } });
  assert.ok(!figure.part.bars.some(({ label }) => label === "Elsewhere"));
  assert.deepEqual(figure.notes, [{ code: "other", n: 63 }]);
});

test("a_deleted_choice_comes_last_as_long_as_it_was_picked", () => {
  const question = summaryOf(1260).questions[0];
  const [north, east, ...others] = question.choices;
  const shown = (choices) => figureOf({ ...question, choices, other: null }).part.bars.map(({ label }) => label);
  assert.deepEqual(shown([{ ...north, deleted: true }, east, ...others]), ["East", "South", "West", "North"]);
  assert.deepEqual(shown([{ ...north, deleted: true, count: 0 }, east, ...others]), ["East", "South", "West"]);
});

test("a_deleted_other_is_marked_as_long_as_it_was_picked", () => {
  const question = summaryOf(1260).questions[0];
  const bars = (other) => figureOf({ ...question, other: { ...question.other, ...other } }).part.bars.map(({ label, deleted = false }) => [label, deleted]);
  assert.deepEqual(bars({ deleted: true }).at(-1), ["Elsewhere", true]);
  assert.deepEqual(bars({ deleted: true, count: 0 }).at(-1), ["West", false]);
  const [compared] = comparedOf({ groups: [], questions: [{ ...question, groups: [{ ...question, other: { ...question.other, deleted: true, count: 0 } }], letters: {}, expected_low: [] }] }, [95, 80]);
  assert.ok(!compared.tables[0].rows.some(({ label }) => label === "Elsewhere"), "a comparison leaves it out as charts do");
  const design = (visible) => ({ ...DESIGN, pages: DESIGN.pages.map((page) => ({ ...page, questions: page.questions.map((own) => (own.answers?.other ? { ...own, answers: { ...own.answers, other: { ...own.answers.other, visible } } } : own)) })) });
  assert.deepEqual([true, false].map((visible) => readDesign(design(visible)).question("q1").other.deleted), [false, true]);
});

test("a_deleted_column_of_menus_is_marked_as_long_as_it_was_answered", () => {
  const choices = (count) => [{ id: "c", label: "C", count, percent: 0, base: count, weight: null, is_na: false, deleted: false }];
  const column = (id, answered) => ({ id, label: `Column ${id}`, answered, deleted: id !== "kept", choices: choices(answered) });
  const row = { id: "r", label: "Row", answered: 3, percent: 100, deleted: false, columns: [column("kept", 3), column("gone", 2), column("unused", 0)] };
  const figure = figureOf({ ...summaryOf(1260).questions[3], subtype: "menu", kind: "menus", answered: 3, rows: [row] });
  assert.deepEqual(figure.part.grids.map(({ id, deleted }) => [id, deleted]), [["kept", undefined], ["gone", true]]);
  const { svg } = pictureOf(figure, "count", savedColours(), PLAIN);
  assert.ok(svg.includes(">Column kept</text>") && svg.includes(">Column gone (deleted)</text>"));
});

test("a_deleted_choice_that_one_row_has_is_a_column_of_all_rows", () => {
  const matrix = summaryOf(1260).questions[3];
  const [first, second] = matrix.rows;
  const gone = { ...first.choices[0], id: "gone", label: "Gone", count: 3, deleted: true };
  const rows = [{ ...first, choices: [gone, ...first.choices] }, second];
  const [grid] = figureOf({ ...matrix, rows }).part.grids;
  const ids = grid.rows.map(({ cells }) => cells.map(({ id }) => id));
  assert.deepEqual(ids[0], [...first.choices.map(({ id }) => id), "gone"]);
  assert.deepEqual(ids[1], ids[0], "each cell is below its own header");
  assert.deepEqual(grid.rows.map(({ cells }) => cells.at(-1).count), [3, 0]);
});

test("percent_of_all_of_a_chart_that_filters_is_of_what_its_own_bars_count", () => {
  const question = { ...summaryOf(1260).questions[0], answered: 800, skipped: 100 };
  assert.equal(figureOf(question).in_view, 900);
});

test("percent_is_of_those_who_answered_and_percent_of_all_is_of_those_in_view", () => {
  const bar = { id: "a", label: "A", count: 30, base: 60 };
  assert.equal(share(bar, { in_view: 120 }, "percent"), 50);
  assert.equal(share(bar, { in_view: 120 }, "all"), 25);
  assert.equal(share({ ...bar, count: 0, base: 0 }, { in_view: 0 }, "percent"), 0);
  assert.equal(share({ ...bar, count: null }, { in_view: 120 }, "percent"), null);
});

test("dates_are_bars_of_periods_in_their_order", () => {
  const dates = (by, ...starts) => ({ by, bins: starts.slice(1).map((to, at) => ({ from: `${starts[at]}:00:00+00:00`, to: `${to}:00:00+00:00`, count: at })) });
  const made = (subtype, dates) => {
    const rows = [{ id: "d1", label: "Born", answered: 8, percent: 100, deleted: false, texts: 8, dates }];
    return figureOf({ ...summaryOf(1260).questions[8], kind: "dates", family: "datetime", subtype, answered: 9, rows });
  };
  const shown = (...given) => {
    const figure = made(...given);
    return barsOfDates(figure.part.rows[0], figure).map(({ label, count, base }) => [label, count, base]);
  };
  assert.deepEqual(shown("date_only", dates("decade", "1980-01-01T00", "1990-01-01T00", "2000-01-01T00")), [["1980 to 1989", 0, 8], ["1990 to 1999", 1, 8]], "of those who answered the row");
  assert.deepEqual(shown("date_only", dates("week", "2026-04-27T00", "2026-05-04T00", "2026-05-11T00"))[0], ["27 Apr to 3 May 2026", 0, 8]);
  assert.deepEqual(shown("date_only", dates("quarter", "2026-01-01T00", "2026-04-01T00", "2026-07-01T00")).map(([label]) => label), ["Q1 2026", "Q2 2026"]);
  assert.deepEqual(shown("time_only", dates("hour", "1970-01-01T09", "1970-01-01T10", "1970-01-01T11")).map(([label]) => label), ["09:00", "10:00"]);
  assert.deepEqual(shown("date_only", dates("day", "2026-01-01T00", "2026-01-02T00")), [], "one period shows nothing");
  assert.deepEqual(shown("date_only", undefined), [], "the service's numbers have no histogram");
  const { svg } = pictureOf(made("date_only", dates("year", "2024-01-01T00", "2025-01-01T00", "2026-01-01T00")), "count", savedColours(), PLAIN);
  for (const label of ["2024", "2025", "Born"]) assert.ok(svg.includes(`>${label}</text>`), label);
});

test("the_service_and_the_engine_make_the_same_figure", () => {
  const given = summaryOf(1260);
  const gone = ({ id }) => ["c14", "r3", "c45"].includes(id);
  const isNa = ({ id }) => id === "c44";
  const changed = (options) => options?.map((option) => ({ ...option, ...("deleted" in option && { deleted: gone(option) }), ...("is_na" in option && { is_na: isNa(option) }) }));
  // A question, two choices and a row are deleted, and a choice is N/A.
  const engine = given.questions.map((question) => {
    const rows = changed(question.rows)?.map((row) => {
      const choices = changed(row.choices);
      // The service has no histogram.
      const { bins: _, ...rest } = row;
      return { ...rest, ...(choices && { choices, stats: { ...row.stats, n: choices.reduce((sum, { count, is_na }) => sum + (is_na ? 0 : count), 0) } }) };
    });
    return { ...question, visible: question.id !== "q5", choices: changed(question.choices), rows };
  });
  const hidden = (option) => (gone(option) ? { ...option, visible: false } : option);
  const pages = DESIGN.pages.map((page) => ({ ...page, questions: page.questions.map((question) => ({ ...question, visible: question.id !== "q5", ...(question.answers && { answers: { ...question.answers, choices: question.answers.choices?.map(hidden), rows: question.answers.rows?.map(hidden) } }) })) }));
  // What `summarise` gives: no pages, weights or scores.
  const choice = ({ id, label, count, percent, is_na, deleted }) => ({ id, label, count, percent, is_na, deleted });
  const spread = (own) => own && { mean: own.mean, median: own.median, min: own.min, max: own.max, std: own.std };
  const counted = ({ id, heading, family, subtype, kind, answered, skipped, choices, rows, other, texts, has_mean }) => ({
    id, heading, family, subtype, answered, skipped, percent: 95, has_mean,
    ...(choices && { choices: choices.map(choice) }),
    ...(kind === "numbers" && { stats: spread(rows[0].stats) }),
    ...(rows && kind !== "numbers" && { rows: rows.map(({ id, label, deleted, answered, percent, choices, stats }) => ({ id, label, deleted, answered, percent, choices: choices.map(choice), stats: spread(stats) })) }),
    ...(other && { other_answered: other.count }),
    ...(texts !== undefined && { text: texts }),
  });
  const service = fromRollups({ responses: 1260, questions: engine.map(counted) }, readDesign({ ...DESIGN, pages }));
  for (const [at, { nps, ...question }] of engine.entries()) {
    assert.deepEqual(figureOf(service.questions[at]), figureOf({ ...question, not_reached: null }), question.id);
    assert.deepEqual([service.questions[at].visible, service.questions[at].has_mean], [question.visible, question.has_mean], question.id);
  }
  assert.deepEqual(engine.map(({ id }) => id), ["q1", "q2", "q3", "q4", "q5", "q6", "q7", "q8", "q9"]);
});

test("the_service_s_statistics_of_all_rows_of_numbers_are_not_shown_as_those_of_one", () => {
  const stats = { mean: 25_001, median: 40, min: 0, max: 90_000, std: 30_000 };
  const shown = (rows) => {
    const [page] = DESIGN.pages.filter(({ id }) => id === "p2");
    const questions = page.questions.map((question) => (question.id === "q6" ? { ...question, answers: { rows } } : question));
    const question = { id: "q6", heading: "You", family: "open_ended", subtype: "numerical", answered: 100, skipped: 0, stats, has_mean: true };
    return figureOf(fromRollups({ responses: 100, questions: [question] }, readDesign({ ...DESIGN, pages: [{ ...page, questions }] })).questions[0]).part;
  };
  const row = (id, text) => ({ id, text, visible: true, position: 1 });
  assert.deepEqual(shown([row("a", "Children"), row("b", "Income")]), { kind: "stats", rows: [] });
  assert.deepEqual(shown([row("a", "Children"), { ...row("b", "Income"), visible: false }]), { kind: "stats", rows: [] }, "a deleted row may have numbers");
  assert.deepEqual(shown([row("a", "")]), { kind: "stats", rows: [{ id: "a", label: "You", n: 100, ...stats }] });
  assert.deepEqual(shown([]), { kind: "stats", rows: [{ id: "q6", label: null, n: 100, ...stats }] });
});

test("a_row_of_menus_or_of_several_picks_that_is_deleted_is_shown_as_long_as_it_was_answered", () => {
  const choices = (count) => [{ id: "c", label: "C", count, percent: 0, is_na: false, deleted: false }];
  const rows = (part) => [{ id: "kept", count: 0 }, { id: "gone", count: 2 }, { id: "unused", count: 0 }].map(({ id, count }) => ({ id, label: id, deleted: id !== "kept", ...part(count) }));
  const figureWith = (subtype, part) => {
    const question = { id: "q4", heading: "How", family: "matrix", subtype, answered: 3, skipped: 0, has_mean: false, rows: rows(part) };
    return figureOf(fromRollups({ responses: 3, questions: [question] }, readDesign(DESIGN)).questions[0]);
  };
  const ids = ({ part }) => part.grids.map((grid) => grid.rows.map(({ id }) => id));
  assert.deepEqual(ids(figureWith("multi", (count) => ({ choices: choices(count) }))), [["kept", "gone"]]);
  assert.deepEqual(ids(figureWith("menu", (count) => ({ columns: [{ id: "m", label: "M", answered: count, choices: choices(count) }] }))), [["kept", "gone"]]);
});

test("words_and_texts_can_be_requested_by_row", async () => {
  const view = viewOf({ query: async (query) => query, timeZone: "UTC" }, { all: [] });
  for (const name of ["words", "texts"]) assert.equal((await view[name]({ question: "q1", row: "r1" })).row, "r1", name);
  await assert.rejects(view.words({ question: "q1", raw: "r1" }), { path: "raw" });
});

test("copied_numbers_have_the_words_of_the_screen", () => {
  const copied = (id, { figure: { n, answer }, scores: { mean, median, std }, measure: words }, measure = "percent") =>
    cellsOf(figures().find((figure) => figure.id === id), measure, { n, answer, count: words.count, percent: words[measure], mean, median, std });
  assert.deepEqual(copied("q6", de)[0], ["How old are you?", "n", "Mittelwert", "Median", "Std.-Abw."]);
  const rows = (id, words, measure) => copied(id, words, measure).slice(0, 3);
  assert.deepEqual(rows("q1", en), [["Which region are you from?", "n", 1197], ["Answer", "Count", "Percent"], ["North", 504, 42.1]]);
  assert.deepEqual(rows("q1", en, "all"), [["Which region are you from?", "n", 1197], ["Answer", "Count", "Percent of all"], ["North", 504, 40]]);
  assert.deepEqual(rows("q4", en, "all")[2], ["Speed of the answer – Very bad", 63, 5]);
});

test("copied_cells_are_no_formulas_and_each_is_one_cell", () => {
  const rows = [["=cmd|' /C calc'!A0", 12, 40.5], ["\t=1+1", -3, null], ["Two\r\nlines\tand a tab", "007", ""], ["-12.5", "@x", "plain"]];
  // Spreadsheets read a text that begins with a quotation mark up to the next one.
  assert.equal(tabbedOf([['"A" b', 1], ['"I like it', 2], ['5" pipe', 3]]), '"""A"" b"\t1\n"""I like it"\t2\n5" pipe\t3\n');
  assert.equal(tabbedOf(rows), "'=cmd|' /C calc'!A0\t12\t40.5\n' =1+1\t-3\t\nTwo lines and a tab\t'007\t\n-12.5\t'@x\tplain\n");
});

test("a_cell_that_a_spreadsheet_would_misread_is_a_text_as_in_the_export", () => {
  for (const [text, isMisread] of JSON.parse(readFileSync(new URL("cells.json", import.meta.url), "utf8"))) {
    const cell = csvOf([[text]]).slice(1, -2).replace(/^"([^]*)"$/, "$1");
    assert.equal(cell, isMisread ? `'${text}` : text, JSON.stringify(text));
  }
});

test("letters_name_columns_of_their_own_block_alone", () => {
  const block = (...labels) => ({ title: "", overlapping: false, tested: true, comparisons: 1, columns: labels.map((label, at) => ({ id: label, label, letter: "AB"[at], base: 40, small: false })) });
  const cell = (letters) => ({ count: 1, percent: 1, letters });
  const model = crosstabOf({ blocks: [block("North", "South"), block("Old", "Young")], total: { base: 80 }, rows: [{ id: "r", label: "Good", total: { count: 1, percent: 1 }, cells: [cell("B"), cell(""), cell("b"), cell("")] }], note: [] }, [95, 80]);
  assert.deepEqual(model.rows[0].cells.map(({ meanings }) => meanings), [[{ column: "North", other: "South", level: 95 }], [], [{ column: "Old", other: "Young", level: 80 }], []]);
});

test("a_crosstab_of_a_part_has_no_tests_and_every_mean_is_a_number", async () => {
  const { fakeResults } = await import("./fake_results.mjs");
  const crosstab = await fakeResults().where({ all: [] }).crosstab({ rows: {}, columns: [{}] });
  const model = crosstabOf(crosstab, [95, 80]);
  const words = { total: "Total", base: "Base", mean: "Mean", meanBase: "Mean of", letters: "Letters" };
  assert.deepEqual(crosstabCells(model, words).at(-2).slice(0, 2), ["Mean", 3.6]);
  const part = crosstabOf(withoutTests(crosstab), [95, 80]);
  assert.deepEqual([...new Set([...part.rows.flatMap(({ cells }) => cells), ...part.means.cells].map(({ letters }) => letters)), part.columns[0].letter, part.chi], ["", null, []]);
});

test("columns_after_the_twenty_sixth_have_letters_of_two", () => {
  const columns = ["A", "B", "AA"].map((letter) => ({ letter }));
  assert.deepEqual(lettersOf("A AA", columns), ["A", "AA"]);
  assert.deepEqual(lettersOf("ABa", columns.slice(0, 2)), ["A", "B", "a"]);
});

test("a_crosstab_as_csv_has_its_bases_and_letters_and_runs_nothing", () => {
  const model = { blocks: [], columns: [{ label: "=cmd()", letter: "A", base: 40 }], base: 80, rows: [{ label: 'Good, "very"', total: { percent: 12.345 }, cells: [{ percent: 33.333, letters: "B" }] }], means: null };
  assert.equal(csvOf(crosstabCells(model, { total: "Total", base: "Base", mean: "Mean", meanBase: "Mean of", letters: "Letters" })), '\uFEFF,Total,\'=cmd() (A),Letters\r\nBase,80,40,\r\n"Good, ""very""",12.3,33.3,B\r\n');
});

test("a_mean_has_its_base_where_that_is_not_the_one_of_its_column", () => {
  const column = (label, letter, base) => ({ id: label, label, letter, base, small: false });
  const crosstab = (...n) => ({
    blocks: [{ title: "Region", columns: [column("North", "A", 40), column("South", "B", 60)], overlapping: false, tested: true, comparisons: 1 }], total: { base: 100 }, rows: [], note: [],
    means: { total: { mean: 1.276, n: n[0] }, cells: [{ mean: 1, n: n[1], letters: "" }, { mean: 2, n: n[2], letters: "A" }] },
  });
  const words = { total: "Total", base: "Base", mean: "Mean", meanBase: "Mean of", letters: "Letters" };
  const some = crosstabOf(crosstab(94, 34, 60), [95]);
  assert.deepEqual([some.means.total.base, ...some.means.cells.map(({ base }) => base)], [94, 34, null]);
  assert.deepEqual(crosstabCells(some, words).slice(2), [["Mean", 1.28, 1, "", 2, "A"], ["Mean of", 94, 34, null, 60, null]]);
  assert.deepEqual(crosstabCells(crosstabOf(crosstab(100, 40, 60), [95]), words).slice(2), [["Mean", 1.28, 1, "", 2, "A"]]);
});

test("a_crosstab_as_csv_is_read_the_same_with_any_separator", () => {
  const written = (text) => csvOf([[text]]).slice(1, -2);
  const cases = { "x;=1+1;y": '"x;=1+1;y"', "a\tb": '"a\tb"', "\t=1": '"\'\t=1"', " =1": "' =1", "\u00a0=1": "'\u00a0=1", "\uff1d1": "'\uff1d1", "-5": "-5", "-007": "'-007", "-5+A1": "'-5+A1", "007": "'007", "1e5": "'1e5", "12345678901234567": "'12345678901234567", " a": '" a"', "18-24": "18-24", "2.5": "2.5", "A 1": "A 1" };
  for (const [text, csv] of Object.entries(cases)) assert.equal(written(text), csv, text);
});

test("a_crosstab_as_csv_names_its_blocks_and_counts_if_counts_are_shown", () => {
  const columns = ["Yes", "No"].map((label, at) => ({ label, letter: "AB"[at], base: 40 }));
  const blocks = ["Member", "Regular"].map((title) => ({ title, columns }));
  const cell = { count: 3, percent: 7.5, letters: "" };
  const model = { blocks, columns: [...columns, ...columns], base: 80, rows: [{ label: "Good", total: { count: 12, percent: 15 }, cells: [cell, cell, cell, cell] }], means: null };
  const words = { total: "Total", base: "Base", mean: "Mean", letters: "Letters" };
  const [titles, , , row] = crosstabCells(model, words, true);
  assert.deepEqual([titles, row], [["", null, "Member", null, null, null, "Regular", null, null, null], ["Good", 12, 3, "", 3, "", 3, "", 3, ""]]);
  assert.deepEqual(crosstabCells({ ...model, blocks: blocks.slice(0, 1) }, words)[2], ["Good", 15, 7.5, "", 7.5, "", 7.5, "", 7.5, ""]);
});

test("a_picture_cuts_emoji_whole_and_wide_letters_by_their_width", () => {
  const question = summaryOf(100).questions[0];
  const labelled = (label) => pictureOf(figureOf({ ...question, heading: "很".repeat(300), choices: question.choices.map((choice) => ({ ...choice, label })) }), "percent", savedColours(), PLAIN).svg;
  for (let length = 90; length < 100; length += 1) assert.doesNotThrow(() => encodeURIComponent(labelled(`${"x".repeat(length)}😀😀`)));
  const texts = [...labelled("很".repeat(80)).matchAll(/<text[^>]*>([^<]*)</g)].map(([, text]) => text);
  assert.ok(texts.every((text) => text.length <= 42), texts.join("\n"));
  assert.equal(texts.filter((text) => text.length <= 17 && text.endsWith("…")).length, 4, "each label is cut");
});

test("differences_are_points_to_the_first_group", () => {
  const [first, second] = [summaryOf(1000), summaryOf(500)].map(({ questions }) => questions[0]);
  second.choices[0] = { ...second.choices[0], percent: first.choices[0].percent + 7 };
  const groups = ["North", "South"].map((name, at) => ({ name, count: 500, letter: "AB"[at] }));
  const [{ tables }] = comparedOf({ groups, questions: [{ ...first, groups: [first, second], letters: { c11: ["", "A"] }, expected_low: ["c12"] }] }, [95, 80]);
  const [own, other] = tables[0].rows[0].cells;
  assert.deepEqual(other.meanings, [{ column: "South", other: "North", level: 95 }]);
  assert.deepEqual(tables[0].rows.map(({ untested }) => untested).slice(0, 3), [false, true, false]);
  assert.equal(tables[0].means, null, "regions have no mean");
  assert.equal(own.difference, null);
  assert.equal(Math.round(other.difference), 7);
  assert.equal(other.letters, "A");
});

const bucket = (day, more) => ({ from: `2026-09-0${day}T00:00:00Z`, to: `2026-09-0${day + 1}T00:00:00Z`, count: 20, n: 20, mean: 4, nps: null, margin: 0.5, ...more });

test("a_slider_is_compared_by_its_mean", () => {
  const slider = (mean) => ({ ...summaryOf(100).questions[0], kind: "numbers", choices: undefined, rows: undefined, nps: undefined, has_mean: true, stats: { n: 50, mean, median: mean, min: 0, max: 100, std: 1 } });
  const [{ tables }] = comparedOf({ groups: [], questions: [{ ...slider(1), groups: [slider(40), slider(60)], letters: { mean: ["", "A"] }, expected_low: [] }] }, [95, 80]);
  assert.deepEqual(tables, [{ label: null, rows: [], means: [{ mean: 40, letters: "", meanings: [] }, { mean: 60, letters: "A", meanings: [] }] }]);
});

test("a_span_without_answers_is_a_gap_of_the_line_and_zero_of_the_counts", () => {
  const trend = { buckets: [bucket(1), bucket(2, { count: 0, n: 0, mean: null, margin: null }), bucket(3, { n: 4 })] };
  const score = trendOf(trend, true);
  assert.deepEqual(runs(score.points), [[0], [2]]);
  assert.deepEqual(score.points.map(({ hollow }) => hollow), [false, true, true]);
  assert.deepEqual(trendOf(trend, false).points.map(({ value }) => value), [20, 0, 20]);
});

test("spans_that_are_left_out_are_a_gap_of_the_line_too", () => {
  const trend = trendOf({ buckets: [bucket(1), bucket(2), bucket(9)], sparse: true }, true);
  assert.deepEqual([trend.sparse, runs(trend.points)], [true, [[0, 1], [2]]]);
});

test("a_brush_in_either_direction_is_the_same_span_with_its_end_left_out", () => {
  const { points } = trendOf({ buckets: [bucket(1), bucket(2), bucket(3)] }, false);
  assert.deepEqual(spanOf(points, 2, 1), { created: { from: "2026-09-02T00:00:00Z", to: "2026-09-04T00:00:00Z" } });
});

test("points_for_which_a_chart_has_no_room_are_one_mark_with_their_highest_value", () => {
  const points = [1, 5, 2, 3, null].map((value) => ({ value }));
  assert.deepEqual(marksOf(points, 5).map(({ at }) => at), [0, 1, 2, 3, 4]);
  assert.deepEqual(marksOf(points, 3), [{ from: 0, to: 2, at: 1 }, { from: 2, to: 4, at: 3 }, { from: 4, to: 5, at: 4 }]);
  assert.ok(marksOf(Array.from({ length: 20_000 }, () => ({ value: 1 })), 1_080).length <= 1_080);
  assert.deepEqual(marksOf([], 100), []);
});

test("each_point_without_a_line_has_a_dot_though_a_neighbour_in_its_mark_is_higher", () => {
  // Points 1 to 2 and 4 to 5 are lines, 7 and 9 are alone, and so are 11 and 12, which have a gap of time between them.
  const points = [null, 1, 9, null, 5, 6, null, 2, null, 3, null, 4, 8].map((value, at) => ({ value, from: String(at), to: at === 11 ? "later" : String(at + 1) }));
  const marks = [{ from: 0, to: 4, at: 2 }, { from: 4, to: 8, at: 5 }, { from: 8, to: 11, at: 9 }, { from: 11, to: 13, at: 12 }];
  assert.deepEqual(dotsOf(points, marks), [7, 9, 12]);
  assert.deepEqual(dotsOf(points, points.map((_, at) => ({ from: at, to: at + 1, at }))), [1, 2, 4, 5, 7, 9, 11, 12]);
});

test("ticks_are_round_and_hold_all_values", () => {
  assert.deepEqual(ticks(0, 49, 5), [0, 10, 20, 30, 40, 50]);
  assert.deepEqual(ticks(-13, 27, 5), [-20, -10, 0, 10, 20, 30]);
  assert.deepEqual(ticks(3.12, 3.55, 5), [3.1, 3.2, 3.3, 3.4, 3.5, 3.6]);
  assert.equal(ticks(4, 4).length, 2);
  assert.deepEqual(ticks(41.2, 43.1, 5, 1), [41, 42, 43, 44]);
  for (const [low, high] of [[41.2, 41.4], [41.3, 41.3], [0, 1]]) assert.equal(ticks(low, high, 5, 1).length, 2, "whole numbers");
});

test("the_labels_of_ticks_are_their_values", () => {
  const { fixed } = makeFormat("en");
  for (const [low, high, least] of [[4.03, 4.22, 0], [3.12, 3.55, 0], [1, 5, 0], [-2, 2, 0], [0.0011, 0.0019, 0], [4, 4, 0], [41.2, 43.1, 1], [-12.5, 60, 1]]) {
    const marks = ticks(low, high, 5, least);
    const labels = marks.map((mark) => fixed(mark, decimalsOf(marks)));
    assert.deepEqual(labels.map(Number), marks, labels.join(" "));
    if (least === 1) assert.equal(decimalsOf(marks), 0);
  }
});

test("a_band_of_a_recommendation_score_has_no_score_that_cannot_be", () => {
  const bucket = { from: "2026-01-01T00:00:00Z", to: "2026-02-01T00:00:00Z", count: 10, n: 10, mean: 4.8, margin: 37.2 };
  const band = (nps) => trendOf({ buckets: [{ ...bucket, nps }] }, true).points.map(({ low, high }) => [low, high])[0];
  assert.deepEqual(band(80), [80 - 37.2, 100]);
  assert.deepEqual(band(-80), [-100, -80 + 37.2]);
  assert.deepEqual(band(null), [4.8 - 37.2, 4.8 + 37.2], "a mean of weights");
});

test("a_number_is_rounded_alike_on_the_screen_in_copies_and_sheets_and_in_links", () => {
  const { percent, fixed } = makeFormat("en");
  const words = { header: [], sheet: "", answered: "", skipped: "", deleted: "" };
  const text = (value) => Number(value.replace(/[%,]/g, ""));
  for (const base of [8, 40, 200, 400, 2_000]) {
    for (let count = 0; count <= base; count += 1) {
      const share = (100 * count) / base;
      const exact = base <= 100 ? count * 100 : count * 1000;
      // In whole numbers, without a fraction that a double cannot hold.
      const wanted = Math.floor((2 * exact + base) / (2 * base)) / (base <= 100 ? 1 : 10);
      assert.equal(text(percent(share, base)), wanted, `${count} of ${base}`);
      const choice = { id: "c", label: "C", count, percent: share, base, deleted: false, is_na: false, weight: null };
      const question = { ...summaryOf(1260).questions[0], answered: base, choices: [choice], other: null };
      const sheet = countsSheet([question], words).rows().at(-1)[6];
      const copied = cellsOf(figureOf(question), "percent", {}).at(-1)[2];
      const total = { count, percent: share };
      const table = crosstabCells(crosstabOf({ blocks: [], total: { base }, rows: [{ id: "c", label: "C", total, cells: [] }], note: [] }, [95]), {}).at(-1)[1];
      const tenth = Math.floor((2_000 * count + base) / (2 * base)) / 10;
      assert.deepEqual([sheet, copied, table], [tenth, tenth, tenth], `${count} of ${base}`);
      if (base > 100) assert.equal(text(percent(share, base)), tenth);
      // A sum of weights by those who answered.
      const mean = Math.floor((200 * count + base) / (2 * base)) / 100;
      const means = crosstabCells(crosstabOf({ blocks: [], total: { base }, rows: [], means: { total: { mean: count / base, n: base }, cells: [] }, note: [] }, [95]), {}).at(-1)[1];
      const scores = (value) => hide({ ...figureOf(question), n: 40, part: { kind: "bars", bars: [{ id: "c", label: "C", count: 40, base: 40 }] }, scores: [{ code: "mean", value, n: 40 }] }).scores[0].value;
      assert.deepEqual([text(fixed(count / base, 2)), means, scores(count / base)], [mean, mean, mean], `${count} by ${base}`);
    }
  }
  assert.deepEqual([rounded(-12.5, 0), rounded(1.005, 2), rounded(-1.005, 2), rounded(1e308, 2), rounded(123_456_789_012_345.25, 1)], [-13, 1.01, -1.01, 1e308, 123_456_789_012_345.3]);
});

test("zero_has_no_sign", () => {
  for (const locale of ["en", "de"]) {
    const { fixed, exact, signed, count } = makeFormat(locale);
    assert.equal(fixed(-0.001, 2), fixed(0, 2));
    assert.equal(fixed(-0.01, 2).replace(",", "."), "-0.01");
    assert.deepEqual([exact(-0), signed(-0.4, 0)], [count(0), count(0)]);
  }
});

test("the_window_of_rows_fits_its_place_at_every_scroll_position", () => {
  for (const total of [0, 1, 30, 1260, 100_000, 1_000_000]) {
    const tall = Math.min(total * table.ROW, table.TALLEST);
    for (const scroll of [0, 17, tall / 3, tall / 2, Math.max(0, tall - 600)]) {
      const window = table.windowOf(scroll, 600, total);
      assert.ok(window.from >= 0 && window.to <= total && window.to >= window.from);
      assert.ok(Math.abs(window.before + (window.to - window.from) * table.ROW + window.after - tall) < 1 || total * table.ROW < 600, `${total} ${scroll}`);
    }
    if (total > 20) assert.equal(table.windowOf(Math.max(0, tall - 600), 600, total).last, total, "the last row can be reached");
  }
});

test("every_row_can_be_scrolled_into_view", () => {
  for (const total of [1260, 1_000_000]) {
    for (const row of [0, 5, total >> 1, total - 1]) {
      const scroll = table.scrollTo(row, 0, 600, total);
      const { first, last } = table.windowOf(scroll, 600, total);
      assert.ok(row + 1 >= first && row + 1 <= last, `${row} of ${total}: ${first} to ${last}`);
    }
  }
});

test("a_click_on_a_header_turns_the_order_and_with_shift_adds_a_key", () => {
  assert.deepEqual(table.sortBy([{ key: "a", order: "asc" }], "a"), [{ key: "a", order: "desc" }]);
  assert.deepEqual(table.sortBy([{ key: "a", order: "desc" }], "b", true), [{ key: "a", order: "desc" }, { key: "b", order: "asc" }]);
});

test("what_matches_is_marked_in_the_original_letters", () => {
  assert.deepEqual(highlight("Größe und GROSSE Grüße", "grosse"), [{ text: "Größe", hit: true }, { text: " und ", hit: false }, { text: "GROSSE", hit: true }, { text: " Grüße", hit: false }]);
  assert.deepEqual(highlight("Café CAFE", "café").filter(({ hit }) => hit).map(({ text }) => text), ["Café", "CAFE"]);
  for (const [text, wanted] of [["ο δρόμος", "ΔΡΟΜΟΣ"], ["ΟΔΟΣ", "οδος"], ["ΟΔΟΣ 1", "ΟΔΟΣ"], ["οδοσ", "ΟΔΟΣ"]]) assert.ok(highlight(text, wanted).some(({ hit }) => hit), `${wanted} in ${text}`);
  assert.deepEqual(highlight("ﬁne", "fi").map(({ text }) => text).join(""), "ﬁne");
  assert.deepEqual(highlight("abc", ""), [{ text: "abc", hit: false }]);
  assert.deepEqual(highlight("Fuß", "s"), [{ text: "Fu", hit: false }, { text: "ß", hit: true }], "a letter that becomes two is marked once");
  assert.deepEqual(highlight("e\u0301te", "e").map(({ text }) => text), ["e\u0301", "t", "e"]);
  for (const [text, wanted] of [["각", "가"], ["कि", "क्"]]) assert.ok(!highlight(text, wanted).some(({ hit }) => hit), "marks of these scripts are letters");
});

/** Texts and what they are folded to, in the console and in the engine. */
const FOLDED = JSON.parse(readFileSync(new URL("fold.json", import.meta.url), "utf8"));

test("a_text_is_folded_as_the_engine_s_search_folds_it", () => {
  for (const [text, folded] of FOLDED) assert.equal(fold(text), folded, text);
});

test("each_latin_letter_with_accents_is_folded_to_its_base_letter_in_the_console_and_in_the_engine", () => {
  const letters = Array.from({ length: 0x1f00 - 0xc0 }, (_, index) => String.fromCodePoint(0xc0 + index));
  const accented = letters.filter((letter) => /^[A-Za-z]\p{M}+$/u.test(letter.normalize("NFD")));
  assert.ok(accented.length > 480, String(accented.length));
  for (const letter of accented) assert.equal(fold(letter), letter.normalize("NFD")[0].toLowerCase(), letter);
  const known = new Set(FOLDED.flatMap(([text]) => [...text]));
  assert.deepEqual(accented.filter((letter) => !known.has(letter)), [], "the engine is tested with the letters of the file");
});

test("labels_lose_their_markup_and_nothing_else", () => {
  assert.equal(plain("<p>Is 3 &lt; 5 &amp;&nbsp;<b>true</b>?</p><script>alert(1)</script>"), "Is 3 < 5 & true? alert(1)");
  assert.equal(plain("a < b and c > d"), "a < b and c > d");
  assert.equal(plain("&#x41;&#66;&unknown;"), "AB&unknown;");
  // The results engine reads these labels in the same way.
  for (const [html, text] of JSON.parse(readFileSync(new URL("labels.json", import.meta.url), "utf8"))) assert.equal(plain(html), text, html);
});

test("the_palette_puts_the_starts_of_words_first", () => {
  assert.deepEqual(search(["Obtainable", "Show the table", "Nothing"], "tab", (item) => item), ["Show the table", "Obtainable"]);
  assert.deepEqual(search(["a", "b"], "", (item) => item), ["a", "b"]);
  assert.deepEqual(search(["In which street?", "Ihre Straße"], "strasse", (item) => item), ["Ihre Straße"]);
});

test("curl_is_offered_only_where_the_service_can_answer", () => {
  const about = { survey_id: "301", columns: ["id"] };
  const completed = { all: [{ status: ["completed"] }] };
  assert.match(codeOf({ ...START, rule: completed }, about).curl, /rollups\?status=completed/);
  assert.equal(codeOf({ ...START, rule: { all: [{ tag: ["a"] }] } }, about).curl, null);
  assert.equal(codeOf({ ...START, tab: "crosstab" }, about).curl, null);
  for (const utc of [true, false]) assert.equal(codeOf({ ...START, tab: "time", utc }, about).curl, null, "trends have no count of responses");
  assert.match(codeOf({ ...START, tab: "table" }, about).curl, /responses\/bulk\?sort_order=DESC&per_page=60"/);
  assert.equal(codeOf({ ...START, tab: "table", sort: [{ key: "seconds", order: "asc" }] }, about).curl, null, "the API has no such order");
  assert.match(codeOf({ ...START, rule: completed }, about).sdk, /results\.where\(\{ all: \[ \{ status: \[ "completed" \] \} \] \}\)/);
});

test("no_part_of_an_address_runs_in_the_shell_that_its_code_is_pasted_into", () => {
  const response = `1"; $(touch x) \`id\` !! \\ '`;
  const { curl } = codeOf({ ...START, tab: "responses", response }, { survey_id: "3$(id)", columns: [] });
  const [, address] = /\n  "\$API(.*)"\n$/.exec(curl);
  assert.doesNotMatch(address, /["$`!\\()' ]/);
  assert.equal(decodeURIComponent(address), `/v3/surveys/3$(id)/responses/${response}/details`);
});

test("the_code_of_a_view_has_the_rules_and_tests_that_the_screen_has", () => {
  const about = { survey_id: "301", columns: ["id"] };
  const rule = { all: [{ question: "q1", choices: ["c11"] }] };
  assert.match(codeOf({ ...START, rule }, about).sdk, /summary\(\{ own: \{ q1: \{ all: \[\] \} \} \}\)/);
  const crosstab = { ...START.crosstab, confidence: [99], bonferroni: true, min_base: 50 };
  const groups = [{ name: "A", rule }, { name: "B", rule }];
  const { sdk } = codeOf({ ...START, tab: "compare", groups, crosstab }, about);
  assert.match(sdk.replace(/\s+/g, " "), /, \{ confidence: \[ 99 \], bonferroni: true, min_base: 50 \}\);/);
});

test("the_code_of_spans_of_time_has_the_zone_of_the_screen_and_that_of_texts_their_order", () => {
  const sdk = (state) => codeOf({ ...START, ...state }, { survey_id: "301", columns: [], timeZone: "Asia/Tokyo" }).sdk;
  const banner = { ...START.crosstab, stub: { question: "q1" }, banners: [{ time: { by: "month" } }] };
  for (const state of [{ tab: "time" }, { tab: "crosstab", crosstab: banner }]) assert.match(sdk(state), /openResults\(canvass, \{ survey_id: "301", timeZone: "Asia\/Tokyo" \}\)/);
  assert.doesNotMatch(sdk({ tab: "time", utc: true }), /Tokyo/);
  assert.match(sdk({ tab: "time", utc: true }), /timeZone: "UTC"/);
  assert.doesNotMatch(sdk({}), /timeZone/);
  for (const order of ["oldest", "newest"]) assert.match(sdk({ tab: "text", order }), new RegExp(`order: "${order}"`));
});

test("a_label_that_would_leave_the_chart_is_anchored_at_its_edge", () => {
  assert.deepEqual(anchored(300, 70, 720), { x: 300, anchor: "middle" });
  assert.deepEqual(anchored(700, 70, 720), { x: 720, anchor: "end" });
  assert.deepEqual(anchored(20, 70, 720), { x: 0, anchor: "start" });
});

test("a_percentage_has_a_decimal_only_above_a_base_of_a_hundred", () => {
  const format = makeFormat("en-GB");
  assert.equal(format.percent(12.34, 100), "12%");
  assert.equal(format.percent(12.34, 101), "12.3%");
});

test("a_cell_and_a_rule_have_all_digits_of_a_number", () => {
  const index = readDesign(DESIGN);
  for (const [number, text] of [[0.00012, "0.00012"], [2.34567, "2.34567"], [1234.5, "1,234.5"]]) {
    assert.equal(cellText(number, { key: "question:q6:n1" }, index), text);
    assert.equal(describe({ question: "q6", number: { min: number } }, index), `How old are you?: at least ${text}`);
  }
  assert.equal(describe({ ids: Array.from({ length: 1_234 }, (_, at) => String(at)) }, index), "1,234 chosen responses");
  for (const messages of [en, de]) {
    assert.match(messages.tags.added("Praise", 1_234, "1,234"), /1,234/);
    assert.match(messages.tags.removed("Praise", 1_234, "1,234"), /1,234/);
  }
});

test("a_name_has_as_many_characters_as_the_gateway_accepts", () => {
  const source = readFileSync(new URL("../../src/gateway/notes/change.rs", import.meta.url), "utf8");
  assert.equal(NAME_MAX, Number(/NAME_MAX: usize = (\d+)/.exec(source)[1]));
});

test("an_undo_brings_back_exactly_what_was", () => {
  const tagged = (tags) => ({ version: 1, tags, views: [] });
  const before = tagged({ a: ["2", "9"] });
  const added = undoOf("a", "add", ["1", "2", "3"], before);
  assert.deepEqual(undoing(added, tagged({ a: ["1", "2", "3", "9"] })), { tag: { name: "a", add: [], remove: ["1", "3"] } }, "who had it keeps it");
  const removed = undoOf("a", "remove", ["1", "2"], before);
  assert.deepEqual(undoing(removed, tagged({ a: ["9"] })), { tag: { name: "a", add: ["2"], remove: [] } });
  assert.equal(undoOf("a", "add", ["2"], before), null, "another account has added it meanwhile");
  for (const name of ["new", "constructor", "__proto__"]) {
    const fresh = undoOf(name, "add", ["1"], before);
    assert.deepEqual(undoing(fresh, tagged(Object.fromEntries([[name, ["1"]]]))), { remove_tag: name });
    assert.deepEqual(undoing(fresh, tagged(Object.fromEntries([[name, ["1", "2"]]]))), { tag: { name, add: [], remove: ["1"] } }, "others have it meanwhile");
  }
});

test("a_partial_response_was_left_on_the_last_page_that_it_reached", () => {
  const index = readDesign(DESIGN);
  const response = { response_status: "partial", page_path: [], pages: [{ id: "p2", questions: [{ id: "q4", answers: [{ row_id: "r1", choice_id: "c44" }] }] }] };
  assert.equal(leftAt(pagesOf(response, index), response).number, 2);
  const known = { ...response, page_path: ["p1", "p2", "p3"] };
  assert.equal(leftAt(pagesOf(known, index), known).number, 3);
  assert.equal(leftAt(pagesOf(known, index), { ...known, response_status: "completed" }), null);
});

test("a_response_shows_the_heading_that_was_seen", () => {
  const heading = (heading, id) => ({ heading, random_assignment: { id } });
  const question = { ...DESIGN.pages[0].questions[0], headings: [heading("", "v1"), heading("<b>Second</b>", "v2"), heading("Third", "v3")] };
  const index = readDesign({ ...DESIGN, pages: [{ ...DESIGN.pages[0], questions: [question] }] });
  const shown = (variable_id) => pagesOf({ pages: [{ id: "p1", questions: [{ id: "q1", ...(variable_id && { variable_id }), answers: [{ choice_id: "c11" }] }] }] }, index)[0].questions[0].heading;
  assert.deepEqual([shown("v1"), shown("v2"), shown("v3"), shown("gone"), shown(undefined)], ["Second", "Second", "Third", "Q1", "Second"]);
  assert.equal(index.questions[0].heading, "Second");
});

test("a_row_without_a_text_is_numbered_or_left_out_if_it_is_the_only_one", () => {
  const withRows = (rows, form = {}) => readDesign({ ...DESIGN, pages: [{ ...DESIGN.pages[1], questions: [{ ...DESIGN.pages[1].questions[1], ...form, answers: { ...DESIGN.pages[1].questions[1].answers, rows } }] }] });
  const [one, two] = [withRows([{ id: "r1", text: "" }]), withRows([{ id: "r1", text: "<p></p>" }, { id: "r2", text: "Speed" }])];
  const place = (index) => pagesOf({ pages: [{ id: "p2", questions: [{ id: "q4", answers: [{ row_id: "r1", choice_id: "c44" }] }] }] }, index)[0].questions[0].lines[0].place;
  assert.deepEqual([place(one), place(two)], [null, "Row 1"]);
  const rule = { question: "q4", row: "r1", answered: true };
  assert.deepEqual([placeOf(rule, one), placeOf(rule, two)], ["How was …", "How was … (Row 1)"]);
  const [menus] = targets(withRows([{ id: "r1", text: "" }], { subtype: "menu" }));
  assert.equal(menus?.within ?? null, null);
  const filled = figureOf({ ...summaryOf(10).questions[5], kind: "texts", rows: [{ id: "r1", label: "", answered: 4, percent: 100, deleted: false }] });
  assert.deepEqual(filled.part.rows, [{ id: "r1", label: "How old are you?", count: 4 }]);
});

test("labels_of_time_have_their_year_if_there_are_several", () => {
  const { bucket, tick } = makeFormat("en-GB");
  const [one, other] = ["2023-11-29T10:00:00Z", "2025-11-29T10:00:00Z"];
  for (const by of ["hour", "day", "week", "month", "quarter", "year"]) {
    assert.notEqual(bucket(one, by, true, true), bucket(other, by, true, true), by);
    assert.notEqual(tick(one, by, true, true), tick(other, by, true, true), by);
  }
  assert.equal(bucket(one, "hour", true), "29 Nov, 10:00");
  assert.equal(bucket(one, "hour", true, true), "29 Nov 2023, 10:00");
  assert.equal(tick(one, "hour", true), "29 Nov, 10:00");
  assert.equal(tick(one, "week", true), "29 Nov");
});

test("the_responses_to_be_chosen_are_those_of_the_answers_shown", () => {
  assert.deepEqual([en.text.pickAll(1, "1"), en.text.pickAll(1500, "1,500")], ["Choose the response of the answers shown", "Choose the 1,500 responses of the answers shown"]);
  assert.deepEqual([de.text.pickAll(1, "1"), de.text.pickAll(3, "3")], ["Die Antwort zu den gezeigten Texten auswählen", "Die 3 Antworten zu den gezeigten Texten auswählen"]);
});

test("a_file_that_is_no_web_address_is_no_link", () => {
  const pages = pagesOf({ pages: [{ id: "p3", questions: [{ id: "q8", answers: [{ download_url: "javascript:alert(1)", content_type: "image/png" }] }] }] }, readDesign(DESIGN));
  assert.deepEqual(pages[2].questions[1].lines, [{ place: null, text: "image/png", deleted: false, file: null }]);
});

test("a_device_is_named_by_browser_and_system", () => {
  assert.equal(device("Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Mobile/15E148 Safari/604.1"), "Safari 17, iPhone");
  assert.equal(device("Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/124.0.0.0 Safari/537.36 Edg/124.0"), "Chrome 124, Windows");
  assert.equal(device("curl/8"), "curl/8");
});

test("with_events_nothing_is_polled_and_without_them_the_quota_decides", () => {
  const [limited, unlimited] = [{ limit: 500 }, { limit: Infinity }];
  assert.equal(interval(true, limited), null);
  assert.equal(interval(false, limited), 300_000);
  assert.equal(interval(false, unlimited), 10_000);
  assert.equal(interval(null, undefined), 10_000);
});

test("saved_pictures_have_the_colours_of_the_light_theme", () => {
  const tokens = readFileSync(new URL("../../www/src/styles/tokens.css", import.meta.url), "utf8") + readFileSync(new URL("../../www/assets/pages.css", import.meta.url), "utf8");
  const light = (name) => new RegExp(`--${name}: light-dark\\((#\\w+),`).exec(tokens)[1];
  const { series, ramp, ink, muted, line } = savedColours();
  assert.deepEqual(series, [1, 2, 3, 4, 5, 6].map((at) => light(`series-${at}`)));
  assert.deepEqual(ramp, [1, 2, 3, 4, 5, 6, 7].map((at) => light(`ramp-${at}`)));
  assert.deepEqual([ink, muted, line], [light("ink"), light("muted"), light("line")]);
});

test("a_picture_is_xml_with_its_texts_as_text", () => {
  const figure = { ...figures()[0], title: 'Is a < b & "c"? \u0001' };
  const { svg } = pictureOf(figure, "percent", savedColours(), PLAIN);
  assert.ok(svg.includes("Is a &lt; b &amp; &quot;c&quot;?") && svg.includes(">North</text>") && !svg.includes("\u0001") && !svg.includes("var("));
});

test("a_picture_says_what_the_page_around_it_would_say", () => {
  const [question, , rating] = summaryOf(1260).questions;
  const choices = question.choices.map((choice, at) => ({ ...choice, deleted: at === 0 }));
  const { svg } = pictureOf(figureOf({ ...question, choices, not_reached: 12 }), "percent", savedColours(), { rules: "Age is over 40", isDeleted: true });
  for (const text of ["Rules: Age is over 40", "(deleted)", `${choices[0].label} (deleted)`, "12 "]) assert.ok(svg.includes(text), text);
  assert.match(pictureOf(figureOf(rating), "percent", savedColours(), PLAIN).svg, />NPS \+14</);
});

test("a_picture_of_a_matrix_has_whole_headings_bases_and_means", () => {
  const { question, figure } = matrix({ columns: 11 });
  const { svg, width } = pictureOf(figure, "percent", savedColours(), PLAIN);
  const texts = [...svg.matchAll(/<text [^>]*>([^<]*)</g)].map(([, text]) => text);
  assert.deepEqual(texts.filter((text) => text.includes("…")), [question.heading]);
  for (const { label } of question.rows[0].choices) for (const word of label.split(" ")) assert.ok(texts.some((text) => text.includes(word)), word);
  for (const text of ["Mean", "n", "picture (deleted)"]) assert.ok(texts.some((line) => line.endsWith(text)), text);
  assert.equal(texts.filter((text) => text === "2.50").length, question.rows.length);
  const ends = [...svg.matchAll(/<rect x="([\d.]+)"[^>]* width="([\d.]+)"/g)].map(([, x, wide]) => Number(x) + Number(wide));
  assert.ok(Math.max(...ends) <= width, "nothing is beyond the edge");
});

test("a_picture_of_numbers_has_a_bar_for_each_bin", () => {
  const { svg } = pictureOf(figures()[5], "count", savedColours(), PLAIN);
  for (const label of ["20 to 29", "50 to 59"]) assert.ok(svg.includes(`>${label}</text>`), label);
  assert.equal(svg.match(/<rect /g).length, 5);
});

test("the_rule_that_removes_most_is_the_one_without_which_most_are_left", () => {
  assert.deepEqual(mostRemoving([0, 7, 3]), { at: 1, count: 7 });
});

test("a_workbook_has_the_custom_variables_that_only_responses_have", async () => {
  const results = fakeResults({ total: 1 });
  const { where } = results;
  const response = { id: "900000", custom_variables: { source: "mail", campaign: "spring sale" } };
  results.where = (rule) => {
    const view = where(rule);
    const columns = async () => ["source", "campaign"].map((name) => ({ key: `variable:${name}`, label: name, kind: "text" }));
    return { columns, count: view.count, summary: view.summary, export: async () => ({ blob: new Blob([`[\n${JSON.stringify(response)}\n]\n`]) }) };
  };
  const file = Buffer.from(await (await datasetFile(results, { all: [] }, {}, "sav", EVERYTHING)).blob.arrayBuffer()).toString("latin1");
  for (const text of ["custom_source", "custom_campaign", "Source", "mail", "spring sale"]) assert.ok(file.includes(text), text);
});

test("a_filtered_file_says_by_which_rules_and_how_many_responses_it_has", async () => {
  const results = fakeResults({ total: 1260, state: { as_of: "2026-11-25T14:05:00Z" } });
  const { where } = results;
  results.where = (rule) => {
    const { count, summary } = where(rule);
    return { count, columns: async () => [], summary, export: async () => ({ blob: new Blob(["[\n]\n"]) }) };
  };
  const inWords = { rules: `Completed and ${"Where do you live? ".repeat(8)}: Town 7`, part: "Based on 400 of 1,260 responses." };
  const bytes = async (format) => new Uint8Array(await (await datasetFile(results, { all: [{ status: ["completed"] }] }, {}, format, inWords)).blob.arrayBuffer());
  const { unzipSync, strFromU8 } = await import("fflate");
  const workbook = unzipSync(await bytes("xlsx"));
  assert.match(strFromU8(workbook["xl/workbook.xml"]), /name="Values".*name="Labels".*name="Codes".*name="Counts".*name="About"/);
  const texts = [...strFromU8(workbook["xl/worksheets/sheet5.xml"]).matchAll(/<t [^>]*>([^<]*)</g)].map(([, text]) => text);
  const [responses, as_of] = [texts[5], texts[9]];
  assert.deepEqual(texts, ["Survey", "Visitors 2026", "Rules", inWords.rules, "Responses", responses, "Part", inWords.part, "As of", as_of, "Times in the file", "UTC"]);
  assert.match(responses, /^630 of 1,260 responses$/);
  assert.match(as_of, /25 Nov 2026|Nov 25, 2026/);
  const sav = Buffer.from(await bytes("sav")).toString("latin1").replace(/\s+/g, " ");
  assert.ok(sav.includes("Rules: Completed and Where do you live?") && sav.includes(`Responses: ${responses}`));
});

test("a_large_file_says_how_far_it_is_and_an_spss_file_has_the_extension_of_its_kind", async () => {
  const count = 4_000;
  const line = (at) => JSON.stringify({ id: `${at}`, pages: [{ questions: [{ id: "q7", answers: [{ text: at === 7 ? "x".repeat(32_000) : "short" }] }] }] });
  const blob = new Blob([`[\n${Array.from({ length: count }, (_, at) => line(at)).join(",\n")}\n]\n`]);
  const { summary } = fakeResults({ total: 1 }).where({ all: [] });
  const view = { count: async () => ({ count, all: count }), columns: async () => [], summary, export: async () => ({ blob }) };
  const results = { design: DESIGN, state: { as_of: null }, where: () => view };
  for (const format of ["sav", "xlsx"]) {
    const seen = [];
    const file = await datasetFile(results, { all: [] }, {}, format, EVERYTHING, (done) => seen.push(done));
    assert.ok(seen.length > 2 && seen.every((done, at) => done <= 1 && done >= (seen[at - 1] ?? 0)), `${format}: ${seen}`);
    assert.equal(file.extension, format === "sav" ? "zsav" : "xlsx");
  }
});

test("a_workbook_that_no_sheet_can_hold_is_refused_before_its_responses_are_read", async () => {
  let exports = 0;
  const { summary } = fakeResults({ total: 1 }).where({ all: [] });
  const named = (count) => Array.from({ length: count }, (_, at) => ({ key: `variable:v${at}`, label: `v${at}`, kind: "text" }));
  const file = (count, variables, format = "xlsx") => {
    const view = { count: async () => ({ count, all: count }), columns: async () => named(variables), summary, export: async () => ((exports += 1), { blob: new Blob(["[\n]\n"]) }) };
    return datasetFile({ design: { ...DESIGN, pages: [], custom_variables: {} }, state: { as_of: null }, where: () => view }, { all: [] }, {}, format, EVERYTHING);
  };
  // A row is the header, and eight columns are of the response itself.
  for (const [count, variables] of [[1_048_576, 0], [1, 16_377]]) {
    await assert.rejects(file(count, variables), { kind: "beyond_sheet" });
    assert.equal(exports, 0);
  }
  for (const [count, variables] of [[1_048_575, 0], [1, 16_376]]) assert.ok((await file(count, variables)).blob.size > 0);
  assert.ok((await file(1_048_576, 16_377, "sav")).blob.size > 0);
});

test("a_question_that_is_hidden_was_deleted_and_what_is_no_question_is_not_counted_in_a_workbook", async () => {
  const [first] = DESIGN.pages[0].questions;
  const hidden = { ...DESIGN, pages: [{ ...DESIGN.pages[0], questions: [{ ...first, visible: false }, ...DESIGN.pages[0].questions.slice(1)] }, ...DESIGN.pages.slice(1)] };
  assert.equal(readDesign(hidden).question(first.id).deleted, true);
  assert.equal(readDesign(DESIGN).question(first.id).deleted, false);

  const results = fakeResults({ total: 1 });
  const { where } = results;
  results.where = (rule) => {
    const view = where(rule);
    const summary = async () => {
      const { questions, ...rest } = await view.summary();
      return { ...rest, questions: [...questions, { ...questions[0], id: "text", heading: "Thank you for your visit" }] };
    };
    return { count: view.count, columns: async () => [], summary, export: async () => ({ blob: new Blob(["[\n]\n"]) }) };
  };
  const { unzipSync, strFromU8 } = await import("fflate");
  const parts = unzipSync(new Uint8Array(await (await datasetFile(results, { all: [] }, {}, "xlsx", EVERYTHING)).blob.arrayBuffer()));
  const text = Object.values(parts).map((part) => strFromU8(part)).join("");
  assert.ok(text.includes("Which region are you from?") && !text.includes("Thank you for your visit"));
});

test("a_time_that_the_clock_shows_twice_has_its_zone", (t) => {
  const before = process.env.TZ;
  t.after(() => (before === undefined ? delete process.env.TZ : (process.env.TZ = before)));
  process.env.TZ = "Europe/Berlin";
  const { bucket, tick, moment } = makeFormat("en-GB");
  const hours = ["2025-10-25T23:00Z", "2025-10-26T00:00Z", "2025-10-26T01:00Z", "2025-10-26T02:00Z", "2026-03-29T01:00Z"];
  assert.deepEqual(hours.map((hour) => bucket(hour, "hour", false)), ["26 Oct, 01:00", "26 Oct, 02:00 CEST", "26 Oct, 02:00 CET", "26 Oct, 03:00", "29 Mar, 03:00"]);
  assert.deepEqual(hours.slice(1, 4).map((hour) => moment(hour)), ["26 Oct 2025, 02:00 CEST", "26 Oct 2025, 02:00 CET", "26 Oct 2025, 03:00"]);
  assert.equal(moment("2025-10-26T01:00Z", true), "26 Oct 2025, 01:00");
  assert.equal(tick(hours[1], "hour", false), "26 Oct, 02:00");
  process.env.TZ = "Australia/Lord_Howe";
  const island = makeFormat("en-GB");
  assert.deepEqual(["2026-04-04T14:45Z", "2026-04-04T15:15Z", "2026-04-04T15:45Z"].map((iso) => island.moment(iso)), ["5 Apr 2026, 01:45 GMT+11", "5 Apr 2026, 01:45 GMT+10:30", "5 Apr 2026, 02:15"]);
});

test("a_summer_time_of_a_week_has_both_its_changes", () => {
  const offsets = offsetsOf("America/Recife", Date.UTC(2002, 0));
  const changes = offsets.map(([from, offset]) => [new Date(from * 1000).toISOString().slice(0, 13), offset / 3600]);
  assert.deepEqual(changes.slice(0, 5), [["2000-01-01T00", -2], ["2000-02-27T02", -3], ["2000-10-08T03", -2], ["2000-10-15T02", -3], ["2001-10-14T03", -2]]);
});
