// Where a browser says that a form comes from, and which forms the service takes.

import assert from "node:assert/strict";
import { createServer } from "node:http";
import { after, before, test } from "node:test";
import { owner, stage } from "./harness.mjs";

const it = stage();

/** A page of another origin, whose form is sent to the sign-in of the account pages. */
const other = createServer((_, response) => {
  const { email, password } = owner(it.world);
  const field = (name, value) => `<input name="${name}" value="${value}">`;
  response.writeHead(200, { "Content-Type": "text/html" });
  response.end(`<form method="post" action="${it.origin}/account/sign-in">${field("email", email)}${field("password", password)}<button>Go</button></form>`);
});

before(() => new Promise((done) => other.listen(0, "127.0.0.1", done)));
after(() => other.close());

/**
 * Sends the form of the page, until what answers it is there; the headers of its request, and the status of the answer.
 */
async function sent(page) {
  const [request] = await Promise.all([
    page.waitForRequest((request) => request.method() === "POST" && request.isNavigationRequest()),
    page.waitForEvent("load"),
    page.locator("form button").first().click(),
  ]);
  const response = await request.response();
  return { headers: await request.allHeaders(), status: response.status() };
}

test("s81_browsers_send_our_forms_with_our_origin_and_those_of_another_origin_are_refused", async () => {
  const { email, password } = owner(it.world);
  const fill = async (page) => {
    await page.goto(`${it.origin}/account/`);
    await page.fill("input[name=email]", email);
    await page.fill("input[name=password]", password);
  };
  const { page, leave } = await it.visit();
  try {
    await page.goto(`http://127.0.0.1:${other.address().port}/`);
    const foreign = await sent(page);
    assert.equal(foreign.headers.origin, `http://127.0.0.1:${other.address().port}`);
    assert.equal(foreign.status, 403);

    await fill(page);
    const ours = await sent(page);
    assert.equal(ours.headers.origin, it.origin);
    assert.equal(ours.headers["sec-fetch-site"], "same-origin");
    assert.equal(ours.status, 303);
    await page.waitForSelector("form[action='/account/name']");
  } finally {
    await leave();
  }

  // A page that hides its address has a form of the origin `null`, and its browser says that it is ours.
  const hidden = await it.visit();
  try {
    await fill(hidden.page);
    await hidden.page.evaluate(() => {
      const meta = document.createElement("meta");
      [meta.name, meta.content] = ["referrer", "no-referrer"];
      document.head.append(meta);
    });
    const { headers, status } = await sent(hidden.page);
    assert.equal(headers.origin, "null");
    assert.equal(headers["sec-fetch-site"], "same-origin");
    assert.equal(status, 303);
  } finally {
    await hidden.leave();
  }
});
