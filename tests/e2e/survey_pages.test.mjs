// A survey taken in a browser: its history, what its scripts and its styles do, and what axe finds.

import assert from "node:assert/strict";
import { test } from "node:test";
import { violations } from "./axe.mjs";
import { stage } from "./harness.mjs";

const on = stage();

const WORDS = ["Colour", "Animal", "Town"].map((heading) => ({
  title: heading,
  questions: [{ family: "open_ended", subtype: "single", headings: [{ heading }] }],
}));

/**
 * A survey, by default of three pages with one question each; the URLs of its web link and its preview, and its
 * responses.
 */
async function publish(pages = WORDS, settings = {}) {
  const { token } = on.world.tokens.find(({ name }) => name === "owner");
  const call = async (path, body) => {
    const response = await fetch(`${on.origin}/v3${path}`, {
      method: body === undefined ? "GET" : "POST",
      headers: { Authorization: `bearer ${token}`, "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });
    assert.ok(response.ok, `${path}: ${response.status} ${await (response.ok || response.text())}`);
    return await response.json();
  };
  const { id, preview } = await call("/surveys", { title: "Favourites", pages });
  const { url } = await call(`/surveys/${id}/collectors`, { type: "weblink", ...settings });
  return { url, preview, responses: async () => (await call(`/surveys/${id}/responses/bulk`)).data };
}

const ask = (heading, family, subtype, answers, more = {}) => ({ headings: [{ heading }], family, subtype, ...(answers && { answers }), ...more });
const texts = (...all) => all.map((text) => ({ text }));

/** A rating by these labels, in a matrix of one row without a text. */
const rating = (labels, more) => ask("How likely are you to recommend us?", "matrix", "rating", { rows: texts(""), choices: labels.map((text, weight) => ({ text, weight })) }, more);

const TO_TEN = Array.from({ length: 11 }, (_, number) => String(number));
const STARS = rating(Array(10).fill(""), { display_options: { display_type: "emoji", display_subtype: "star" } });
const SLIDER = ask("How warm is it?", "open_ended", "single", undefined, { display_options: { display_type: "slider", left_label: "Cold", right_label: "Hot", custom_options: { starting_position: 60 } } });

test("back_forward_and_reload_show_pages_of_a_survey_without_sending_a_form_again", async () => {
  const { url, responses } = await publish();
  const { page, problems, leave } = await on.visit({ locale: "en-GB" });
  const sent = [];
  page.on("request", (request) => request.method() === "POST" && sent.push(request.url()));
  const shows = async (number, text) => {
    await page.locator(".progress", { hasText: `Page ${number} of 3` }).waitFor();
    assert.equal(await page.locator("input[type=text]").inputValue(), text);
  };
  const answer = async (text) => {
    await page.locator("input[type=text]").fill(text);
    await page.getByRole("button", { name: /Next|Done/ }).click();
  };
  await page.goto(`${url}?c=poster`);
  await answer("green");
  await shows(2, "");
  await answer("owl");
  await shows(3, "");
  await page.reload();
  await shows(3, "");
  await page.goBack();
  await shows(2, "owl");
  await page.goBack();
  await shows(1, "green");
  await page.goForward();
  await shows(2, "owl");
  assert.equal(sent.length, 2);
  await answer("fox");
  await shows(3, "");
  await answer("Oslo");
  await page.getByText("Thank you").waitFor();
  await page.goBack();
  await page.getByText("Thank you").waitFor();
  assert.equal(sent.length, 4);
  const [response, ...others] = await responses();
  assert.deepEqual(others, []);
  assert.equal(response.custom_value, "poster");
  assert.deepEqual(response.pages.map(({ questions }) => questions[0].answers[0].text), ["green", "fox", "Oslo"]);
  assert.deepEqual(problems, []);
  await leave();
});

test("a_survey_is_taken_without_scripts", async () => {
  const { url, responses } = await publish();
  const { page, leave } = await on.visit({ javaScriptEnabled: false });
  await page.goto(url);
  for (const text of ["red", "cat", "Rome"]) {
    await page.locator("input[type=text]").fill(text);
    await page.getByRole("button", { name: /Next|Done/ }).click();
  }
  await page.getByText("Thank you").waitFor();
  assert.equal((await responses())[0].response_status, "completed");
  await leave();
});

test("the_value_of_a_slider_follows_the_arrow_keys", async () => {
  const { url } = await publish([{ questions: [SLIDER, SLIDER] }]);
  const { page, problems, leave } = await on.visit();
  await page.goto(url);
  const shown = page.locator("output");
  assert.deepEqual(await shown.allInnerTexts(), ["60", "60"]);
  await page.locator("input[type=range]").first().focus();
  for (const key of ["ArrowRight", "ArrowRight", "ArrowRight"]) await page.keyboard.press(key);
  assert.deepEqual(await shown.allInnerTexts(), ["63", "60"]);
  assert.deepEqual(problems, [], "the policy allows the script");
  await leave();
  const still = await on.visit({ javaScriptEnabled: false });
  await still.page.goto(url);
  assert.equal(await still.page.locator("output").first().isVisible(), false, "without scripts there is no empty line");
  await still.leave();
});

test("a_scale_of_numbers_or_stars_is_one_line_and_two_even_ones_in_a_narrow_window", async () => {
  const scales = [rating(TO_TEN), STARS, rating(TO_TEN.slice(1, 6)), rating(TO_TEN.slice(1, 8))];
  const { url } = await publish([{ questions: scales }]);
  const { page, leave } = await on.visit();
  await page.goto(url);
  const lines = async () =>
    await page.locator("ul.options").evaluateAll((lists) =>
      lists.map((list) => {
        const tops = [...list.children].map((cell) => cell.getBoundingClientRect().top);
        return [...new Set(tops)].map((top) => tops.filter((other) => other === top).length);
      }),
    );
  assert.deepEqual(await lines(), [[11], [10], [5], [7]]);
  await page.setViewportSize({ width: 360, height: 800 });
  assert.deepEqual(await lines(), [[6, 5], [5, 5], [5], [4, 3]]);
  const sizes = await page.locator("ul.options label").evaluateAll((labels) => labels.map((label) => [label.clientWidth, label.clientHeight]));
  assert.ok(sizes.every(([width, height]) => width >= 32 && height >= 42), `${sizes}`);
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 360);
  await leave();
});

test("axe_finds_nothing_wrong_with_the_pages_of_a_survey", async () => {
  const choices = texts("Red", "Green");
  const pages = [
    {
      title: "Many kinds",
      questions: [
        ask("Which?", "single_choice", "vertical", { choices, other: { text: "Another", is_answer_choice: true } }, { required: { text: "Please answer.", type: "all", amount: "0" } }),
        ask("Which ones?", "multiple_choice", "horiz", { choices, other: { text: "Why?", is_answer_choice: false } }),
        ask("Choose.", "single_choice", "menu", { choices }),
        rating(TO_TEN),
        STARS,
        ask("Sort these.", "matrix", "ranking", { rows: choices }),
        SLIDER,
        ask("When?", "datetime", "both", { rows: texts("Arrival") }),
        ask("Tell us.", "open_ended", "essay"),
      ],
    },
  ];
  const { url, preview } = await publish(pages, { display_survey_results: true, thank_you_page: { is_enabled: true, message: "Merci !\n\nAnn" } });
  const closed = await publish(pages, { password: "secret", password_enabled: true });
  const { page, leave } = await on.visit();
  const isRight = async (what) => assert.deepEqual(await violations(page), [], what);
  await page.goto(preview);
  await isRight("preview");
  await page.goto(url);
  await isRight("page");
  await page.getByRole("button", { name: "Done" }).click();
  await page.getByRole("alert").waitFor();
  await isRight("errors");
  await page.getByRole("radio", { name: "Another" }).check();
  await page.getByRole("textbox", { name: "Another" }).fill("Blue");
  await page.getByRole("button", { name: "Done" }).click();
  await page.getByRole("heading", { name: "Merci !" }).waitFor();
  await isRight("end");
  for (const below of [`${url}/privacy`, closed.url, `${on.origin}/r/none`]) {
    await page.goto(below);
    await isRight(below);
  }
  await leave();
});
