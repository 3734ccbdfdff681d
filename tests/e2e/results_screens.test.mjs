// The results screens against the service and the real engine, on the demo survey with a story.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { violations } from "./axe.mjs";
import { owner, signIn, stage } from "./harness.mjs";

const at = stage();
const STORY = "by region";

/** A page with the results of the survey that has a story, when all responses are there. */
async function opened(query = "", { title = STORY, ...options } = {}) {
  const visit = await at.visit({ reducedMotion: "reduce", ...options });
  const { page } = visit;
  page.setDefaultTimeout(60_000);
  await signIn(page, at.origin, owner(at.world));
  const survey_id = await page.$$eval(".rows a", (links, title) => links.find(({ textContent }) => textContent.includes(title))?.getAttribute("href").split("/")[2].split("?")[0], title);
  const show = async (more) => {
    await page.goto(`${at.origin}/#/surveys/${survey_id}/results${more === "" ? "" : `?${more}`}`);
    await page.waitForSelector(".sync-state[data-complete=true]");
    await page.waitForSelector(".results-body > :not(.skeleton)");
  };
  await show(query);
  return { ...visit, survey_id, show };
}

const tab = (page, name) => page.locator("nav[aria-label='Views of the results'] a", { hasText: name }).click();
const chooseIn = (page, label, text) => page.locator("label.select", { hasText: label }).locator("select").selectOption(text);

/** The bars of a figure: label and value. */
const barsOf = (page, number) => page.locator(".figure").nth(number).locator("table.bars tbody tr").evaluateAll((rows) => rows.map((row) => [row.querySelector("th bdi").textContent, row.querySelector("td.number").textContent]));

test("every_figure_has_the_counts_of_the_service", async () => {
  const { page, survey_id, leave } = await opened("show=count");
  await page.waitForSelector(".figure");
  const counted = await page.evaluate(async (id) => {
    const { createCanvass } = await import("/sdk/index.js");
    return createCanvass().summarise({ survey_id: id });
  }, survey_id);
  await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
  await page.waitForFunction((count) => document.querySelectorAll(".figure").length === count, counted.questions.length);
  for (const { id, answered, choices = [] } of counted.questions) {
    const figure = page.locator(`[data-figure='${id}']`);
    const digits = (await figure.locator(".base").first().innerText()).split("·")[0].replace(/\D/g, "");
    assert.equal(Number(digits), answered, id);
    const shown = await figure.locator("table.bars td.number").allInnerTexts();
    const wanted = choices.map(({ count }) => count);
    if (choices.length > 0 && choices.length <= 20) assert.deepEqual(shown.slice(0, wanted.length).map((text) => Number(text.replace(/\D/g, ""))), wanted, id);
  }
  await leave();
});

test("the_url_of_a_response_shows_the_response", async () => {
  const { page, survey_id, leave } = await opened();
  const { token } = at.world.tokens.find(({ name }) => name === "owner");
  const bulk = await fetch(`${at.origin}/v3/surveys/${survey_id}/responses/bulk?per_page=2`, { headers: { Authorization: `bearer ${token}` } });
  const [first, second] = (await bulk.json()).data;
  await page.goto(first.analyze_url);
  await page.locator(".one-response h2 bdi", { hasText: first.id }).waitFor();
  // Its address in what was exported before.
  await page.goto(`${at.origin}/#/surveys/${survey_id}/responses/${second.id}`);
  await page.locator(".one-response h2 bdi", { hasText: second.id }).waitFor();
  assert.equal(page.url(), second.analyze_url);
  await leave();
});

test("the_head_and_each_figure_are_drawn_in_tasks_of_their_own", async () => {
  const { page, survey_id, leave } = await opened();
  await page.addInitScript(() => {
    globalThis.together = [];
    const count = () => document.querySelectorAll(".figure").length;
    // All observers are called in one task. What Preact draws for a call is there after some microtasks.
    const { IntersectionObserver: Observer } = globalThis;
    globalThis.IntersectionObserver = class extends Observer {
      constructor(call, options) {
        super((entries, observer) => {
          const before = count();
          call(entries, observer);
          let turns = 10;
          const look = () => (count() > before ? globalThis.together.push("figures") : (turns -= 1) > 0 && queueMicrotask(look));
          queueMicrotask(look);
        }, options);
      }
    };
    const both = (nodes) => [".results-head", ".summary"].every((part) => nodes.some((node) => node.matches?.(part) || node.querySelector?.(part)));
    const drawn = new MutationObserver((changes) => both(changes.flatMap(({ addedNodes }) => [...addedNodes])) && globalThis.together.push("head and summary"));
    drawn.observe(document, { childList: true, subtree: true });
  });
  await page.goto("about:blank");
  await page.goto(`${at.origin}/#/surveys/${survey_id}/results`);
  await page.waitForFunction(() => document.querySelectorAll(".figure").length >= 3);
  assert.deepEqual(await page.evaluate(() => globalThis.together), []);
  await leave();
});

test("a_click_on_a_bar_filters_every_view_and_the_export", async () => {
  const { page, leave } = await opened("show=count");
  await page.locator("table.bars .bar-label:not(.still)").first().click();
  const line = page.locator(".counts strong");
  await page.waitForFunction(() => / of /.test(document.querySelector(".counts strong")?.textContent));
  const count = Number((await line.innerText()).split(" of ")[0].replace(/\D/g, ""));
  assert.ok(count > 0 && count < 900);
  await tab(page, "Table");
  await page.waitForFunction((n) => document.querySelector(".table-counts")?.textContent.includes(`${n} in view`), count);
  await page.getByRole("button", { name: "Export", exact: true }).click();
  const [download] = await Promise.all([page.waitForEvent("download"), page.click("role=menuitem[name=/^CSV/]")]);
  const lines = readFileSync(await download.path(), "utf8").trim().split(/\r?\n/);
  assert.ok(lines.length >= count, "a line for each response below the header");
  await leave();
});

test("the_crosstab_shows_in_which_region_satisfaction_falls", async () => {
  const { page, leave } = await opened("tab=crosstab");
  const targets = await page.locator("label.select", { hasText: "Rows" }).locator("option").allInnerTexts();
  const region = targets.find((text) => /region/i.test(text));
  await chooseIn(page, "Rows", { label: targets.find((text) => /satisf/i.test(text)) ?? targets[2] });
  await chooseIn(page, "Columns", { label: region ?? targets[1] });
  await page.waitForSelector("table.crosstab");
  const letters = await page.locator("table.crosstab .letters").allInnerTexts();
  assert.ok(letters.length > 0, "some region differs from another");
  assert.match(await page.locator(".notes").innerText(), /Pooled two-sided z-test/);
  await leave();
});

test("j_steps_to_the_next_response_within_its_order", async () => {
  const { page, leave } = await opened("tab=responses");
  await page.waitForSelector("text=1 of ");
  await page.keyboard.press("j");
  await page.waitForSelector("text=2 of ");
  const own = page.url();
  await page.goto("about:blank");
  await page.goto(own);
  await page.waitForSelector("text=2 of ");
  await leave();
});

test("tags_and_named_views_belong_to_the_survey_and_outlive_a_sign_out", async () => {
  const { page, show, leave } = await opened("tab=responses&r=(all:!((status:!(completed))))");
  await page.getByLabel("New tag").fill("Call back");
  await page.keyboard.press("Enter");
  await page.waitForSelector(".chip[aria-pressed=true] >> text=Call back");
  await page.keyboard.press("Escape");
  await page.locator("h1").click();
  await page.keyboard.press("s");
  await page.getByLabel("Name of the present view").fill("Completed, one by one");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.waitForSelector(".saved-views li");
  await page.keyboard.press("Escape");
  await page.click("#sign-out");
  await page.waitForSelector("#sign-in");
  await signIn(page, at.origin, owner(at.world));
  await show("");
  await page.keyboard.press("v");
  await page.click(".saved-views button >> text=Completed, one by one");
  await page.waitForSelector(".chip.on >> text=Completed only");
  await page.waitForSelector(".response-tags >> text=Call back");
  await leave();
});

test("a_link_shows_without_an_account_what_its_preview_showed_until_it_is_revoked", async () => {
  const { page, leave } = await opened("show=count");
  await page.waitForSelector(".figure table.bars");
  const first = (await barsOf(page, 0)).slice(0, 3);
  await page.getByRole("button", { name: "Views and links" }).click();
  await page.click("role=menuitem[name=/Share a read-only link/]");
  await page.waitForSelector(".preview-scroll .figure");
  await page.getByLabel("Pass phrase").fill("Ufer 7");
  await page.click("text=Publish the link");
  const address = await page.getByLabel("Address of the link").inputValue();
  assert.match(address, /\/shared\/[\w.-]+#[\w-]{43}$/);

  const other = await at.visit();
  other.page.setDefaultTimeout(60_000);
  await other.page.goto(address);
  await other.page.getByLabel("Pass phrase").fill("wrong");
  await other.page.getByRole("button", { name: "Open", exact: true }).click();
  await other.page.waitForSelector("text=does not open the link");
  await other.page.getByLabel("Pass phrase").fill("Ufer 7");
  await other.page.getByRole("button", { name: "Open", exact: true }).click();
  await other.page.waitForSelector(".snapshot .figure");
  await other.page.getByRole("radio", { name: "Count" }).check();
  await other.page.waitForFunction(() => !document.querySelector(".figure td.number").textContent.includes("%"));
  const seen = (await barsOf(other.page, 0)).slice(0, 3);
  assert.deepEqual(seen, first);
  assert.deepEqual(await violations(other.page), []);
  assert.deepEqual(await other.page.context().cookies(), [], "no cookie is needed");
  const sealed = await (await fetch(`${address.split("#")[0]}/data`)).arrayBuffer();
  assert.ok(!Buffer.from(sealed).toString("latin1").includes(first[0][0]), "the gateway has no label");

  await page.getByRole("button", { name: "Revoke" }).first().click();
  await page.waitForSelector(".links li", { state: "detached" });
  await other.page.reload();
  await other.page.waitForSelector("text=has ended, was revoked");
  await other.leave();
  await leave();
});

test("a_link_of_a_deleted_survey_is_revoked_on_the_account_page", async () => {
  const { page, leave } = await at.visit();
  page.setDefaultTimeout(60_000);
  await signIn(page, at.origin, owner(at.world));
  const { account, kept, link } = await page.evaluate(async () => {
    const { createCanvass } = await import("/sdk/index.js");
    const canvass = createCanvass();
    const [kept, gone] = await Promise.all(["Stays", "Goes"].map((title) => canvass.surveys.create({ title })));
    const publish = async ({ id }) => {
      const ends_at = new Date(Date.now() + 86_400_000).toISOString();
      const headers = { "X-Canvass": "1", "Content-Type": "application/json" };
      const response = await fetch("/gateway/shares", { method: "POST", headers, body: JSON.stringify({ survey_id: id, data: btoa("sealed"), ends_at }) });
      return (await response.json()).id;
    };
    await publish(kept);
    const link = await publish(gone);
    await canvass.surveys.delete({ survey_id: gone.id });
    return { account: (await canvass.session()).account, kept: kept.id, link };
  });
  const [asked] = await Promise.all([page.waitForRequest("**/gateway/shares"), page.goto(`${at.origin}/#/account`)]);
  assert.equal(asked.headers()["x-canvass-account"], account);
  const panel = page.locator("#links");
  await panel.locator(`a[href="#/surveys/${kept}/results"]`, { hasText: "Stays" }).waitFor();
  const gone = panel.locator("li", { hasText: "A survey that you can no longer open" });
  await gone.getByRole("button", { name: /^Revoke the link to A survey that you can no longer open, published / }).click();
  await gone.waitFor({ state: "detached" });
  await page.waitForFunction(() => document.activeElement.closest("#links") !== null);
  assert.equal(await panel.locator("a", { hasText: "Stays" }).count(), 1);
  assert.equal(await page.evaluate((id) => fetch(`/shared/${id}/data`).then(({ status }) => status), link), 404);
  assert.deepEqual(await violations(page), []);
  // While another account is current, the console asks which, and shows no error of this one.
  const json = { type: "urn:canvass:problem:account-changed", title: "Another account is current in this browser." };
  await page.route("**/gateway/shares", (route) => route.fulfill({ status: 401, json }), { times: 1 });
  await page.click("nav a[href='#/surveys']");
  await page.waitForSelector(".line a");
  await Promise.all([page.waitForRequest("**/auth/session"), page.click("nav a[href='#/account']")]);
  await panel.waitFor();
  assert.equal(await page.locator(".notice").count(), 0);
  await leave();
});

test("workbooks_and_spss_files_hold_the_responses_in_view", async () => {
  const { page, leave } = await opened();
  for (const [name, magic] of [["XLSX", "PK"], ["SPSS", "$FL2"]]) {
    await page.getByRole("button", { name: "Export", exact: true }).click();
    const [download] = await Promise.all([page.waitForEvent("download"), page.click(`role=menuitem[name=/^${name}/]`)]);
    const bytes = readFileSync(await download.path());
    assert.equal(bytes.subarray(0, magic.length).toString("latin1"), magic);
    assert.ok(bytes.length > 10_000);
  }
  await leave();
});

test("a_chart_is_saved_as_svg_with_its_texts_and_as_png", async () => {
  const { page, leave } = await opened();
  const title = await page.locator(".figure h2 bdi").first().innerText();
  for (const kind of ["SVG", "PNG"]) {
    await page.locator(".figure .menu-dots").first().click();
    const [download] = await Promise.all([page.waitForEvent("download"), page.click(`role=menuitem[name=/${kind}/]`)]);
    const bytes = readFileSync(await download.path());
    if (kind === "PNG") assert.equal(bytes.subarray(1, 4).toString(), "PNG");
    else assert.ok(bytes.toString().includes(`<title>${title.slice(0, 20)}`) && !bytes.toString().includes("var(--"));
  }
  await leave();
});

test("the_code_of_a_view_gives_its_numbers", async () => {
  const { page, leave } = await opened("r=(all:!((status:!(completed))))");
  await page.waitForFunction(() => / of /.test(document.querySelector(".counts strong")?.textContent));
  const shown = Number((await page.locator(".counts strong").innerText()).split(" of ")[0].replace(/\D/g, ""));
  await page.getByRole("button", { name: "Views and links" }).click();
  await page.click("role=menuitem[name=/Show as code/]");
  const code = await page.locator(".code-block code").first().innerText();
  const runnable = code.replace('"@canvass/sdk"', '"/sdk/index.js"').replace('"@canvass/sdk/results"', '"/sdk/results.js"').replace(/import (\{[^}]*\}) from ("[^"]*");/g, "const $1 = await import($2);");
  const answer = await page.evaluate(`(async () => { ${runnable} await results.close(); return answer; })()`);
  assert.equal(answer.responses, shown);
  await leave();
});

test("a_bar_of_dates_filters_and_its_rule_is_changed_in_the_dialog", async () => {
  const { page, survey_id, leave } = await opened("show=count", { title: "Every kind of question" });
  const questions = await page.evaluate(async (id) => {
    const { createCanvass } = await import("/sdk/index.js");
    const { pages } = await createCanvass().surveys.details({ survey_id: id });
    return Object.fromEntries(pages.flatMap(({ questions }) => questions).filter(({ family }) => family === "datetime").map(({ id, subtype }) => [subtype, id]));
  }, survey_id);
  const counted = () => page.locator(".counts strong").innerText();
  const showsCount = (count) => page.waitForFunction((count) => Number(document.querySelector(".counts strong").textContent.split(" of ")[0].replace(/\D/g, "")) === count, count);
  const all = await counted();
  for (const [subtype, type] of [["date_only", "date"], ["time_only", "time"], ["both", "datetime-local"]]) {
    const figure = page.locator(`[data-figure="${questions[subtype]}"]`);
    await page.locator(`[data-place="${questions[subtype]}"]`).scrollIntoViewIfNeeded();
    const bar = figure.locator("table.bars tbody tr[data-clickable]").first();
    await bar.waitFor();
    const count = Number((await bar.locator("td.number").innerText()).replace(/\D/g, ""));
    await bar.click();
    await figure.locator("tr.chosen").waitFor();
    await showsCount(count);
    // The chip opens the dialog, whose last day or minute is the last one that counts.
    await page.locator(".chips li.on .chip-text").last().click();
    const [from, to] = [page.locator(`dialog input[type=${type}]`).first(), page.locator(`dialog input[type=${type}]`).last()];
    assert.ok((await from.inputValue()) <= (await to.inputValue()), subtype);
    await from.fill("");
    await to.fill("");
    assert.ok(await page.getByRole("button", { name: "Save", exact: true }).isDisabled(), "a period without an end and a start is none");
    await page.keyboard.press("Escape");
    await bar.click();
    await page.waitForFunction((all) => document.querySelector(".counts strong").innerText === all, all);
  }
  await leave();
});

/** The files that the origin keeps in the browser. */
const filesOf = (page) =>
  page.evaluate(async () => {
    const found = [];
    const walk = async (folder) => {
      for await (const [name, handle] of folder.entries()) handle.kind === "directory" ? await walk(handle) : found.push(name);
    };
    await walk(await navigator.storage.getDirectory());
    return found;
  });

test("a_sign_out_everywhere_in_another_browser_erases_the_answers_that_are_stored_in_this_one", async () => {
  const { page, leave } = await opened();
  await page.getByRole("button", { name: "Keep", exact: true }).click();
  await page.waitForFunction(() => Object.keys(localStorage).some((key) => key.startsWith("canvass.keep.")));
  await page.reload();
  await page.waitForSelector(".sync-state[data-complete=true]");
  assert.ok((await filesOf(page)).length > 0, "the answers are on the device");
  // No results are open that would hear of it.
  await page.goto(`${at.origin}/#/surveys`);
  await page.reload();
  await page.waitForSelector(".rows");
  const other = await at.visit();
  await signIn(other.page, at.origin, owner(at.world));
  assert.equal(await other.page.evaluate(async () => (await fetch("/auth/sign-out-everywhere", { method: "POST", headers: { "X-Canvass": "1" } })).status), 204);
  await other.leave();
  await page.reload();
  await page.waitForSelector("#sign-in, .notice[data-kind=signed_out]");
  await page.waitForFunction(() => Object.keys(localStorage).every((key) => !/^canvass(\.keep|-visits)/.test(key)));
  assert.deepEqual(await filesOf(page), []);
  await leave();
});

test("with_only_this_tab_nothing_is_written_and_after_a_sign_out_nothing_is_left", async () => {
  const { page, show, leave } = await opened();
  const files = () => filesOf(page);
  await page.click("text=Only in this tab");
  assert.deepEqual(await files(), []);
  await page.reload();
  await page.waitForSelector(".consent");
  await page.getByRole("button", { name: "Keep", exact: true }).click();
  await page.waitForSelector(".consent", { state: "detached" });
  await page.waitForFunction(() => Object.keys(localStorage).some((key) => key.startsWith("canvass.keep.")));
  await page.reload();
  await page.waitForSelector(".sync-state[data-complete=true]");
  assert.ok((await files()).length > 0, "the answers are on the device");
  assert.equal(await page.locator(".consent").count(), 0, "it is asked once");
  await show("tab=table");
  await page.click("#sign-out");
  await page.waitForSelector("#sign-in");
  assert.deepEqual(await files(), []);
  assert.equal(await page.evaluate(() => Object.keys(localStorage).some((key) => /^canvass(\.keep|-visits)/.test(key))), false);
  await leave();
});

test("the_printed_summary_has_every_question_and_no_controls", async () => {
  const { page, leave } = await opened();
  await page.emulateMedia({ media: "print" });
  await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
  await page.waitForSelector(".print-head");
  await page.waitForFunction(() => [...document.querySelectorAll(".near")].every((place) => place.querySelector(".figure") !== null));
  assert.ok((await page.locator(".figure").count()) > 3);
  for (const controls of [".results-menus", ".crumbs", ".tabs"]) assert.equal(await page.locator(controls).first().isVisible(), false, controls);
  const pdf = await page.pdf({ format: "A4" });
  assert.equal(pdf.subarray(0, 5).toString(), "%PDF-");
  assert.ok(pdf.length > 20_000);
  await leave();
});

test("once_a_command_has_set_the_webhooks_a_new_response_appears_by_itself_and_its_bar_glows", async () => {
  const { page, survey_id, leave } = await opened("show=count", { reducedMotion: "no-preference" });
  await page.waitForFunction(() => document.querySelector(".sync-state").textContent.includes("Asks for new ones every"));
  await page.keyboard.press("ControlOrMeta+k");
  await page.waitForSelector("dialog.palette input:focus");
  await page.keyboard.type("as they arrive");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.querySelector("#announcer").textContent.includes("appear by themselves"));
  const count = Number((await page.locator(".counts strong").innerText()).replace(/\D/g, ""));
  const other = await at.visit();
  await signIn(other.page, at.origin, owner(at.world));
  await other.page.evaluate(async (survey_id) => {
    const { createCanvass } = await import("/sdk/index.js");
    const canvass = createCanvass();
    const [{ id: collector_id }] = (await canvass.surveys.collectors.list({ survey_id })).data;
    const { id, questions: [question] } = (await canvass.surveys.details({ survey_id })).pages[0];
    const answers = [{ choice_id: question.answers.choices[0].id }];
    await canvass.collectors.responses.create({ collector_id, pages: [{ id, questions: [{ id: question.id, answers }] }] });
  }, survey_id);
  await page.waitForFunction((wanted) => Number(document.querySelector(".counts strong").textContent.replace(/\D/g, "")) === wanted, count + 1);
  const grown = page.locator(".figure").first().locator(".fill.grown");
  await grown.waitFor();
  assert.equal(await grown.count(), 1);
  assert.equal(await grown.evaluate((bar) => getComputedStyle(bar).animationName), "glow");
  // Set again, they stay as they are.
  await page.waitForFunction(() => document.querySelector(".sync-state").textContent.includes("New responses appear by themselves"));
  await other.page.evaluate(async () => {
    const { createCanvass } = await import("/sdk/index.js");
    const names = [];
    for await (const { name } of createCanvass().webhooks.list()) names.push(name);
    if (names.filter((name) => name.startsWith("Results of")).length !== 4) throw new Error(names.join());
  });
  await other.leave();
  await leave();
});
