// docs/SDK.md, README.md and the READMEs of the packages: their snippets do what they say, in Chromium and in Node, as
// they stand there.
//
// ```js runs in a page that is signed in, ```js node as a module of its own; ```js sign-in and ```js callback are the
// two halves of a sign-in, ```js button waits for a click, and of ```jsx the component App is shown. What is printed or
// shown must be the ```text below, if there is one. ```jsx next is built by tests/consumers/server.test.mjs. ```js
// route, a part of another framework's app, is compiled by tests/edge/snippets.test.mjs.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { createHmac } from "node:crypto";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { build } from "esbuild";
import { root } from "../../scripts/run.mjs";
import { installPackages } from "../../scripts/setup.mjs";
import { signedIn } from "../edge/people.mjs";
import { stage as open, owner } from "./harness.mjs";

const REACT = join(root, "tests", "react");
installPackages(REACT, "React");

const stage = open();
const folder = mkdtempSync(join(tmpdir(), "canvass-guide-"));
mkdirSync(join(folder, "node_modules", "@canvass"), { recursive: true });
symlinkSync(join(root, "pkg"), join(folder, "node_modules", "@canvass", "sdk"));
symlinkSync(join(root, "pkg", "local"), join(folder, "node_modules", "@canvass", "local"));
mkdirSync(join(folder, "dist"));
writeFileSync(join(folder, "dist", "index.html"), "<!doctype html><title>An app</title>");
after(() => rmSync(folder, { recursive: true, force: true }));

/** The snippets of a document: where each runs, its code, and what it prints if the document says so. */
function snippetsOf(path) {
  const found = [];
  for (const [, kind, text] of readFileSync(join(root, path), "utf8").matchAll(/^```(\S+(?: \S+)?)\n(.*?)^```$/gms)) {
    const [language, where = "page"] = kind.split(" ");
    if (where === "next" || where === "route") continue;
    if (language === "jsx") found.push({ where: "react", code: text });
    else if (language === "js" || language === "ts") found.push({ where, code: text });
    else if (kind === "text" && found.length > 0) found.at(-1).prints ??= text;
  }
  return found;
}

/** A documented line as a pattern: `...` stands for what differs. */
function pattern(line) {
  const parts = line.split("...").map((part) => part.replace(/[^\w\s]/g, "\\$&"));
  return new RegExp(`^${parts.join(".+")}$`);
}

function compare({ code, prints }, printed) {
  if (prints === undefined) return;
  const expected = prints.split("\n").filter(Boolean);
  assert.equal(printed.length, expected.length, `${code}\nprinted\n${printed.join("\n")}`);
  printed.forEach((line, at) => assert.match(line, pattern(expected[at]), code));
}

/** The code of a snippet as an expression for the page: what it imports comes from where the gateway serves it. */
function inPage(code) {
  const body = code.replace(/^import (\{.*\}) from "@canvass\/sdk(?:\/(\w+))?";/gm, (_, names, entry = "index") => `const ${names} = await import("/sdk/${entry}.js");`);
  const kept = /const canvass =/.test(code) ? "globalThis.canvass = canvass;" : "";
  return `(async () => {
    const printed = (globalThis.printed = []);
    const console = { log: (...values) => printed.push(values.join(" ")) };
    ${body}
    ${kept}
    return printed;
  })()`;
}

/** A program that shows the component of a snippet in place of the page. */
async function app(code) {
  const contents = `import { createRoot } from "react-dom/client";\n${code}\ncreateRoot(document.body).render(<App />);`;
  const { outputFiles } = await build({
    stdin: { contents, loader: "jsx", resolveDir: folder },
    bundle: true,
    write: false,
    format: "iife",
    jsx: "automatic",
    nodePaths: [join(REACT, "node_modules")],
    define: { "process.env.NODE_ENV": '"production"' },
  });
  return outputFiles[0].text;
}

/** What the page has beside the SDK, by the names of the snippets. */
const OWN = `globalThis.button = document.body.appendChild(document.createElement("button"));
  button.append("Sign in");
  globalThis.progress = globalThis.later = () => {};`;

/** The person allows what is asked for; the callback page does nothing by itself. */
async function allow(page, person) {
  await page.route("**/assets/callback-*.js", (route) => route.fulfill({ contentType: "text/javascript", body: "" }));
  if (await page.locator("input[name=password]").count()) {
    await page.fill("input[name=email]", person.email);
    await page.fill("input[name=password]", person.password);
    await page.locator("button[type=submit], form button").first().click();
  }
  for (const box of await page.locator("input[type=checkbox]:not(:disabled)").all()) await box.check();
  await page.click("button[name=decision][value=allow]");
  await page.waitForURL(({ pathname }) => pathname === "/callback/");
  await page.evaluate(`${OWN}; import("/sdk/index.js").then(({ createCanvass }) => { globalThis.canvass = createCanvass(); })`);
}

/** Runs the snippets of a document's page one after the other, in one tab. */
async function runInPage(page, snippets) {
  const people = [owner(stage.world), stage.world.people.find(({ key }) => key === "admin")];
  for (const snippet of snippets) {
    const { where, code } = snippet;
    const context = `${where}: ${code}`;
    if (where === "sign-in") {
      page.evaluate(inPage(code)).catch(() => {});
      await page.waitForSelector("input[name=password]");
      await allow(page, people.shift());
      continue;
    }
    if (where === "react") {
      await page.evaluate(await app(code));
      const last = snippet.prints?.trim().split("\n").at(-1) ?? "";
      await page.waitForFunction((last) => document.body.innerText !== "" && document.body.innerText.trim().endsWith(last), last);
      compare(snippet, (await page.evaluate(() => document.body.innerText)).split("\n").filter(Boolean));
      continue;
    }
    const printed = await page.evaluate(inPage(code)).catch((error) => assert.fail(`${context}\n${error.message}`));
    if (where === "button") {
      const [window] = await Promise.all([page.waitForEvent("popup"), page.click("button")]);
      await window.waitForSelector("input[name=password]");
      // No person is faster than the page, which looks at its window a few times a second.
      await window.waitForLoadState("networkidle");
      await window.close();
      await page.bringToFront();
      await page.waitForFunction(() => globalThis.printed.length > 0);
    }
    compare(snippet, where === "button" ? await page.evaluate("globalThis.printed") : printed);
  }
}

/** A delivery that the service signed for an app of the demo world, as a handler is given it. */
function delivery({ client_id, client_secret }) {
  const body = JSON.stringify({
    name: "A hook", filter_type: "survey", filter_id: "1", event_type: "response_completed", event_id: "1",
    event_datetime: new Date().toISOString(), object_type: "response", object_id: "7", resources: { survey_id: "1" },
  });
  const signature = createHmac("sha1", `${client_id}&${client_secret}`).update(body).digest("base64");
  return { body, headers: { "sm-apikey": client_id, "sm-signature": signature } };
}

/** What a snippet prints as a module of a program. */
async function runInNode({ code }, number) {
  const { world, origin } = stage;
  const { token } = world.tokens.find(({ name }) => name === "owner");
  const app = world.apps[0];
  const { cookie } = await signedIn(stage, owner(world));
  const given = { token, cookie, access_url: origin, client_id: app.client_id, client_secret: app.client_secret };
  const file = join(folder, `${number}.mjs`);
  const names = join(folder, "names.mjs");
  writeFileSync(file, code);
  writeFileSync(names, `Object.assign(globalThis, ${JSON.stringify(given)}, {
    request: new Request("https://app.example/hook", { method: "POST", ...${JSON.stringify(delivery(app))} }),
    page: { context: () => ({ addCookies: async () => {} }) },
  });`);
  const env = { ...process.env, CANVASS_TOKEN: token, CANVASS_URL: origin, GATEWAY: origin, CLIENT_ID: app.client_id, CLIENT_SECRET: app.client_secret };
  const child = spawn(process.execPath, ["--import", `file://${names}`, file], { cwd: folder, env, stdio: ["ignore", "pipe", "pipe"] });
  const texts = ["", ""];
  [child.stdout, child.stderr].forEach((stream, at) => stream.setEncoding("utf8").on("data", (text) => (texts[at] += text)));
  const status = await new Promise((done) => child.on("close", done));
  assert.equal(status, 0, `${code}\nfailed with\n${texts[1]}`);
  return texts[0].split("\n").filter(Boolean);
}

async function check(path, least) {
  const snippets = snippetsOf(path);
  assert.ok(snippets.length >= least, `${path} has ${snippets.length} snippets`);
  const { page, leave } = await stage.visit();
  page.setDefaultTimeout(60_000);
  try {
    const inTab = snippets.filter(({ where }) => where !== "node");
    if (!inTab.some(({ where }) => where === "sign-in")) {
      const [name, value] = (await signedIn(stage, owner(stage.world))).cookie.split("=");
      await page.context().addCookies([{ name, value, url: stage.origin, httpOnly: true, sameSite: "Strict" }]);
    }
    await page.goto(`${stage.origin}/pricing/`);
    await page.evaluate(OWN);
    await runInPage(page, inTab);
  } finally {
    await leave();
  }
  for (const [number, snippet] of snippets.filter(({ where }) => where === "node").entries()) {
    compare(snippet, await runInNode(snippet, number));
  }
}

test("the_guide_does_what_it_says", () => check("docs/SDK.md", 15));
test("the_readme_does_what_it_says", () => check("README.md", 1));
test("the_readme_of_the_package_does_what_it_says", () => check("pkg/README.md", 4));
test("the_readme_of_the_local_service_does_what_it_says", () => check("pkg/local/README.md", 1));
