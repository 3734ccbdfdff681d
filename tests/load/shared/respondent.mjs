// A respondent of a survey with one page and one question, and what the API lists of all of them.

import http from "node:http";
import { Failure } from "../../../scripts/run.mjs";

const agent = new http.Agent({ maxSockets: 2000 });

/** One request: its status and body. A connection that is refused is no answer. */
export function ask(url, { method = "GET", headers = {}, body } = {}) {
  return new Promise((done, fail) => {
    const request = http.request(url, { method, headers, agent }, async (answer) => {
      const chunks = [];
      for await (const chunk of answer) {
        chunks.push(chunk);
      }
      done({ status: answer.statusCode, headers: answer.headers, text: Buffer.concat(chunks).toString() });
    });
    request.once("error", fail);
    request.end(body);
  });
}

/** Opens a survey, again and again as a browser does while the service asks to wait. */
async function open(url) {
  for (;;) {
    const page = await ask(url);
    if (page.status !== 503 || page.headers.refresh === undefined) {
      return page;
    }
    await new Promise((done) => setTimeout(done, Number(page.headers.refresh) * 1000));
  }
}

/** One respondent: opens the survey and answers with a text. */
export async function respond(url, text) {
  const page = await open(url);
  const ticket = /name="ticket" value="([^"]+)"/.exec(page.text)?.[1];
  const field = /<input id="(q\d+)"/.exec(page.text)?.[1];
  if (page.status !== 200 || ticket === undefined || field === undefined) {
    throw new Failure(`The survey was answered with ${page.status}.`);
  }
  const cookie = page.headers["set-cookie"]?.[0].split(";")[0];
  const body = new URLSearchParams({ ticket, [field]: text, go: "next" }).toString();
  const headers = { "Content-Type": "application/x-www-form-urlencoded", Cookie: cookie };
  const end = await ask(url, { method: "POST", headers, body });
  if (end.status !== 200 || end.text.includes('name="ticket"')) {
    throw new Failure(`An answer was answered with ${end.status}.`);
  }
}

/** The texts of all responses to a survey, as the API lists them. */
export async function stored(api, id) {
  const texts = [];
  for (let page = 1; ; page += 1) {
    const { data, total } = await api("GET", `/v3/surveys/${id}/responses/bulk?per_page=100&page=${page}`);
    for (const { pages, response_status } of data) {
      texts.push(response_status === "completed" ? pages[0].questions[0].answers[0].text : response_status);
    }
    if (texts.length >= total || data.length === 0) {
      return texts;
    }
  }
}
