// A survey of three questions and more with made answers, for screens that are opened without a service or an engine.
// Every rule halves the numbers: a test sees that a filter has reached every number, and needs no second engine.

const choices = (prefix, labels, weights = []) => labels.map((text, at) => ({ id: `${prefix}${at + 1}`, text, visible: true, position: at + 1, ...(weights[at] !== undefined && { weight: weights[at] }) }));

const REGION = choices("c1", ["North", "East", "South", "West"]);
const USED = choices("c2", ["Website", "App", "Shop", "Phone"]);
const NPS = choices("c3", [..."0123456789", "10"], [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
const GRID = choices("c4", ["Very bad", "Bad", "Fair", "Good", "Very good"], [1, 2, 3, 4, 5]);
const LONG = choices("c5", Array.from({ length: 40 }, (_, at) => `Town ${at + 1}`));
const ROWS = choices("r", ["Speed of the answer", "Friendliness", "Price"]);

const question = (id, heading, family, subtype, answers, more = {}) => ({ id, headings: [{ heading }], family, subtype, visible: true, ...(answers && { answers }), ...more });

export const DESIGN = {
  id: "301", title: "Visitors <b>2026</b>", language: "en", custom_variables: { source: "Source" },
  pages: [
    { id: "p1", title: "You", questions: [
      question("q1", "Which region are you from?", "single_choice", "vertical", { choices: REGION, other: { id: "o1", text: "Elsewhere", is_answer_choice: true } }),
      question("q2", "What did you use?", "multiple_choice", "vertical", { choices: USED }),
    ] },
    { id: "p2", title: "Your visit", questions: [
      question("q3", "How likely are you to recommend us?", "matrix", "rating", { rows: [{ id: "r0", text: "" }], choices: NPS }),
      question("q4", "How was …", "matrix", "rating", { rows: ROWS, choices: GRID }),
      question("q5", "Where do you live?", "single_choice", "menu", { choices: LONG }),
      question("q6", "How old are you?", "open_ended", "numerical", { rows: [{ id: "n1", text: "Years" }] }),
    ] },
    { id: "p3", title: "", questions: [
      question("q7", "What should we do better?", "open_ended", "essay"),
      question("q8", "Show us a picture", "open_ended", "single", undefined, { display_options: { display_type: "file_upload" } }),
      question("q9", "Nobody answers this", "single_choice", "vertical", { choices: choices("c9", ["Yes", "No"]) }),
    ] },
  ],
};

const areWeighted = (options = []) => options.length > 0 && options.every(({ weight }) => weight !== null);
const result = (id, page, number, heading, family, subtype, kind, n, all, more) => ({ id, page_id: `p${page}`, page, number, heading, family, subtype, visible: true, answered: n, skipped: all - n, not_reached: null, kind, multiple: false, has_mean: kind === "numbers" || areWeighted(more?.choices ?? more?.rows?.[0]?.choices), ...more });
const counted = (options, counts, base) => options.map(({ id, text, weight = null }, at) => ({ id, label: text, count: counts[at] ?? 0, percent: base > 0 ? (100 * (counts[at] ?? 0)) / base : 0, base, weight, is_na: false, deleted: false }));
const stats = (n, mean) => ({ n, mean, median: Math.round(mean), min: 0, max: 10, std: 2.1 });

/** The numbers of the survey for so many responses. */
export function summaryOf(all, total = 1260) {
  const of = (share) => Math.round(all * share);
  const n = of(0.95);
  const questions = [
    result("q1", 1, 1, "Which region are you from?", "single_choice", "vertical", "choices", n, all, { choices: counted(REGION, [of(0.4), of(0.25), of(0.2), of(0.05)], n), other: { id: "o1", label: "Elsewhere", count: of(0.05), percent: 5, is_choice: true, deleted: false } }),
    result("q2", 1, 2, "What did you use?", "multiple_choice", "vertical", "choices", n, all, { multiple: true, choices: counted(USED, [of(0.8), of(0.6), of(0.1), 0], n) }),
    result("q3", 2, 3, "How likely are you to recommend us?", "matrix", "rating", "rows", n, all, { rows: [{ id: "r0", label: "", answered: n, percent: 100, deleted: false, choices: counted(NPS, [1, 0, 1, 2, 3, 5, 8, 20, 25, 20, 15].map((share) => of(share / 106)), n), stats: stats(n, 7.8) }], nps: { n, promoters: of(0.33), passives: of(0.43), detractors: of(0.19), score: 14.2, margin: 3.9 } }),
    result("q4", 2, 4, "How was …", "matrix", "rating", "rows", n, all, { rows: ROWS.map(({ id, text }, at) => ({ id, label: text, answered: n, percent: 100, deleted: false, choices: counted(GRID, [0.05, 0.1, 0.2 + at / 20, 0.4 - at / 20, 0.2].map(of), n), stats: stats(n, 3.6 + at / 10) })) }),
    result("q5", 2, 5, "Where do you live?", "single_choice", "menu", "choices", n, all, { choices: counted(LONG, LONG.map((_, at) => of(0.04 / (1 + at / 10))), n) }),
    result("q6", 2, 6, "How old are you?", "open_ended", "numerical", "numbers", n, all, { rows: [{ id: "n1", label: "Years", answered: n, percent: 100, deleted: false, stats: stats(n, 41.25), bins: [20, 30, 40, 50].map((from, at) => ({ from, to: from + 9, min: from + 1, max: from + 8, count: of([0.2, 0.4, 0.3, 0.05][at]) })) }] }),
    result("q7", 3, 7, "What should we do better?", "open_ended", "essay", "texts", of(0.3), all, { texts: of(0.3), not_reached: of(0.1) }),
    result("q8", 3, 8, "Show us a picture", "open_ended", "single", "files", of(0.1), all, { texts: of(0.1) }),
    result("q9", 3, 9, "Nobody answers this", "single_choice", "vertical", "choices", 0, all, { choices: counted(choices("c9", ["Yes", "No"]), [], 0) }),
  ];
  return { responses: all, all: total, questions };
}

const fold = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
const TEXTS = ["The queue was long, but everybody was friendly.", "More bicycle stands, please.", "Größere Räume für die Kinder", "The café closes too early."];
const DAY = 86_400_000;
const START = Date.UTC(2026, 8, 1);
/** Net promoter scores of a trend that are not whole, by their places. */
const SCORES = { 20: -0.4, 29: -12.5 };
const idAt = (at) => String(900_000 + at);

/** A view with the numbers for its rule. */
function viewOf(rule, total, tags, spans, held = total, first = 0) {
  const conditions = "all" in rule ? rule.all.length : 1;
  const isNothing = JSON.stringify(rule).includes("nobody");
  const count = isNothing ? 0 : Math.round(total / 2 ** conditions);
  /** How many of those that are here pass the rule. */
  const here = isNothing ? 0 : Math.round(held / 2 ** conditions);
  const letters = (at) => (at === 0 ? "B" : at === 2 ? "a" : "");
  return {
    rule,
    count: async ({ parts } = {}) => ({ count: here, all: held, ...(parts && { counts: (rule.all ?? []).map((part, at) => ({ rule: { all: rule.all.filter((other) => other !== part) }, count: JSON.stringify(part).includes("nobody") ? 630 : at })) }) }),
    summary: async ({ questions } = {}) => {
      const summary = summaryOf(count, total);
      return questions ? { ...summary, questions: summary.questions.filter(({ id }) => questions.includes(id)) } : summary;
    },
    crosstab: async ({ columns }) => {
      const block = { title: "Which region are you from?", columns: REGION.map(({ id, text }, at) => ({ id, label: text, letter: "ABCD"[at], base: Math.round(count / (at + 2)), small: count / (at + 2) < 30 })), overlapping: false, tested: true, comparisons: 6 };
      // As the engine does: groups have no title, and spans their start in UTC.
      const months = { ...block, title: "", columns: block.columns.map((column, at) => ({ ...column, id: `2026-0${at + 1}-${at === 0 ? "31" : "28"}T23:00:00Z`, label: "" })) };
      // The values of a field are their own labels.
      const collectors = { ...block, title: "collector", columns: block.columns.slice(0, 2).map((column, at) => ({ ...column, id: String(77 + at), label: String(77 + at) })) };
      const blocks = columns.map(({ time, groups, field }) => (time ? months : field === "collector" ? collectors : groups ? { ...block, title: "" } : block));
      return {
        blocks, total: { base: count },
        rows: GRID.map(({ id, text }, row) => ({ id, label: text, total: { count: row * 10, percent: row * 10 }, cells: blocks.flatMap(() => REGION.map((_, at) => ({ count: at + row, percent: 12.34 + 5 * at + row, letters: letters(at) }))), expected_low: row === 4 })),
        means: { total: { mean: 3.6, n: count }, cells: blocks.flatMap(() => REGION.map((_, at) => ({ mean: 3 + at / 10, n: 100, letters: letters(at) }))) },
        chi_square: blocks.map(() => ({ statistic: 6.89, df: 2, p: 0.0319, v: 0.1, warning: false })), note: ["small_base"],
      };
    },
    compare: async (groups) => {
      const parts = groups.map((_, at) => summaryOf(Math.round(count / (at + 2)), total));
      return {
        groups: groups.map(({ name }, at) => ({ name, count: parts[at].responses, letter: "ABCDE"[at] })),
        questions: parts[0].questions.map((own, at) => ({ ...own, groups: parts.map(({ questions }) => questions[at]), letters: own.choices ? { [own.choices[0].id]: groups.map((_, group) => (group === 0 ? "B" : "")) } : {}, tested: true, comparisons: 1, expected_low: own.choices ? [own.choices[1].id] : [] })),
        overlapping: groups.some(({ rule }) => JSON.stringify(rule) === '{"all":[]}'),
      };
    },
    trend: async ({ question, by }) => {
      // As the engine does with too many periods.
      if (by === "hour" && spans >= 20_000) throw Object.assign(new Error("a longer period"), { kind: "invalid_argument", path: "by", remedy: { action: "correct" } });
      return { buckets: Array.from({ length: spans }, (_, at) => ({ from: new Date(START + at * DAY).toISOString(), to: new Date(START + (at + 1) * DAY).toISOString(), count: at === 5 ? 0 : 20 + ((at * 7) % 30), n: at === 5 ? 0 : at % 9 === 0 ? 6 : 40, mean: at === 5 ? null : 3.5 + Math.sin(at / 4) / 2, nps: question === "q3" && at !== 5 ? (SCORES[at] ?? 20 - at) : null, margin: at === 5 ? null : 0.3, ...(at === spans - 1 && { current: true }) })) };
    },
    funnel: async () => ({ began: count, completed: Math.round(count * 0.8), pages: DESIGN.pages.map(({ id, title }, at) => ({ id, number: at + 1, title, reached: Math.round(count * (1 - at / 12)), left: Math.round(count / (12 + at)), percent: 100 * (1 - at / 12) })), seconds: { n: Math.round(count * 0.8), median: 184, p90: 602 }, paths: false, histogram: [60, 120, 240, 480, null].map((to, at) => ({ from: [0, 60, 120, 240, 480][at], to, count: [40, 200, 420, 210, 30][at] })) }),
    texts: async ({ from = 0, to = 100, text = "", tag, question, row }) => {
      if (to - from > 1000) throw new Error("at most 1000 more than from");
      const all = Array.from({ length: Math.round(count / 4) }, (_, at) => ({ response_id: idAt(first + at), question: question ?? "q7", row: null, text: TEXTS[at % 4], other: false, date_created: new Date(START + at * 1e7).toISOString(), tags: Object.keys(tags).filter((tag) => tags[tag].includes(idAt(first + at))) })).filter((item) => (row === undefined || item.row === row) && fold(item.text).includes(fold(text)) && (tag === undefined || item.tags.includes(tag)));
      return { total: all.length, items: all.slice(from, to) };
    },
    // A row has one word, its id.
    words: async ({ row }) => ({ n: Math.round(count / 4), words: (row ? [[row, 5]] : [["queue", 79], ["friendly", 60], ["bicycle", 41], ["café", 12]]).map(([word, count]) => ({ word, count })) }),
    rows: async ({ from, to, columns, sort }) => ({ all: total, filtered: count, from, rows: Array.from({ length: Math.max(0, Math.min(to, count) - from) }, (_, at) => ({ id: idAt(from + at), cells: columns.map((key) => (key === "collector" ? "77" : key === "date_created" ? new Date(START + (from + at) * 1e6).toISOString() : key === "status" ? "completed" : key === "seconds" ? 100 + at : key === "email" ? "jo@example.com" : `${key} ${from + at}${sort?.[0]?.order === "desc" ? "" : " ↑"}`)) })) }),
    response: async (asked) => {
      const at = "at" in asked ? first + asked.at : Number(asked.id) - 900_000;
      if (!(at >= 0 && at < total)) return { response: null, position: null, previous: null, next: null };
      return {
        response: { id: idAt(at), response_status: at % 5 === 0 ? "partial" : "completed", collector_id: "77", email_address: "jo@example.com", ip_address: "203.0.113.7", total_time: 184, ...(at === 0 && { quiz_results: { score: 3, total_score: 5 } }), custom_variables: { source: "mail" }, page_path: ["p1", "p2"], date_created: new Date(START + at * 1e6).toISOString(), date_modified: new Date(START + at * 1e6 + 2e5).toISOString(), metadata: { respondent: { language: { type: "string", value: "de" }, user_agent: { type: "string", value: "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0" } } }, pages: [{ id: "p1", questions: [{ id: "q1", answers: [{ choice_id: "c11" }] }, { id: "q2", answers: [{ choice_id: "c21" }, { choice_id: "c99" }] }] }, { id: "p2", questions: [{ id: "q4", answers: [{ row_id: "r1", choice_id: "c44" }] }] }] },
        position: at, previous: at > 0 ? idAt(at - 1) : null, next: at + 1 < total ? idAt(at + 1) : null,
      };
    },
    values: async ({ field }) => ({ values: (field === "status" ? ["completed", "partial"] : field === "collector" ? ["77", "78"] : ["de", "en"]).map((value, at) => ({ value, count: 100 - at })) }),
    columns: async () => [..."id status date_created date_modified collector language seconds email ip custom mode tags".split(" ").map((key) => ({ key, label: key, kind: "text" })), ...DESIGN.pages.flatMap(({ questions }) => questions.map(({ id, headings }) => ({ key: `question:${id}`, label: headings[0].heading, kind: "text" })))],
    export: async ({ format }) => ({ blob: new Blob([`${format} ${here}`]), rows: here }),
  };
}

/** A word that no line has room for. */
const WORD = "W".repeat(200);
const TITLES = ["text", "label", "heading", "title", "name"];

/** The same with such a word in everything that has a text. */
export function lengthened(value) {
  if (Array.isArray(value)) return value.map(lengthened);
  if (value === null || typeof value !== "object" || value instanceof Blob) return value;
  const long = ([key, own]) => [key, typeof own === "string" && own !== "" && TITLES.includes(key) ? `${own} ${WORD}` : lengthened(own)];
  return Object.fromEntries(Object.entries(value).map(long));
}

const LONG_DESIGN = { ...lengthened(DESIGN), custom_variables: { source: WORD } };
const LONG_NOTES = { tags: { [WORD]: [idAt(0), idAt(1)] }, views: [{ id: "v0", at: "2026-11-25T14:05:00Z", name: WORD, address: "tab=table" }] };

/**
 * Results of so many responses, and of previews, which the state counts. Options change the state that they begin with.
 * With `long`, all texts have a long word.
 */
export function fakeResults({ total = 1260, previews = 0, spans = 30, state = {}, long = false, design = long ? LONG_DESIGN : DESIGN } = {}) {
  const listeners = { change: new Set(), state: new Set() };
  const tell = (event, value) => listeners[event].forEach((listener) => listener(value));
  let notes = { version: 1, tags: { Praise: [idAt(0), idAt(2)] }, views: [], ...(long && LONG_NOTES) };
  const shownOf = (answer) => (long ? lengthened(answer) : answer);
  /** The notes that the page has. */
  let shown = notes;
  const results = {
    survey_id: design.id, design, total,
    /** Every question about a view, by name. */
    asked: [],
    /** The place of the response that comes first in the order. */
    first: 0,
    /** How many have responded since any time; by default, as with any other rule, half of all. */
    since: undefined,
    state: { held: total + previews, total: total + previews, complete: true, as_of: "2026-11-25T14:05:00Z", syncing: false, resumes_at: null, progress: null, bytes: 0, kept: "tab", error: null, closed: false, ...state },
    sync: async () => ({ added: 0, changed: 0, removed: 0, requests: 1 }),
    // A view is held while responses arrive and tags change: it answers with what is there when it is asked.
    where: (rule = { all: [] }) => new Proxy({ rule }, { get: (own, name) => own[name] ?? (async (...asked) => (results.asked.push([name, ...asked]), shownOf(await (results.since !== undefined && JSON.stringify(rule).includes('"modified"') ? viewOf({ all: [] }, results.since, notes.tags, spans, results.since) : viewOf(rule, results.total, notes.tags, spans, results.state.held - previews, results.first))[name](...asked)))) }),
    on: (event, listener) => (listeners[event].add(listener), () => listeners[event].delete(listener)),
    keep: async (kept) => ((results.state = { ...results.state, kept }), tell("state")),
    forget: async () => {},
    close: async () => ((results.state = { ...results.state, held: 0, complete: false, closed: true }), tell("state")),
    notes: {
      load: async () => (shown = notes),
      // As in the SDK: what is made from older notes is made again from those of now.
      save: async (asked) => {
        if (results.refuses) throw Object.assign(new Error("refused"), results.refuses);
        const ofOlder = typeof asked === "function" ? asked(shown) : asked;
        const change = typeof asked === "function" && shown !== notes ? asked(notes) : ofOlder;
        return (shown = notes = change === null ? notes : changed(notes, change));
      },
    },
    /** Another account changes the notes. */
    note(change) {
      notes = changed(notes, change);
    },
    /** More responses arrive, and others change. `state` is known then, without one all of them are here. */
    arrive(count, changed = 0, state = null) {
      results.total += count;
      results.state = state ?? { ...results.state, held: results.total + previews, total: results.total + previews };
      tell("state");
      tell("change", { added: count, changed, removed: 0, requests: 1 });
    },
  };
  return results;
}

function changed(notes, { tag, rename_tag, remove_tag, view, remove_view }) {
  const { tags: { ...tags }, views, version } = notes;
  if (rename_tag) {
    tags[rename_tag.to] = [...new Set([...(tags[rename_tag.to] ?? []), ...tags[rename_tag.from]])];
    delete tags[rename_tag.from];
  }
  return {
    version: version + 1,
    tags: tag ? { ...tags, [tag.name]: [...new Set([...(Object.hasOwn(tags, tag.name) ? tags[tag.name] : []), ...(tag.add ?? [])])].filter((id) => !tag.remove?.includes(id)) } : Object.fromEntries(Object.entries(tags).filter(([name]) => name !== remove_tag)),
    views: view ? [...views.filter(({ id }) => id !== view.id), { id: view.id ?? `v${version}`, at: "2026-11-25T14:05:00Z", ...view }] : views.filter(({ id }) => id !== remove_view),
  };
}
