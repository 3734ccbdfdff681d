// Mistakes in the set-up of the SDK: each is an error of the kind `configuration` that names what to change.

import assert from "node:assert/strict";
import { test } from "node:test";
import { createCanvass } from "../../pkg/dist/index.js";

const gateway = "http://127.0.0.1:9";

/** What creating a client with these options fails with. */
function refusal(options) {
  try {
    createCanvass(options);
  } catch ({ kind, path, message }) {
    return { kind, path, message };
  }
  return undefined;
}

test("an_unknown_option_is_named_with_the_nearest_right_one", () => {
  for (const [wrong, right] of [["gatway", "gateway"], ["retrys", "retries"], ["Timeout", "timeout"], ["max_wait", "maxWait"], ["onResponce", "onResponse"]]) {
    const { kind, path, message } = refusal({ [wrong]: 1 });
    assert.deepEqual([kind, path, message], ["configuration", wrong, `There is no option "${wrong}". Did you mean "${right}"?`]);
  }
  assert.match(refusal({ colour: "red" }).message, /^There is no option "colour"\. The options are: gateway, fetch, /);
  assert.match(refusal({ toString: 1 }).message, /^There is no option "toString"/);
});

test("an_option_with_a_wrong_value_is_named_with_what_it_must_be", () => {
  const wrong = [
    [{ retries: -1 }, 'The option "retries" must be a number of 0 or more, not -1.'],
    [{ timeout: "5s" }, 'The option "timeout" must be a number of 0 or more, not "5s".'],
    [{ deadline: NaN }, 'The option "deadline" must be a number of 0 or more, not NaN.'],
    [{ use: () => {} }, /^The option "use" must be a list of functions, not /],
    [{ fetch: "fetch" }, 'The option "fetch" must be a function, not "fetch".'],
    [{ api: null }, 'The option "api" must be an object, not null.'],
  ];
  for (const [options, message] of wrong) {
    const found = refusal(options);
    assert.equal(found.kind, "configuration");
    if (message instanceof RegExp) assert.match(found.message, message);
    else assert.equal(found.message, message);
  }
  assert.equal(refusal({ timeout: 0, retries: undefined, maxWait: Infinity, gateway }), undefined);
});

test("a_gateway_is_an_origin_with_its_scheme_and_without_a_path", () => {
  for (const wrong of ["surveys.example.com", "https://surveys.example.com/", "https://surveys.example.com/api", "//surveys.example.com", "ftp://x", ""]) {
    const { kind, path, message } = refusal({ gateway: wrong });
    assert.deepEqual([kind, path], ["configuration", "gateway"], wrong);
    assert.match(message, /must be an origin with its scheme and without a path, such as https:\/\/surveys\.example\.com, not /);
  }
});

test("a_call_with_a_wrong_option_is_rejected_and_sends_nothing", async () => {
  const sent = [];
  const canvass = createCanvass({ gateway, fetch: async (request) => void sent.push(request) });
  for (const [options, path] of [[{ signl: 1 }, "signl"], [{ timeout: "5s" }, "timeout"], [{ signal: {} }, "signal"]]) {
    await assert.rejects(canvass.surveys.list({}, options), { kind: "configuration", path });
  }
  assert.deepEqual(sent, []);
});

test("without_a_page_a_call_needs_a_gateway_or_a_token", async () => {
  const canvass = createCanvass();
  await assert.rejects(canvass.surveys.list(), { kind: "configuration", path: "gateway", message: /Pass the option `gateway` with its origin, or a `token`/ });
  await assert.rejects(canvass.session(), { kind: "configuration" });
});

test("without_a_page_no_one_can_sign_in", async () => {
  const canvass = createCanvass({ gateway });
  for (const call of [canvass.signIn(), canvass.signIn({ popup: true }), canvass.completeSignIn()]) {
    await assert.rejects(call, { kind: "unavailable", message: /^Only a page can sign in\./ });
  }
});
