// Signing in by the SDK, against the built Worker: every way in which it can end, and what helps then.

import assert from "node:assert/strict";
import { test } from "node:test";
import { callbackOf, free, owner, picture, stage as open } from "./harness.mjs";

const stage = open();

/** A page of the console with the SDK in it, as `canvass`. */
async function arrive(page) {
  await page.goto(`${stage.origin}/`);
  await page.evaluate(async () => {
    const { createCanvass } = await import("/sdk/index.js");
    globalThis.canvass = createCanvass();
  });
}

/** Begins a sign-in; the page goes to the service's sign-in page. */
async function begin(page, options, path = "/") {
  await arrive(page);
  await page.evaluate((path) => history.replaceState(null, "", path), path);
  await page.evaluate((options) => void canvass.signIn(options), options);
  await page.waitForSelector("input[name=password]");
}

/** Signs in on the service's own pages, up to the decision. */
async function identify(page, { email, password } = owner(stage.world)) {
  await page.fill("input[name=email]", email);
  await page.fill("input[name=password]", password);
  await page.locator("button[type=submit], form button").first().click();
  await page.waitForSelector("button[name=decision]");
}

/** What a person does on the service's own pages: signs in, and decides. */
async function decide(page, decision) {
  await identify(page);
  await page.click(`button[name=decision][value=${decision}]`);
}

const allow = (page) => decide(page, "allow");

/** Allows, but the browser does not get to the callback: the address that it would have gone to. */
async function interrupted(page) {
  await identify(page);
  return callbackOf(page);
}

const isSignedIn = (page) =>
  page.evaluate(async () => {
    const { createCanvass } = await import("/sdk/index.js");
    return (await createCanvass().session()).signed_in;
  });

/** The callback page says what went wrong, keeps neither code nor state, and leads to a sign-in that works. */
async function refusedWith(page, kind, sentence) {
  await page.waitForSelector(`[data-kind=${kind}]`);
  assert.match(await page.locator("main").textContent(), sentence);
  assert.equal(new URL(page.url()).search, "", "the code left the address bar");
  assert.equal(await page.evaluate(() => document.activeElement.tagName), "H1", "a screen reader is told");
  await picture(page, `sign-in-${kind}`);
  assert.equal(await page.getByRole("link", { name: /^(Go|Continue)/ }).count(), 1);
  await page.click("#again");
  await page.waitForSelector("input[name=password], button[name=decision]");
}

async function visiting(steps, options) {
  const { page, problems, leave } = await stage.visit(options);
  try {
    await steps(page, problems);
  } finally {
    await leave();
  }
}

/** The requests for the exchange that a page sends from now on. */
function exchanges(page) {
  const sent = [];
  page.on("request", (request) => new URL(request.url()).pathname === "/auth/token" && sent.push(request.method()));
  return sent;
}

/** Tells the sandbox something. */
async function control(path, body) {
  const headers = { "X-Canvass": "1", "Content-Type": "application/json" };
  const response = await fetch(`${stage.origin}/sandbox${path}`, { method: "POST", headers, body: JSON.stringify(body) });
  assert.ok(response.ok, await response.text());
}

test("a_sign_in_leads_back_to_where_it_began", () =>
  visiting(async (page, problems) => {
    await begin(page, { return_to: "/pricing/?from=a%20page#plans" });
    const sent = exchanges(page);
    await allow(page);
    await page.waitForURL(`${stage.origin}/pricing/?from=a%20page#plans`);
    assert.equal(await isSignedIn(page), true);
    assert.deepEqual([sent, problems], [["POST"], []]);
  }));

test("a_sign_in_without_a_path_returns_to_the_page_in_any_script_or_else_to_the_first_page", async () => {
  for (const [path, returned] of [["/gr%C3%B6%C3%9Fe/?a=%C3%A4#top", "/gr%C3%B6%C3%9Fe/?a=%C3%A4#top"], ["/50%25-off", "/"]]) {
    await visiting(async (page) => {
      await begin(page, {}, path);
      await allow(page);
      await page.waitForURL(`${stage.origin}${returned}`);
    });
  }
  await visiting(async (page) => {
    await arrive(page);
    const refused = await page.evaluate(() => canvass.signIn({ return_to: "/50%25-off" }).catch(({ kind, path }) => [kind, path]));
    assert.deepEqual(refused, ["invalid_argument", "return_to"]);
  });
});

test("a_person_who_declines_reads_so_and_can_try_again", () =>
  visiting(async (page) => {
    await begin(page, { return_to: "/pricing/" });
    const sent = exchanges(page);
    await decide(page, "deny");
    await page.waitForSelector("[data-kind=sign_in_denied]");
    assert.deepEqual([await isSignedIn(page), sent], [false, []]);
    await refusedWith(page, "sign_in_denied", /You declined.*Nothing was shared/s);
    await allow(page);
    await page.waitForURL(`${stage.origin}/pricing/`);
    assert.equal(await isSignedIn(page), true);
  }));

test("an_account_that_is_added_at_the_second_attempt_stays_with_the_first", () =>
  visiting(async (page) => {
    await begin(page, { return_to: "/pricing/" });
    await allow(page);
    await page.waitForURL(`${stage.origin}/pricing/`);
    await begin(page, { add: true, return_to: "/apps/" });
    await identify(page, free(stage.world));
    await page.click("button[name=decision][value=deny]");
    await page.waitForSelector("[data-kind=sign_in_denied]");
    assert.equal(await page.getByRole("link", { name: "Continue" }).getAttribute("href"), "/apps/");
    await page.click("#again");
    await identify(page, free(stage.world));
    await page.click("button[name=decision][value=allow]");
    await page.waitForURL(`${stage.origin}/apps/`);
    await arrive(page);
    assert.equal(await page.evaluate(async () => (await canvass.session()).accounts.length), 2);
  }));

test("a_gateway_that_cannot_be_reached_at_the_end_of_a_sign_in_is_no_refusal", () =>
  visiting(async (page) => {
    await begin(page, { return_to: "/pricing/" });
    await page.route("**/auth/token", (route) => route.abort());
    await allow(page);
    await page.waitForSelector("[data-kind=sign_in_failed]");
    assert.equal(await page.locator("#retry").count(), 0, "the callback has been used");
    await refusedWith(page, "sign_in_failed", /could not be reached.*Start a new sign-in/s);
  }));

test("a_sign_in_is_completed_by_another_try_where_parts_of_the_sdk_did_not_arrive", () =>
  visiting(async (page) => {
    await begin(page, { return_to: "/pricing/" });
    const parts = /\/sdk\/sign_in/;
    await page.route(parts, (route) => route.abort());
    await allow(page);
    await page.waitForSelector("[data-kind=network]");
    assert.equal(new URL(page.url()).search, "", "the code left the address bar");
    await page.click("#retry");
    await page.waitForSelector("[data-kind=network]");
    await page.locator("#retry").click({ trial: true });
    await page.unroute(parts);
    await page.click("#retry");
    await page.waitForURL(`${stage.origin}/pricing/`);
    assert.equal(await isSignedIn(page), true);
  }));

test("s3_a_callback_that_was_used_is_an_expired_sign_in_and_sends_nothing", () =>
  visiting(async (page) => {
    await begin(page, { return_to: "/pricing/" });
    const used = page.waitForRequest((request) => new URL(request.url()).pathname === "/callback/");
    await allow(page);
    await page.waitForURL(`${stage.origin}/pricing/`);
    const sent = exchanges(page);
    await page.goto((await used).url());
    await refusedWith(page, "sign_in_expired", /has expired.*works once/s);
    assert.deepEqual(sent, []);
  }));

test("s2_a_callback_with_another_state_is_refused_and_cancels_no_sign_in", () =>
  visiting(async (page) => {
    await begin(page, { return_to: "/pricing/" });
    const real = await interrupted(page);
    const sent = exchanges(page);
    const forged = new URL(real);
    forged.searchParams.set("state", "0".repeat(64));
    for (const address of [forged.href, `${real}0`, `${real}&state=${"0".repeat(64)}`, `${real}&code=other`]) {
      await page.goto(address);
      await page.waitForSelector("[data-kind=state_mismatch], [data-kind=sign_in_failed]");
    }
    assert.deepEqual(sent, []);
    await page.goto(real);
    await page.waitForURL(`${stage.origin}/pricing/`);
    await page.goto(forged.href);
    await refusedWith(page, "state_mismatch", /did not start here/);
  }));

test("s2_a_callback_where_no_sign_in_is_under_way_is_refused", () =>
  visiting(async (page) => {
    const sent = exchanges(page);
    await page.goto(`${stage.origin}/callback/?code=abc&state=${"0".repeat(64)}`);
    await refusedWith(page, "state_missing", /No sign-in is in progress.*another tab/s);
    assert.deepEqual(sent, []);
  }));

test("s9_a_refusal_is_explained_without_a_word_of_the_address", async () => {
  const said = "canary-of-the-address";
  for (const [kind, query] of [
    ["sign_in_denied", { error: "access_denied", error_description: said, error_uri: `https://${said}.example/` }],
    ["sign_in_failed", { error: said, error_description: said }],
  ]) {
    await visiting(async (page) => {
      await begin(page);
      const state = new URL(await interrupted(page)).searchParams.get("state");
      await page.goto(`${stage.origin}/callback/?${new URLSearchParams({ ...query, state })}`);
      await page.waitForSelector(`[data-kind=${kind}]`);
      const shown = await page.evaluate(() => document.documentElement.outerHTML + document.title);
      assert.ok(!shown.includes(said), shown);
    });
  }
});

test("a_callback_that_opens_in_another_tab_or_browser_is_refused_there_and_works_where_it_belongs", () =>
  visiting(async (page) => {
    await begin(page, { return_to: "/pricing/" });
    const real = await interrupted(page);
    const tab = await page.context().newPage();
    const sent = exchanges(tab);
    await tab.goto(real);
    await refusedWith(tab, "state_missing", /Start a new one here/);
    await visiting(async (elsewhere) => {
      await elsewhere.goto(real);
      await elsewhere.waitForSelector("[data-kind=state_missing]");
      assert.equal(await isSignedIn(elsewhere), false, "nobody is signed in with the code of somebody else");
    });
    assert.deepEqual(sent, []);
    await page.goto(real);
    await page.waitForURL(`${stage.origin}/pricing/`);
  }));

test("s4_a_callback_after_ten_minutes_is_an_expired_sign_in", () =>
  visiting(async (page) => {
    await begin(page, { return_to: "/" });
    const query = await page.evaluate(() => {
      const [key, value] = Object.entries(sessionStorage).find(([key]) => key.startsWith("canvass."));
      const [state, began, ...rest] = value.split(" ");
      sessionStorage.setItem(key, [state, Number(began) - 601_000, ...rest].join(" "));
      return `?code=abc&state=${state}`;
    });
    const sent = exchanges(page);
    await page.goto(`${stage.origin}/callback/${query}`);
    await refusedWith(page, "sign_in_expired", /within ten minutes/);
    assert.deepEqual(sent, []);
  }));

test("a_code_that_the_service_takes_no_more_is_a_sign_in_that_failed", () =>
  visiting(async (page) => {
    await begin(page, { return_to: "/" });
    const real = await interrupted(page);
    await control("/clock", { advance: "6m" });
    await page.goto(real);
    await refusedWith(page, "sign_in_failed", /sign-in failed.*Start a new one/s);
    await control("/clock", { advance: "-6m" });
  }));

test("s5_two_tabs_sign_in_at_once", () =>
  visiting(async (page) => {
    const other = await page.context().newPage();
    await begin(page, { return_to: "/#/surveys" });
    await begin(other, { return_to: "/pricing/" });
    await allow(page);
    await page.waitForSelector(".rows, .empty");
    await allow(other);
    await other.waitForURL(`${stage.origin}/pricing/`);
  }));

test("a_tab_that_begins_twice_finishes_either_sign_in", () =>
  visiting(async (page) => {
    await begin(page, { return_to: "/pricing/" });
    const first = await interrupted(page);
    await begin(page, { return_to: "/sign-up/" });
    await page.goto(first);
    await page.waitForURL(`${stage.origin}/pricing/`);
  }));

test("going_back_after_a_sign_in_repeats_nothing_and_a_second_consent_is_an_expired_sign_in", () =>
  visiting(async (page) => {
    await begin(page, { return_to: "/pricing/" });
    await allow(page);
    await page.waitForURL(`${stage.origin}/pricing/`);
    const sent = exchanges(page);
    // No browser sends the decision again unless it is told to, and the callback is no step of the way back.
    await assert.rejects(page.goBack(), /ERR_CACHE_MISS|NOT_CACHED/);
    // Chromium fails before the page is there that says so.
    if (stage.name === "chromium") await page.waitForURL("chrome-error://chromewebdata/");
    await page.goBack();
    await page.waitForSelector("input[name=password]");
    assert.deepEqual(sent, []);
    await allow(page);
    await page.waitForSelector("[data-kind=sign_in_expired]");
    await page.getByText("You are still signed in from an earlier sign-in.").waitFor();
    await picture(page, "sign-in-signed_in_already");
    assert.deepEqual(sent, []);
    await page.getByRole("link", { name: "Continue" }).click();
    await page.waitForURL(`${stage.origin}/pricing/`);
  }));

/** Begins a sign-in in a window of its own; `ended` is what became of it. */
async function inWindow(page) {
  await arrive(page);
  const [popup] = await Promise.all([
    page.waitForEvent("popup"),
    page.evaluate(() => {
      globalThis.ended = canvass.signIn({ popup: true }).then(() => "signed in", (error) => [error.kind, error.remedy.action]);
    }),
  ]);
  return { popup, ended: () => page.evaluate(() => globalThis.ended) };
}

test("a_person_signs_in_in_a_window_and_the_page_stays", () =>
  visiting(async (page) => {
    const { popup, ended } = await inWindow(page);
    await popup.waitForSelector("input[name=password]");
    const closed = popup.waitForEvent("close");
    await allow(popup);
    assert.equal(await ended(), "signed in");
    await closed;
    assert.equal(await page.evaluate(async () => (await canvass.session()).signed_in), true);
    assert.ok(await page.evaluate(async () => (await canvass.surveys.list()).total > 0));
  }));

test("a_person_who_declines_in_the_window_reads_so_in_the_page", () =>
  visiting(async (page) => {
    const { popup, ended } = await inWindow(page);
    await popup.waitForSelector("input[name=password]");
    const closed = popup.waitForEvent("close");
    await decide(popup, "deny");
    assert.deepEqual(await ended(), ["sign_in_denied", "sign_in"]);
    await closed;
    assert.equal(await page.evaluate(async () => (await canvass.session()).signed_in), false);
  }));

test("a_window_that_is_closed_early_is_an_error_of_its_own", () =>
  visiting(async (page) => {
    const { popup, ended } = await inWindow(page);
    await popup.waitForSelector("input[name=password]");
    await popup.close();
    assert.deepEqual(await ended(), ["popup_closed", "sign_in"]);
    const again = await inWindow(page);
    await again.popup.waitForSelector("input[name=password]");
    await allow(again.popup);
    assert.equal(await again.ended(), "signed in");
  }));

test("a_window_that_the_browser_blocks_is_an_error_of_its_own_and_sends_nothing", () =>
  visiting(async (page) => {
    await arrive(page);
    // The console itself asks who is signed in.
    await page.waitForLoadState("networkidle");
    const sent = [];
    page.on("request", (request) => sent.push(request.url()));
    await page.evaluate(() => {
      globalThis.open = () => null;
    });
    const kind = await page.evaluate(() => canvass.signIn({ popup: true }).then(() => "signed in", (error) => [error.kind, error.remedy.action]));
    assert.deepEqual(kind, ["popup_blocked", "sign_in"]);
    assert.ok(!sent.some((url) => url.includes("/auth/")), sent.join());
    await page.evaluate(() => void canvass.signIn());
    await page.waitForSelector("input[name=password]");
  }));
