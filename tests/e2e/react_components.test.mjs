// The components for React: who sees what, and the menu of the account with a keyboard.

import assert from "node:assert/strict";
import { test } from "node:test";
import { withReact } from "./react_harness.mjs";

withReact((app) => {
  const focused = (page) => page.evaluate(() => document.activeElement.textContent);

  test("a_person_signs_in_with_the_button_and_sees_what_signed_in_people_see", async () => {
    const { page, problems, says, leave } = await app.open("#only,page");
    await says("#nobody", "Nobody");
    assert.equal(await page.locator("#account").count(), 0);
    await page.getByRole("button", { name: "Sign in" }).click();
    const { email, password } = app.world.people.find(({ key }) => key === "owner");
    await page.fill("input[name=email]", email);
    await page.fill("input[name=password]", password);
    await page.locator("form button").first().click();
    await page.click("button[name=decision][value=allow]");
    await says("#email", email);
    assert.equal(await page.locator("#nobody").count(), 0);
    assert.deepEqual(problems, []);
    await leave();
  });

  test("the_button_says_why_a_sign_in_failed", async () => {
    const { page, says, leave } = await app.open("#only,page");
    await says("#nobody", "Nobody");
    await page.route("**/auth/configuration*", (route) => route.abort());
    await page.click("#enter");
    await page.getByRole("alert").waitFor();
    assert.ok(await page.locator("#enter").isEnabled());
    await leave();
  });

  test("the_menu_of_the_account_is_used_with_a_keyboard", async () => {
    const { page, problems, says, leave } = await app.open("#only,page", "owner", "free");
    await says("#email", "frank@solo.example");
    const account = page.locator("#account");
    assert.deepEqual([await account.getAttribute("aria-haspopup"), await account.getAttribute("aria-expanded")], ["menu", "false"]);
    const name = await account.textContent();
    assert.notEqual(name, "");
    await account.focus();
    await page.keyboard.press("ArrowDown");
    await page.getByRole("menu", { name: "Accounts" }).waitFor();
    assert.equal(await account.getAttribute("aria-expanded"), "true");
    assert.equal(await account.getAttribute("aria-controls"), await page.getByRole("menu").getAttribute("id"));
    const items = await page.locator("[role^=menuitem]").allTextContents();
    assert.equal(items.length, 5);
    assert.deepEqual(items.slice(2), ["Add an account", "Sign out", "Sign out of all accounts"]);
    assert.equal(await page.getByRole("menuitemradio", { checked: true }).textContent(), name);
    assert.equal(await focused(page), items[0]);
    await page.keyboard.press("ArrowUp");
    assert.equal(await focused(page), items[4], "the menu is a circle");
    await page.keyboard.press("ArrowDown");
    assert.equal(await focused(page), items[0]);
    await page.keyboard.press("End");
    assert.equal(await focused(page), items[4]);
    await page.keyboard.press("Home");
    assert.equal(await focused(page), items[0]);
    await page.keyboard.press("s");
    assert.equal(await focused(page), "Sign out");
    await page.keyboard.press("s");
    assert.equal(await focused(page), "Sign out of all accounts");
    await page.keyboard.press("Escape");
    await page.getByRole("menu").waitFor({ state: "detached" });
    assert.equal(await focused(page), name, "the focus is on the button again");
    await page.keyboard.press("ArrowUp");
    assert.equal(await focused(page), items[4]);
    await page.keyboard.press("Tab");
    await page.getByRole("menu").waitFor({ state: "detached" });
    assert.equal(await focused(page), "Beside");
    assert.deepEqual(problems, []);
    await leave();
  });

  test("the_menu_switches_the_account_and_signs_out", async () => {
    const { page, says, leave } = await app.open("#only,page", "owner", "free");
    await says("#email", "frank@solo.example");
    await page.click("#account");
    await page.getByRole("menuitemradio", { checked: false }).click();
    await says("#email", "olivia@northwind.example");
    assert.equal(await page.getByRole("menu").count(), 0);
    assert.equal(await focused(page), await page.locator("#account").textContent());
    await page.click("#account");
    await page.click("#beside");
    await page.getByRole("menu").waitFor({ state: "detached" });
    await page.click("#account");
    await page.getByRole("menuitem", { name: "Sign out of all accounts" }).click();
    await says("#nobody", "Nobody");
    assert.equal(await page.locator("#account").count(), 0);
    await leave();
  });

  test("what_was_typed_stays_when_only_a_reload_of_the_session_fails", async () => {
    const { page, says, leave } = await app.open("", "owner");
    let fail;
    const failing = new Promise((done) => (fail = done));
    await page.route("**/auth/session", (route) => failing.then(() => route.abort()));
    await page.goto(`${app.world.origin}/?again#only,typed`);
    await says("#provided", "signed_in eu");
    await page.fill("#typed", "A long text");
    fail();
    await says("#provided", "failed eu");
    assert.equal(await page.inputValue("#typed"), "A long text");
    assert.ok(await page.locator("#known").isVisible());
    assert.equal(await page.locator("#nobody").count(), 0);
    await leave();
  });

  test("an_account_without_a_name_has_a_number", async () => {
    const { page, leave } = await app.open("#only,page", "owner");
    const accounts = [{ id: "a", region: "us", current: false, name: "Ada", email: "ada@mail.example" }, { id: "b", region: "us", current: true }];
    await page.route("**/auth/session", (route) => route.fulfill({ json: { signed_in: true, region: "us", account: "b", accounts } }));
    await page.goto(`${app.world.origin}/?again#only,page`);
    await page.locator("#account").getByText("Account 2", { exact: true }).waitFor();
    await page.click("#account");
    assert.deepEqual(await page.getByRole("menuitemradio").allTextContents(), ["Ada", "Account 2"]);
    await leave();
  });
});
