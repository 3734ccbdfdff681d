// What surrounds the console's screens, in Chromium: themes, languages, widths, keyboard, news, and opening without a
// network.

import assert from "node:assert/strict";
import { test } from "node:test";
import { violations } from "./axe.mjs";
import { owner, picture, signIn, stage as open } from "./harness.mjs";

const stage = open();

/** Runs `steps` in a page of its own. */
async function visiting(steps, options) {
  const visit = await stage.visit(options);
  try {
    await steps(visit.page, visit.problems);
  } finally {
    await visit.leave();
  }
}

/** Every screen with the address that opens it, and what it has when it is complete. */
async function screens(page) {
  const { origin } = stage;
  const survey = await page.locator(".line a").last().getAttribute("href");
  const go = (address, selector) => async () => {
    await page.goto(`${origin}/${address}`);
    await page.waitForSelector(selector);
  };
  return {
    surveys: go("#/surveys", ".rows"),
    "no survey found": go("#/surveys?title=no+survey+is+called+this", ".empty"),
    survey: go(survey, "#export-start"),
    async export() {
      await go(survey, "#export-start")();
      await page.click("#export-start");
      await page.waitForSelector(".sheet");
      await page.locator("details.options summary").first().click();
    },
    account: go("#/account", "#team .members"),
    "not found": go("#/surveys/1", ".notice[data-kind=not_found]"),
  };
}

for (const colorScheme of ["light", "dark"]) {
  test(`axe_finds_nothing_on_any_screen_of_the_${colorScheme}_theme`, () =>
    visiting(async (page) => {
      const { origin } = stage;
      await page.goto(`${origin}/`);
      await page.waitForSelector(".people");
      assert.deepEqual(await violations(page), [], "start page");
      await page.goto(`${origin}/callback/?error=access_denied&state=x`);
      await page.waitForSelector("#again");
      assert.deepEqual(await violations(page), [], "callback page");
      await signIn(page, origin, owner(stage.world));
      for (const [name, show] of Object.entries(await screens(page))) {
        await show();
        assert.deepEqual(await violations(page), [], name);
        await picture(page, `${name.replaceAll(" ", "-")}-${colorScheme}`);
      }
    }, { colorScheme, reducedMotion: "reduce" }));
}

/** The least space between letters, words and lines that a person must be able to choose (WCAG 1.4.12). */
const SPACED = "* { letter-spacing: 0.12em !important; word-spacing: 0.16em !important; line-height: 1.5 !important }";

for (const [width, locale, style = ""] of [[320, "de"], [320, "en"], [360, "de", SPACED], [720, "de"], [1200, "de"], [1920, "de"], [2560, "de"]]) {
  test(`no_screen_scrolls_sideways_at_${width}_pixels_in_${locale}_in_either_direction_of_writing${style ? "_with_wide_spaces" : ""}`, () =>
    visiting(async (page) => {
      await signIn(page, stage.origin, owner(stage.world));
      for (const [name, show] of Object.entries(await screens(page))) {
        await show();
        await page.evaluate((text) => {
          const sheet = new CSSStyleSheet();
          sheet.replaceSync(text);
          document.adoptedStyleSheets = [sheet];
        }, style);
        for (const direction of ["ltr", "rtl"]) {
          const over = await page.evaluate((direction) => {
            document.documentElement.dir = direction;
            return document.documentElement.scrollWidth - document.documentElement.clientWidth;
          }, direction);
          assert.ok(over <= 0, `${name} is ${over} pixels too wide ${direction}`);
        }
      }
    }, { viewport: { width, height: 800 }, locale }));
}

test("at_four_times_the_size_the_header_covers_nothing_that_has_the_focus", () =>
  visiting(async (page) => {
    await signIn(page, stage.origin, owner(stage.world));
    await page.locator("footer a").last().focus();
    for (let stop = 0; stop < 40; stop += 1) {
      await page.keyboard.press("Shift+Tab");
      const covered = await page.evaluate(() => {
        const { activeElement: focused } = document;
        if (focused.closest(".bar") || focused === document.body) return null;
        const { left, top } = focused.getBoundingClientRect();
        return top < 0 || document.elementFromPoint(left + 2, top + 2)?.closest(".bar") ? focused.outerHTML : null;
      });
      assert.equal(covered, null);
    }
  }, { viewport: { width: 320, height: 256 } }));

test("a_theme_that_is_chosen_holds_against_the_system_and_after_a_reload", () =>
  visiting(async (page) => {
    const ground = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
    await page.goto(`${stage.origin}/`);
    await page.waitForSelector("#theme");
    const light = await ground();
    await page.selectOption("#theme", "dark");
    const dark = await ground();
    assert.notEqual(dark, light);
    await page.reload();
    await page.waitForSelector("#theme");
    assert.equal(await ground(), dark);
    await page.selectOption("#theme", "system");
    assert.equal(await ground(), light);
    await page.emulateMedia({ colorScheme: "dark" });
    assert.equal(await ground(), dark);
  }, { colorScheme: "light" }));

test("the_console_speaks_the_language_of_the_browser_until_another_is_chosen", () =>
  visiting(async (page) => {
    await page.goto(`${stage.origin}/`);
    await page.waitForSelector(".people");
    assert.equal(await page.locator("#sign-in").innerText(), "Anmelden");
    assert.equal(await page.locator("html").getAttribute("lang"), "de");
    await page.selectOption("#language", "en");
    await page.waitForFunction(() => document.querySelector("#sign-in")?.textContent === "Sign in");
    assert.equal(await page.locator("html").getAttribute("lang"), "en");
    await page.reload();
    await page.waitForSelector("#sign-in");
    assert.equal(await page.locator("#sign-in").innerText(), "Sign in");
  }, { locale: "de-AT" }));

test("a_language_without_messages_is_shown_in_english", () =>
  visiting(async (page) => {
    await page.goto(`${stage.origin}/`);
    await page.waitForSelector("#sign-in");
    assert.equal(await page.locator("#sign-in").innerText(), "Sign in");
  }, { locale: "fi-FI" }));

test("the_first_screen_costs_one_request_and_says_what_is_new_since_the_last_visit", () =>
  visiting(async (page) => {
    await signIn(page, stage.origin, owner(stage.world));
    assert.equal(await page.locator("#news").count(), 0, "a first visit has nothing to compare with");
    await page.evaluate(() => {
      const key = Object.keys(localStorage).find((name) => name.startsWith("canvass-visits-"));
      const kept = JSON.parse(localStorage.getItem(key));
      // The last visit was yesterday, one survey had five responses less, and another one was not there yet.
      kept.at -= 24 * 3600 * 1000;
      const [, survey] = kept.surveys.find(([, [responses]]) => responses > 5);
      survey[0] -= 5;
      // It was also seen nine days ago.
      const [, , days] = survey;
      days.unshift([days[0][0] - 9, 1]);
      localStorage.setItem(key, JSON.stringify(kept));
    });
    const asked = [];
    page.on("request", (request) => {
      const { pathname } = new URL(request.url());
      if (pathname.startsWith("/api/")) asked.push(pathname);
    });
    await page.reload();
    await page.waitForSelector("#news");
    assert.equal(await page.locator("#news").innerText(), "5 new responses in 1 survey since your last visit");
    assert.equal(await page.locator(".line .tag.good").innerText(), "5 new");
    assert.match(await page.locator(".sparkline").getAttribute("aria-label"), /^From 1 to \d+ responses in 9 days$/);
    await page.waitForFunction(() => document.querySelector("#quota:not([hidden])"));
    assert.deepEqual(asked, ["/api/v3/surveys"]);
    await page.reload();
    await page.waitForSelector("#news");
    assert.match(await page.locator("#news").innerText(), /^5 new responses/, "a reload is the same visit");
    const title = await page.locator(".line", { hasText: "5 new" }).locator("a").first().innerText();
    await page.fill("#search", title);
    await page.waitForFunction(() => /listed here/.test(document.querySelector("#news")?.textContent));
    assert.equal(await page.locator("#news").innerText(), "5 new responses in 1 survey listed here since your last visit");
    await page.fill("#search", "zzz");
    await page.waitForFunction(() => document.querySelectorAll(".line").length === 0);
    assert.equal(await page.locator("#news").count(), 0, "of surveys that are not listed nothing is said");
  }));

test("nothing_of_the_first_screen_moves_while_it_loads_on_a_phone", () =>
  visiting(async (page) => {
    await signIn(page, stage.origin, owner(stage.world));
    // Each response comes late, so that every state in between is drawn.
    await page.route("**/*", async (route) => {
      await new Promise((done) => setTimeout(done, 100));
      await route.continue();
    });
    await page.addInitScript(() => {
      globalThis.moved = [];
      const note = ({ value, sources }) => globalThis.moved.push([value, ...sources.map(({ node }) => node?.className ?? node?.nodeName)]);
      new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type: "layout-shift", buffered: true });
    });
    await page.goto(`${stage.origin}/`);
    await page.locator(".rows .line").first().waitFor();
    await page.waitForLoadState("networkidle");
    assert.deepEqual(await page.evaluate(() => globalThis.moved), []);
  }, { viewport: { width: 412, height: 823 } }));

test("what_is_stored_of_the_surveys_are_counts_and_dates_and_no_titles", () =>
  visiting(async (page) => {
    await signIn(page, stage.origin, owner(stage.world));
    const title = await page.locator(".line a").last().innerText();
    const stored = await page.evaluate(() => JSON.stringify({ ...localStorage }));
    assert.ok(!stored.includes(title) && !stored.includes(owner(stage.world).email), stored);
    assert.match(stored, /canvass-visits-acct_/);
  }));

test("a_screen_whose_script_is_gone_is_shown_after_a_reload", () =>
  visiting(async (page) => {
    await signIn(page, stage.origin, owner(stage.world));
    await page.route("**/assets/account-*.js", (route) => route.fulfill({ status: 404, body: "Not found" }));
    await page.click("nav a[href='#/account']");
    await page.waitForSelector(".notice[data-kind=part_missing]");
    await page.unroute("**/assets/account-*.js");
    await page.click(".notice button");
    await page.waitForSelector("#team .members");
  }));

/** A page that was loaded while the network was off hears nothing of its return in an emulated one. */
const online = () => void dispatchEvent(new Event("online"));

test("the_console_opens_with_the_network_off_and_goes_on_when_it_is_back", () =>
  visiting(async (page) => {
    await signIn(page, stage.origin, owner(stage.world));
    await page.waitForFunction(() => navigator.serviceWorker.getRegistration().then((found) => found?.active?.state === "activated"));
    await page.context().setOffline(true);
    await page.reload();
    await page.waitForSelector(".notice:is([data-kind=offline], [data-kind=network])");
    assert.equal(await page.locator("nav a[aria-current=page]").innerText(), "Surveys");
    await page.click("nav a[href='#/account']");
    await page.waitForSelector("nav a[href='#/account'][aria-current=page]");
    await page.waitForSelector(".notice:is([data-kind=offline], [data-kind=network])");
    await page.context().setOffline(false);
    await page.evaluate(online);
    await page.waitForSelector("#team .members");
  }, { serviceWorkers: "allow" }));

test("results_that_were_opened_without_a_network_open_when_there_is_one", () =>
  visiting(async (page) => {
    await signIn(page, stage.origin, owner(stage.world));
    const survey = await page.locator(".line a").last().getAttribute("href");
    await page.waitForFunction(() => navigator.serviceWorker.getRegistration().then((found) => found?.active?.state === "activated"));
    await page.context().setOffline(true);
    await page.evaluate((address) => (location.hash = address), `${survey.replace(/[?].*/, "")}/results`);
    await page.waitForSelector(".notice:is([data-kind=offline], [data-kind=network])");
    await page.context().setOffline(false);
    await page.evaluate(online);
    await page.waitForSelector(".results .rules");
  }, { serviceWorkers: "allow" }));

test("a_screen_that_waits_for_the_quota_says_until_when", () =>
  visiting(async (page) => {
    await signIn(page, stage.origin, owner(stage.world));
    let held = 0;
    // The gateway holds the next request of a kind back.
    const hold = (address) =>
      page.route(address, (route) => {
        held += 1;
        const headers = { "content-type": "application/problem+json", "retry-after": "4" };
        return route.fulfill({ status: 429, headers, body: JSON.stringify({ type: "urn:canvass:problem:budget-spent", title: "The app's request quota is used up for now.", status: 429 }) });
      }, { times: 1 });
    const reason = "text=/^The service accepts no more requests for now. Goes on at [0-9:]+/";
    await hold("**/api/v3/surveys?*");
    await page.fill("input[type=search]", "a");
    await page.waitForSelector(`.list .rows`);
    await page.waitForSelector(`.list .pause >> ${reason}`);
    await page.waitForSelector(".list[aria-busy=false]");
    assert.equal(await page.locator(".pause").count(), 0);
    await hold("**/api/v3/surveys/*/details*");
    await page.locator(".line a").last().click();
    await page.waitForSelector(`.skeleton .pause >> ${reason}`);
    await page.waitForSelector("#export-start");
    assert.equal(held, 2);
  }));

test("the_service_worker_keeps_only_files_of_the_console", () =>
  visiting(async (page) => {
    await signIn(page, stage.origin, owner(stage.world));
    await page.waitForFunction(() => navigator.serviceWorker.getRegistration().then((found) => found?.active?.state === "activated"));
    await page.reload();
    await page.waitForSelector(".rows");
    await page.click("nav a[href='#/account']");
    await page.waitForSelector("#team .members");
    const kept = await page.evaluate(async () => {
      const urls = [];
      for (const name of await caches.keys()) for (const { url } of await (await caches.open(name)).keys()) urls.push(new URL(url).pathname);
      return urls;
    });
    assert.ok(kept.includes("/") && kept.some((path) => path.startsWith("/sdk/index-")), kept.join(" "));
    assert.deepEqual(kept.filter((path) => !/^\/(?:$|favicon\.svg$|assets\/|sdk\/)/.test(path)), []);
  }, { serviceWorkers: "allow" }));

test("a_screen_that_a_user_opens_has_the_focus_on_its_heading_and_names_the_tab", () =>
  visiting(async (page) => {
    await signIn(page, stage.origin, owner(stage.world));
    await page.click("nav a[href='#/account']");
    await page.waitForSelector("#team .members");
    assert.equal(await page.evaluate(() => document.activeElement?.localName), "h1");
    assert.equal(await page.title(), "Account · Canvass");
    await page.goBack();
    await page.waitForSelector(".rows");
    assert.equal(await page.title(), "Surveys · Canvass");
    await page.route("**/users/me", (route) => route.fulfill({ status: 500, json: { error: { id: "1050", name: "Internal Server Error", message: "Failed.", http_status_code: 500 } } }));
    await page.click("nav a[href='#/account']");
    await page.waitForSelector("main .notice");
    assert.deepEqual([await page.locator("h1").innerText(), await page.title()], ["Account", "Account · Canvass"]);
  }));

/** The width of a menu and that of its longest text, whatever fonts the machine has. */
function roomOf(select) {
  const { font, paddingLeft, paddingRight } = getComputedStyle(select);
  const context = Object.assign(document.createElement("canvas").getContext("2d"), { font });
  const widths = [...select.options].map(({ text }) => context.measureText(text).width);
  return { has: Math.ceil(select.getBoundingClientRect().width), needs: Math.max(...widths) + parseFloat(paddingLeft) + parseFloat(paddingRight) };
}

test("a_long_title_takes_three_lines_of_the_list_and_most_of_a_small_window", () =>
  visiting(async (page) => {
    await signIn(page, stage.origin, owner(stage.world));
    const title = page.locator(".name a span").first();
    assert.equal(await title.locator("..").getAttribute("title"), await title.innerText());
    await title.evaluate((place) => (place.textContent = "words ".repeat(100)));
    const [{ width, height }, line, order] = await Promise.all([title.boundingBox(), title.evaluate((place) => parseFloat(getComputedStyle(place).lineHeight)), page.locator("#order").evaluate(roomOf)]);
    assert.ok(height <= 3 * line + 1 && width > 200, `${width} by ${height}`);
    assert.ok(order.has >= order.needs, `“Letzte Änderung” has ${order.has} of ${order.needs}px`);
  }, { viewport: { width: 720, height: 800 }, locale: "de" }));

test("a_sign_out_in_another_tab_is_seen_in_this_one", () =>
  visiting(async (page) => {
    await signIn(page, stage.origin, owner(stage.world));
    const other = await page.context().newPage();
    await other.goto(`${stage.origin}/`);
    await other.waitForSelector(".rows");
    await other.click("#sign-out");
    await page.waitForSelector("#sign-in");
    assert.match(await page.locator(".notice[data-kind=signed_out]").innerText(), /The session has ended/);
    await other.waitForSelector("#sign-in");
    assert.equal(await other.locator(".notice").count(), 0, "who signs out needs no message");
    for (const tab of [page, other]) assert.equal(await tab.evaluate(() => document.activeElement?.localName), "h1");
  }));
