// The SVG of a chart, read by an XML parser.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { test } from "node:test";
import { load } from "./harness.mjs";

const { barChartSvg } = await load("svg");

const READ = `
import json, sys, xml.etree.ElementTree as tree
show = lambda e: {"tag": e.tag.split("}")[1], "attributes": e.attrib, "text": e.text or "", "children": [show(c) for c in e]}
print(json.dumps(show(tree.fromstring(sys.stdin.buffer.read()))))
`;
const read = (svg) => JSON.parse(execFileSync("python3", ["-c", READ], { input: svg, encoding: "utf8" }));
const all = (node, tag) => [...(node.tag === tag ? [node] : []), ...node.children.flatMap((child) => all(child, tag))];
const wordsOf = (node) => all(node, "text").map(({ text, children }) => text + children.map(({ tail = "" }) => tail).join(""));

const chart = {
  title: "How satisfied are you?",
  base: "n = 412, 8 skipped",
  colour: "#0d655a",
  bars: [{ label: "Very", part: 0.5, value: "50 %" }, { label: "Not", part: 0, value: "0 %", colour: "#5a3700" }],
};

test("title and base are part of the picture, as texts", () => {
  const svg = read(barChartSvg({ ...chart, note: "Weighted by nothing." }));
  for (const words of [chart.title, chart.base, "Very", "50 %", "Not", "0 %", "Weighted by nothing."]) {
    assert.ok(wordsOf(svg).includes(words), words);
  }
  assert.deepEqual([all(svg, "title")[0].text, all(svg, "desc")[0].text], [chart.title, chart.base]);
});

test("nothing depends on a page: no styles, classes, variables or addresses", () => {
  const svg = barChartSvg(chart);
  assert.doesNotMatch(svg, /style=|class=|var\(|currentColor|href|url\(|<script|<style/i);
  const rects = all(read(svg), "rect");
  assert.deepEqual(rects.map(({ attributes }) => attributes.fill), ["#ffffff", "#0d655a", "#5a3700"]);
});

test("bars are as long as their values, and no longer than the place for them", () => {
  const bars = [0, 0.25, 0.5, 1, 7, -1].map((part) => ({ label: "a", part, value: "" }));
  const [, ...rects] = all(read(barChartSvg({ ...chart, bars })), "rect");
  const widths = rects.map(({ attributes }) => Number(attributes.width));
  assert.deepEqual(widths.map((width) => width / widths[3]), [0, 0.25, 0.5, 1, 1, 0]);
  const right = rects.map(({ attributes }) => Number(attributes.x) + Number(attributes.width));
  assert.ok(Math.max(...right) < 720);
});

test("from right to left, bars grow to the left", () => {
  const [, left] = all(read(barChartSvg(chart)), "rect");
  const [, right] = all(read(barChartSvg({ ...chart, direction: "rtl" })), "rect");
  assert.equal(Number(left.attributes.x), 720 - Number(right.attributes.x) - Number(right.attributes.width));
});

test("texts of respondents and designs cannot become markup", () => {
  const odd = "<script>&\"' \u0000\ud800 ]]>";
  const svg = read(barChartSvg({ ...chart, title: odd, base: odd, bars: [{ label: odd, part: 1, value: odd }], note: odd }));
  assert.equal(all(svg, "script").length, 0);
  assert.equal(all(svg, "desc")[0].text, "<script>&\"'  ]]>");
});

test("a long label is cut and kept whole as a title; a long title gets lines", () => {
  const long = "A very long label that does not fit on any line and does not end ".repeat(20).trim();
  const svg = read(barChartSvg({ ...chart, title: long, bars: [{ label: long, part: 1, value: "100 %" }] }));
  assert.ok(all(svg, "title").filter(({ text }) => text === long).length >= 2);
  const shown = wordsOf(svg);
  assert.ok(shown.every((words) => words.length < 100), shown.join("\n"));
  assert.equal(shown.filter((words) => words.endsWith("…")).length >= 1, true);
});
