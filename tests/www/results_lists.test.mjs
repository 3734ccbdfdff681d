// The lists of the results screen in Chromium: the table, one response after the other, and texts with their tags.

import assert from "node:assert/strict";
import { test } from "node:test";
import { eventually } from "../edge/eventually.mjs";
import { DESIGN } from "./fake_results.mjs";
import { CROSSTAB, GROUPS, open, openPalette, printed, violations } from "./results_page.mjs";

test("the_command_to_print_a_table_waits_for_its_rows_and_leaves_no_room_for_others", async (t) => {
  const page = await open(t, "tab=table");
  const rows = () => page.locator("table.responses tbody tr:not(.gap)").count();
  const before = await rows();
  const found = await printed(page);
  assert.deepEqual([found.rows, found.isWaiting], [1260, false]);
  assert.match(found.counts, /1 ?(?:–|to) ?1,260/);
  await page.waitForFunction((before) => document.querySelectorAll("table.responses tbody tr:not(.gap)").length <= before, before);
  await page.emulateMedia({ media: "print" });
  assert.equal(await page.locator("table.responses .gap").first().isVisible(), false);
  await page.setViewportSize({ width: 720, height: 1000 });
  const wider = await page.evaluate(() => Math.max(...[...document.querySelectorAll("table.responses th")].map((head) => head.getBoundingClientRect().right)) - innerWidth);
  assert.ok(wider <= 0, `a column ends ${wider} pixels beyond the page`);
});

test("a_browser_that_cannot_print_says_so_and_the_table_is_as_before", async (t) => {
  const page = await open(t, "tab=table");
  const rows = () => page.locator("table.responses tbody tr").count();
  const before = await rows();
  await page.evaluate(() => (window.print = undefined));
  await page.keyboard.press("d");
  await page.waitForSelector("[data-kind=not_printed]");
  await page.waitForFunction((before) => document.querySelectorAll("table.responses tbody tr").length <= before, before);
});

test("j_and_k_step_through_the_responses_and_each_has_its_address", async (t) => {
  const page = await open(t, "tab=responses");
  await page.waitForSelector("text=1 of 1,260");
  await page.keyboard.press("j");
  await page.waitForSelector("text=2 of 1,260");
  assert.match(page.url(), /response=900001/);
  await page.keyboard.press("k");
  await page.waitForSelector("text=1 of 1,260");
  assert.ok(await page.locator(".struck").first().isVisible(), "a deleted choice is struck through");
  assert.equal(await page.getByText("jo@example.com").count(), 0, "who it was is hidden");
  await page.click("text=Show identities");
  await page.waitForSelector("text=jo@example.com");
  assert.equal(await page.getByText("jo@example.com").count(), 1);
});

test("the_position_that_is_announced_is_that_of_the_response_that_is_shown", async (t) => {
  const page = await open(t, "tab=responses");
  await page.waitForSelector("text=1 of 1,260");
  await page.evaluate(() => {
    globalThis.spoken = [];
    const voice = document.querySelector("#announcer");
    new MutationObserver(() => spoken.push(voice.textContent.trim())).observe(voice, { childList: true, characterData: true, subtree: true });
  });
  for (const [key, position] of [["j", 2], ["j", 3], ["k", 2]]) {
    await page.keyboard.press(key);
    await page.waitForSelector(`.stepper >> text=${position} of 1,260`);
    await page.waitForFunction((position) => spoken.at(-1)?.startsWith(`${position} of`), position);
  }
  assert.deepEqual((await page.evaluate(() => spoken)).map((sentence) => Number.parseInt(sentence)), [2, 3, 2]);
});

test("a_response_to_a_quiz_has_its_score", async (t) => {
  const page = await open(t, "tab=responses");
  await page.waitForSelector("text=1 of 1,260");
  const score = page.locator(".facts div", { hasText: "Score" });
  assert.match(await score.innerText(), /^Score\s+3 of 5$/);
  await page.keyboard.press("j");
  await page.waitForSelector("text=2 of 1,260");
  assert.equal(await score.count(), 0);
});

test("e_opens_the_service_s_page_of_a_response_in_a_tab_of_its_own", async (t) => {
  const page = await open(t, "tab=responses");
  await page.waitForSelector("text=1 of 1,260");
  const opens = async (act) => {
    const [tab] = await Promise.all([page.context().waitForEvent("page"), act()]);
    assert.match(tab.url(), /\?service=900000$/);
    await tab.close();
  };
  await opens(() => page.keyboard.press("e"));
  await opens(() => page.click("role=button[name='Open in the service']"));
});

test("a_page_of_the_service_that_cannot_be_found_is_reported", async (t) => {
  const page = await open(t, "tab=responses", { options: { opens: "broken" } });
  await page.waitForSelector("text=1 of 1,260");
  await page.keyboard.press("e");
  await page.waitForSelector(".message:has-text('no network')");
});

test("a_response_that_is_gone_says_so", async (t) => {
  const page = await open(t, "tab=responses&response=5", { finished: ".message" });
  await page.waitForSelector("text=it was deleted since");
});

test("a_hundred_thousand_rows_scroll_with_a_few_of_them_drawn", async (t) => {
  const page = await open(t, "tab=table", { options: { total: 100_000 } });
  const grid = page.locator("table.responses");
  assert.equal(await grid.getAttribute("aria-rowcount"), "100001");
  assert.ok((await grid.locator("tbody tr").count()) < 80);
  await grid.locator("td[tabindex='0']").focus();
  await page.keyboard.press("Control+End");
  await page.waitForFunction(() => document.activeElement.closest("tr")?.getAttribute("aria-rowindex") === "100001");
  await page.waitForFunction(() => document.querySelector(".table-counts").textContent.includes("to 100,000 on screen"));
  await page.keyboard.press("Enter");
  await page.waitForSelector("text=100,000 of 100,000");
});

test("the_way_back_from_a_response_leads_to_its_row", async (t) => {
  const page = await open(t, "tab=table", { options: { total: 100_000 } });
  const isAtRow = (index) => page.waitForFunction((index) => document.activeElement.closest("td")?.parentElement.getAttribute("aria-rowindex") === index, String(index));
  await page.locator("table.responses td[tabindex='0']").focus();
  await page.keyboard.press("Control+End");
  await isAtRow(100_001);
  await page.keyboard.press("ArrowUp");
  await isAtRow(100_000);
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.activeElement.matches(".response h2"));
  await page.goBack();
  await isAtRow(100_000);
  await page.waitForFunction(() => document.querySelector(".table-counts").textContent.includes("to 100,000 on screen"));
  // Another order is another table.
  await page.locator("th", { hasText: "Time taken" }).locator("button").click();
  await page.waitForFunction(() => document.querySelector(".table-counts").textContent.includes("1 to"));
});

test("a_click_on_a_header_sorts_and_says_so", async (t) => {
  const page = await open(t, "tab=table");
  const header = page.locator("th", { hasText: "Time taken" });
  for (const order of ["ascending", "descending"]) {
    await header.locator("button").click();
    await page.waitForSelector(`th[aria-sort=${order}]:has-text("Time taken")`);
  }
  assert.match(page.url(), /sort=-seconds/);
});

test("the_keys_of_a_header_are_those_of_its_button", async (t) => {
  const page = await open(t, "tab=table");
  const cell = () => page.locator("td[tabindex='0']").evaluate((cell) => [cell.parentElement.getAttribute("aria-rowindex"), cell.getAttribute("aria-colindex")]);
  await page.locator("th", { hasText: "Time taken" }).locator("button").focus();
  await page.keyboard.press("Enter");
  await page.waitForSelector("th[aria-sort=ascending]:has-text('Time taken')");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowRight");
  assert.match(page.url(), /tab=table/);
  assert.deepEqual(await cell(), ["2", "1"]);
  assert.match(await page.evaluate(() => document.activeElement.textContent), /Time taken/, "the focus stays on the button");
});

test("a_smaller_table_has_a_cell_that_the_tab_key_reaches", async (t) => {
  const page = await open(t, "tab=table&cols=id~status~seconds");
  await page.locator("table.responses td[tabindex='0']").focus();
  await page.keyboard.press("End");
  await page.waitForFunction(() => document.activeElement.getAttribute("aria-colindex") === "3");
  await page.evaluate(() => (location.hash = location.hash.replace("id~status~seconds", "id~status")));
  await page.waitForSelector("table.responses[aria-colcount='2'] td[aria-colindex='2'][tabindex='0']");
  const crosstab = await open(t, `tab=crosstab${CROSSTAB.replace("cols:!((question:q1))", "cols:!((question:q1),(question:q2))")}`);
  await crosstab.locator("table.crosstab td[tabindex='0']").focus();
  await crosstab.keyboard.press("End");
  await crosstab.waitForFunction(() => document.activeElement.matches("td:last-child"));
  const cells = await crosstab.locator("table.crosstab tbody tr").first().locator("td").count();
  await crosstab.evaluate(() => (location.hash = location.hash.replace("question:q1),(", "")));
  await crosstab.waitForFunction((cells) => document.querySelector("table.crosstab tbody tr").querySelectorAll("td").length < cells, cells);
  assert.equal(await crosstab.locator("table.crosstab td[tabindex='0']").count(), 1);
});

test("identities_in_the_table_are_hidden_until_they_are_shown", async (t) => {
  const page = await open(t, "tab=table&cols=id~email");
  assert.equal(await page.getByText("jo@example.com").count(), 0);
  await page.click("text=Show identities");
  await page.waitForSelector("text=jo@example.com");
  assert.doesNotMatch(page.url(), /identit/);
});

test("a_tag_is_entered_and_renamed_with_names_of_one_length", async (t) => {
  const page = await open(t, "tab=responses");
  const length = await page.locator(".response-tags input").getAttribute("maxlength");
  await page.locator(".response-tags input").fill("Thanks");
  await page.keyboard.press("Enter");
  await page.waitForSelector(".response-tags .chip.on");
  await openPalette(page);
  await page.keyboard.type("Rename and remove tags");
  await page.keyboard.press("Enter");
  assert.equal(await page.locator(".tag-names input").first().getAttribute("maxlength"), length);
});

test("many_texts_are_tagged_at_once_and_z_undoes_it", async (t) => {
  const page = await open(t, "tab=text&q=q7");
  await page.getByRole("button", { name: /Choose the 50 responses/ }).click();
  await page.keyboard.press("1");
  await page.waitForFunction(() => document.querySelectorAll(".text .tag").length === 50);
  await page.keyboard.press("z");
  await page.waitForFunction(() => document.querySelectorAll(".text .tag").length === 2);
});

test("what_was_chosen_is_not_tagged_once_it_is_no_longer_shown", async (t) => {
  const page = await open(t, "tab=text&q=q7");
  await page.locator(".text-pick input").first().check();
  await page.waitForSelector(".text-tagging.picked");
  await page.getByLabel("Search the answers").fill("café");
  await page.waitForSelector(".text-tagging:not(.picked)");
  assert.equal(await page.locator(".text-tagging .chip").first().isDisabled(), true);
});

test("what_was_chosen_is_not_tagged_once_a_tag_or_new_answers_have_taken_it_from_the_list", async (t) => {
  const taggedWith = (page, name) => page.evaluate(async (name) => (await window.results.notes.load()).tags[name] ?? [], name);
  const untagged = await open(t, "tab=text&q=q7&tag=Praise");
  await untagged.evaluate(() => window.results.note({ tag: { name: "Todo", add: ["900009"] } }));
  await untagged.getByRole("button", { name: /Choose the 2 responses/ }).click();
  await untagged.waitForSelector(".text-tagging.picked");
  await untagged.keyboard.press("1");
  await untagged.waitForFunction(() => document.querySelectorAll(".text").length === 0);
  await untagged.waitForSelector(".text-tagging:not(.picked)");
  await untagged.keyboard.press("2");
  assert.deepEqual(await taggedWith(untagged, "Todo"), ["900009"]);

  const pushed = await open(t, "tab=text&q=q7");
  await pushed.locator(".text-pick input").first().check();
  await pushed.locator(".text-pick input").nth(1).check();
  await pushed.evaluate(() => {
    window.results.first = 1;
    window.results.arrive(1);
  });
  await pushed.click("text=Show 1 new response");
  await pushed.waitForSelector(".text-tagging.picked >> text=/^1 /");
  await pushed.keyboard.press("1");
  await pushed.waitForFunction(async () => (await window.results.notes.load()).tags.Praise.includes("900001"));
  await pushed.keyboard.press("z");
  await pushed.getByLabel("New tag").fill("Seen");
  await pushed.keyboard.press("Enter");
  await pushed.waitForSelector(".text-tagging .chip.on >> text=Seen");
  assert.deepEqual(await taggedWith(pushed, "Seen"), ["900001"]);
});

test("the_words_next_to_the_texts_of_a_row_are_those_of_the_row", async (t) => {
  const design = structuredClone(DESIGN);
  Object.assign(design.pages[2].questions[0], { subtype: "multi", answers: { rows: [{ id: "r1", text: "Food" }] } });
  const wordsOf = async (row) => {
    const page = await open(t, `tab=text&q=q7&row=${row}`, { options: { design }, finished: ".words" });
    return page.locator(".words th[scope=row]").allInnerTexts();
  };
  assert.deepEqual(await wordsOf("r1"), ["r1"]);
  assert.equal((await wordsOf("n1")).length, 4, "the question has no such row");
});

test("a_new_tag_that_is_undone_is_gone_and_a_rule_about_tags_offers_the_others", async (t) => {
  const page = await open(t, "tab=text&q=q7");
  await page.locator(".text-pick input").first().check();
  await page.getByLabel("New tag").fill("Typo");
  await page.keyboard.press("Enter");
  await page.waitForSelector(".text-tagging .chip >> text=Typo");
  await page.getByRole("button", { name: "Undo" }).click();
  await page.waitForFunction(() => document.querySelectorAll(".text-tagging .chip").length === 1);
  await page.evaluate(() => document.activeElement.blur());
  await page.keyboard.press("f");
  await page.locator("dialog select").first().selectOption("tag");
  await page.waitForSelector("dialog .check >> text=Praise");
  assert.equal(await page.locator("dialog .wrong").count(), 0);
});

test("a_tag_is_renamed_merged_and_removed", async (t) => {
  const page = await open(t, "tab=text&q=q7&tag=Praise");
  const tags = () => page.locator(".text-tagging .chip bdi").allInnerTexts();
  await openPalette(page);
  await page.keyboard.type("rename and remove tags");
  await page.keyboard.press("Enter");
  await page.getByLabel("Name of the tag Praise").fill("Thanks");
  await page.getByRole("button", { name: "Rename" }).click();
  await page.getByLabel("Name of the tag Thanks").waitFor();
  assert.deepEqual([await tags(), new URLSearchParams(new URL(page.url()).hash.split("?")[1]).get("tag")], [["Thanks"], "Thanks"]);
  assert.equal(await page.getByRole("button", { name: "Rename" }).isDisabled(), true);
  assert.deepEqual(await violations(page, "dialog"), []);
  await page.keyboard.press("Escape");
  await page.locator(".text-pick input").first().check();
  await page.getByLabel("New tag").fill("Thansk");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.querySelectorAll(".text-tagging .chip").length === 2);
  await openPalette(page);
  await page.keyboard.type("rename and remove tags");
  await page.keyboard.press("Enter");
  await page.getByLabel("Name of the tag Thansk").fill("Thanks");
  await page.getByRole("button", { name: "Merge" }).click();
  await page.waitForFunction(() => document.querySelectorAll(".tag-names li").length === 1);
  await page.getByRole("button", { name: "Remove the tag Thanks from all responses" }).click();
  await page.waitForSelector("dialog >> text=There are no tags.");
  await page.keyboard.press("Escape");
  assert.deepEqual(await tags(), []);
});

test("what_is_searched_is_marked_whatever_its_accents", async (t) => {
  const page = await open(t, "tab=text&q=q7");
  await page.keyboard.press("/");
  await page.keyboard.type("café");
  await page.waitForFunction(() => document.querySelector("mark")?.textContent === "café");
  await page.getByLabel("Search the answers").fill("CAFE");
  await page.waitForFunction(() => document.querySelector("mark")?.textContent === "café");
});

test("new_answers_wait_behind_a_button_where_a_user_reads", async (t) => {
  const page = await open(t, "tab=table");
  await page.evaluate(() => window.results.arrive(12));
  await page.waitForSelector("text=Show 12 new responses");
  assert.match(await page.locator(".table-counts").innerText(), /^1,260 in all/);
  await page.click("text=Show 12 new responses");
  await page.waitForFunction(() => document.querySelector(".table-counts").textContent.startsWith("1,272 in all"));
});

test("only_new_responses_that_pass_the_rules_wait_behind_the_button", async (t) => {
  // Of the made responses, every second one passes a rule.
  const page = await open(t, "tab=table&r=(all:!((text:queue)))");
  await page.waitForFunction(() => document.querySelector(".counts").textContent === "630 of 1,260 responses");
  await page.evaluate(() => window.results.arrive(12));
  await page.waitForSelector("text=Show 6 new responses");
  await page.evaluate(() => window.results.arrive(2));
  await page.waitForSelector("text=Show 7 new responses");
  assert.match(await page.locator(".table-counts").innerText(), /^1,260 in all/);
  const nothing = await open(t, "tab=table&r=(all:!((text:nobody)))", { finished: ".table-counts" });
  await nothing.waitForFunction(() => document.querySelector(".counts").textContent === "0 of 1,260 responses");
  await nothing.evaluate(() => window.results.arrive(12));
  await nothing.waitForFunction(() => document.querySelector(".table-counts").textContent.startsWith("1,272 in all"));
  assert.equal(await nothing.locator(".fresh").count(), 0);
});

/** Views that are opened from now on count when they are allowed to, and put what they do into `counts`. */
async function countsLater(page) {
  await page.evaluate(() => {
    const { where } = window.results;
    window.counts = [];
    window.areAllowed = new Promise((done) => (window.allow = done));
    const count = (view) => async (...asked) => (window.counts.push(JSON.stringify(view.rule)), await window.areAllowed, view.count(...asked));
    window.results.where = (rule) => new Proxy(where(rule), { get: (view, name) => (name === "count" ? count(view) : view[name]) });
  });
}

test("new_responses_are_offered_without_a_number_while_that_of_the_list_is_unknown", async (t) => {
  for (const tab of ["table", "responses", "text"]) {
    const page = await open(t, `tab=${tab}`);
    await countsLater(page);
    await page.evaluate((tab) => (location.hash = `#/surveys/301/results?tab=${tab}&r=(all:!((text:queue)))`), tab);
    await page.waitForSelector(".chip.on");
    await page.waitForFunction(() => window.counts.length === 1);
    // The next responses are here before those in the list are counted.
    await page.evaluate(() => window.results.arrive(12));
    await page.waitForFunction(() => window.counts.length === 2);
    await page.evaluate(() => window.allow());
    await page.click("text=Show new responses");
    await page.waitForSelector(".fresh", { state: "detached" });
    await page.evaluate(() => window.results.arrive(12));
    await page.waitForSelector("text=Show 6 new responses");
  }
});

test("rows_do_not_move_where_one_response_has_come_to_pass_the_rules_and_another_has_ceased_to", async (t) => {
  // As many pass of 1,262 responses as of 1,261.
  const page = await open(t, "tab=table&r=(all:!((text:queue)))", { options: { total: 1261 } });
  const rows = (text) => page.waitForFunction((text) => document.querySelector(".table-counts").textContent.startsWith(text), text);
  await page.waitForFunction(() => document.querySelector(".counts").textContent === "631 of 1,261 responses");
  await page.evaluate(() => window.results.arrive(1, 1));
  await page.waitForSelector("text=Show new responses");
  await rows("1,261 in all");
  await page.click("text=Show new responses");
  await rows("1,262 in all");
  await page.evaluate(() => window.results.arrive(1));
  await page.waitForSelector("text=Show 1 new response");
  await page.click("text=Show 1 new response");
  await rows("1,263 in all");
  // None passes, and no other has changed: nothing moves.
  await page.evaluate(() => window.results.arrive(1));
  await rows("1,264 in all");
  assert.equal(await page.locator(".fresh").count(), 0);
});

test("each_rule_is_counted_once_at_each_version_of_the_responses", async (t) => {
  for (const tab of ["table", "responses", "text", "summary"]) {
    for (const state of [{ held: 300, complete: false, syncing: true }, {}]) {
      const page = await open(t, `tab=${tab}`, { options: { state } });
      await countsLater(page);
      await page.evaluate((tab) => (window.allow(), (location.hash = `#/surveys/301/results?tab=${tab}&r=(all:!((text:queue)))`)), tab);
      await page.waitForFunction(() => window.counts.length === 1);
      await page.evaluate(() => window.results.arrive(12));
      await page.waitForFunction(() => document.querySelector(".counts").textContent.startsWith("636 "));
      // The number of the rule is announced when it has stayed for a while.
      await page.waitForFunction(() => /^63\d/.test(document.querySelector("#announcer").textContent));
      const rule = JSON.stringify({ all: [{ text: "queue" }] });
      assert.deepEqual(await page.evaluate(() => window.counts), [rule, rule], `${tab} ${JSON.stringify(state)}`);
    }
  }
});

test("a_response_that_is_opened_later_takes_no_focus_from_the_page", async (t) => {
  const page = await open(t, "tab=responses");
  await page.waitForFunction(() => document.querySelector(".counts").textContent === "1,260 responses");
  await page.evaluate(() => window.results.arrive(12));
  await page.click("text=Show 12 new responses");
  await page.waitForSelector("text=1 of 1,272");
  await page.evaluate(() => document.activeElement.blur());
  await page.keyboard.press("j");
  await page.waitForSelector("text=2 of 1,272");
  assert.equal(await page.evaluate(() => document.activeElement === document.body), true);
});

test("rows_stay_until_those_with_the_new_answers_are_here", async (t) => {
  const page = await open(t, "tab=table");
  await page.evaluate(() => window.results.arrive(12));
  await page.waitForSelector("text=Show 12 new responses");
  await page.evaluate(() => {
    window.wasBlank = false;
    const rows = document.querySelector("table.responses tbody");
    new MutationObserver(() => (window.wasBlank ||= [...rows.querySelectorAll("td")].some((cell) => cell.textContent === "…"))).observe(rows, { subtree: true, childList: true, characterData: true });
  });
  await page.click("text=Show 12 new responses");
  await page.waitForFunction(() => document.querySelector(".table-counts").textContent.startsWith("1,272 in all"));
  assert.equal(await page.evaluate(() => window.wasBlank), false);
});

test("rows_and_counts_are_of_one_version_though_a_block_of_rows_fails_and_the_window_moves", async (t) => {
  const page = await open(t, "tab=table");
  // Rows that are asked for from now on are of the second version, and those of the second block fail.
  await page.evaluate(() => {
    const { where } = window.results;
    window.results.where = (rule) => {
      const view = where(rule);
      const rows = async (asked) => {
        if (window.results.total > 1260 && asked.from === 60) throw Object.assign(new Error("no rows"), { kind: "engine_failed", remedy: { action: "retry" } });
        const answer = await view.rows(asked);
        return window.results.total === 1260 ? answer : { ...answer, rows: answer.rows.map(({ id, cells }) => ({ id: `new-${id}`, cells })) };
      };
      return new Proxy(view, { get: (own, name) => (name === "rows" ? rows : own[name]) });
    };
    location.hash = "#/surveys/301/results?tab=table&sort=id~desc";
  });
  const scroller = page.locator(".table-scroll");
  await scroller.evaluate((scroller) => (scroller.scrollTop = 1_200));
  const isShown = (row, isNew) => page.waitForFunction(([row, isNew]) => {
    const link = document.querySelector(`table.responses tr[aria-rowindex="${row}"] a`);
    return link !== null && link.href.includes("new-") === isNew;
  }, [row, isNew]);
  await isShown(55, false);
  await isShown(63, false);
  await page.evaluate(() => window.results.arrive(12));
  await page.click("text=Show 12 new responses");
  await page.waitForSelector(".notice[data-kind=engine_failed]");
  assert.match(await page.locator(".table-counts").innerText(), /^1,260 in all/, "the rows of the second version are not all here");
  await isShown(55, false);
  await scroller.evaluate((scroller) => (scroller.scrollTop = 0));
  await page.waitForFunction(() => document.querySelector(".table-counts").textContent.startsWith("1,272 in all"));
  await isShown(3, true);
});

test("a_list_that_sends_another_query_to_the_engine_shows_what_waited", async (t) => {
  const table = await open(t, "tab=table");
  await table.evaluate(() => window.results.arrive(12));
  await table.waitForSelector("text=Show 12 new responses");
  await table.locator(".table-scroll").evaluate((scroller) => (scroller.scrollTop = 20_000));
  await table.waitForFunction(() => document.querySelector(".table-counts").textContent.startsWith("1,272 in all"));
  assert.equal(await table.locator(".fresh").count(), 0);
  const single = await open(t, "tab=responses");
  await single.waitForSelector("text=1 of 1,260");
  await single.evaluate(() => window.results.arrive(4));
  await single.waitForSelector("text=Show 4 new responses");
  await single.keyboard.press("j");
  await single.waitForSelector("text=2 of 1,264");
  assert.equal(await single.locator(".fresh").count(), 0);
});

test("a_tag_is_set_while_new_texts_wait", async (t) => {
  const page = await open(t, "tab=text");
  const count = await page.locator(".text-head .base").innerText();
  await page.evaluate(() => window.results.arrive(40));
  await page.waitForSelector("text=Show 40 new responses");
  await page.locator(".text-pick input").nth(1).check();
  const before = await page.locator("ol.texts li").nth(1).locator(".tag").count();
  await page.keyboard.press("1");
  await page.waitForFunction((before) => document.querySelectorAll("ol.texts li:nth-child(2) .tag").length === before + 1, before);
  assert.equal(await page.locator(".text-head .base").innerText(), count);
  assert.equal(await page.locator(".fresh").count(), 1);
});

test("the_table_and_the_crosstab_are_as_wide_as_a_wide_screen", async (t) => {
  for (const query of ["tab=table", CROSSTAB.replace(/^&/, "tab=crosstab&")]) {
    const page = await open(t, query, { width: 2560 });
    const width = await page.evaluate(() => document.querySelector(".results-body").getBoundingClientRect().width);
    assert.ok(width > 1840, `${query}: ${width}`);
  }
});

test("a_printed_crosstab_is_as_wide_as_the_page_and_a_printed_header_can_be_repeated", async (t) => {
  const crosstab = await open(t, `tab=crosstab${CROSSTAB}${GROUPS}`, { options: { long: true } });
  await crosstab.emulateMedia({ media: "print" });
  await crosstab.setViewportSize({ width: 672, height: 1000 });
  const end = await crosstab.evaluate(() => Math.max(...[...document.querySelectorAll(".crosstab td")].map((cell) => cell.getBoundingClientRect().right)) - innerWidth);
  assert.ok(end <= 0, `a column ends ${end} pixels beyond the page`);
  assert.equal(await crosstab.evaluate(() => getComputedStyle(document.querySelector("main")).paddingInlineStart), "0px");
  const table = await open(t, "tab=table", { options: { long: true } });
  await table.emulateMedia({ media: "print" });
  await table.setViewportSize({ width: 672, height: 1000 });
  const head = await table.evaluate(() => [document.querySelector("table.responses thead").getBoundingClientRect().height, getComputedStyle(document.querySelector("table.responses thead button")).display]);
  assert.ok(head[0] < 250 && head[1] === "contents", `${head}`);
});

test("the_palette_finds_commands_and_questions_by_some_letters", async (t) => {
  const page = await open(t);
  await openPalette(page);
  await page.keyboard.type("gtab");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => location.hash.includes("tab=crosstab") || location.hash.includes("tab=table"));
});

test("a_named_view_is_saved_and_opens_the_whole_state_again", async (t) => {
  const page = await open(t, "tab=table&r=(all:!((status:!(completed))))");
  await page.keyboard.press("s");
  await page.getByLabel("Name of the present view").fill("Done");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.waitForSelector(".saved-views li");
  await page.keyboard.press("Escape");
  await page.click("text=Summary");
  await page.keyboard.press("Shift+F");
  await page.waitForSelector(".chip.on", { state: "detached" });
  await page.keyboard.press("v");
  await page.click(".saved-views button");
  await page.waitForSelector("table.responses");
  assert.equal(await page.locator(".chip.on").count(), 1);
});

test("a_view_with_a_part_that_cannot_be_read_is_saved_with_it_and_replaces_no_other", async (t) => {
  const page = await open(t, "tab=table&r=(weather:!(sunny))");
  await page.keyboard.press("s");
  const name = page.getByLabel("Name of the present view");
  await name.fill("Sunny");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  assert.match(await page.locator(".saved-views li").innerText(), /with a part that cannot be read/);
  await name.fill("Sunny");
  assert.equal(await page.getByRole("button", { name: "Replace", exact: true }).isDisabled(), true);
  await page.getByText("it replaces no other view").waitFor();
  await name.fill("Other");
  assert.equal(await page.getByRole("button", { name: "Save", exact: true }).isDisabled(), false);
});

test("what_could_not_be_saved_is_reported_where_it_was_entered_and_stays_there", async (t) => {
  const page = await open(t, "tab=text&q=q7");
  await page.evaluate(() => (window.results.refuses = true));
  await page.locator(".text-pick input").first().check();
  const tag = page.getByLabel("New tag");
  await tag.fill("Queue");
  await tag.press("Enter");
  await page.waitForSelector(".results > .message");
  assert.equal(await tag.inputValue(), "Queue");
  await page.keyboard.press("Escape");
  await page.evaluate(() => document.activeElement.blur());
  await page.keyboard.press("v");
  const dialog = page.locator("dialog[open]");
  await dialog.getByLabel("Name of the present view").waitFor();
  assert.equal(await dialog.locator(".message").count(), 0);
  await dialog.getByLabel("Name of the present view").fill("Mine");
  await dialog.getByRole("button", { name: "Save", exact: true }).click();
  await dialog.locator(".message").waitFor();
  assert.equal(await dialog.getByLabel("Name of the present view").inputValue(), "Mine");
  await page.evaluate(() => (window.results.refuses = false));
  await dialog.getByRole("button", { name: "Save", exact: true }).click();
  await page.waitForSelector(".saved-views li");
  assert.equal(await page.locator(".message", { hasText: "refused" }).count(), 0);
});

test("a_notice_that_the_network_is_off_goes_when_it_is_back_and_another_one_stays", async (t) => {
  const page = await open(t, "tab=responses");
  const refuse = async (error) => {
    await page.evaluate((error) => (window.results.refuses = error), error);
    await page.locator(".response-tags .chip").first().click();
    await page.waitForSelector(`.notice[data-kind=${error.kind}]`);
    await page.evaluate(() => dispatchEvent(new Event("online")));
  };
  await refuse({ kind: "not_permitted", remedy: { action: "none" } });
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  assert.equal(await page.locator(".notice[data-kind=not_permitted]").count(), 1);
  await refuse({ kind: "offline", remedy: { action: "retry" } });
  await page.waitForSelector(".notice[data-kind=offline]", { state: "detached" });
});

test("all_answers_of_a_question_are_read_whatever_row_was_chosen_before", async (t) => {
  const page = await open(t, "tab=time&q=q4&row=r2", { height: 6000 });
  await page.click('.tabs >> text="Summary"');
  await page.click("[data-figure=q7] .text-sample > button");
  await page.waitForSelector(".texts > li");
  assert.equal(new URLSearchParams(new URL(page.url()).hash.split("?")[1]).get("row"), null);
  await page.evaluate(() => (location.hash = "#/surveys/301/results?tab=text&q=q7&row=r2&order=oldest"));
  await page.waitForFunction(() => window.results.asked.some(([name, asked]) => name === "texts" && asked.order === "oldest"));
  // The question has no such row.
  await eventually(async () => (await page.locator(".texts > li").count()) > 0);
});

test("every_text_can_be_shown_and_another_search_begins_again", async (t) => {
  const page = await open(t, "tab=text&q=q7", { options: { total: 10_000 } });
  const shows = (count) => page.waitForFunction((count) => document.querySelectorAll(".texts > li").length === count, count);
  await shows(50);
  for (let shown = 50; shown < 1100; shown += 50) {
    await page.getByRole("button", { name: /^Show .* more$/ }).click();
    await shows(shown + 50);
  }
  await page.getByRole("searchbox").fill("queue");
  await shows(50);
});

test("collectors_have_their_names_in_rules_columns_the_table_and_a_response", async (t) => {
  const rule = "r=(all:!((collector:!('77','78'))))";
  const page = await open(t, `tab=crosstab&${rule}&x=(rows:(question:q4,row:r1),cols:!((field:collector)))`);
  await page.waitForSelector(".chip >> text=Newsletter");
  assert.match(await page.locator(".chip bdi").first().innerText(), /Newsletter or 78/, "a deleted collector keeps its id");
  await page.locator("table.crosstab th", { hasText: "Newsletter" }).first().waitFor();
  await (await open(t, "tab=table&cols=id~collector")).waitForSelector("table.responses td >> text=Newsletter");
  await (await open(t, "tab=responses")).waitForSelector(".facts dd >> text=Newsletter");
  const summary = await open(t);
  await summary.keyboard.press("f");
  await summary.locator("dialog select").first().selectOption("collector");
  await summary.waitForSelector("dialog .check >> text=Newsletter");
});

test("previews_are_not_among_the_responses_that_are_counted_while_answers_arrive", async (t) => {
  const options = { previews: 60, state: { held: 560, complete: false, syncing: true } };
  const rule = "tab=table&r=(all:!((text:queue)))";
  const counted = (page, text) => page.waitForFunction((text) => document.querySelector(".counts").textContent === text, text);
  const page = await open(t, "tab=table", { options });
  await counted(page, "1,260 responses");
  await page.waitForSelector(".partly >> text=Based on 500 of 1,260 responses");
  assert.match(await page.innerText(".sync-state"), /^Fetching responses: 500 of 1,260/);
  assert.equal(await page.locator("progress").getAttribute("max"), "1320", "the previews are fetched too");
  // The service knows no conditions about texts: the number in view is that of the responses that are here.
  await page.evaluate((rule) => (location.hash = `#/surveys/301/results?${rule}`), rule);
  await counted(page, "250 of 1,260 responses");
  const [download] = await Promise.all([page.waitForEvent("download"), openPalette(page).then(() => page.keyboard.type("csv")).then(() => page.keyboard.press("Enter"))]);
  assert.match(download.suggestedFilename(), /\(filtered, 500 of 1,260\)\.csv$/);
  // What the service has in all is unknown where it was never asked without a rule, and the design does not say it.
  const ruled = await open(t, rule, { options });
  await counted(ruled, "250 responses so far");
  await ruled.waitForSelector(".partly >> text=Based on 500 responses");
  await ruled.evaluate(() => ((window.results.design = { ...window.results.design, response_count: 1261 }), window.results.arrive(0)));
  await counted(ruled, "630 of 1,261 responses");
});

test("of_two_numbers_of_all_responses_the_largest_that_fits_is_shown_and_without_one_how_many_are_here_so_far", async (t) => {
  const counted = (page, text) => page.waitForFunction((text) => document.querySelector(".counts").textContent === text, text);
  const grow = (page, response_count, held) => page.evaluate(([response_count, held]) => {
    window.results.design = { ...window.results.design, response_count };
    window.results.state = { ...window.results.state, held, total: 1400 };
    window.results.arrive(0, 0, window.results.state);
  }, [response_count, held]);
  const page = await open(t, "tab=table", { options: { state: { held: 500, total: 1400, complete: false, syncing: true } } });
  await counted(page, "1,260 responses");
  await grow(page, 1350, 500);
  await counted(page, "1,350 responses");
  await grow(page, 1250, 500);
  await counted(page, "1,260 responses");
  await grow(page, 1250, 1300);
  await counted(page, "1,300 responses so far");
  const alone = await open(t, "tab=table", { options: { counts: "never", state: { held: 500, complete: false, syncing: true } } });
  await counted(alone, "500 responses so far");
  await alone.waitForSelector(".partly >> text=Based on 500 responses");
});

test("tags_and_views_of_others_are_seen_with_a_refresh_and_when_their_dialog_opens", async (t) => {
  const page = await open(t, "tab=text&q=q7");
  await page.evaluate(() => window.results.note({ tag: { name: "vip", add: ["900001"] } }));
  await page.keyboard.press("r");
  await page.getByRole("button", { name: "vip" }).waitFor();
  await page.evaluate(() => window.results.note({ view: { name: "Theirs", address: "?tab=table" } }));
  await page.keyboard.press("v");
  await page.waitForSelector(".saved-views li");
});

test("a_view_that_another_account_has_saved_meanwhile_is_replaced_only_after_a_question", async (t) => {
  const page = await open(t, "");
  const views = () => page.evaluate(() => window.results.notes.load().then(({ views }) => views.map(({ name, address }) => [name, address])));
  await page.keyboard.press("v");
  const dialog = page.locator("dialog[open]");
  const name = dialog.getByLabel("Name of the present view");
  await name.fill("Weekly");
  await page.evaluate(() => window.results.note({ view: { name: "Weekly", address: "?tab=table", by: "Rosa" } }));
  await dialog.getByRole("button", { name: "Save", exact: true }).click();
  await dialog.getByText("Rosa has saved a view “Weekly” meanwhile").waitFor();
  assert.deepEqual(await views(), [["Weekly", "?tab=table"]]);
  // The one that is shown is replaced; a newer one is not.
  await page.evaluate(() => window.results.notes.load().then(({ views: [{ id }] }) => window.results.note({ view: { id, name: "Weekly", address: "?tab=time", by: "Hana" } })));
  await dialog.getByRole("button", { name: "Replace" }).click();
  await dialog.getByText("Hana has saved a view “Weekly” meanwhile").waitFor();
  assert.deepEqual(await views(), [["Weekly", "?tab=time"]]);
  await dialog.getByRole("button", { name: "Replace" }).click();
  await page.waitForFunction(() => document.querySelector("dialog[open] input").value === "");
  assert.deepEqual(await views(), [["Weekly", "?"]]);
});

test("an_undo_leaves_the_tag_that_another_account_has_set_meanwhile", async (t) => {
  const page = await open(t, "tab=responses");
  const tagged = () => page.evaluate(() => window.results.notes.load().then(({ tags }) => tags));
  await page.evaluate(() => window.results.note({ tag: { name: "vip", add: ["900000"] } }));
  const tag = page.getByLabel("New tag");
  await tag.fill("vip");
  await tag.press("Enter");
  await page.waitForFunction(() => document.querySelector(".response-tags input").value === "");
  assert.equal(await page.getByRole("button", { name: "Undo" }).count(), 0, "nothing was changed");
  for (const name of ["constructor", "__proto__"]) {
    await tag.fill(name);
    await tag.press("Enter");
    await page.locator(".response-tags .chip.on", { hasText: name }).waitFor();
  }
  await page.getByRole("button", { name: "Undo" }).click();
  await page.locator(".response-tags .chip", { hasText: "__proto__" }).waitFor({ state: "detached" });
  assert.deepEqual((await tagged()).vip, ["900000"]);
});

test("the_same_sentence_is_announced_twice", async (t) => {
  const page = await open(t, "tab=text&q=q7");
  await page.evaluate(() => {
    window.spoken = [];
    const voice = document.getElementById("announcer");
    new MutationObserver(() => window.spoken.push(voice.textContent.trim())).observe(voice, { childList: true, characterData: true, subtree: true });
  });
  for (const [times, at] of [1, 3].entries()) {
    const box = page.locator(".text-pick input").nth(at);
    await box.check();
    await page.waitForSelector(".text-tagging .chip[aria-pressed=false]:enabled");
    await page.keyboard.press("1");
    await page.waitForFunction((times) => window.spoken.filter((sentence) => /^Tagged Praise/.test(sentence)).length === times, times + 1);
    await box.uncheck();
  }
});

test("a_held_key_changes_a_tag_once", async (t) => {
  const page = await open(t, "tab=responses");
  await page.keyboard.press("j");
  await page.waitForSelector(".response-tags .chip[aria-pressed=false]");
  await page.evaluate(() => {
    window.saved = 0;
    const { save } = window.results.notes;
    window.results.notes.save = (change) => ((window.saved += 1), save(change));
  });
  await page.keyboard.down("1");
  await page.waitForSelector(".response-tags .chip.on");
  await page.keyboard.down("1");
  await page.keyboard.down("1");
  await page.keyboard.up("1");
  await page.keyboard.press("z");
  await page.waitForSelector(".response-tags .chip[aria-pressed=false]");
  assert.equal(await page.evaluate(() => window.saved), 2);
});

test("a_tag_of_another_response_is_set_while_that_of_the_first_is_on_its_way", async (t) => {
  const page = await open(t, "tab=text&q=q7");
  await page.evaluate(() => {
    window.saved = [];
    const { save } = window.results.notes;
    window.results.notes.save = async (change) => {
      window.saved.push(change({ tags: {}, views: [] }).tag.add);
      await new Promise((done) => (window.answer = done));
      return save(change);
    };
  });
  const box = (at) => page.locator(".text-pick input").nth(at);
  await box(1).check();
  await page.waitForSelector(".text-tagging .chip[aria-pressed=false]:enabled");
  await page.keyboard.press("1");
  await box(1).uncheck();
  await box(3).check();
  await page.keyboard.press("1");
  await page.waitForFunction(() => window.saved.length === 2);
  assert.notDeepEqual(...(await page.evaluate(() => window.saved)));
});

test("a_second_click_before_the_answer_neither_changes_a_tag_nor_takes_the_undo", async (t) => {
  const page = await open(t, "tab=responses");
  await page.keyboard.press("j");
  await page.waitForSelector(".response-tags .chip[aria-pressed=false]");
  await page.evaluate(() => {
    const { save } = window.results.notes;
    window.results.notes.save = async (change) => (await new Promise((done) => (window.answer = done)), save(change));
  });
  const chip = page.locator(".response-tags .chip").first();
  await chip.click();
  await chip.click();
  await page.evaluate(() => window.answer());
  await page.waitForSelector(".response-tags .chip.on");
  await page.getByRole("button", { name: "Undo" }).press("Enter");
  await page.evaluate(() => window.answer());
  await page.waitForSelector(".response-tags .chip[aria-pressed=false]");
  await page.waitForFunction(() => document.activeElement.matches(".response-tags .chip"));
});

test("a_column_that_moves_keeps_the_focus", async (t) => {
  const page = await open(t, "tab=table&cols=id~status~seconds");
  await page.keyboard.press("c");
  const focused = () => page.evaluate(() => [document.activeElement.closest("li")?.dataset.column, document.activeElement.textContent]);
  const row = page.locator("dialog[open] .column-list li").nth(1);
  await row.getByRole("button").first().press("Enter");
  await page.waitForFunction(() => document.querySelector(".column-list li").dataset.column === "status");
  assert.deepEqual(await focused(), ["status", "↓"], "at the end of the list, the other button has it");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.querySelectorAll(".column-list li")[1].dataset.column === "status");
  assert.deepEqual(await focused(), ["status", "↓"]);
  await row.locator("input").press("Space");
  await page.waitForFunction(() => document.querySelectorAll(".column-list li")[1].dataset.column === "seconds");
  assert.deepEqual(await focused(), ["status", ""]);
});
