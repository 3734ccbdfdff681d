// Texts in an SVG: cut, broken and escaped.

import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "./harness.mjs";

const { shorten, wrap } = await load("svg_text");
const { escapeXml } = await load("xml");

test("a text is cut by the width of its letters, and never within one", () => {
  assert.deepEqual([shorten("abcde", 5.5), shorten("abcdef", 5.5), shorten("很很很", 5), shorten("abc😀", 4.5), shorten("WWWW", 5.5), shorten("iiiiiiii", 5)], ["abcde", "abcd…", "很很…", "abc…", "WW…", "iiiiiiii"]);
});

test("a long text gets lines, of which the last is cut; a word that fits on none is broken", () => {
  assert.deepEqual(wrap("one two three", 7.5, 3), ["one two", "three"]);
  assert.deepEqual(wrap("one two three four five", 7.5, 2), ["one two", "three f…"]);
  assert.deepEqual(wrap("很很很很很", 4, 3), ["很很", "很很", "很"]);
  assert.deepEqual(wrap("x".repeat(100), 4.3, 2), ["xxxx", "xxx…"]);
  assert.deepEqual(wrap("", 4, 2), []);
});

test("texts of respondents and designs cannot become markup, and have no letter that XML forbids", () => {
  assert.equal(escapeXml("<b>&\"' \u0000\ud800 😀"), "&lt;b&gt;&amp;&quot;'  😀");
});
