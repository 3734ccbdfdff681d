// No request keeps the service's only thread for long: the longest stretch of work while one request of each kind of
// long work is under way. Each is repeated, and the shortest of the longest stretches counts: the collection of garbage
// only adds to it. `node tests/load/thread_time.mjs PATTERN` measures what the pattern matches.

import { Failure, main, say } from "../../scripts/run.mjs";
import { watch } from "./shared/latency.mjs";
import { LARGEST, choices, withService } from "./shared/service.mjs";

const LIMIT_MS = 12;
/** Repetitions that are not measured, in which code is compiled, and those that are. */
const WARM_UP = 2;
const TIMES = 4;
/** Fields of a form: the service takes 2,000. */
const FIELDS_MAX = 1990;

const text = (length) => "x".repeat(length);
const openQuestion = (number) => ({ headings: [{ heading: `Question ${number}?` }], family: "open_ended", subtype: "single" });

/** A page of 1,000 plain questions. */
const PLAIN = [{ questions: Array.from({ length: 1000 }, (_, number) => openQuestion(number)) }];

/** An answer of every cell of a survey. */
function everyAnswer(details) {
  const answersOf = ({ answers = {}, family }) => {
    if (family === "open_ended") return [{ text: text(20) }];
    if (family === "matrix") return answers.rows.map((row) => ({ row_id: row.id, choice_id: answers.choices[0].id }));
    return answers.choices.map((choice) => ({ choice_id: choice.id }));
  };
  const questionOf = (question) => ({ id: question.id, answers: answersOf(question) });
  return details.pages.map((page) => ({ id: page.id, questions: page.questions.map(questionOf) }));
}

/** A respondent's form with every field of the page filled in, texts with so many characters. */
function filledForm(page, length) {
  const form = new URLSearchParams();
  for (const [field] of page.matchAll(/<(?:input|textarea)\b[^>]*>/g)) {
    const [, name] = /\bname="([^"]*)"/.exec(field) ?? [];
    const [, value] = /\bvalue="([^"]*)"/.exec(field) ?? [];
    const isRadio = field.includes('type="radio"');
    const isFree = !(isRadio && form.has(name)) && [...form].length < FIELDS_MAX;
    if (name && isFree) form.append(name, value ?? text(length));
  }
  form.append("go", "next");
  return form;
}

await main(() =>
  withService(async ({ origin, pid, world, token, api, call }) => {
    const health = watch(`${origin}/healthz`, pid);
    const only = process.argv[2] && new RegExp(process.argv[2]);
    const late = [];
    /** Measures `work`, which gets what `prepare` made for this repetition. */
    const measure = async (what, work, prepare = () => undefined) => {
      if (only && !only.test(what)) return;
      const waits = [];
      for (let round = 0; round < WARM_UP + TIMES; round += 1) {
        const prepared = await prepare(round);
        await new Promise((done) => setTimeout(done, 60));
        await health.longest();
        await work(prepared, round);
        const longest = await health.longest();
        if (round >= WARM_UP) waits.push(longest);
      }
      const least = Math.min(...waits);
      say(`  ${what}: ${waits.map((wait) => wait.toFixed(1)).join(" ")} → ${least.toFixed(1)} ms`);
      if (least > LIMIT_MS) late.push(`${what} ${least.toFixed(1)} ms`);
    };

    const post = async (path, body) => (await api("POST", path, body)).id;
    const newSurvey = (title, pages, more = {}) => post("/v3/surveys", { title, pages, ...more });
    await measure("nothing", () => new Promise((done) => setTimeout(done, 300)));
    /** Measures a page of a survey: opened, sent, sent again and sent with long texts. */
    const measuredPage = async (kind, url) => {
      const open = async (length = 20) => {
        const page = await fetch(url);
        return { form: filledForm(await page.text(), length), cookie: page.headers.get("set-cookie")?.split(";")[0] ?? "" };
      };
      const send = ({ form, cookie }) =>
        fetch(url, { method: "POST", body: form, headers: { Cookie: cookie } }).then(async (answer) => {
          await answer.text();
          if (answer.status !== 200) throw new Failure(`A page of ${kind} was answered with ${answer.status}.`);
        });
      await measure(`survey page opened: ${kind}`, () => open());
      const fields = [...(await open()).form].length;
      await measure(`survey page of ${fields} fields sent: ${kind}`, send, () => open());
      await measure(`survey page of ${fields} fields sent again: ${kind}`, send, async () => {
        const opened = await open();
        await send(opened);
        return opened;
      });
      await measure(`survey page with long texts sent: ${kind}`, send, () => open(700));
    };
    const kinds = { ...LARGEST, plain: PLAIN };
    const made = {};
    for (const [kind, pages] of Object.entries(kinds)) {
      await measure(`survey created: ${kind}`, async () => (made[kind] = await newSurvey(kind, pages)));
      made[kind] ??= await newSurvey(kind, pages);
      await measure(`survey copied: ${kind}`, () => post("/v3/surveys", { title: "Copy", from_survey_id: made[kind] }));
      await measure(`details: ${kind}`, () => api("GET", `/v3/surveys/${made[kind]}/details`));
    }
    for (const [kind, id] of Object.entries(made)) {
      const details = await api("GET", `/v3/surveys/${id}/details`);
      const collector = await api("POST", `/v3/surveys/${id}/collectors`, { type: "weblink", allow_multiple_responses: true });
      const pages = everyAnswer(details);
      const path = `/v3/collectors/${collector.id}/responses`;
      await measuredPage(kind, collector.url);
      let response;
      await measure(`response stored: ${kind}`, async () => (response = await post(path, { pages })));
      response ??= await post(path, { pages });
      const one = `/v3/surveys/${id}/responses/${response}`;
      await measure(`response read: ${kind}`, () => api("GET", `${one}/details`));
      await measure(`response read, simple: ${kind}`, () => api("GET", `${one}/details?simple=true`));
      await measure(`responses/bulk: ${kind}`, () => api("GET", `/v3/surveys/${id}/responses/bulk?per_page=5`));
      await measure(`responses/bulk, simple: ${kind}`, () => api("GET", `/v3/surveys/${id}/responses/bulk?per_page=5&simple=true`));
      await measure(`response changed (PATCH): ${kind}`, () => api("PATCH", one, { pages: pages.slice(0, 1) }));
      await measure(`response replaced (PUT): ${kind}`, () => api("PUT", one, { pages }));
      await measure(`rollups: ${kind}`, () => api("GET", `/v3/surveys/${id}/rollups`));
      await measure(`trends: ${kind}`, () => call("GET", `/v3/surveys/${id}/trends`));
      await measure(`trends of a page: ${kind}`, () => call("GET", `/v3/surveys/${id}/pages/${pages[0].id}/trends`));
      await measure(`response deleted: ${kind}`, (deleted) => api("DELETE", `/v3/surveys/${id}/responses/${deleted}`), () => post(path, { pages }));
      const question = details.pages[0].questions[0];
      const questionPath = `/v3/surveys/${id}/pages/${pages[0].id}/questions/${question.id}`;
      const { headings, family, subtype, answers } = question;
      const replaced = { headings, family, subtype, answers };
      await measure(`question replaced: ${kind}`, () => api("PUT", questionPath, replaced));
      const texts = (await api("GET", `/v3/surveys/${id}/languages/de?per_page=1000`)).translations;
      const translations = texts.slice(0, 9000).map(({ context, resource_id }) => ({ context, resource_id, translation: "Wort" }));
      const language = `/v3/surveys/${id}/languages/de`;
      await measure(`translation of ${translations.length} texts made: ${kind}`, () => api("POST", language, { enabled: true, translations }), () => call("DELETE", language));
      await measure(`translation changed: ${kind}`, () => api("PATCH", language, { translations }));
      await measure(`translation read: ${kind}`, () => api("GET", language));
      await measure(`translation deleted: ${kind}`, () => api("DELETE", language), () => call("POST", language, { enabled: true, translations }));
      const withResponses = async () => {
        const copy = await post("/v3/surveys", { title: "To delete", from_survey_id: id });
        const copied = await api("GET", `/v3/surveys/${copy}/details`);
        const where = await api("POST", `/v3/surveys/${copy}/collectors`, { type: "weblink" });
        for (let count = 0; count < 3; count += 1) {
          await post(`/v3/collectors/${where.id}/responses`, { pages: everyAnswer(copied) });
        }
        return copy;
      };
      await measure(`survey with large responses deleted: ${kind}`, (copy) => api("DELETE", `/v3/surveys/${copy}`), withResponses);
    }

    const scored = (number) => ({
      ...choices(5), headings: [{ heading: `Question ${number}?` }],
      quiz_options: { scoring_enabled: true },
      answers: { choices: Array.from({ length: 5 }, (_, at) => ({ text: String(at), quiz_options: { score: at } })) },
    });
    const quiz = await newSurvey("Quiz", [{ questions: Array.from({ length: 390 }, (_, number) => scored(number)) }], {
      quiz_options: { is_quiz_mode: true },
    });
    await measuredPage("a quiz", (await api("POST", `/v3/surveys/${quiz}/collectors`, { type: "weblink", allow_multiple_responses: true })).url);

    // Many small ones.
    const small = await newSurvey("Small", [{ questions: [openQuestion(1), choices(5)] }]);
    const smallDetails = await api("GET", `/v3/surveys/${small}/details`);
    const pages = everyAnswer(smallDetails);
    const filled = async (survey, total = 1000) => {
      const where = await api("POST", `/v3/surveys/${survey}/collectors`, { type: "weblink" });
      const own = survey === small ? pages : everyAnswer(await api("GET", `/v3/surveys/${survey}/details`));
      for (let count = 0; count < total; count += 20) {
        await Promise.all(Array.from({ length: 20 }, () => post(`/v3/collectors/${where.id}/responses`, { pages: own })));
      }
      return where.id;
    };
    await measure("collector with 5,000 responses deleted", (id) => api("DELETE", `/v3/collectors/${id}`), () => filled(small, 5000));
    await measure("collector with 5,000 responses cleared", (id) => api("DELETE", `/v3/collectors/${id}/responses`), () => filled(small, 5000));
    await measure("message with 10,000 recipients deleted", (path) => api("DELETE", path), async () => {
      const { id } = await api("POST", `/v3/surveys/${small}/collectors`, { type: "email" });
      const message = `/v3/collectors/${id}/messages/${await post(`/v3/collectors/${id}/messages`, { type: "invite" })}`;
      for (let count = 0; count < 10_000; count += 1000) {
        const contacts = Array.from({ length: 1000 }, (_, number) => ({ email: `invited${count + number}@example.com` }));
        await api("POST", `${message}/recipients/bulk`, { contacts });
      }
      return message;
    });
    const shown = await newSurvey("Results", [{ questions: Array.from({ length: 20 }, () => choices(2)) }]);
    await filled(shown, 5000);
    const results = await api("POST", `/v3/surveys/${shown}/collectors`, {
      type: "weblink", allow_multiple_responses: true, display_survey_results: true,
    });
    await measure("end page with results of 5,000", async (form) => {
      const page = await (await fetch(results.url, { method: "POST", body: form })).text();
      if (!page.includes("<meter")) throw new Failure("The last page shows no results.");
    }, async () => {
      // The last count is used for a minute.
      const clock = await fetch(`${origin}/sandbox/clock`, {
        method: "POST", headers: { "X-Canvass": "1", "Content-Type": "application/json" }, body: JSON.stringify({ advance: 61 }),
      });
      if (clock.status !== 200) throw new Failure(`The clock answered ${clock.status}.`);
      return filledForm(await (await fetch(results.url)).text(), 20);
    });
    await measure("survey with 1,000 responses deleted", (id) => api("DELETE", `/v3/surveys/${id}`), async () => {
      const copy = await post("/v3/surveys", { title: "To delete", from_survey_id: small });
      await filled(copy);
      return copy;
    });
    await filled(small);
    await measure("responses/bulk of 1,000", () => api("GET", `/v3/surveys/${small}/responses/bulk?per_page=1000`));
    await measure("rollups of 1,000", () => api("GET", `/v3/surveys/${small}/rollups`));
    await measure("trends of 1,000", () => api("GET", `/v3/surveys/${small}/trends`));
    for (let count = 0; count < 1000; count += 1) await newSurvey(`Listed ${count}`, [{ questions: [openQuestion(1)] }]);
    const include = "response_count,date_created,date_modified,language,question_count,analyze_url,preview,collect_stats";
    await measure("1,000 surveys listed", () => api("GET", `/v3/surveys?per_page=1000&include=${include}`));
    const contact = (number) => ({ first_name: text(30), last_name: text(30), email: `person${number}@example.com` });
    await measure("1,000 contacts at once", (round) => api("POST", "/v3/contacts/bulk", { contacts: Array.from({ length: 1000 }, (_, number) => contact(round * 1000 + number)) }), (round) => round);
    const lists = "/v3/contact_lists";
    const list = await post(lists, { name: "Large" });
    for (let round = 0; round < WARM_UP + TIMES; round += 1) {
      await api("POST", `${lists}/${list}/contacts/bulk`, { contacts: Array.from({ length: 1000 }, (_, number) => contact(round * 1000 + number)) });
    }
    const copyOfList = () => post(`${lists}/${list}/copy`, {});
    await measure("contact list of 6,000 copied", copyOfList);
    await measure("contact list of 6,000 merged", (empty) => api("POST", `${lists}/${empty}/merge`, { list_id: list }), () => post(lists, { name: "Empty" }));
    await measure("contact list of 6,000 deleted", (copy) => api("DELETE", `${lists}/${copy}`), copyOfList);
    const messages = `/v3/collectors/${await post(`/v3/surveys/${small}/collectors`, { type: "email" })}/messages`;
    const newMessage = async () => `${messages}/${await post(messages, { type: "invite" })}`;
    const invited = Array.from({ length: 10_000 }, (_, number) => ({ email: `invited${number}@example.com` }));
    await measure("10,000 recipients at once", (message) => api("POST", `${message}/recipients/bulk`, { contacts: invited }), newMessage);
    await measure("6,000 recipients by a list", (message) => api("POST", `${message}/recipients/bulk`, { contact_list_ids: [list] }), newMessage);
    // Bodies of nearly 1 MB.
    const wide = { ...openQuestion(1), headings: [{ heading: text(900_000) }] };
    await measure("1 MB body, one long text", () => call("POST", "/v3/surveys", { title: "Long", pages: [{ questions: [wide] }] }));
    const many = Array.from({ length: 9000 }, (_, number) => openQuestion(number));
    await measure("1 MB body, 9,000 questions", () => call("POST", "/v3/surveys", { title: "Many", pages: [{ questions: many }] }));
    await measure("1 MB body, unknown member", () => call("POST", "/v3/surveys", { title: "Long", unknown: Array.from({ length: 100_000 }, (_, number) => number) }));
    await measure("1 MB body, not JSON", () => fetch(`${origin}/v3/surveys`, { method: "POST", body: "[".repeat(900_000), headers: { "Content-Type": "application/json" } }).then((answer) => answer.text()));
    await measure("1 MB body, 45,000 contacts", () => call("POST", "/v3/contacts/bulk", { contacts: Array.from({ length: 30_000 }, () => ({ email: "a@b.example" })) }));
    // Bodies of many small items.
    const repeated = (head, item, tail) => head + Array(Math.floor((990_000 - head.length) / (item.length + 1))).fill(item).join(",") + tail;
    const raw = (path, body) => fetch(`${origin}${path}`, { method: "POST", body, headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" } }).then((answer) => answer.text());
    const variables = (count) => JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, number) => [`v${number}`, "x"])));
    const where = await api("POST", `/v3/surveys/${small}/collectors`, { type: "weblink" });
    const [page] = smallDetails.pages;
    const inQuestion = '{"title":"x","pages":[{"questions":[{"family":"single_choice","subtype":"vertical",';
    const { client_id } = world.apps.find(({ key }) => key === "workbench");
    const bulk = `${await newMessage()}/recipients/bulk`;
    const bodies = [
      ["pages", "/v3/surveys", repeated('{"title":"x","pages":[', "{}", "]}")],
      ["headings", "/v3/surveys", repeated(`${inQuestion}"headings":[`, '{"heading":"x"}', "]}]}]}")],
      ["choices", "/v3/surveys", repeated(`${inQuestion}"headings":[{"heading":"x"}],"answers":{"choices":[`, '{"text":"x"}', "]}}]}]}")],
      ["custom variables", "/v3/surveys", `{"title":"x","custom_variables":${variables(60_000)}}`],
      ["custom variables of a response", `/v3/collectors/${where.id}/responses`, `{"pages":[],"custom_variables":${variables(60_000)}}`],
      ["answers", `/v3/collectors/${where.id}/responses`, repeated(`{"pages":[{"id":"${page.id}","questions":[{"id":"${page.questions[0].id}","answers":[`, '{"text":"x"}', "]}]}]}")],
      ["lists of contacts", bulk, repeated('{"contact_list_ids":[', `"${list}"`, "]}")],
      ["contacts by id", bulk, repeated('{"contact_ids":[', '"1"', "]}")],
      ["objects of a webhook", "/v3/webhooks", repeated('{"name":"x","event_type":"response_completed","object_type":"survey","subscription_url":"http://127.0.0.1:9/","object_ids":[', '"1"', "]}")],
    ];
    for (const [what, path, body] of bodies) await measure(`1 MB body, ${what}`, () => raw(path, body));
    await measure("1 MB body, fields of the legacy list", () => raw(`/v2/surveys/get_respondent_list?api_key=${client_id}`, repeated(`{"survey_id":"${small}","fields":[`, '"email"', "]}")));
    await measure("survey page, 60 KB of Accept-Language", () => fetch(where.url, { headers: { "Accept-Language": "xx,".repeat(20_000) } }).then((answer) => answer.text()));
    await measure("survey page, 3,500 cookies", () => fetch(where.url, { headers: { Cookie: Array(3500).fill("a=b").join("; ") } }).then((answer) => answer.text()));
    await health.stop();
    if (late.length > 0) {
      throw new Failure(`Work held the thread for more than ${LIMIT_MS} ms:\n  ${late.join("\n  ")}`);
    }
  }),
);
