// Mail on its way out of the Worker: posted to the server of MAIL_URL, or sent by the platform's binding EMAIL.

import assert from "node:assert/strict";
import { createServer } from "node:http";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { startWorker } from "../../scripts/worker.mjs";
import { eventually } from "./eventually.mjs";

const folders = [];
const workers = [];
let office;

/** Who sends mail: takes each, unless it is told to refuse. */
before(async () => {
  office = { taken: [], refuses: false };
  office.server = createServer((request, response) => {
    let body = "";
    request.on("data", (part) => (body += part)).on("end", () => {
      response.writeHead(office.refuses ? 503 : 202).end();
      office.taken.push({ token: request.headers.authorization, mail: JSON.parse(body) });
    });
  });
  await new Promise((done) => office.server.listen(0, "127.0.0.1", done));
  office.url = `http://127.0.0.1:${office.server.address().port}/`;
});
after(async () => {
  await Promise.all(workers.map((worker) => worker.kill()));
  folders.forEach((folder) => rmSync(folder, { recursive: true, force: true }));
  office.server.close();
});

async function start(options) {
  const dataDir = mkdtempSync(join(tmpdir(), "canvass-mail-"));
  folders.push(dataDir);
  office.taken.length = 0;
  const worker = await startWorker({ dataDir, ...options });
  workers.push(worker);
  const control = async (path, method = "GET", body) => {
    const headers = { "X-Canvass": "1", "Content-Type": "application/json" };
    return (await fetch(`${worker.origin}/sandbox${path}`, { method, headers, body: body && JSON.stringify(body) })).json();
  };
  const email = "ida@new.example";
  const fields = { email, first_name: "Ida", last_name: "Berg", password: "a long password" };
  await fetch(`${worker.origin}/oauth/sign-up`, { method: "POST", body: new URLSearchParams(fields) });
  const mails = async () => (await control(`/outbox?to=${email}`)).mails;
  return { control, mails, email, output: worker.output };
}

/** A service that has the platform's way of sending mail, and passes it on to the server. */
const mailer = () => `    (name = "mailer", worker = (
      modules = [(name = "mailer.js", esModule = ${JSON.stringify(`
        import { WorkerEntrypoint } from "cloudflare:workers";
        export class Mailer extends WorkerEntrypoint {
          async send(mail) {
            const { ok } = await fetch("${office.url}", { method: "POST", body: JSON.stringify(mail) });
            if (!ok) throw Object.assign(new Error("refused"), { code: "E_REFUSED" });
            return { messageId: "1" };
          }
        }
        export default { fetch: () => new Response() };
      `)})],
      compatibilityDate = "2026-10-01",
    )),`;

for (const [name, options, token] of [
  ["a_server_is_posted_each_mail_with_its_token", () => ({ vars: { MAIL_URL: office.url, MAIL_TOKEN: "word" } }), "Bearer word"],
  ["the_platform_sends_each_mail_by_its_binding", () => ({
    services: mailer(),
    extraBindings: [`(name = "EMAIL", service = (name = "mailer", entrypoint = "Mailer"))`],
  })],
]) {
  test(`${name}_and_again_after_a_refusal`, async () => {
    office.refuses = true;
    const { control, mails, email, output } = await start(options());
    await eventually(() => office.taken.length === 1);
    assert.equal((await mails())[0].handed_over, null);
    await eventually(() => output().includes('"level":"warn","what":"a mail was not handed over"'));
    office.refuses = false;
    // The next attempt is planned once the refusal has come back: time passes until it is made.
    await eventually(async () => {
      await control("/clock", "POST", { advance: "1m" });
      return (await mails())[0].handed_over !== null;
    });
    const [first, second, ...more] = office.taken;
    assert.deepEqual(more, [], "it is sent once again");
    assert.deepEqual(first, second);
    assert.deepEqual([first.token, first.mail.to, first.mail.subject], [token, email, "Confirm your e-mail address"]);
    assert.match(first.mail.text, /\/account\/verify\?key=/);
    assert.equal("id" in first.mail, token !== undefined, "a platform knows no ids");
  });
}
