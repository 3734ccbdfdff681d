// TanStack Query with the options of @canvass/sdk/query, in the React app.

import assert from "node:assert/strict";
import { test } from "node:test";
import { withReact } from "./react_harness.mjs";

withReact((app) => {
  test("tanstack_query_loads_queries_and_pages_and_a_write_invalidates_what_it_makes_outdated", async () => {
    const { page, problems, calls, says, leave } = await app.open("#only,query", "owner");
    await says("#query .user", "olivia@northwind.example");
    await says("#query .count", "2 true");
    await page.click("#query .more");
    await says("#query .count", "4 true");
    await page.click("#query .more");
    await says("#query .count", "6 true");
    await page.click("#query .more");
    await says("#query .count", "7 false");
    await page.locator("#query .first:not(:empty)").waitFor();
    assert.deepEqual([calls("/users/me"), calls("/surveys")], [1, 4]);
    await page.click("#query .rename");
    await says("#query .first", "A query's title");
    assert.equal(calls("/users/me"), 1, "a survey is no part of the user");
    assert.deepEqual(problems, []);
    await leave();
  });

  test("tanstack_query_shows_the_data_of_the_current_account", async () => {
    const { page, says, leave } = await app.open("#only,query", "owner", "free");
    await says("#query .user", "frank@solo.example");
    await page.evaluate(async () => {
      const { accounts } = await canvass.session();
      await canvass.switchAccount({ account: accounts.find(({ current }) => !current).id });
    });
    await says("#query .user", "olivia@northwind.example");
    await leave();
  });

  test("tanstack_query_shows_nothing_of_a_person_who_has_signed_out", async () => {
    const { page, says, leave } = await app.open("#only,query", "owner");
    await says("#query .user", "olivia@northwind.example");
    await says("#query .count", "2 true");
    await page.evaluate(() => canvass.signOut({ all: true }));
    await page.locator("#query .user:empty").waitFor({ state: "attached" });
    await says("#query .count", "0 false");
    await app.world.signIn("free", { page });
    await page.evaluate(() => canvass.session());
    await says("#query .user", "frank@solo.example");
    await leave();
  });
});
