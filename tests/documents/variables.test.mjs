// The variables of a survey and the cells of its responses.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { load } from "./harness.mjs";

const { tableOf, withUnmatched } = await load("variables");
const { formOf } = await load("survey");
const { readDesign } = await load("../results/design");
const plain = (html) => html.replace(/<[^>]*>/g, "");

/** The variables and the cells of one question, without those of the response itself. */
function asked(question, answers) {
  const { variables, cells } = tableOf({ pages: [{ questions: [{ id: "q", headings: [{ heading: "<b>Q</b>" }], ...question }] }] }, plain);
  const given = answers.map((list, n) => ({ id: `${n}`, pages: list === null ? [] : [{ questions: [{ id: "q", answers: list }] }] }));
  return { variables: variables.slice(8), rows: given.map((response) => cells(response).slice(8)) };
}

const choices = [{ id: "a", text: "A" }, { id: "b", text: "B" }, { id: "n", text: "N/A", is_na: true }];

test("one choice is a number with labels, and not applicable is a missing value", () => {
  const { variables, rows } = asked({ family: "single_choice", subtype: "vertical", answers: { choices } }, [[{ choice_id: "b" }], [{ choice_id: "n" }], null, [{ choice_id: "gone" }]]);
  assert.deepEqual(variables, [{ name: "q1", label: "Q", type: "number", measure: "nominal", codes: [{ code: 1, label: "A" }, { code: 2, label: "B" }, { code: 99, label: "N/A", missing: true }] }]);
  assert.deepEqual(rows, [[2], [99], [null], [null]]);
});

test("a dropdown is one choice, as other single choices are", () => {
  const other = { id: "o", text: "Else" };
  const [menu, vertical] = ["menu", "vertical"].map((subtype) => asked({ family: "single_choice", subtype, answers: { choices, other } }, [[{ choice_id: "b" }], [{ other_id: "o", text: "tea" }], null]));
  assert.deepEqual(menu.rows, [[2, null], [null, "tea"], [null, null]]);
  assert.deepEqual(menu, vertical);
});

test("every kind of question that has answers has a variable", () => {
  const parts = [{ id: "r", text: "R" }, { id: "s", text: "S" }];
  const kinds = [
    ...["vertical", "vertical_two_col", "vertical_three_col", "horiz", "menu"].map((subtype) => ["single_choice", subtype, { choices }]),
    ...["vertical", "vertical_two_col", "vertical_three_col", "horiz"].map((subtype) => ["multiple_choice", subtype, { choices }]),
    ...["single", "rating", "ranking", "multi"].map((subtype) => ["matrix", subtype, { choices, rows: parts }]),
    ["matrix", "menu", { rows: parts, cols: [{ id: "c", text: "C", choices }] }],
    ...["single", "essay"].map((subtype) => ["open_ended", subtype]),
    ...["multi", "numerical"].map((subtype) => ["open_ended", subtype, { rows: parts }]),
    ...["international", "us"].map((subtype) => ["demographic", subtype, { rows: parts }]),
    ...["both", "date_only", "time_only"].map((subtype) => ["datetime", subtype, { rows: parts }]),
  ];
  for (const [family, subtype, answers] of kinds) assert.ok(asked({ family, subtype, answers }, []).variables.length > 0, `${family}/${subtype}`);
});

test("a row without a text is numbered, or left out if it is the only one", () => {
  const labels = (subtype, answers) => asked({ family: "matrix", subtype, answers: { choices: choices.slice(0, 1), ...answers } }, []).variables.map(({ label }) => label);
  const other = { id: "o", text: "Why?", apply_all_rows: true };
  assert.deepEqual(labels("rating", { rows: [{ id: "5600005689", text: "<p></p>" }] }), ["Q"]);
  assert.deepEqual(labels("multi", { rows: [{ id: "5600005689" }] }), ["Q – A"]);
  assert.deepEqual(labels("rating", { rows: [{ id: "5600005689" }], other }), ["Q", "Q – Row 1 – Why?", "Q – Why?"]);
  assert.deepEqual(labels("rating", { rows: [{ id: "r", text: "" }, { id: "s", text: "S" }] }), ["Q – Row 1", "Q – S"]);
});

const weighted = (...weights) => weights.map((weight, n) => ({ id: `${n}`, text: `Choice ${"abc"[n]}`, weight }));
const single = (choices, list = [], more = {}) => asked({ family: "single_choice", subtype: "vertical", answers: { choices, ...more } }, list);
const codesOf = (choices) => single(choices).variables[0].codes.map(({ code }) => code);

test("weights are the codes if each choice has one of its own", () => {
  assert.deepEqual(codesOf(weighted(0, 5, -1)), [0, 5, -1]);
  assert.deepEqual(codesOf(weighted(1, null, 2)), [1, 2, 3]);
  assert.deepEqual(codesOf([...weighted(99, 100), { id: "n", text: "N/A", is_na: true }]), [99, 100, 999]);
  assert.equal(single(weighted(0, 5, -1)).variables.length, 1);
});

test("weights that repeat are a variable of their own, which has the mean of the results", () => {
  const { variables, rows } = single([...weighted(1, 1, 2), { id: "n", text: "N/A", is_na: true }], [[{ choice_id: "0" }], [{ choice_id: "1" }], [{ choice_id: "2" }], [{ choice_id: "n" }], null]);
  assert.deepEqual(variables.map(({ name, label, measure }) => [name, label, measure]), [["q1", "Q", "nominal"], ["q1_weight", "Q – weight", "scale"]]);
  assert.deepEqual(rows, [[1, 1], [2, 1], [3, 2], [99, null], [null, null]]);
  assert.equal(single(weighted(1, 1, 1)).variables.length, 1, "the same weight for all says nothing");
});

test("labels that are numbers are the codes, so that a recommendation score is that of the results in either order", () => {
  const scale = (order) => order.map((point) => ({ id: `p${point}`, text: `${point}` }));
  const up = Array.from({ length: 11 }, (_, point) => point);
  const counts = [1, 0, 2, 0, 3, 4, 5, 9, 12, 8, 6];
  const picks = counts.flatMap((count, point) => Array.from({ length: count }, () => [{ choice_id: `p${point}` }]));
  // The engine's definition: shares of 9 and 10, less those of 0 to 6.
  const expected = (100 * (counts[9] + counts[10] - counts.slice(0, 7).reduce((sum, count) => sum + count, 0))) / picks.length;
  for (const order of [up, up.toReversed()]) {
    const codes = single(scale(order), picks).rows.map(([code]) => code);
    const share = (is) => (100 * codes.filter(is).length) / codes.length;
    assert.deepEqual(codesOf(scale(order)), order);
    assert.equal(Math.round(share((code) => code >= 9) - share((code) => code <= 6)), Math.round(expected));
  }
  const worded = up.map((point) => ({ id: `p${point}`, text: point === 10 ? "10 - Extremely likely" : `${point}`, weight: point + 1 }));
  assert.deepEqual(codesOf(worded), up, "as the engine finds the points, which come before weights");
  assert.deepEqual(single(worded).variables.map(({ name }) => name), ["q1", "q1_weight"]);
  assert.deepEqual(codesOf(["-2", "0.5", "7"].map((text) => ({ id: text, text }))), [-2, 0.5, 7]);
  assert.deepEqual(codesOf(["1", "01", "2"].map((text) => ({ id: text, text }))), [1, 2, 3], "two that are the same number are none");
  assert.deepEqual(codesOf(["1", "2", "many"].map((text) => ({ id: text, text }))), [1, 2, 3]);
  assert.deepEqual(codesOf(["5600005689", "5600005690"].map((id) => ({ id, text: "" }))), [1, 2], "an id is no number");
});

test("a deleted choice does not decide how the others are coded, and has its value if no other has it", () => {
  const old = (weight) => ({ id: "old", text: "Old", weight, visible: false });
  assert.deepEqual(codesOf([...weighted(5, 6, 7), old(8)]), [5, 6, 7, 8]);
  assert.deepEqual(codesOf([old(6), ...weighted(5, 6, 7)]), [8, 5, 6, 7]);
  assert.deepEqual(codesOf([{ id: "old", text: "Old", visible: false }, { id: "a", text: "A" }]), [1, 2]);
});

test("a deleted choice whose value is too large for a code gets the next one, as other does", () => {
  const long = (...texts) => texts.map((text, n) => ({ id: `d${n}`, text, visible: false }));
  const other = { id: "o", text: "Other", is_answer_choice: true };
  const codes = (texts, deleted) => single([...texts.map((text) => ({ id: text, text })), ...long(...deleted)], [], { other }).variables[0].codes.map(({ code }) => code);
  assert.deepEqual(codes(["1", "2"], ["12345678901234567890"]), [1, 2, 3, 4]);
  assert.deepEqual(codes(["1", "2"], ["12345678901234567890", "-12345678901234567890", "9007199254740992", "7"]), [1, 2, 3, 4, 5, 7, 8]);
  // No code follows the largest.
  assert.deepEqual(codes(["1", "9007199254740991"], ["9007199254740992"]), [1, 9007199254740991, 2, 3]);
  assert.deepEqual(codes(["1", "2"], ["9007199254740991", "9007199254740990"]), [1, 2, 9007199254740991, 9007199254740990, 3]);
});

test("several choices are a variable each: 1, 0, or nothing where the question was not answered", () => {
  const { variables, rows } = asked({ family: "multiple_choice", subtype: "vertical", answers: { choices, other: { id: "o", text: "Else" } } }, [
    [{ choice_id: "a" }, { choice_id: "n" }],
    [{ other_id: "o", text: "tea" }],
    null,
  ]);
  assert.deepEqual(variables.map(({ name, label }) => [name, label]), [["q1_1", "Q – A"], ["q1_2", "Q – B"], ["q1_3", "Q – N/A"], ["q1_other", "Q – Else"]]);
  assert.deepEqual(rows, [[1, 0, 1, null], [0, 0, 0, "tea"], [null, null, null, null]]);
});

test("a matrix is a variable for each row, or for each row and column of menus", () => {
  const parts = [{ id: "r", text: "R" }, { id: "s", text: "S" }];
  const rating = asked({ family: "matrix", subtype: "rating", answers: { choices, rows: parts } }, [[{ row_id: "s", choice_id: "b" }]]);
  assert.deepEqual([rating.variables.map(({ name }) => name), rating.rows], [["q1_1", "q1_2"], [[null, 2]]]);
  const multi = asked({ family: "matrix", subtype: "multi", answers: { choices, rows: parts } }, [[{ row_id: "s", choice_id: "b" }]]);
  assert.deepEqual(multi.rows, [[0, 0, 0, 0, 1, 0]]);
  const cols = [{ id: "c", text: "C", choices }, { id: "d", text: "D", choices }];
  const menus = asked({ family: "matrix", subtype: "menu", answers: { rows: parts, cols } }, [[{ row_id: "r", col_id: "d", choice_id: "b" }]]);
  assert.deepEqual([menus.variables.map(({ label }) => label), menus.rows], [["Q – R – C", "Q – R – D", "Q – S – C", "Q – S – D"], [[null, 2, null, null]]]);
});

test("texts are texts, numbers are numbers where they can be read, and dates stay as they were entered", () => {
  const texts = (subtype, list, family = "open_ended") => asked({ family, subtype }, list).rows.flat();
  assert.deepEqual(texts("essay", [[{ text: "a" }], [{ text: "" }], null]), ["a", null, null]);
  const endless = "9".repeat(400);
  const numbers = asked({ family: "open_ended", subtype: "numerical" }, [[{ text: " +1.5" }], [{ text: "1,5" }], [{ text: " " }], [{ text: "1e3" }], [{ text: "0x10" }], [{ text: endless }]]);
  assert.deepEqual(numbers.variables.map(({ name, type }) => [name, type]), [["q1", "number"], ["q1_text", "text"]]);
  assert.deepEqual(numbers.rows, [[1.5, null], [null, "1,5"], [null, null], [null, "1e3"], [null, "0x10"], [null, endless]], "nothing that was entered is lost");
  const slider = asked({ family: "open_ended", subtype: "single", display_options: { display_type: "slider" } }, [[{ text: "40" }]]);
  assert.deepEqual([slider.variables[0].type, slider.rows], ["number", [[40, null]]]);
  const date = asked({ family: "datetime", subtype: "date_only", answers: { rows: [{ id: "r", text: "Born" }] } }, [[{ row_id: "r", text: "01/02/2026" }]]);
  assert.deepEqual(date.rows, [["01/02/2026"]]);
});

test("an uploaded file has its name and its address", () => {
  const upload = { family: "open_ended", subtype: "single", display_options: { display_type: "file_upload" } };
  const { variables, rows } = asked(upload, [[{ text: "cv.pdf", download_url: "https://files/1" }], null]);
  assert.deepEqual(variables.map(({ name, label, type }) => [name, label, type]), [["q1", "Q", "text"], ["q1_url", "Q – address", "text"]]);
  assert.deepEqual(rows, [["cv.pdf", "https://files/1"], [null, null]]);
});

test("a choice without a text is labelled by its weight, as in the charts", () => {
  const stars = [1, 2, 3].map((weight) => ({ id: `9${weight}`, text: "", weight }));
  const rating = asked({ family: "matrix", subtype: "rating", answers: { choices: stars, rows: [{ id: "r", text: "R" }] } }, []);
  assert.deepEqual(rating.variables[0].codes, [1, 2, 3].map((code) => ({ code, label: String(code) })));
  const many = asked({ family: "multiple_choice", subtype: "vertical", answers: { choices: stars } }, []);
  assert.deepEqual(many.variables.map(({ label }) => label), ["Q – 1", "Q – 2", "Q – 3"]);
});

test("other as a choice has a code after those of the choices, which stay as they are", () => {
  const other = { id: "o", text: "Else", is_answer_choice: true };
  const weighted = [{ id: "a", text: "A", weight: 5 }, { id: "b", text: "B", weight: 2.5 }, { id: "n", text: "N/A", is_na: true }];
  const one = asked({ family: "single_choice", subtype: "vertical", answers: { choices: weighted, other } }, [[{ choice_id: "b" }], [{ other_id: "o", text: "tea" }]]);
  const coded = [{ code: 5, label: "A" }, { code: 2.5, label: "B" }, { code: 99, label: "N/A", missing: true }, { code: 6, label: "Else", missing: true }];
  assert.deepEqual(one.variables[0].codes, coded, "where codes are values, it has none");
  assert.deepEqual(asked({ family: "single_choice", subtype: "vertical", answers: { choices, other } }, []).variables[0].codes.at(-1), { code: 3, label: "Else" });
  assert.deepEqual(one.rows, [[2.5, null], [6, "tea"]]);
  const many = asked({ family: "multiple_choice", subtype: "vertical", answers: { choices: weighted, other } }, [[{ choice_id: "a" }], [{ other_id: "o", text: "tea" }]]);
  assert.deepEqual(many.variables.map(({ name }) => name), ["q1_1", "q1_2", "q1_3", "q1_4", "q1_other"]);
  assert.deepEqual(many.rows, [[1, 0, 0, 0, null], [0, 0, 0, 1, "tea"]]);
});

test("other may be a list, as the documentation shows it, and the id of a heading have its other name", () => {
  const others = [{ id: "o", text: "Else" }, { id: "p", text: "More" }];
  const question = { id: "q", headings: [{ heading: "How?", random_assignment: { assignment_id: "v1" } }, { heading: "Why?", random_assignment: { id: "v2" } }], family: "single_choice", subtype: "vertical", answers: { choices, other: others } };
  const design = { id: "1", title: "", language: "en", pages: [{ id: "1", title: "", questions: [question] }] };
  const { variables, cells, unmatched } = tableOf(design, plain);
  const response = { id: "1", pages: [{ questions: [{ id: "q", variable_id: "v1", answers: [{ other_id: "o", text: "tea" }, { other_id: "p", text: "milk" }] }] }] };
  assert.deepEqual(variables.slice(8).map(({ name }, n) => [name, cells(response)[n + 8]]), [["q1", null], ["q1_other", "tea"], ["q1_heading", 1]]);
  assert.equal(unmatched(response), JSON.stringify([{ question_id: "q", other_id: "p", text: "milk" }]));
  const [{ other, wordings }] = readDesign(design).questions;
  assert.deepEqual([other.label, [...wordings]], ["Else", [["v1", "How?"], ["v2", "Why?"]]]);
});

test("other of each row is a text of each row", () => {
  const parts = [{ id: "r", text: "R" }, { id: "s", text: "S" }];
  const other = { id: "o", text: "Why?", apply_all_rows: true };
  const { variables, rows } = asked({ family: "matrix", subtype: "single", answers: { choices, rows: parts, other } }, [
    [{ row_id: "r", choice_id: "a" }, { row_id: "s", other_id: "o", text: "far" }, { row_id: "r", other_id: "o", text: "near" }],
    [{ other_id: "o", text: "both" }],
  ]);
  assert.deepEqual(variables.map(({ name, label }) => [name, label]).slice(2), [["q1_1_other", "Q – R – Why?"], ["q1_2_other", "Q – S – Why?"], ["q1_other", "Q – Why?"]]);
  assert.deepEqual(rows, [[1, null, "near", "far", null], [null, null, null, null, "both"]]);
});

test("which of several headings was shown is a variable", () => {
  const headings = ["How?", "Why?"].map((heading, n) => ({ heading, random_assignment: { id: `v${n}` } }));
  const { variables, cells } = tableOf({ pages: [{ questions: [{ id: "q", headings, family: "open_ended", subtype: "single" }] }] }, plain);
  assert.deepEqual(variables.at(-1), { name: "q1_heading", label: "How? – heading shown", type: "number", measure: "nominal", codes: [{ code: 1, label: "How?" }, { code: 2, label: "Why?" }] });
  const shown = (variable_id) => cells({ id: "1", pages: [{ questions: [{ id: "q", variable_id, answers: [{ text: "x" }] }] }] }).at(-1);
  assert.deepEqual([shown("v1"), shown(undefined)], [2, null]);
});

test("answers to what the design does not have are a text, and nothing is one where it has all", () => {
  const parts = [{ id: "r", text: "R" }];
  const table = tableOf({ pages: [{ questions: [{ id: "q", family: "matrix", subtype: "single", answers: { choices, rows: parts, other: { id: "o" } } }] }] }, plain);
  const response = (...answers) => ({ id: "1", pages: [{ questions: [{ id: "q", answers }] }] });
  assert.equal(table.unmatched(response({ row_id: "r", choice_id: "a" }, { other_id: "o", text: "x" })), null);
  for (const answer of [{ row_id: "r", choice_id: "gone" }, { row_id: "gone", choice_id: "a" }, { choice_id: "a" }, { other_id: "gone", text: "x" }, { row_id: "r", col_id: "gone", choice_id: "a" }]) {
    assert.deepEqual(JSON.parse(table.unmatched(response(answer))), [{ question_id: "q", ...answer }]);
  }
  const unknown = { id: "1", pages: [{ questions: [{ id: "gone", variable_id: "v", answers: [{ text: "x" }] }] }] };
  assert.deepEqual(JSON.parse(table.unmatched(unknown)), [{ question_id: "gone", variable_id: "v" }, { question_id: "gone", text: "x" }]);
  const whole = withUnmatched(table);
  assert.equal(whole.variables.at(-1).name, "unmatched");
  assert.equal(whole.cells(unknown).at(-1), table.unmatched(unknown));
});

test("an answer for which a cell has no room, or of which it has a part, is a text too", () => {
  const parts = [{ id: "r", text: "R" }];
  const other = { id: "o", text: "Else" };
  const left = (question, ...answers) => {
    const { unmatched } = tableOf({ pages: [{ questions: [{ id: "q", ...question }] }] }, plain);
    const [one, ...more] = answers;
    // The same question on two pages.
    return JSON.parse(unmatched({ id: "1", pages: [{ questions: [{ id: "q", answers: [one] }] }, { questions: [{ id: "q", answers: more }] }] }) ?? "[]").map(({ question_id, ...answer }) => answer);
  };
  const single = { family: "single_choice", subtype: "vertical", answers: { choices, other } };
  assert.deepEqual(left(single, { choice_id: "a" }, { choice_id: "b" }), [{ choice_id: "b" }]);
  assert.deepEqual(left(single, { choice_id: "gone" }, { choice_id: "b" }), [{ choice_id: "gone" }]);
  assert.deepEqual(left(single, { choice_id: "a" }, { other_id: "o", text: "tea" }), []);
  assert.deepEqual(left(single, { choice_id: "a", other_id: "o", text: "tea" }), []);
  for (const answer of [{}, { text: "x" }, { other_id: "o" }, { choice_id: "a", text: "x" }, { choice_id: "gone", other_id: "o", text: "x" }]) assert.deepEqual(left(single, answer), [answer]);
  const chosen = { ...single, answers: { choices, other: { ...other, is_answer_choice: true } } };
  assert.deepEqual(left(chosen, { other_id: "o" }), []);
  assert.deepEqual(left(chosen, { choice_id: "a" }, { other_id: "o" }), [{ other_id: "o" }]);
  const rating = { family: "matrix", subtype: "rating", answers: { choices, rows: parts, other } };
  assert.deepEqual(left(rating, { row_id: "r", choice_id: "a" }, { row_id: "r", choice_id: "b" }, { row_id: "r" }), [{ row_id: "r", choice_id: "b" }, { row_id: "r" }]);
  const ofRow = { row_id: "r", other_id: "o", text: "x" };
  assert.deepEqual(left(rating, ofRow), [ofRow]);
  const eachRow = { ...rating, answers: { ...rating.answers, other: { ...other, apply_all_rows: true } } };
  assert.deepEqual(left(eachRow, ofRow, { ...ofRow, row_id: "gone" }), [{ ...ofRow, row_id: "gone" }]);
  const whole = { row_id: "r", choice_id: "a", other_id: "o", text: "x" };
  assert.deepEqual([left(rating, whole), asked(rating, [[whole]]).rows], [[], [[1, "x"]]]);
  const menus = { family: "matrix", subtype: "menu", answers: { rows: parts, cols: [{ id: "c", choices }, { id: "d", choices }] } };
  const [first, second, third] = ["c", "d", "d"].map((col_id, at) => ({ row_id: "r", col_id, choice_id: "aab"[at] }));
  assert.deepEqual(left(menus, first, second, third), [third]);
  const many = { family: "multiple_choice", subtype: "vertical", answers: { choices } };
  assert.deepEqual(left(many, { choice_id: "a" }, { choice_id: "b" }), []);
  assert.deepEqual(left({ family: "open_ended", subtype: "essay" }, { text: "a" }, { text: "" }, { text: "b", download_url: "https://files/1" }, {}), [{ text: "b", download_url: "https://files/1" }, {}]);
  const upload = { family: "open_ended", subtype: "single", display_options: { display_type: "file_upload" } };
  assert.deepEqual(left(upload, { text: "cv.pdf", download_url: "https://files/1" }, { download_url: "https://files/2" }), []);
});

test("a question without answers has no variable, and does not count, as in the results", () => {
  const questions = [{ id: "p", family: "presentation", subtype: "image" }, { id: "m", family: "click_map", subtype: "single" }, { id: "u", family: "unknown", subtype: "single" }, { id: "q", family: "open_ended", subtype: "single" }];
  const design = { id: "1", title: "", language: "en", pages: [{ id: "1", title: "", questions }] };
  const { variables, unmatched } = tableOf(design, plain);
  assert.deepEqual(variables.map(({ name }) => name), ["response_id", "status", "started", "changed", "collector_id", "seconds", "language", "custom_value", "q1"]);
  assert.deepEqual(readDesign(design).questions.map(({ id, number }) => [id, number]), [["q", 1]]);
  assert.equal(unmatched({ id: "1", pages: [{ questions: [{ id: "m", answers: [{ text: "3,4" }] }] }] }), JSON.stringify([{ question_id: "m", text: "3,4" }]), "what it may have all the same is not lost");
});

test("a question has a form if the API has its kind, and the kind has answers", () => {
  const { schemas } = JSON.parse(readFileSync(new URL("../../www/openapi.json", import.meta.url), "utf8")).components;
  const all = schemas.Subtype.enum;
  const ofFamily = new Map();
  for (const { family, subtype } of Object.values(schemas).map(({ properties }) => properties ?? {})) {
    if (family?.enum?.length === 1 && subtype?.enum) ofFamily.set(family.enum[0], new Set([...(ofFamily.get(family.enum[0]) ?? []), ...subtype.enum]));
  }
  assert.deepEqual(new Set(ofFamily.keys()), new Set(schemas.Family.enum));
  for (const [family, subtypes] of ofFamily) {
    const hasAnswers = family !== "presentation" && family !== "click_map";
    for (const subtype of [...all, "unknown"]) assert.equal(formOf({ family, subtype }) !== null, hasAnswers && subtypes.has(subtype), `${family} ${subtype}`);
  }
  const displayed = (family, subtype, display_type) => formOf({ family, subtype, display_options: { display_type } });
  assert.deepEqual(["file_upload", "slider", "constructor"].map((display) => displayed("open_ended", "single", display)), ["files", "numbers", "text"]);
  assert.deepEqual([displayed("open_ended", "essay", "slider"), displayed("matrix", "single", "file_upload")], ["text", "one_per_row"]);
});

test("a quiz has scores", () => {
  const quiz_results = { score: 7.5, total_score: 10, correct: 3, partially_correct: 1, incorrect: 0, total_questions: 4 };
  const names = ["score", "total_score", "correct", "partially_correct", "incorrect", "total_questions"];
  const quiz = tableOf({ quiz_options: { is_quiz_mode: true }, custom_variables: { score: "" }, pages: [] }, plain);
  assert.deepEqual(quiz.variables.slice(8).map(({ name, type }) => [name, type]), [...names.map((name) => [name, "number"]), ["custom_score", "text"]]);
  assert.deepEqual(quiz.cells({ id: "1", quiz_results }).slice(8), [7.5, 10, 3, 1, 0, 4, null]);
  assert.deepEqual(quiz.cells({ id: "1" }).slice(8), names.map(() => null).concat(null));
  assert.equal(tableOf({ quiz_options: { is_quiz_mode: false }, pages: [] }, plain).variables.length, 8);
});

test("times say that they are in UTC", () => {
  const { variables, cells } = tableOf({ pages: [] }, plain);
  const row = cells({ id: "1", date_created: "2026-03-05T19:06:31+01:00", date_modified: "2026-03-05T18:07:00Z" });
  const times = variables.flatMap(({ label, type }, n) => (type === "date" ? [[label, row[n].toISOString()]] : []));
  assert.deepEqual(times, [["First saved (UTC)", "2026-03-05T18:06:31.000Z"], ["Last changed (UTC)", "2026-03-05T18:07:00.000Z"]]);
});

test("a time without an offset is in UTC wherever the browser is, and what is no time is no value", (t) => {
  const before = process.env.TZ;
  t.after(() => (before === undefined ? delete process.env.TZ : (process.env.TZ = before)));
  process.env.TZ = "Asia/Kolkata";
  const { cells } = tableOf({ pages: [] }, plain);
  const [, , started, changed] = cells({ id: "1", date_created: "2026-03-05T18:06:31", date_modified: "x" });
  assert.deepEqual([started.toISOString(), changed], ["2026-03-05T18:06:31.000Z", null]);
});

test("language, custom value, custom variables and tags are variables, tags only if there are any", () => {
  const design = { custom_variables: { source: "Where from", plan: "" }, pages: [] };
  const response = { id: "7", custom_value: "c", custom_variables: { source: "mail" }, metadata: { respondent: { language: { value: "de" } } } };
  const named = ({ variables, cells }) => Object.fromEntries(variables.map(({ name, label }, n) => [name, [label, cells(response)[n]]]));
  const plainly = named(tableOf(design, plain));
  assert.deepEqual([plainly.language, plainly.custom_value, plainly.custom_source, plainly.custom_plan, plainly.tags], [["Language", "de"], ["Custom value", "c"], ["Where from", "mail"], ["plan", null], undefined]);
  assert.deepEqual(named(tableOf(design, plain, { Praise: ["7", "8"], "Call back": ["7"], Other: ["9"] })).tags, ["Tags", "Praise; Call back"]);
});

test("no two headings are the same, and no two labels of a variable", () => {
  const same = ["1", "2"].map((id) => ({ id, text: "Same" }));
  const other = { id: "9", text: "Same", is_answer_choice: true };
  const one = { headings: [{ heading: "Q" }], family: "single_choice", subtype: "vertical", answers: { choices: same, other } };
  const questions = [
    { id: "a", ...one },
    { id: "b", ...one, headings: [{ heading: "B" }], family: "multiple_choice" },
    { id: "c", ...one, family: "matrix", subtype: "rating", answers: { choices: same, rows: same } },
    { id: "d", headings: ["How?", "How?"].map((heading, n) => ({ heading, random_assignment: { id: `v${n}` } })), family: "open_ended", subtype: "essay" },
  ];
  const { variables } = tableOf({ custom_variables: { value: "", "a b": "Q", a_b: "Q" }, pages: [{ questions }] }, plain);
  for (const list of [variables.map(({ label }) => label), variables.map(({ name }) => name), ...variables.flatMap(({ codes }) => (codes ? [codes.map(({ label }) => label)] : []))]) {
    assert.equal(new Set(list).size, list.length, list.join(", "));
  }
  assert.deepEqual(variables.find(({ name }) => name === "q1").codes.map(({ label }) => label), ["Same [1]", "Same [2]", "Same"]);
  assert.deepEqual(variables.filter(({ name }) => /^q2/.test(name)).map(({ label }) => label), ["B – Same [1]", "B – Same [2]", "B – Same", "B – Same – text"]);
});

test("what was deleted is marked", () => {
  const options = (name) => [{ id: `${name}1`, text: name }, { id: `${name}2`, text: name, visible: false }];
  const labels = (question) => asked(question, []).variables.map(({ label }) => label);
  assert.deepEqual(asked({ family: "single_choice", subtype: "vertical", answers: { choices: options("A") } }, []).variables[0].codes.map(({ label }) => label), ["A", "A (deleted)"]);
  assert.deepEqual(labels({ family: "matrix", subtype: "menu", answers: { rows: options("R"), cols: options("C") } }), ["Q – R – C", "Q – R – C (deleted)", "Q – R (deleted) – C", "Q – R (deleted) – C (deleted)"]);
  assert.deepEqual(labels({ family: "open_ended", subtype: "essay", visible: false }), ["Q (deleted)"]);
});
