// The two pages that `results.mjs` compares, as scripts. Each sets `globalThis.bench` to what the benchmark can call.

/** What both pages do alike: random numbers that are the same in every run, and bars for the choices of a question. */
const SHARED = `
  const numbersFrom = (seed) => () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let mixed = Math.imul(seed ^ (seed >>> 15), seed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  const random = numbersFrom(7);
  const below = (count) => Math.floor(random() * count);
  const pick = (list) => list[below(list.length)];
  const draw = async (counts) => {
    const most = Math.max(1, ...counts);
    document.getElementById("chart").innerHTML = counts.map((count, row) => \`<rect y="\${row * 20}" width="\${(200 * count) / most}" height="16"/>\`).join("");
    await new Promise(requestAnimationFrame);
  };
  const questionsOf = (design) => design.pages.flatMap(({ questions }) => questions);
  const withChoices = (design) => questionsOf(design).filter(({ family, answers }) => /_choice$/.test(family) && answers?.choices);
  const timed = async (work) => {
    const begun = performance.now();
    await work();
    return performance.now() - begun;
  };`;

/** The page on the SDK's results, which keeps the responses of the survey on the device. */
export function resultsPage(survey) {
  return `
  import { createCanvass } from "/sdk/index.js";
  import { openResults } from "/sdk/results.js";
  ${SHARED}
  const canvass = createCanvass();
  let results;

  const open = async () => { results = await openResults(canvass, { survey_id: "${survey}", keep: "device" }); };
  const chart = async () => {
    const { questions } = await results.where().summary();
    await draw(questions.find(({ kind }) => kind === "choices").choices.map(({ count }) => count));
  };

  const leaves = () => {
    const matrices = questionsOf(results.design).filter(({ family, answers }) => family === "matrix" && answers.choices);
    const someOf = (list) => list.filter(() => random() < 0.5).concat(pick(list)).map(({ id }) => id);
    const choice = () => {
      const { id, answers } = pick(withChoices(results.design));
      return { question: id, choices: [...new Set(someOf(answers.choices))] };
    };
    const cell = () => {
      const { id, answers } = pick(matrices);
      return { question: id, row: pick(answers.rows).id, choices: [...new Set(someOf(answers.choices))] };
    };
    return pick([
      choice, choice, choice, cell, cell,
      () => ({ status: pick([["completed"], ["partial"], ["completed", "partial"]]) }),
      () => ({ created: { from: \`2025-\${String(1 + below(9)).padStart(2, "0")}-01T00:00:00Z\` } }),
      () => ({ language: [pick(["en", "de", "fr", "es"])] }),
      () => ({ seconds: { min: below(400) } }),
      () => ({ not: choice() }),
      () => ({ any: [choice(), cell()] }),
    ])();
  };
  const rule = () => ({ all: Array.from({ length: 1 + below(3) }, leaves) });
  const banner = () => pick([
    () => ({ question: pick(withChoices(results.design)).id }),
    () => ({ question: pick(withChoices(results.design)).id }),
    () => ({ field: pick(["status", "collector", "language"]) }),
    () => ({ variable: "source" }),
    () => ({ time: { by: "month" } }),
  ])();
  const analyses = {
    filters: () => results.where(rule()).summary(),
    crosstabs: () => results.where(pick([undefined, rule()])).crosstab({ rows: { question: pick(withChoices(results.design)).id }, columns: [banner()] }),
    comparisons: () => results.where().compare(Array.from({ length: 2 + below(4) }, (_, index) => ({ name: String(index), rule: rule() }))),
  };

  globalThis.bench = {
    async sync() {
      const took = await timed(async () => {
        await open();
        await results.sync();
      });
      const { held, complete } = results.state;
      await results.close();
      return { took, held, complete };
    },
    async open() {
      let shown;
      const done = await timed(async () => {
        shown = await timed(async () => {
          await open();
          await chart();
        });
        await results.sync();
      });
      return { chart: shown, done };
    },
    async analyse(count) {
      const times = { filters: [], crosstabs: [], comparisons: [] };
      const names = Object.keys(times);
      for (let turn = 0; turn < count; turn += 1) {
        const name = names[turn % names.length];
        times[name].push(await timed(analyses[name]));
      }
      return times;
    },
  };`;
}

/** The plain page: it fetches every response on each visit, and walks through all objects for each count. */
export function plainPage(survey, perPage) {
  return `
  ${SHARED}
  const path = "/api/v3/surveys/${survey}";
  const ask = async (url) => {
    const response = await fetch(url, { headers: { "X-Canvass": "1" } });
    if (!response.ok) throw new Error(\`\${response.status} for \${url}\`);
    return response.json();
  };
  let design;
  const responses = [];

  const answersOf = (response, id) => response.pages.flatMap(({ questions }) => questions).find((question) => question.id === id)?.answers ?? [];
  const count = (chosen) => {
    const counts = {};
    for (const { pages } of chosen) {
      for (const { questions } of pages) {
        for (const { id, answers } of questions) {
          const question = (counts[id] ??= { answered: 0, choices: {} });
          question.answered += 1;
          for (const { row_id = "", col_id = "", choice_id, other_id } of answers) {
            const key = \`\${row_id} \${col_id} \${choice_id ?? other_id}\`;
            question.choices[key] = (question.choices[key] ?? 0) + 1;
          }
        }
      }
    }
    return counts;
  };
  const show = (chosen) => draw(Object.values(count(chosen)[withChoices(design)[0].id]?.choices ?? {}));

  globalThis.bench = {
    async open() {
      const chart = await timed(async () => {
        design = await ask(\`\${path}/details\`);
        for (let page = 1, more = true; more; page += 1) {
          const { data, links } = await ask(\`\${path}/responses/bulk?per_page=${perPage}&page=\${page}\`);
          for (const response of data) responses.push(response);
          more = links.next !== undefined;
        }
        await show(responses.filter(({ collection_mode }) => collection_mode !== "survey_preview"));
      });
      return { chart, held: responses.length };
    },
    async filter(count) {
      const times = [];
      for (let turn = 0; turn < count; turn += 1) {
        const { id, answers } = pick(withChoices(design));
        const wanted = pick(answers.choices).id;
        times.push(await timed(() => show(responses.filter((response) => answersOf(response, id).some(({ choice_id }) => choice_id === wanted)))));
      }
      return times;
    },
  };`;
}
