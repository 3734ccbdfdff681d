// The results screen in Chromium: what clicks and keys do, and axe. The lists of responses have a file of their own.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { eventually } from "../edge/eventually.mjs";
import { DESIGN } from "./fake_results.mjs";
import { CROSSTAB, FINISHED, GROUPS, browser, open, openPalette, printed, violations } from "./results_page.mjs";

const TABS = { summary: "", crosstab: CROSSTAB, compare: GROUPS, responses: "", table: "&cols=id~email~question:q1", text: "&q=q7&find=queue", time: "&q=q3", dropoff: "" };

for (const [tab, more] of Object.entries(TABS)) {
  test(`${tab}_has_no_violation_of_axe_in_both_themes_and_never_scrolls_sideways`, async (t) => {
    for (const theme of ["light", "dark"]) {
      for (const width of [360, 1280]) {
        const page = await open(t, `tab=${tab}${more}`, { width, theme });
        assert.deepEqual(await violations(page), [], `${theme} ${width}`);
        const wider = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        assert.ok(wider <= 0, `${width}: ${wider} pixels too wide`);
        await page.context().close();
      }
    }
  });
}

for (const width of [360, 1280]) {
  test(`nothing_scrolls_sideways_at_${width}_pixels_however_long_a_word_is`, async (t) => {
    const word = "W".repeat(200);
    const rules = `r=(all:!((question:q1,choices:!(c11)),(variable:source,values:!(${word})),(tag:!(${word}))))`;
    // The first figure is within the view, below a title of many lines.
    const page = await open(t, rules, { width, height: 4000, options: { long: true } });
    const wider = (selector) => page.evaluate((inside) => [...document.querySelectorAll(inside)].map((place) => place.scrollWidth - place.clientWidth).find((over) => over > 0) ?? 0, selector);
    for (const [tab, more] of Object.entries({ ...TABS, compare: GROUPS.replace("North", `North${word}`) })) {
      await page.evaluate((query) => (location.hash = `#/surveys/301/results?${query}`), `tab=${tab}${more}&${rules}`);
      await page.waitForSelector(`.results[data-tab=${tab}] ${FINISHED[tab]}`);
      assert.equal(await wider("html"), 0, tab);
    }
    for (const [name, finished] of [["Named views", ".saved-views"], ["Rename and remove tags", ".tag-names li"], ["Share a read-only link", ".preview-scroll [data-figure]"]]) {
      await openPalette(page);
      await page.keyboard.type(name);
      await page.keyboard.press("Enter");
      await page.waitForSelector(`dialog[open] ${finished}`);
      assert.equal(await wider("html, dialog[open], .checks-list, .preview-scroll"), 0, name);
      await page.keyboard.press("Escape");
      await page.waitForSelector("dialog[open]", { state: "detached" });
    }
  });
}

test("on_a_phone_nothing_in_the_head_moves_once_all_answers_are_here_and_no_number_or_word_is_cut", async (t) => {
  const page = await open(t, "", { width: 360, height: 4000, options: { state: { held: 300, complete: false, syncing: true } } });
  const tabs = () => page.locator(".results .tabs").evaluate((bar) => bar.getBoundingClientRect().y);
  const before = await tabs();
  await page.evaluate(() => {
    window.results.state = { ...window.results.state, held: 1260, complete: true, syncing: false };
    void window.results.keep("tab");
  });
  await page.waitForSelector(".sync-state[data-complete=true] button");
  await page.waitForSelector(".sync-state >> text=Asks for new ones");
  assert.equal(await tabs(), before);
  const parts = page.locator("[data-figure=q3] [data-part]:has(dt)");
  assert.deepEqual(await parts.evaluateAll((places) => places.map(({ innerText, scrollWidth, clientWidth }) => [innerText.replace("\n", " "), scrollWidth > clientWidth])), [["Detractors 20.0%", false], ["Passives 45.3%", false], ["Promoters 34.8%", false]]);
  const lines = await page.locator("[data-figure=q4] thead bdi").first().evaluate((heading) => {
    heading.textContent = "Incomprehensible";
    const range = document.createRange();
    range.selectNodeContents(heading);
    return new Set([...range.getClientRects()].map(({ y }) => y)).size;
  });
  assert.equal(lines, 1);
  await page.keyboard.press("?");
  await page.waitForSelector("dialog[open] .keys");
  const columns = await page.locator("dialog[open] .keys > div").evaluateAll((rows) => [...new Set(rows.map((row) => Math.round(row.lastElementChild.getBoundingClientRect().x)))]);
  assert.ok(columns.length === 1 && columns[0] < 180, `the meanings of the keys begin at ${columns}`);
});

test("nothing_in_the_head_moves_once_all_answers_are_here_in_any_width_or_language_and_with_a_quota", async (t) => {
  for (const language of ["en", "de"]) {
    const page = await open(t, "", { height: 4000, options: { state: { held: 300, complete: false, syncing: true, as_of: null } } });
    await page.evaluate((code) => localStorage.setItem("canvass-language", code), language);
    const tabs = async () => {
      const places = {};
      for (const width of [360, 560, 840, 1100, 1280]) {
        await page.setViewportSize({ width, height: 4000 });
        places[width] = (await page.locator(".results .tabs").boundingBox()).y;
      }
      return places;
    };
    for (const limit of [Infinity, 500]) {
      await page.reload();
      await page.waitForSelector("[data-figure=q1] table");
      await page.evaluate((day) => {
        window.results.state = { ...window.results.state, held: 300, complete: false, syncing: true, as_of: null };
        void window.results.keep("tab");
        window.reportQuota({ minute: { limit: 120, remaining: 90 }, day: { limit: day, remaining: day - 20 } });
      }, limit);
      await page.waitForSelector(".sync-state progress");
      const before = await tabs();
      await page.evaluate(() => {
        window.results.state = { ...window.results.state, held: 1260, complete: true, syncing: false, as_of: new Date().toISOString() };
        void window.results.keep("tab");
      });
      await page.waitForSelector(`.sync-state:has(button) > span:nth-child(${limit === 500 ? 3 : 2})`);
      assert.deepEqual(await tabs(), before, `${language} ${limit}`);
    }
  }
});

test("an_address_with_a_condition_that_is_not_known_is_shown_without_it_and_says_so", async (t) => {
  const page = await open(t, "r=(all:!((status:!(completed)),(weather:!(sunny))))");
  assert.match(await page.locator(".message.warn").innerText(), /cannot be read.*The numbers are without it/);
  assert.equal(await page.locator(".chip.on").count(), 0);
  await page.click(".chip.offered");
  await page.waitForSelector(".chip.on");
  assert.equal(await page.locator(".message.warn").count(), 0);
});

test("the_head_and_the_tabs_have_one_place_in_all_views_and_menus_have_room_for_their_texts", async (t) => {
  const page = await open(t, "tab=summary", { width: 2560, finished: ".figures" });
  const edges = (selector) => page.locator(selector).first().evaluate((place) => [place.getBoundingClientRect().left, place.getBoundingClientRect().right]);
  const head = await edges(".results .tabs");
  const bodies = {};
  for (const [tab, more] of Object.entries({ summary: "", compare: GROUPS, time: "", table: "", crosstab: CROSSTAB })) {
    await page.evaluate((query) => (location.hash = `#/surveys/301/results?${query}`), `tab=${tab}${more}`);
    await page.waitForSelector(`.results[data-tab=${tab}] ${FINISHED[tab]}`);
    assert.deepEqual([await edges(".results .tabs"), (await edges("h1"))[0]], [head, head[0]], tab);
    const [left, right] = await edges(".results-body");
    bodies[tab] = right - left > head[1] - head[0];
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), 0, tab);
  }
  assert.deepEqual(bodies, { summary: true, compare: false, time: false, table: true, crosstab: true });
  const [tools, table] = await Promise.all([".crosstab-result > .summary-tools", ".crosstab-scroll"].map((selector) => page.locator(selector).boundingBox()));
  const [csv, xlsx] = await Promise.all(["Save as CSV", "Save as XLSX"].map((name) => page.getByRole("button", { name }).boundingBox()));
  assert.ok(table.y - tools.y - tools.height >= 16 && xlsx.x - csv.x - csv.width < 20, "the buttons are together, and apart from the table");
  for (const width of [1280, 840, 520]) {
    await page.setViewportSize({ width, height: 900 });
    for (const name of ["Export", "Views and links"]) {
      await page.click(`.results-menus button:text-is("${name}")`);
      const menu = await page.locator(".menu-list").boundingBox();
      const tall = await page.locator(".menu-list button").evaluateAll((buttons) => buttons.filter(({ offsetHeight }) => offsetHeight > 60).map(({ innerText }) => innerText));
      assert.ok(menu.x >= 0 && menu.x + menu.width <= width && menu.y + menu.height <= 900, `${name} ${width}`);
      if (width === 520) assert.deepEqual([menu.x, menu.width], [16, 488], `${name} is a sheet as wide as a small window`);
      assert.deepEqual(tall, [], `${name} ${width}`);
      await page.keyboard.press("Escape");
    }
  }
});

test("a_printed_page_has_all_cells_of_a_table_however_many_columns_it_has_and_no_empty_page_behind_it", async (t) => {
  // The room of A4 within its margins.
  const paper = { width: 673, height: 1000 };
  for (const [long, display] of [[false, "table"], [true, "block"]]) {
    const page = await open(t, "", { ...paper, options: { long } });
    await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
    await page.waitForSelector("[data-figure=q4] .grid");
    await page.emulateMedia({ media: "print" });
    const table = page.locator("[data-figure=q4] .grid");
    assert.equal(await table.evaluate((place) => getComputedStyle(place).display), display);
    const cells = await table.locator("tbody td").evaluateAll((all) => all.map((cell) => [cell.getBoundingClientRect(), getComputedStyle(cell, "::before").content]).map(([{ right, width }, heading]) => [right > 0 && right <= innerWidth && width > 20, heading.includes("W")]));
    assert.deepEqual(cells.filter(([isInside]) => !isInside), [], display);
    assert.equal(cells.filter(([, hasHeading]) => hasHeading).length, long ? 15 : 0, "a cell of a list has its heading");
  }
  // The room of A3 across is wider than the page of the screen.
  const wide = await open(t, `tab=crosstab${CROSSTAB}`, { width: 1500, height: 1000 });
  await wide.emulateMedia({ media: "print" });
  const [results, body] = await Promise.all([".results", ".results-body"].map((selector) => wide.locator(selector).boundingBox()));
  assert.deepEqual([body.x, body.width], [results.x, results.width], "a wide view is within the paper");
  const page = await open(t, `tab=crosstab${GROUPS}`, { ...paper, finished: ".crosstab-tab" });
  await page.emulateMedia({ media: "print" });
  assert.ok((await page.locator(".results").boundingBox()).height < paper.height / 2);
  await page.evaluate((query) => (location.hash = `#/surveys/301/results?${query}`), `tab=compare${GROUPS}`);
  await page.waitForSelector(".compare .fill");
  assert.equal(await page.locator(".chip-remove").first().isVisible(), false);
});

test("a_survey_without_responses_has_a_count_of_none_and_no_charts", async (t) => {
  const page = await open(t, "", { options: { total: 0 }, finished: ".results-body .message" });
  await page.waitForSelector(".counts >> text=0 responses");
  assert.equal(await page.locator(".results-body").innerText(), "There are no responses yet.");
});

test("a_filter_that_no_response_passes_is_no_survey_without_responses_while_the_service_counts", async (t) => {
  const page = await open(t, "r=(all:!((collector:!(nobody))))", { finished: "[data-figure=q1]", options: { state: { held: 300, complete: false, syncing: true } } });
  await page.waitForSelector("text=Counted by the service");
  await page.evaluate(() => {
    const body = document.querySelector(".results-body");
    window.messages = [];
    new MutationObserver(() => window.messages.push(...[...body.querySelectorAll(":scope > .message")].map(({ textContent }) => textContent))).observe(body, { childList: true, subtree: true });
    window.results.state = { ...window.results.state, held: 1260, complete: true, syncing: false };
    void window.results.keep("tab");
  });
  await page.waitForFunction(() => !document.querySelector(".summary").innerText.includes("Counted by the service"));
  assert.deepEqual(await page.evaluate(() => window.messages), []);
});

test("a_survey_without_questions_says_so_though_it_has_no_responses_either", async (t) => {
  const design = { id: "301", title: "New", language: "en", custom_variables: {}, pages: [] };
  await open(t, "", { options: { total: 0, design }, finished: ".message >> text=This survey has no questions" });
});

test("groups_of_a_question_with_more_answers_than_groups_say_that_they_are_the_first", async (t) => {
  const page = await open(t, "tab=compare", { finished: ".group-editor" });
  const choose = page.getByLabel("Groups by the answers to");
  const options = await choose.locator("option").allTextContents();
  const choosing = (start) => choose.selectOption({ label: options.find((text) => text.startsWith(start)) });
  await choosing("3.");
  await page.getByText("The groups are the first 5 of 11 answers").waitFor();
  assert.equal(await page.locator(".group-editor li").count(), 5);
  const count = (groups) => page.waitForFunction((groups) => document.querySelectorAll(".group-editor li").length === groups, groups);
  await page.goBack();
  await count(0);
  assert.equal(await page.getByText("The groups are the first").count(), 0);
  await page.goForward();
  await page.locator(".group-editor li input").first().fill("Renamed");
  await page.getByText("The groups are the first 5 of 11 answers").waitFor();
  await page.locator(".group-editor .chip-remove").first().click();
  await count(4);
  assert.equal(await page.getByText("The groups are the first").count(), 0);
  await choosing("1.");
  await page.waitForSelector(".compare .fill");
  assert.equal(await page.getByText("The groups are the first").count(), 0);
});

test("keys_are_named_as_they_are_on_the_keyboard", async (t) => {
  for (const [platform, key, click] of [["Win32", "Ctrl+K", "Ctrl + click"], ["MacIntel", "⌘K", "⌘ click"]]) {
    const page = await open(t, "", { platform });
    assert.equal(await page.locator(".results-menus kbd").innerText(), key);
    await page.keyboard.press("?");
    await page.waitForSelector("dialog[open] kbd");
    const keys = await page.locator("dialog[open] kbd").allInnerTexts();
    assert.deepEqual([keys.includes(key), keys.includes(click)], [true, true], platform);
    await page.context().close();
  }
});

test("dialogs_have_no_violation_of_axe", async (t) => {
  const page = await open(t, `r=(all:!((status:!(completed))))${GROUPS}`);
  for (const [key, finished] of [["f", "fieldset label"], ["v", "input"], ["?", "kbd"], ["Control+k", "input:focus"]]) {
    await page.keyboard.press(key);
    await page.waitForSelector(`dialog[open] ${finished}`);
    assert.deepEqual(await violations(page, "dialog[open]"), [], key);
    await page.keyboard.press("Escape");
    await page.waitForSelector("dialog[open]", { state: "detached" });
  }
  for (const [name, finished] of [["Share a read-only link", ".preview-scroll [data-figure], .preview-scroll table"], ["Show as code", "pre"]]) {
    await page.click("text=Views and links");
    await page.click(`role=menuitem[name="${name}"]`);
    await page.waitForSelector(`dialog[open] ${finished}`);
    assert.deepEqual(await violations(page, "dialog[open]"), [], name);
    await page.keyboard.press("Escape");
    await page.waitForSelector("dialog[open]", { state: "detached" });
  }
});

test("a_click_on_a_bar_filters_every_number_and_a_second_one_ends_it", async (t) => {
  const page = await open(t);
  const bar = page.locator("[data-figure=q1] tbody tr", { hasText: "North" });
  await bar.locator("button").click();
  await page.waitForSelector("text=630 of 1,260 responses");
  assert.equal(await bar.getAttribute("class"), "chosen");
  assert.equal(await page.locator(".chip.on").innerText().then((text) => text.split("\n")[0]), "Which region are you from?: North");
  assert.match(page.url(), /r=\(all:!\(\(question:q1,choices:!\(c11\)\)\)\)/);
  assert.equal(await page.evaluate(() => document.activeElement.textContent.trim()), "North", "the focus stays where it was");
  await page.waitForFunction(() => document.getElementById("announcer").textContent === "630 of 1,260 responses");
  await bar.locator("button").click();
  await page.waitForSelector(".chip.on", { state: "detached" });
  await page.waitForSelector("text=/^1,260 responses/");
});

test("a_click_on_a_bar_of_a_histogram_filters_by_its_range", async (t) => {
  const page = await open(t, "", { height: 4000 });
  const bars = page.locator("[data-figure=q6]").locator("table.bars tbody tr");
  await bars.nth(3).waitFor();
  assert.deepEqual(await bars.locator("th").allInnerTexts(), ["20 to 29", "30 to 39", "40 to 49", "50 to 59"]);
  await bars.nth(1).locator("button").click();
  await page.waitForFunction(() => document.querySelector(".chip.on")?.textContent.includes("31 to 38"));
  assert.equal(await bars.nth(1).locator("button").getAttribute("aria-pressed"), "true");
  await bars.nth(1).locator("button").click();
  await page.waitForFunction(() => !document.querySelector(".chip.on")?.textContent.includes("31 to 38"));
});

test("ctrl_enter_on_a_bar_filters_by_it_too", async (t) => {
  const page = await open(t);
  const bar = (name) => page.locator("[data-figure=q1] tbody tr", { hasText: name }).locator("button");
  await bar("North").press("Enter");
  await bar("East").press("Control+Enter");
  await page.waitForFunction(() => location.hash.includes("choices:!(c11,c12)"));
});

test("a_bar_without_answers_cannot_be_clicked", async (t) => {
  const page = await open(t);
  const bar = page.locator("[data-figure=q2] tbody tr", { hasText: "Phone" });
  await bar.waitFor();
  assert.equal(await bar.locator("button").count(), 0);
});

test("going_back_brings_the_rules_from_before", async (t) => {
  const page = await open(t);
  await page.click(".chip.offered");
  await page.waitForSelector("text=630 of 1,260 responses");
  await page.click("text=Crosstab");
  await page.goBack();
  await page.goBack();
  await page.waitForSelector(".chip.on", { state: "detached" });
  await page.waitForSelector("text=/^1,260 responses/");
});

test("a_rule_is_added_changed_and_removed_by_keys_alone", async (t) => {
  const page = await open(t);
  await page.keyboard.press("f");
  await page.waitForSelector("dialog[open]");
  await page.getByRole("group", { name: "Any of these" }).getByText("East").click();
  await page.keyboard.press("Enter");
  await page.waitForSelector(".chip.on");
  assert.equal(await page.locator(".chip-text").first().innerText(), "Which region are you from?: East");
  await page.locator(".chip-text").first().focus();
  await page.keyboard.press("Backspace");
  await page.waitForSelector(".chip.on", { state: "detached" });
  await page.waitForFunction(() => document.activeElement.classList.contains("add"));
});

test("without_a_match_the_rule_that_removes_most_is_named_and_can_be_removed", async (t) => {
  const page = await open(t, "r=(all:!((status:!(completed)),(contact:nobody)))", { finished: ".no-match" });
  assert.match(await page.locator(".no-match p").innerText(), /Contact contains “nobody”.*630/);
  await page.locator(".no-match button").press("Enter");
  await page.waitForSelector("text=630 of 1,260 responses");
  await page.waitForFunction(() => document.activeElement?.matches(".rules .chip.add"));
});

test("percent_count_and_table_show_the_same_numbers", async (t) => {
  const page = await open(t);
  const value = page.locator("[data-figure=q1] tbody tr").first().locator("td.number");
  const shows = (text) => eventually(async () => (await value.innerText()) === text, `${text} is not shown`);
  await shows("42.1%");
  await page.getByRole("radio", { name: "Count" }).check();
  await shows("504");
  await page.getByRole("radio", { name: "Percent of all" }).check();
  await shows("40.0%");
  await page.locator("[data-figure=q1]").focus();
  await page.keyboard.press("t");
  const row = page.locator("[data-figure=q1] tbody tr").first().locator("td");
  await row.nth(2).waitFor();
  assert.deepEqual(await row.allInnerTexts(), ["504", "42.1%", "40.0%"]);
});

test("figures_far_away_keep_their_place_and_are_drawn_when_they_are_scrolled_to", async (t) => {
  const page = await open(t, "", { height: 600 });
  const drawn = await page.locator("[data-figure]").count();
  assert.ok(drawn < 9, `${drawn} of 9 figures are drawn`);
  const before = await page.evaluate(() => document.documentElement.scrollHeight);
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
  await page.waitForSelector("[data-figure=q9]");
  const after = await page.evaluate(() => document.documentElement.scrollHeight);
  assert.ok(Math.abs(after - before) / before < 0.25, `the page was ${before} pixels high and is ${after}`);
});

test("x_on_a_figure_opens_its_crosstab_and_letters_are_explained_in_words", async (t) => {
  const page = await open(t);
  await page.locator("[data-figure=q1]").focus();
  await page.keyboard.press("x");
  await page.waitForSelector("text=Choose a question for the rows");
  assert.equal(await page.getByLabel("Rows").inputValue(), "q1::");
  await page.locator("label.select", { hasText: "Columns" }).locator("select").selectOption({ label: "Status" });
  await page.waitForSelector("table.crosstab");
  const cell = page.locator("table.crosstab tbody tr").first().locator("td").nth(1);
  assert.equal(await cell.locator(".letters").getAttribute("title"), "North is higher than East (95%)");
  await page.locator("table.crosstab tbody td").first().focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowDown");
  assert.equal(await page.evaluate(() => document.activeElement.textContent.startsWith("13.3%")), true);
  // The means are the last row.
  await page.keyboard.press("Control+End");
  await page.waitForFunction(() => document.activeElement.matches(".means td:last-child"));
  assert.equal(await page.locator(".crosstab td:not([tabindex])").count(), await page.locator(".crosstab thead td").count(), "every cell can be reached");
  assert.equal(await page.locator(".crosstab .means .letters:not([aria-hidden])").count(), 0);
  assert.match(await page.locator(".means td").nth(1).innerText(), /North is higher than East \(95%\)/);
});

test("the_files_of_a_crosstab_say_how_it_was_tested", async (t) => {
  const page = await open(t, `tab=crosstab${CROSSTAB}`);
  const file = async (name) => {
    const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name }).click()]);
    return [download.suggestedFilename(), readFileSync(await download.path())];
  };
  const [, csv] = await file("Save as CSV");
  for (const part of ["at 95% (upper case) or 80% (lower case)", "no test for bases under 30", "by chance alone", "† Very good", "† Too few answers", "Base of the mean,1260,100,"]) assert.ok(csv.toString().includes(part), part);
  const [name, workbook] = await file("Save as XLSX");
  assert.deepEqual([name, workbook.subarray(0, 2).toString()], ["crosstab.xlsx", "PK"]);
  assert.equal(await page.locator(".crosstab .means .base").first().innerText(), "n = 100");
});

test("a_comparison_says_what_its_letters_mean_and_why_there_are_none", async (t) => {
  const page = await open(t, `tab=compare${GROUPS}`);
  const figure = page.locator("[data-figure=q1]");
  assert.match(await figure.locator("td.number").first().textContent(), /is higher than .* \(95%\)/);
  const notes = await page.locator(".compare-tab > .notes").innerText();
  assert.match(notes, /95% \(upper case\) or 80% \(lower case\)/);
  assert.match(notes, /^\d+ comparisons: about \d+ letters? in upper case by chance alone/m);
  assert.match(notes, /† Too few answers are expected/);
  const marked = await figure.locator("th[scope=rowgroup]", { hasText: "Too few answers are expected" }).count();
  assert.equal(marked, 1);
  assert.equal(await figure.locator(".means").count(), 0, "regions have no mean");
  await figure.locator("button", { hasText: "Crosstab" }).click();
  await page.waitForSelector("table.crosstab");
  assert.match(await page.locator(".notes").innerText(), /† Too few answers are expected/);
});

test("groups_that_share_respondents_are_reported_as_untested", async (t) => {
  const page = await open(t, `tab=compare${GROUPS}`);
  await page.click("button >> text=Add everybody");
  await page.waitForSelector(".compare-tab > .hint >> text=The groups share respondents");
  assert.equal(await page.locator(".compare-tab > .notes").count(), 0);
});

test("options_of_significance_stay_though_no_rows_are_chosen_yet", async (t) => {
  const page = await open(t, "tab=crosstab", { finished: ".crosstab-tab" });
  await page.click("summary >> text=Significance");
  await page.check("label:has-text('Bonferroni') input");
  await page.waitForFunction(() => location.hash.includes("x="));
  await page.reload();
  await page.click("summary >> text=Significance");
  assert.equal(await page.isChecked("label:has-text('Bonferroni') input"), true);
});

test("the_times_of_a_printed_view_have_their_zone_and_those_of_the_screen_do_not", async (t) => {
  const page = await open(t, "r=(all:!((created:(from:'2026-01-01T10:00:00Z'))))");
  const [printed, chip] = await Promise.all([".print-head", ".chip-text"].map((place) => page.locator(place).first().textContent()));
  assert.match(printed, /1 Jan 2026, 11:00 CET.*25 Nov 2026, 15:05 CET/);
  assert.match(chip, /1 Jan 2026, 11:00$/);
});

test("the_command_to_print_draws_every_figure_first", async (t) => {
  const page = await open(t, "", { height: 300 });
  const empty = () => page.evaluate(() => [...document.querySelectorAll(".near")].filter((place) => place.childElementCount === 0).length);
  assert.ok((await empty()) > 0, "figures far away are not drawn");
  assert.equal((await printed(page)).empty, 0);
  assert.equal(await empty(), 0, "and they stay");
});

test("a_file_of_a_part_of_the_responses_says_so_in_its_name", async (t) => {
  const save = async (state, address = "") => {
    const page = await open(t, address, { options: { state } });
    await openPalette(page);
    await page.keyboard.type("csv");
    const [download] = await Promise.all([page.waitForEvent("download"), page.keyboard.press("Enter")]);
    return download.suggestedFilename();
  };
  assert.equal(await save({}), "Visitors 2026.csv");
  assert.match(await save({ held: 400, complete: false }), /^Visitors 2026 \(400 of 1.260\)\.csv$/);
  const rule = "r=(all:!((status:!(completed))))";
  assert.equal(await save({}, rule), "Visitors 2026 (filtered).csv");
  assert.equal(await save({ held: 400, complete: false }, rule), "Visitors 2026 (filtered, 400 so far).csv");
});

test("an_export_waits_for_the_engine_and_for_the_first_answers", async (t) => {
  const page = await open(t, "", { options: { opens: "later", state: { held: 0, total: null, complete: false } } });
  const downloads = [];
  page.on("download", (download) => downloads.push(download));
  await page.click("text=Export");
  await page.click("role=menuitem[name=/^CSV/]");
  const waiting = "text=The file is made as soon as the first responses are here";
  await page.waitForSelector(`.report >> ${waiting}`);
  await page.evaluate(() => {
    window.results.sync = () => new Promise(() => {});
    window.openNow();
  });
  await page.waitForSelector(".results .rules");
  await page.waitForSelector(`.report >> ${waiting}`);
  assert.equal(downloads.length, 0);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.evaluate(() => {
      window.results.state = { ...window.results.state, held: 400, total: 1260 };
      void window.results.keep("tab");
    }),
  ]);
  assert.match(download.suggestedFilename(), /^Visitors 2026 \(400 of 1.260\)\.csv$/);
  await page.waitForSelector(".report >> text=/\\(400 of 1.260\\)\\.csv: 400 responses; not all responses are here yet/");
  assert.match(await page.locator("#announcer").innerText(), /400 of 1.260/);
});

test("an_export_without_answers_makes_no_file_and_the_reason_is_shown", async (t) => {
  const page = await open(t, "", { options: { opens: "later", state: { held: 0, total: null, complete: false } } });
  const downloads = [];
  page.on("download", (download) => downloads.push(download));
  await page.click("text=Export");
  await page.click("role=menuitem[name=/^CSV/]");
  await page.waitForSelector(".report");
  await page.evaluate(() => {
    window.results.sync = async () => Promise.reject(new Error("refused"));
    window.openNow();
  });
  await page.waitForSelector(".notice");
  await page.waitForSelector(".report", { state: "detached" });
  await page.waitForSelector("button:text-is('Export')");
  assert.equal(downloads.length, 0);
});

test("commands_that_are_given_before_the_results_are_open_are_carried_out_then", async (t) => {
  const page = await open(t, "", { options: { opens: "later" } });
  await page.evaluate(() => {
    const { keep, sync } = window.results;
    window.calls = [];
    window.results.keep = (where) => (window.calls.push(where), keep(where));
    window.results.sync = (options) => (options.check && window.calls.push("check"), sync(options));
  });
  for (const command of ["erase the responses", "check everything"]) {
    await openPalette(page);
    await page.keyboard.type(command);
    await page.keyboard.press("Enter");
  }
  await page.evaluate(() => window.openNow());
  // The first "tab" opens the results. The commands do not depend on each other.
  await page.waitForFunction(() => window.calls.length === 3);
  assert.deepEqual(await page.evaluate(() => window.calls.sort()), ["check", "tab", "tab"]);
});

test("an_announcement_during_a_fetch_is_requested_again_after_it", async (t) => {
  const page = await open(t, "", { clock: true });
  const asked = [];
  await page.route("**/gateway/changes?*", (route) => {
    const since = new URL(route.request().url()).searchParams.get("since");
    asked.push(since);
    route.fulfill({ json: { sequence: since === null ? 1 : 2, gap: false, events: since === "1" ? [{}] : [], live: true } });
  });
  await page.evaluate(() => {
    window.syncs = 0;
    window.results.sync = async () => ((window.syncs += 1), { added: 0, changed: 0, removed: 0, requests: 1 });
  });
  const ask = async () => {
    const answered = page.waitForResponse("**/gateway/changes?*");
    await page.clock.runFor(5_000);
    await answered;
    // The page reads the answer after it has come, and before that of a later request.
    return page.evaluate(async () => {
      await (await fetch("/console.css")).text();
      return window.syncs;
    });
  };
  const syncing = (is) => page.evaluate((syncing) => (window.results.state = { ...window.results.state, syncing }), is);
  assert.equal(await ask(), 0, "nothing is new");
  await syncing(true);
  assert.equal(await ask(), 0);
  await syncing(false);
  assert.equal(await ask(), 1);
  assert.equal(await ask(), 1);
  assert.deepEqual(asked, [null, "1", "1", "2"]);
});

test("one_question_about_announcements_runs_at_a_time_and_one_without_an_answer_is_given_up", async (t) => {
  const page = await open(t, "", { clock: true });
  const asked = [];
  await page.route("**/gateway/changes?*", (route) => void asked.push(route));
  const until = (count) =>
    eventually(async () => {
      await page.clock.runFor(1_000);
      return asked.length === count;
    }, () => `${asked.length} questions instead of ${count}`);
  await until(1);
  await page.clock.runFor(20_000);
  assert.equal(asked.length, 1);
  await until(2);
  const answered = page.waitForResponse("**/gateway/changes?*");
  await asked[1].fulfill({ json: { sequence: 7, gap: false, events: [], live: true } });
  await answered;
  await until(3);
  assert.deepEqual(asked.map((route) => new URL(route.request().url()).searchParams.get("since")), [null, null, "7"]);
});

test("drawing_over_the_trend_filters_by_the_span", async (t) => {
  const page = await open(t, "tab=time");
  const box = await page.locator(".trend svg").boundingBox();
  await page.mouse.move(box.x + 200, box.y + 100);
  await page.mouse.down();
  await page.mouse.move(box.x + 400, box.y + 100, { steps: 4 });
  await page.mouse.up();
  await page.waitForSelector(".chip.on");
  assert.match(await page.locator(".chip-text").first().innerText(), /^First saved from/);
});

test("a_trend_of_thousands_of_spans_has_at_most_a_mark_for_each_pixel", async (t) => {
  for (const what of ["", "&q=q3"]) {
    const page = await open(t, `tab=time${what}`, { options: { spans: 20_000 } });
    const chart = await page.locator(".trend svg").boundingBox();
    for (const mark of ["column", "dot", "hover", "line", "band"]) assert.ok((await page.locator(`.trend .${mark}`).count()) <= chart.width, mark);
    assert.equal(await page.locator("table").count(), 0, "the table is drawn when it is shown");
    assert.match(await page.locator(".trend .hover title").first().textContent(), /^1 Sept? 2026 to .*\d{4} \(highest: .*\d{4}\): /, "a mark of several spans names all of them");
    await page.mouse.move(chart.x + 200, chart.y + 100);
    await page.mouse.down();
    await page.mouse.move(chart.x + 400, chart.y + 100, { steps: 2 });
    await page.mouse.up();
    await page.waitForSelector(".chip.on");
  }
});

test("numbers_over_time_are_never_under_the_title_of_another_question_or_interval", async (t) => {
  const page = await open(t, "tab=time&by=month", { options: { spans: 20_000 } });
  assert.equal(await page.locator(".trend svg").count(), 1);
  await page.check(".time-tab input[value=hour]");
  await page.waitForSelector(".time-tab [role=alert] >> text=Choose a longer interval");
  assert.deepEqual([await page.locator(".trend svg").count(), await page.locator(".time-tab h2").count()], [0, 0]);
  await page.check(".time-tab input[value=month]");
  await page.waitForSelector(".trend svg");
  assert.equal(await page.locator(".time-tab [role=alert]").count(), 0);
  // The next numbers never come.
  await page.evaluate(() => {
    const { where } = window.results;
    window.results.where = (rule) => new Proxy(where(rule), { get: (view, name) => (name === "trend" ? () => new Promise(() => {}) : view[name]) });
    location.hash += "&r=(all:!((status:!(completed))))";
  });
  await page.waitForSelector(".chip.on");
  await page.check(".time-tab input[value=week]");
  await page.waitForSelector(".time-tab.stale");
  assert.equal(await page.locator(".time-tab h2").innerText(), "Responses by month");
});

test("the_code_of_texts_and_of_a_trend_sends_the_query_of_the_screen", async (t) => {
  const design = structuredClone(DESIGN);
  design.pages[1].questions[1].answers.rows[0].visible = false;
  for (const query of ["time&q=q4", "time&q=q4&row=r3&by=month&zone=utc", "time&q=q7", "text&q=q7&row=r2", "text&q=q3", "text&q=q7&find=%20queue&tag=Praise&order=oldest"]) {
    const page = await open(t, `tab=${query}`, { options: { design }, finished: query.startsWith("text") ? ".text-head" : FINISHED.time });
    const name = query.startsWith("text") ? "texts" : "trend";
    const asked = () => page.evaluate((wanted) => window.results.asked.findLast(([name]) => name === wanted), name);
    await eventually(async () => (await asked()) !== undefined);
    await page.click("text=Views and links");
    await page.click('role=menuitem[name="Show as code"]');
    const code = await page.locator("dialog[open] pre").first().innerText();
    const shown = /await view\.(\w+)\(([^]*)\);\s*$/.exec(code);
    assert.deepEqual([shown[1], Function(`return ${shown[2]}`)()], await asked(), query);
    if (query === "time&q=q4") assert.match(code, /row: "r2"/, "the first row is deleted");
    await page.context().close();
  }
});

test("the_table_of_a_trend_has_each_span_and_filters_by_keys", async (t) => {
  const page = await open(t, "tab=time&q=q3");
  assert.equal(await page.locator(".trend .dot").count(), 29, "a span without a score is a gap");
  const show = page.locator(".time-tab [aria-expanded]");
  await show.press("Enter");
  assert.equal(await page.locator(".time-tab table tbody tr").count(), 30);
  const scores = await page.locator(".time-tab table tbody td:nth-child(2)").allInnerTexts();
  assert.deepEqual([0, 20, 29].map((at) => scores[at]), ["+20", "0", "-13"]);
  const titles = await page.locator(".trend .hover title").allTextContents();
  assert.deepEqual([20, 29].map((at) => /: (\S+) \(n/.exec(titles[at])[1]), ["0", "-13"]);
  await page.locator(".time-tab table tbody button").first().press("Enter");
  await page.waitForSelector(".chip.on");
});

test("the_focus_goes_to_the_list_when_new_responses_are_shown", async (t) => {
  for (const [tab, next] of [["table", "table.responses td"], ["responses", ".response h2"], ["text", ".text-head .base"]]) {
    const page = await open(t, `tab=${tab}`);
    await page.waitForFunction(() => document.querySelector(".counts").textContent === "1,260 responses");
    await page.evaluate(() => window.results.arrive(12));
    // Another response is the first one then.
    if (tab === "responses") await page.evaluate(() => (window.results.first = 5));
    await page.getByRole("button", { name: "Show 12 new responses" }).press("Enter");
    await page.waitForSelector(".fresh", { state: "detached" });
    if (tab === "responses") await page.waitForSelector("text=900005");
    await page.waitForFunction((next) => document.activeElement?.matches(next), next);
  }
});

test("new_answers_change_the_charts_in_place", async (t) => {
  const page = await open(t);
  await page.getByRole("radio", { name: "Count" }).check();
  await page.evaluate(() => window.results.arrive(1260));
  await page.waitForFunction(() => document.querySelector("[data-figure=q1] td.number").textContent === "1,008");
});

test("nothing_is_written_before_the_person_agrees_to_storing", async (t) => {
  const page = await open(t);
  await page.click("text=Only in this tab");
  await page.waitForSelector(".consent", { state: "detached" });
  assert.deepEqual(await page.evaluate(() => Object.keys(localStorage)), []);
});

test("another_account_is_asked_whether_to_store_what_the_first_one_declined", async (t) => {
  const page = await open(t);
  await page.click("text=Only in this tab");
  await page.waitForSelector(".consent", { state: "detached" });
  await page.evaluate(() => window.show("a2"));
  await page.waitForSelector(".consent");
  await page.evaluate(() => window.show("a1"));
  await page.waitForSelector(".consent", { state: "detached" });
});

test("keep_keeps_the_answers_and_is_remembered_for_the_account_alone", async (t) => {
  const page = await open(t);
  await page.getByRole("button", { name: "Keep", exact: true }).click();
  await page.waitForFunction(() => window.results.state.kept === "device");
  await page.waitForFunction(() => Object.keys(localStorage).length === 1);
  assert.deepEqual(await page.evaluate(() => Object.keys(localStorage)), ["canvass.keep.a1"]);
});

test("erasing_the_answers_of_a_survey_ends_the_agreement_for_that_survey_alone", async (t) => {
  const page = await open(t);
  await page.getByRole("button", { name: "Keep", exact: true }).click();
  await page.waitForFunction(() => window.results.state.kept === "device");
  await openPalette(page);
  await page.keyboard.type("erase the responses");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => window.results.state.kept === "tab" && Object.keys(localStorage).length === 2);
  assert.deepEqual(await page.evaluate(() => ({ ...localStorage })), { "canvass.keep.a1": "device", "canvass.keep.a1.301": "tab" });
  await page.reload();
  await page.waitForFunction(() => window.results?.state.kept === "tab");
  await page.getByRole("button", { name: "Keep", exact: true }).click();
  await page.waitForFunction(() => window.results.state.kept === "device" && Object.keys(localStorage).length === 1);
  await page.reload();
  await page.waitForFunction(() => window.results?.state.kept === "device");
});

test("a_user_who_agrees_to_storing_and_has_no_room_reads_so_and_can_try_again", async (t) => {
  const page = await open(t);
  await page.evaluate(() => {
    const { keep } = window.results;
    window.results.keep = (where) => (window.hasRoom ? keep(where) : Promise.reject(Object.assign(new Error("The quota is exceeded."), { kind: "unavailable" })));
  });
  const keep = page.getByRole("button", { name: "Keep", exact: true });
  await keep.click();
  await page.waitForSelector("[data-kind=not_kept]");
  assert.doesNotMatch(await page.innerText("main"), /quota is exceeded|cannot run Canvass/);
  assert.deepEqual(await page.evaluate(() => Object.keys(localStorage)), []);
  await page.evaluate(() => (window.hasRoom = true));
  await keep.click();
  await page.waitForFunction(() => window.results.state.kept === "device" && Object.keys(localStorage).length === 1);
  await page.waitForSelector(".consent", { state: "detached" });
  await page.waitForSelector("[data-kind=not_kept]", { state: "detached" });
});

test("a_file_that_is_busy_is_no_reason_for_another_browser_and_the_sync_can_be_tried_again", async (t) => {
  const page = await open(t);
  await page.evaluate(() => {
    const { sync } = window.results;
    const busy = Object.assign(new Error("busy"), { kind: "unavailable", retryable: true, remedy: { action: "none" } });
    window.results.sync = (...args) => (window.isFree ? sync.apply(window.results, args) : Promise.reject(busy));
  });
  await page.keyboard.press("r");
  await page.waitForSelector("[data-kind=file_busy] >> text=Try again");
  assert.doesNotMatch(await page.innerText("main"), /cannot run Canvass/);
  await page.evaluate(() => (window.isFree = true));
  await page.locator("[data-kind=file_busy] button").click();
  await page.waitForSelector("[data-kind=file_busy]", { state: "detached" });
});

test("results_that_a_failed_sign_out_has_closed_are_opened_again", async (t) => {
  const page = await open(t, "", { clock: true });
  await page.evaluate(() => {
    window.before = window.results;
    return window.results.close();
  });
  // A sign-out that succeeds shows another screen meanwhile.
  await page.clock.runFor(2_000);
  assert.equal(await page.locator("[data-kind=results_closed]").count(), 0);
  await page.clock.runFor(2_000);
  await page.waitForSelector("[data-kind=results_closed]");
  await page.getByRole("button", { name: "Try again" }).click();
  await page.waitForFunction(() => window.results !== window.before && document.querySelector("[data-figure=q1] table.bars") !== null);
  assert.equal(await page.locator("[data-kind=results_closed]").count(), 0);
  // What the screen does afterwards is done with the new results.
  await page.getByRole("button", { name: "Keep", exact: true }).click();
  await page.waitForFunction(() => window.results.state.kept === "device");
});

test("the_service_s_numbers_and_the_question_come_before_the_results_are_open", async (t) => {
  const page = await open(t, "", { options: { opens: "later" } });
  await page.waitForSelector("[data-figure=q1] table.bars");
  await page.getByRole("button", { name: "Keep", exact: true }).click();
  await page.waitForFunction(() => document.querySelector(".consent") === null);
  await page.evaluate(() => window.openNow());
  await page.waitForFunction(() => window.results.state.kept === "device" && Object.keys(localStorage).length === 1);
  assert.equal(await page.locator(".consent").count(), 0);
});

test("the_edges_of_fields_and_the_page_that_most_people_leave_are_seen_without_good_eyes", async (t) => {
  for (const theme of ["light", "dark"]) {
    const page = await open(t, `tab=table${TABS.table}`, { theme });
    // The ratio of WCAG 1.4.11, of the edge to what is around it.
    const ratio = await page.locator("input[type=search]").first().evaluate((field) => {
      const luminance = (colour) => {
        const [r, g, b] = colour.match(/[\d.]+/g).map((part) => (part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4));
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
      };
      const [one, other] = [getComputedStyle(field).borderTopColor, getComputedStyle(document.documentElement).backgroundColor].map(luminance).sort((a, b) => b - a);
      return (one + 0.05) / (other + 0.05);
    });
    assert.ok(ratio >= 3, `${theme}: ${ratio}`);
    await page.context().close();
  }
  const page = await open(t, "tab=dropoff");
  assert.match(await page.locator(".funnel tr.worst th").first().innerText(), /most left here/);
});

test("texts_of_the_survey_have_its_language_in_a_console_of_another", async (t) => {
  const page = await open(t, "", { height: 4000 });
  await page.evaluate(() => localStorage.setItem("canvass-language", "de"));
  await page.reload();
  await page.waitForSelector("[data-figure=q6] table.bars");
  for (const place of ["h1", "[data-figure=q1] h2 bdi", "[data-figure=q1] tbody th bdi", "[data-figure=q4] tbody th bdi"]) {
    assert.equal(await page.locator(place).first().getAttribute("lang"), "en", place);
  }
  // Spans are the console's.
  assert.equal(await page.locator("[data-figure=q6] table.bars tbody th bdi").first().getAttribute("lang"), null);
});

test("the_question_is_the_same_element_at_the_same_place_while_the_screen_opens", async (t) => {
  const page = await open(t, "", { width: 360, options: { opens: "later", counts: "never" }, finished: ".consent" });
  assert.match(await page.title(), /^Results · Canvass$/);
  const keep = page.getByRole("button", { name: "Keep", exact: true });
  await keep.focus();
  const before = await keep.boundingBox();
  await page.evaluate(() => window.openNow());
  await page.waitForSelector("h1");
  assert.deepEqual(await keep.boundingBox(), before);
  assert.equal(await page.evaluate(() => document.activeElement.textContent), "Keep");
  assert.match(await page.title(), /^Summary · .+ · Canvass$/);
});

test("the_button_that_refreshes_keeps_the_focus_and_its_end_is_announced", async (t) => {
  const page = await open(t);
  const focused = () => page.evaluate(() => document.activeElement.textContent);
  await page.getByRole("button", { name: "Refresh" }).focus();
  const syncing = (is) => page.evaluate((syncing) => {
    window.results.state = { ...window.results.state, syncing };
    return window.results.keep("tab");
  }, is);
  await syncing(true);
  await page.waitForSelector(".sync-state >> text=looking for changes");
  assert.equal(await focused(), "Refresh");
  await syncing(false);
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => /^As of /.test(document.getElementById("announcer").textContent));
  assert.equal(await focused(), "Refresh");
  await page.context().setOffline(true);
  await page.waitForFunction(() => /^Offline/.test(document.getElementById("announcer").textContent));
});

test("a_file_that_is_saved_is_announced_with_its_responses", async (t) => {
  const page = await open(t);
  await openPalette(page);
  await page.keyboard.type("no such command");
  await page.waitForSelector(".palette [role=status] >> text=Nothing matches.");
  await page.locator(".palette input").fill("csv");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => /\.csv: 1,260 responses$/.test(document.getElementById("announcer").textContent.trim()));
});

test("the_announced_number_of_a_file_is_its_own_whatever_happens_after_it_is_made", async (t) => {
  const rule = "r=(all:!((status:!(completed))))";
  const part = { held: 400, complete: false };
  const cases = [
    ["csv", {}, "", "Visitors 2026.csv: 1,260 responses"],
    ["sav", {}, rule, "Visitors 2026 (filtered).sav: 630 responses"],
    ["csv", part, "", "Visitors 2026 (500 of 1,260).csv: 500 responses; not all responses are here yet"],
    ["xlsx", part, rule, "Visitors 2026 (filtered, 400 so far).xlsx: 200 responses; not all responses are here yet"],
  ];
  for (const [format, state, address, expected] of cases) {
    const page = await open(t, address, { options: { state } });
    await page.evaluate(([rows, format]) => {
      const { where } = window.results;
      let isMade = false;
      // A sync adds responses before the file is made, and the results are closed behind it.
      const made = async (view, asked) => {
        const { blob } = await view.export(asked);
        isMade = true;
        return { blob: format === "csv" ? blob : new Blob(["[\n]\n"]), rows };
      };
      const refuse = async () => {
        throw new Error("the results are closed");
      };
      window.results.where = (rule) => new Proxy(where(rule), { get: (view, name) => (name === "export" ? (asked) => made(view, asked) : name === "count" && isMade ? refuse : view[name]) });
    }, [Number(/: ([\d,]+)/.exec(expected)[1].replace(",", "")), format]);
    await openPalette(page);
    await page.keyboard.type(format === "sav" ? "spss" : format);
    await Promise.all([page.waitForEvent("download"), page.keyboard.press("Enter")]);
    await page.waitForFunction((expected) => document.getElementById("announcer").textContent.trim() === expected, expected).catch(async () => assert.equal(await page.locator("#announcer").innerText(), expected));
    assert.equal(await page.locator(".report").innerText(), expected);
    await page.context().close();
  }
});

test("the_responses_are_fetched_though_the_service_still_counts", async (t) => {
  const page = await open(t, "", { options: { counts: "never" }, finished: "h1" });
  await page.waitForFunction(() => window.results.state.held > 0);
  await page.waitForSelector(".rules");
});

test("a_question_that_the_palette_has_found_is_brought_into_view", async (t) => {
  const page = await open(t);
  await openPalette(page);
  await page.keyboard.type("where do you live");
  await page.keyboard.press("Enter");
  await page.waitForSelector("[data-figure=q5]");
  await page.waitForFunction(() => Math.abs(document.querySelector("[data-place=q5]").getBoundingClientRect().top) < innerHeight / 2);
  await page.waitForFunction(() => document.activeElement.dataset.figure === "q5");
});

test("single_keys_can_be_switched_off", async (t) => {
  const page = await open(t);
  await page.keyboard.press("?");
  await page.getByText("Single keys are commands").click();
  await page.keyboard.press("Escape");
  await page.waitForSelector("dialog[open]", { state: "detached" });
  await page.keyboard.press("f");
  // The palette opens behind it, and only where no dialog is open.
  await openPalette(page);
  assert.equal(await page.locator("dialog[open]").count(), 1);
});

test("a_link_of_a_small_group_says_that_its_numbers_are_rounded", async (t) => {
  const page = await open(t, "", { options: { total: 9 } });
  await page.click("text=Views and links");
  await page.click("role=menuitem[name='Share a read-only link']");
  const preview = page.locator("dialog[open] .preview-scroll");
  await preview.locator("text=rounded to five").waitFor();
  assert.match(await preview.innerText(), /About 10 responses/);
  // Only the median is left of the statistics of numbers.
  assert.deepEqual(await preview.locator("[data-figure=q6] td").allInnerTexts(), ["", "41", "10"]);
});

test("the_last_class_of_times_has_no_end_and_filters_what_it_counts", async (t) => {
  const page = await open(t, "tab=dropoff");
  const last = page.locator(".dropoff table.bars .bar-label").last();
  assert.match(await last.textContent(), /or more$/);
  await last.click();
  await page.waitForFunction(() => /seconds:\(min:!n480\)/.test(location.hash) && /status:!\(completed\)/.test(location.hash));
});

test("spans_in_the_columns_of_a_crosstab_are_named_in_the_person_s_zone", async (t) => {
  const page = await open(t, CROSSTAB.replace(/^&/, "tab=crosstab&"));
  await page.locator("label.select", { hasText: "Columns" }).locator("select").selectOption({ label: "Month" });
  await page.waitForSelector("table.crosstab th.block >> text=Month");
  const heads = await page.locator("table.crosstab th[scope=col] .clamp").allTextContents();
  assert.deepEqual(heads.slice(-4, -2), ["Feb 2026", "Mar 2026"]);
});

test("x_on_a_figure_opens_the_crosstab_of_its_first_row_that_is_not_deleted", async (t) => {
  const page = await open(t);
  await page.evaluate(() => {
    const { design } = window.results;
    const gone = { q3: [{ id: "r9", text: "", visible: false }], q4: [{ id: "r8", text: "Waiting", visible: false }] };
    const pages = design.pages.map((page) => ({ ...page, questions: page.questions.map((question) => (gone[question.id] ? { ...question, answers: { ...question.answers, rows: [...gone[question.id], ...question.answers.rows] } } : question)) }));
    window.results.design = { ...design, pages };
    window.results.arrive(1);
  });
  await page.waitForSelector("text=/^1,261 responses/");
  for (const [question, row] of [["q3", "q3:r0:"], ["q4", "q4:r1:"]]) {
    await page.locator(`[data-place=${question}]`).scrollIntoViewIfNeeded();
    await page.locator(`[data-figure=${question}]`).focus();
    await page.keyboard.press("x");
    await page.waitForSelector("text=Choose a question for the rows");
    assert.equal(await page.getByLabel("Rows").inputValue(), row);
    await page.goBack();
    await page.waitForSelector("[data-figure=q1]");
  }
});

test("the_groups_in_the_columns_of_a_crosstab_have_a_title", async (t) => {
  const page = await open(t, `tab=crosstab${CROSSTAB}${GROUPS}`);
  await page.locator("label.select", { hasText: "Columns" }).locator("select").selectOption({ label: "The groups of “Compare”" });
  await page.waitForSelector("table.crosstab th.block:nth-of-type(3)");
  assert.equal(await page.locator("table.crosstab th.block").last().innerText(), "The groups of “Compare”");
});

test("the_files_of_a_crosstab_of_groups_have_the_zone_of_their_times", async (t) => {
  const groups = "(groups:!((name:'Started from',rule:(created:(from:'2026-09-21T10:00:00Z'))),(name:B,rule:(status:!(completed)))))";
  const page = await open(t, `tab=crosstab&x=(rows:(question:q4,row:r1),cols:!(${groups}))`);
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Save as CSV" }).click()]);
  const csv = readFileSync(await download.path(), "utf8");
  assert.match(csv, /Started from: First saved from 21 Sept 2026, 12:00 CEST/);
});

test("columns_that_follow_others_have_their_own_words_and_a_table_that_stays_has_those_that_were_requested", async (t) => {
  const page = await open(t, "tab=crosstab&x=(rows:(question:q4,row:r1),cols:!((field:status)))");
  await page.waitForSelector("table.crosstab");
  await page.click(".chip-remove");
  await page.waitForSelector("text=Choose a question for the rows");
  await page.locator("label.select", { hasText: "Columns" }).locator("select").selectOption({ label: "Month" });
  await page.waitForSelector("table.crosstab th.block >> text=Month");
  assert.equal(await page.locator(".notice").count(), 0);
});

test("a_long_list_of_choices_is_printed_whole", async (t) => {
  const page = await open(t, "");
  const rows = () => page.evaluate(() => Math.max(...[...document.querySelectorAll("table.bars")].map((table) => table.querySelectorAll("tbody tr").length)));
  await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
  await page.waitForFunction(() => [...document.querySelectorAll("table.bars")].some((table) => table.querySelectorAll("tbody tr").length > 23));
  await page.evaluate(() => dispatchEvent(new Event("afterprint")));
  await page.waitForFunction(() => [...document.querySelectorAll("table.bars")].every((table) => table.querySelectorAll("tbody tr").length <= 23));
  assert.equal(await rows(), 20);
});

test("while_answers_arrive_the_service_counts_and_the_line_says_so", async (t) => {
  const page = await open(t, "", { options: { state: { held: 300, complete: false, syncing: true } } });
  await page.waitForSelector("text=Fetching responses: 300 of 1,260");
  await page.waitForSelector("text=Counted by the service");
  await page.locator("[data-figure=q1] tbody button").first().click();
  await page.waitForSelector(".partly >> text=Based on 300 of 1,260 responses");
});

test("a_page_whose_language_has_not_arrived_says_which_one_it_shows_and_requests_it_again_once_there_is_a_network", async (t) => {
  const page = await open(t);
  await page.evaluate(() => localStorage.setItem("canvass-language", "de"));
  await page.route("**/de-*.js", (route) => route.fulfill({ status: 404 }));
  await page.reload();
  await page.waitForSelector(".results [data-figure] table");
  const shown = () => page.evaluate(() => [document.documentElement.lang, document.querySelector(".tabs [aria-current]").textContent]);
  assert.deepEqual(await shown(), ["en", "Summary"]);
  await page.unroute("**/de-*.js");
  await page.evaluate(() => dispatchEvent(new Event("online")));
  await page.waitForFunction(() => document.documentElement.lang === "de" && document.querySelector(".tabs [aria-current]").textContent === "Übersicht");
});

test("the_screen_turns_round_for_languages_from_right_to_left", async (t) => {
  const page = await open(t, `tab=compare${GROUPS}`, { width: 360 });
  await page.evaluate(() => (document.documentElement.dir = "rtl"));
  const [label, bar] = await page.evaluate(() => [".compare th", ".compare .fill"].map((selector) => document.querySelector(selector).getBoundingClientRect().right));
  assert.ok(label > bar, "labels stand on the right, bars grow to the left");
  assert.ok((await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)) <= 0);
});

test("a_dialog_that_was_closed_does_not_close_the_one_that_was_opened_at_once", async (t) => {
  const page = await open(t);
  await page.keyboard.press("?");
  await page.waitForSelector("dialog[open]");
  // The browser announces that a dialog is closed in a task of its own; a key can come before it.
  await page.evaluate(() => {
    document.querySelector("dialog[open]").close();
    dispatchEvent(new KeyboardEvent("keydown", { key: "k", ctrlKey: true, cancelable: true }));
  });
  await page.waitForSelector("dialog.palette input:focus");
  await page.keyboard.type("all keys");
  await page.keyboard.press("Enter");
  await page.waitForSelector("dialog[open]:not(.palette)");
  await page.evaluate(() => new Promise((done) => setTimeout(done, 300)));
  assert.equal(await page.locator("dialog[open]:not(.palette)").count(), 1);
});

test("a_tag_is_merged_with_one_of_another_account_only_if_the_button_says_so", async (t) => {
  const page = await open(t, "");
  await openPalette(page);
  await page.keyboard.type("rename and remove");
  await page.keyboard.press("Enter");
  const dialog = page.locator("dialog[open]");
  const name = dialog.getByLabel("Name of the tag Praise");
  await name.fill("Good");
  await page.evaluate(() => window.results.note({ tag: { name: "Good", add: ["900005"] } }));
  await dialog.getByRole("button", { name: "Rename" }).first().click();
  await dialog.getByText("Another account has made a tag Good meanwhile").waitFor();
  await page.evaluate(() => window.results.note({ remove_tag: "Praise" }));
  await dialog.getByRole("button", { name: "Merge" }).click();
  await dialog.getByText("The tag Praise is gone").waitFor();
  assert.deepEqual(await page.evaluate(() => window.results.notes.load().then(({ tags }) => tags)), { Good: ["900005"] });
});

test("only_a_whole_click_outside_closes_a_dialog", async (t) => {
  const page = await open(t);
  await page.keyboard.press("f");
  const dialog = page.locator("dialog[open]");
  const { x, y, width, height } = await dialog.boundingBox();
  await page.mouse.move(x + width / 2, y + height / 2);
  await page.mouse.down();
  await page.mouse.move(x - 20, y + height / 2, { steps: 3 });
  await page.mouse.up();
  assert.equal(await dialog.count(), 1);
  // The second press of a double click, after the first has made the dialog smaller.
  await page.mouse.down({ clickCount: 2 });
  await page.mouse.up({ clickCount: 2 });
  assert.equal(await dialog.count(), 1);
  await page.mouse.click(x - 20, y + height / 2);
  await dialog.waitFor({ state: "detached" });
});

test("a_list_of_values_says_where_it_ends_and_that_nothing_is_found", async (t) => {
  const page = await open(t);
  await page.evaluate(() => {
    const { where } = window.results;
    const values = Array.from({ length: 1_000 }, (_, at) => ({ value: `198.51.${at >> 8}.${at & 255}`, count: 1 }));
    window.results.where = (rule) => new Proxy(where(rule), { get: (view, name) => (name === "values" ? async () => ({ values }) : view[name]) });
  });
  await page.keyboard.press("f");
  await page.getByLabel("About").selectOption("ip");
  const values = page.getByRole("group", { name: "Any of these" });
  await values.getByText("200 of 1,000 values are shown").waitFor();
  assert.equal(await values.getByRole("checkbox").count(), 200);
  await values.getByRole("searchbox").fill(".3.20");
  await page.waitForFunction(() => document.querySelectorAll(".checks-list input").length === 11);
  assert.equal(await values.getByText("are shown").count(), 0);
  await values.getByRole("checkbox").first().check();
  await values.getByRole("searchbox").fill("village");
  await values.getByText("No value matches").waitFor();
  assert.equal(await values.getByRole("checkbox").count(), 1, "what is chosen is shown");
});

test("a_list_of_more_values_than_can_be_requested_says_how_many_there_are_and_which_are_searched", async (t) => {
  const page = await open(t);
  await page.evaluate(() => {
    const { where } = window.results;
    const values = Array.from({ length: 1_000 }, (_, at) => ({ value: `198.51.${at >> 8}.${at & 255}`, count: 1 }));
    window.results.where = (rule) => new Proxy(where(rule), { get: (view, name) => (name === "values" ? async () => ({ total: 3_000, values }) : view[name]) });
  });
  await page.keyboard.press("f");
  await page.getByLabel("About").selectOption("ip");
  const values = page.getByRole("group", { name: "Any of these" });
  await values.getByText("200 of 3,000 values are shown").waitFor();
  assert.equal(await values.getByText("are searched").count(), 0);
  await values.getByRole("searchbox").fill("203.0.113.7");
  await values.getByText("Only the first 1,000 of 3,000 values are searched").waitFor();
  assert.equal(await values.getByText("No value matches").count(), 0);
});

test("a_change_of_a_rule_is_of_the_one_that_was_opened_wherever_it_is_by_then", async (t) => {
  const [status, tag, neither] = ["(status:!(completed))", "(tag:!(Praise))", "(not:(any:!((question:q1,choices:!(c11)),(question:q1,choices:!(c12)))))"];
  const page = await open(t, `r=(all:!(${status},${tag}))`);
  const go = (...rules) => page.evaluate((rules) => (location.hash = `#/surveys/301/results?r=(all:!(${rules}))`), rules.join());
  const chips = () => page.locator(".chip.on .chip-text").allInnerTexts();
  await page.locator(".chip-text", { hasText: "Praise" }).click();
  await page.waitForSelector("dialog[open] .rule-form");
  await go(tag, neither);
  await page.waitForFunction(() => document.querySelectorAll(".chip.on")[0].textContent.includes("Praise"));
  await page.locator("dialog[open] .check", { hasText: "Not" }).last().locator("input").check();
  await page.locator("dialog[open] [type=submit]").click();
  await page.waitForSelector("dialog[open]", { state: "detached" });
  const [changed, last] = await chips();
  assert.match(changed, /not .*Praise/i);
  assert.match(last, /North/);
  // One that is gone is not changed.
  await page.locator(".chip-text", { hasText: "North" }).click();
  await page.waitForSelector("dialog[open] >> text=Adds another way to pass");
  await go(tag);
  await page.waitForSelector("dialog[open]", { state: "detached" });
  await go(tag, neither);
  await page.waitForFunction(() => document.querySelectorAll(".chip.on").length === 2);
  assert.equal(await page.locator("dialog[open]").count(), 0);
});

test("a_part_that_failed_to_load_is_shown_once_it_is_here", async (t) => {
  const page = await open(t);
  const part = /CrosstabTab-\w+\.js$/;
  await page.route(part, (route) => route.fulfill({ status: 404 }));
  await page.click('.tabs >> text="Crosstab"');
  await page.waitForSelector(".notice[data-kind=part_missing]");
  await page.unroute(part);
  await page.click('.tabs >> text="Summary"');
  await page.waitForSelector("[data-figure=q1]");
  await page.click('.tabs >> text="Crosstab"');
  await page.waitForSelector(".crosstab-tab");
  assert.equal(await page.locator(".notice").count(), 0);
});

test("caps_lock_changes_no_command", async (t) => {
  const page = await open(t, "r=(all:!((status:!(completed))))");
  const press = (key, how) => page.evaluate(([key, how]) => document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, ...how })), [key, how]);
  await press("F", {});
  await page.waitForSelector("dialog[open] .rule-form");
  assert.equal(await page.locator(".chip.on").count(), 1);
  await page.keyboard.press("Escape");
  await page.waitForSelector("dialog[open]", { state: "detached" });
  await press("f", { shiftKey: true });
  await page.waitForSelector(".chip.on", { state: "detached" });
  await page.locator("[data-figure=q1]").evaluate((figure) => figure.dispatchEvent(new KeyboardEvent("keydown", { key: "X", bubbles: true, cancelable: true })));
  await page.waitForFunction(() => location.hash.includes("tab=crosstab"));
  await press("K", { ctrlKey: true });
  await page.waitForSelector("dialog.palette");
});

test("arrow_keys_choose_among_radio_buttons_and_move_from_figure_to_figure_elsewhere", async (t) => {
  const page = await open(t);
  const measures = page.locator(".summary-tools .toggle input");
  await measures.first().focus();
  for (const [key, at] of [["ArrowDown", 1], ["ArrowRight", 2], ["ArrowUp", 1]]) {
    await page.keyboard.press(key);
    await page.waitForFunction(([at]) => document.activeElement === document.querySelectorAll(".summary-tools .toggle input")[at] && document.activeElement.checked, [at]);
  }
  await page.evaluate(() => document.activeElement.blur());
  await page.keyboard.press("ArrowDown");
  await page.waitForSelector("[data-figure=q1]:focus");
});

test("keys_that_an_input_method_takes_run_no_command", async (t) => {
  const page = await open(t);
  await openPalette(page);
  await page.keyboard.type("cross");
  const press = (how) => page.locator("dialog.palette input").evaluate((field, how) => field.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true, ...how })), how);
  await press({ isComposing: true });
  await press({ keyCode: 229 });
  assert.equal(await page.locator("dialog.palette").count(), 1);
  await press({});
  await page.waitForFunction(() => location.hash.includes("tab=crosstab"));
});

test("the_keys_of_a_figure_are_off_where_single_keys_are", async (t) => {
  const page = await open(t);
  const figure = page.locator("[data-figure=q1]");
  await page.evaluate(() => localStorage.setItem("canvass.keys.off", "1"));
  await page.reload();
  await figure.locator("table.bars").waitFor();
  await figure.focus();
  await page.keyboard.press("x");
  assert.doesNotMatch(page.url(), /tab=crosstab/);
  await page.keyboard.press("?");
  assert.equal(await page.locator("dialog[open]").count(), 0);
});

test("every_change_of_the_rules_is_announced_and_so_is_the_end_of_the_last_one", async (t) => {
  const page = await open(t);
  await page.evaluate(() => {
    window.spoken = [];
    const voice = document.getElementById("announcer");
    new MutationObserver(() => window.spoken.push(voice.textContent.trim())).observe(voice, { childList: true, characterData: true, subtree: true });
  });
  const said = (...sentences) => eventually(async () => JSON.stringify(await page.evaluate(() => window.spoken)) === JSON.stringify(sentences), `not announced: ${sentences}`);
  const bar = (name) => page.locator("[data-figure=q1] tbody tr", { hasText: name }).locator("button");
  const half = "630 of 1,260 responses";
  await bar("North").click();
  await said(half);
  await bar("East").click();
  await said(half, half);
  await page.goBack();
  await said(half, half, half);
  await bar("North").click();
  await said(half, half, half, "1,260 responses");
});

test("the_focus_stays_where_a_control_was_that_is_gone_after_it_was_pressed", async (t) => {
  const page = await open(t);
  const focused = (selector) => page.waitForFunction((selector) => document.activeElement?.matches(selector), selector);
  await page.locator(".chip.offered").press("Enter");
  await focused(".rules .chip-text");
  await page.getByRole("button", { name: "Only in this tab" }).press("Enter");
  await focused("h1");
  const compare = await open(t, `tab=compare${GROUPS}`);
  await compare.locator(".group-editor .chip-remove").last().press("Enter");
  await compare.waitForFunction(() => document.activeElement?.matches(".group-editor .chip-remove"));
});

test("a_figure_s_copied_numbers_are_those_that_its_bars_show", async (t) => {
  for (const [show, column, percent] of [["", "Percent", 42.1], ["show=all", "Percent of all", 40]]) {
    const page = await open(t, show);
    await page.evaluate(() => (navigator.clipboard.writeText = async (text) => void (window.copied = text)));
    await page.locator("[data-figure=q1]").press("c");
    await page.waitForFunction(() => window.copied !== undefined);
    assert.equal((await page.evaluate(() => window.copied)).split("\n").slice(1, 3).join("\n"), `Answer\tCount\t${column}\nNorth\t504\t${percent}`);
  }
});

test("a_refusal_to_copy_is_reported", async (t) => {
  const page = await open(t);
  const clipboard = (refuses) => page.evaluate((refuses) => (navigator.clipboard.writeText = (text) => (refuses ? Promise.reject(new DOMException("Write permission denied.", "NotAllowedError")) : Promise.resolve((window.copied = text)))), refuses);
  const said = (text) => page.waitForFunction((text) => document.getElementById("announcer").textContent.trim().startsWith(text), text);
  await clipboard(true);
  await page.locator("[data-figure=q1]").press("c");
  await page.waitForSelector("[data-kind=not_copied]");
  assert.doesNotMatch(await page.innerText("main"), /permission denied/);
  await page.click("text=Views and links");
  await page.click(`role=menuitem[name="Show as code"]`);
  const copy = page.locator("dialog[open] .code-block button").first();
  await copy.click();
  await page.waitForFunction(() => document.querySelector("dialog[open] .code-block button").textContent === "Not copied");
  await said("Not copied. The browser");
  await clipboard(false);
  await copy.click();
  await page.waitForFunction(() => document.querySelector("dialog[open] .code-block button").textContent === "Copied");
  await said("Copied");
  assert.equal(await page.evaluate(() => window.copied), await page.locator("dialog[open] pre").first().innerText());
  await page.waitForFunction(() => document.querySelector("dialog[open] .code-block button").textContent === "Copy");
});

test("moves_by_keys_leave_the_focus_on_the_link_of_the_view_that_they_open", async (t) => {
  const focused = (page, selector) => page.waitForFunction((selector) => document.activeElement?.matches(selector), selector);
  for (const [key, tab] of [["x", "crosstab"], ["g", "compare"]]) {
    const page = await open(t);
    await page.locator("[data-figure=q1]").focus();
    await page.keyboard.press(key);
    await focused(page, `.tabs a[aria-current][href*="tab=${tab}"]`);
    await page.waitForFunction((name) => document.getElementById("announcer").textContent.trim() === name, { crosstab: "Crosstab", compare: "Compare" }[tab]);
  }
  const page = await open(t);
  await page.evaluate(() => document.activeElement.blur());
  await openPalette(page);
  await page.keyboard.press("Escape");
  await focused(page, ".results-menus [aria-keyshortcuts]");
  await page.evaluate(() => document.activeElement.blur());
  await openPalette(page);
  await page.keyboard.type("drop");
  await page.keyboard.press("Enter");
  await focused(page, `.tabs a[aria-current][href*="tab=dropoff"]`);
});

test("what_is_chosen_is_seen_with_forced_colours", async (t) => {
  const page = await open(t);
  await page.emulateMedia({ forcedColors: "active" });
  const style = (selector, name) => page.locator(selector).first().evaluate((element, name) => getComputedStyle(element)[name], name);
  const highlight = await page.evaluate(() => {
    const probe = document.body.appendChild(document.createElement("i"));
    probe.style.cssText = "forced-color-adjust: none; background: Highlight";
    return getComputedStyle(probe).backgroundColor;
  });
  assert.match(await style(".tabs a[aria-current=page]", "textDecorationLine"), /underline/);
  assert.doesNotMatch(await style(".tabs a:not([aria-current])", "textDecorationLine"), /underline/);
  assert.equal(await style(".toggle label:has(:checked)", "backgroundColor"), highlight);
  assert.equal(await style(".nps-strip > div", "outlineStyle"), "solid");
  await openPalette(page);
  assert.equal(await style(".palette li[aria-selected=true]", "backgroundColor"), highlight);
  await page.keyboard.press("Escape");
  await page.evaluate((query) => (location.hash = `#/surveys/301/results?${query}`), `tab=compare${GROUPS}`);
  assert.equal(await style(".swatch", "outlineStyle"), "solid");
});
