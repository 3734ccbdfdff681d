// A second, narrower sign-in at the embedded service: the page says what it does, and every session of the account
// loses the same.

import assert from "node:assert/strict";
import { test } from "node:test";
import { underTest } from "./harness.mjs";
import { pageOf } from "./page.mjs";
import { permitted, signedIn } from "./people.mjs";

const worker = underTest();

test("a_sign_in_that_leaves_a_scope_out_withdraws_it_from_the_accounts_other_sessions_as_the_page_says_before", async () => {
  const world = await worker.sandbox();
  const [owner, other] = ["owner", "other_team"].map((key) => world.people.find((person) => person.key === key));
  const page = pageOf(() => worker);
  const wide = (await signedIn(worker, owner)).cookie;
  const stranger = (await signedIn(worker, other)).cookie;
  const languages = (cookie) => page.ask("/api/v3/survey_languages", { cookie });
  const folders = (cookie) => page.ask("/api/v3/survey_folders", { cookie });
  const lists = (cookie) => page.ask("/api/v3/contact_lists", { cookie });
  const granted = ({ headers }) => headers.get("x-oauth-scopes-granted").split(",");
  for (const cookie of [wide, stranger]) {
    for (const read of [languages, folders, lists]) {
      assert.equal((await read(cookie)).status, 200);
    }
  }

  const without = ["contacts_read"];
  const { consent } = await permitted(worker, owner, { without });
  assert.match(consent, /name="scope" value="contacts_read"/);
  assert.match(consent, /what you leave out here is also withdrawn in your other browsers and devices/);
  const narrow = (await signedIn(worker, owner, { without })).cookie;
  for (const cookie of [narrow, wide]) {
    const refused = await lists(cookie);
    assert.deepEqual([refused.status, refused.json.error.id], [403, "1014"]);
    const kept = await folders(cookie);
    assert.equal(kept.status, 200);
    assert.ok(granted(kept).includes("surveys_read") && !granted(kept).includes("contacts_read"));
  }
  assert.equal((await lists(stranger)).status, 200, "another account keeps what it granted");

  const again = (await signedIn(worker, owner)).cookie;
  for (const cookie of [again, narrow, wide]) {
    assert.equal((await lists(cookie)).status, 200, "a wider sign-in gives it back to all of them");
  }
});
