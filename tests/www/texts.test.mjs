// The texts of the console: one term for one thing, and signs as each language writes them.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { load } from "./load.mjs";

/** The texts of a part of a catalogue; a message with arguments is its source. */
const textsOf = (part) => (typeof part === "object" ? Object.values(part).flatMap(textsOf) : [String(part)]);

test("what_is_fetched_stored_and_shared_is_called_responses_because_answers_are_those_to_one_question", async () => {
  const { waiting, fromService, sync, consent, commands, share } = (await load("messages/en.ts")).en;
  const { not_kept, file_busy } = (await load("../messages/en.ts")).en.errors.kinds;
  const texts = textsOf([waiting, fromService, sync, consent, commands, share, not_kept, file_busy]);
  assert.ok(texts.length > 80, `${texts.length}`);
  assert.deepEqual(texts.filter((text) => /\banswers?\b/i.test(text)), []);
});

test("apostrophes_and_percents_are_written_as_in_the_language_of_the_text", async () => {
  for (const [language, wrong] of [["en", /[a-z]'[a-z]|\d %/], ["de", /[a-z]'[a-z]|\d%/]]) {
    for (const path of ["messages", "../messages", "../agents"]) {
      const catalogue = (await load(`${path}/${language}.ts`))[language];
      assert.deepEqual(textsOf({ ...catalogue, format: "" }).filter((text) => wrong.test(text)), [], `${path}/${language}.ts`);
    }
  }
});

test("in_german_a_question_has_choices_and_what_is_in_view_is_the_selection", async () => {
  const { notes, time, crosstab, share, table } = (await load("messages/de.ts")).de;
  const { design } = (await load("../messages/de.ts")).de;
  for (const text of [notes.mixed(), time.noScore, crosstab.noQuestions]) assert.ok(text.includes(design.choices.one), text);
  for (const text of [share.everybody, table.counts("9", "5", "1", "5"), time.noScore]) assert.match(text, /in der Auswahl/);
});
