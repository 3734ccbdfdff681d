// The hooks for React with functions, clients and arguments that are created again on each render: they work, or say
// during development what is wrong, and never send requests without end.

import assert from "node:assert/strict";
import { test } from "node:test";
import { withReact } from "./react_harness.mjs";

withReact((app) => {
  /** The titles of the first two surveys, in the order of the list. */
  const titles = async () => (await app.world.client("owner").surveys.list().toArray({ limit: 2 })).map(({ id, title }) => ({ id, title }));

  /** Waits until what was started has ended: what follows would have been sent by then. */
  const settle = (page) => page.evaluate(async () => {
    for (let round = 0; round < 20; round += 1) await fetch("/healthz");
  });

  test("a_function_that_is_created_on_each_render_is_called_when_its_arguments_change", async () => {
    const { page, problems, calls, says, leave } = await app.open("#only,inline", "owner");
    const [first, second] = await titles();
    await says("#inline .text", `ready ${first.title}`);
    await page.click("#inline .next");
    await says("#inline .text", `ready ${second.title}`);
    await page.click("#inline .refresh");
    await settle(page);
    assert.deepEqual([calls(`/surveys/${first.id}`), calls(`/surveys/${second.id}`)], [1, 2]);
    assert.equal(problems.length, 1, "the console says once what is wrong");
    assert.match(problems[0], /useOperation\(\): The function is created again on each render.* option key/);
    await leave();
  });

  test("functions_with_the_same_key_share_one_request_and_follow_the_key", async () => {
    const { page, problems, calls, leave } = await app.open("#only,keyed", "owner");
    const [first, second] = await titles();
    for (const at of [0, 1]) await page.locator(".keyed .text").nth(at).getByText(`ready ${first.title}`, { exact: true }).waitFor();
    await page.locator(".keyed .next").first().click();
    await page.locator(".keyed .text").first().getByText(`ready ${second.title}`, { exact: true }).waitFor();
    assert.equal(await page.locator(".keyed .text").nth(1).textContent(), `ready ${first.title}`);
    await settle(page);
    assert.deepEqual([calls(`/surveys/${first.id}`), calls(`/surveys/${second.id}`)], [1, 1]);
    assert.deepEqual(problems, []);
    await leave();
  });

  test("a_client_that_a_component_makes_works_and_the_console_says_what_is_wrong", async () => {
    const { page, problems, calls, says, leave } = await app.open("#only,own", "owner");
    await says("#own", "signed_in 2 olivia@northwind.example");
    await settle(page);
    assert.deepEqual([calls("/users/me"), calls("/surveys"), calls("/auth/session")], [1, 1, 1]);
    assert.ok(problems.length > 0 && problems.every((problem) => /The component makes a new client on each render\. Call createCanvass once/.test(problem)));
    await leave();
  });

  test("a_client_that_a_dev_server_replaces_now_and_then_is_no_mistake", async () => {
    const { page, problems, says, leave } = await app.open("#only,saved", "owner");
    for (const saves of [0, 1, 2, 3]) {
      await says("#saved .text", `signed_in ${saves}`);
      await page.waitForTimeout(1_200);
      await page.click("#saved button");
    }
    await settle(page);
    assert.deepEqual(problems, []);
    await leave();
  });

  test("a_switch_in_another_tab_changes_what_both_clients_of_a_page_show", async () => {
    const { page, problems, says, leave } = await app.open("#only,two", "owner", "free");
    await says("#two", "signed_in frank@solo.example surveys");
    const other = await page.context().newPage();
    await other.goto(`${app.world.origin}/`);
    await other.locator("#status").getByText("signed_in").waitFor();
    await other.click("#switch");
    await says("#two", "signed_in olivia@northwind.example surveys");
    await settle(page);
    assert.equal(await page.locator("#two").textContent(), "signed_in olivia@northwind.example surveys");
    assert.deepEqual(problems, []);
    await leave();
  });

  test("a_client_that_takes_the_place_of_a_closed_one_hears_of_changes_and_syncs_results", async () => {
    const { page, says, leave } = await app.open("#only,closing", "owner", "free");
    await page.evaluate(async () => {
      const { accounts } = await canvass.session();
      await canvass.switchAccount({ account: accounts.find(({ current }) => !current).id });
    });
    await says("#closing .text", "olivia@northwind.example ready");
    await page.click("#closing .again");
    await page.click("#closing .sync");
    await says("#closing .text", "olivia@northwind.example ready synced");
    const other = await page.context().newPage();
    await other.goto(`${app.world.origin}/`);
    await other.locator("#status").getByText("signed_in").waitFor();
    await other.click("#switch");
    await page.locator("#closing .text").getByText("frank@solo.example").waitFor();
    await leave();
  });

  test("a_component_of_a_closed_client_shows_the_results_that_the_client_has_opened", async () => {
    const { page, says, leave } = await app.open("#only,joining", "owner");
    await says("#joining .text", "ready");
    await page.click("#joining button");
    await says("#joining .text", "ready ready");
    await leave();
  });

  test("clients_with_a_fetch_of_their_own_do_not_send_requests_without_end", async () => {
    const { page, problems, calls, says, leave } = await app.open("#only,own-fetch", "owner");
    await says("#own-fetch", "olivia@northwind.example");
    await settle(page);
    const sent = calls("/users/me");
    assert.ok(sent <= 6, `${sent} requests`);
    await settle(page);
    assert.equal(calls("/users/me"), sent);
    assert.equal(await page.locator("#own-fetch").textContent(), "olivia@northwind.example");
    assert.match(problems.join(), /The component makes a new client on each render/);
    await leave();
  });

  test("arguments_that_differ_on_each_render_do_not_send_requests_without_end", async () => {
    const { page, problems, calls, says, leave } = await app.open("#only,anew", "owner");
    await says("#anew-arguments", "ready");
    await settle(page);
    const sent = calls("/surveys");
    assert.ok(sent <= 6, `${sent} requests`);
    await settle(page);
    assert.equal(calls("/surveys"), sent);
    assert.equal(await page.locator("#anew-arguments").textContent(), "ready");
    assert.equal(problems.length, 1);
    assert.match(problems[0], /useList\(surveys\.list\): The arguments differ on each render/);
    await leave();
  });

  for (const [part, rule] of [
    ["anew-suspended", "a_suspended_component_whose_arguments_differ_on_each_render_fails"],
    ["anew-slowly", "a_suspended_component_whose_arguments_differ_on_each_render_fails_however_long_the_page_takes_to_render_it"],
    ["anew-among", "a_suspended_component_whose_arguments_differ_on_each_render_fails_among_others"],
    ["anew-twice", "suspended_components_whose_arguments_differ_on_each_render_fail_together"],
  ]) {
    test(rule, async () => {
      const { page, calls, says, leave } = await app.open(`#only,${part}`, "owner");
      await says(`#${part} .retry`, "configuration");
      await settle(page);
      const sent = calls("/surveys");
      assert.ok(sent <= 40, `${sent} requests`);
      await settle(page);
      assert.equal(calls("/surveys"), sent);
      await leave();
    });
  }

  test("a_suspended_component_with_a_function_of_its_own_needs_a_key", async () => {
    const { calls, says, leave } = await app.open("#only,inline-suspended", "owner");
    await says("#inline-suspended .retry", "configuration");
    assert.equal(calls("/users/me"), 0);
    await leave();
  });
});
