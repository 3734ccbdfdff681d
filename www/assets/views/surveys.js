// The list of surveys with search, order and paging.

import { announce, el, fill, skeleton } from "../elements.js";
import { count, counted, day, plain } from "../format.js";
import { href, replaceQuery } from "../router.js";
import { isAbort, isSignedOut, notice } from "../words.js";

const PER_PAGE = 20;
const ORDERS = {
  changed: ["Last change", "date_modified", "DESC"],
  title: ["Title", "title", "ASC"],
  responses: ["Most responses", "num_responses", "DESC"],
};

/** Draws the page of the list that the view's query names. */
export async function surveys(main, view) {
  const state = {
    page: Math.max(1, Number.parseInt(view.query.get("page"), 10) || 1),
    title: view.query.get("title") ?? "",
    order: view.query.get("order") in ORDERS ? view.query.get("order") : "changed",
  };
  const list = el("div", { class: "list" });
  const load = () => show(list, view, state);
  fill(main, el("div", { class: "head" }, el("h1", {}, "Surveys"), tools(state, load)), list);
  await load();
}

function tools(state, load) {
  let pause;
  const search = el("input", {
    type: "search",
    id: "search",
    placeholder: "Search by title",
    "aria-label": "Search by title",
    autocomplete: "off",
    value: state.title,
    oninput: () => {
      clearTimeout(pause);
      pause = setTimeout(() => change({ title: search.value.trim() }), 250);
    },
  });
  const order = el(
    "select",
    { id: "order", "aria-label": "Order", onchange: () => change({ order: order.value }) },
    Object.entries(ORDERS).map(([key, [label]]) => el("option", { value: key, selected: key === state.order }, label)),
  );
  function change(part) {
    Object.assign(state, part, { page: 1 });
    replaceQuery("/surveys", queryOf(state));
    load();
  }
  return el("form", { class: "tools", role: "search", onsubmit: (event) => event.preventDefault() }, search, order);
}

async function show(list, view, state) {
  // A slow response must not replace that of a newer search.
  const request = (state.request = (state.request ?? 0) + 1);
  const current = () => request === state.request && !view.signal.aborted;
  list.setAttribute("aria-busy", "true");
  if (!list.querySelector(".rows")) fill(list, skeleton(6, "Loading surveys"));
  const [, sort_by, sort_order] = ORDERS[state.order];
  try {
    const page = await view.canvass.surveys.list(
      {
        page: state.page,
        per_page: PER_PAGE,
        title: state.title || null,
        sort_by,
        sort_order,
        include: ["response_count", "question_count", "date_modified"],
      },
      { signal: view.signal },
    );
    if (!current()) return;
    fill(list, page.data.length === 0 ? empty(state) : rows(page.data), paging(page, state));
    announce(`${counted(page.total ?? page.data.length, "survey")} found`);
  } catch (error) {
    if (isSignedOut(error)) throw error;
    if (current() && !isAbort(error)) fill(list, notice(error, { retry: () => show(list, view, state), signIn: view.signIn }));
  } finally {
    if (current()) {
      list.removeAttribute("aria-busy");
      view.refreshQuota();
    }
  }
}

function rows(data) {
  return el(
    "div",
    { class: "rows" },
    el(
      "div",
      { class: "columns", "aria-hidden": "true" },
      el("span", {}, "Survey"),
      el("span", { class: "number" }, "Questions"),
      el("span", { class: "number" }, "Responses"),
      el("span", { class: "number" }, "Last change"),
    ),
    el("ul", {}, data.map(row)),
  );
}

function row(survey) {
  return el(
    "li",
    { class: "line" },
    el(
      "div",
      { class: "name" },
      el("a", { href: href(`/surveys/${encodeURIComponent(survey.id)}`) }, plain(survey.title) || "Untitled survey"),
      survey.nickname && el("span", { class: "hint" }, survey.nickname),
    ),
    cell("questions", survey.question_count, "question"),
    cell("responses", survey.response_count, "response"),
    el("div", { class: "number changed" }, day(survey.date_modified) ?? "–"),
  );
}

function cell(className, value, word) {
  if (!Number.isFinite(value)) return el("div", { class: `number ${className}` }, "–");
  const unit = value === 1 ? word : `${word}s`;
  return el("div", { class: `number ${className}` }, count(value), el("span", { class: "unit" }, ` ${unit}`));
}

function empty({ title, page }) {
  const words = title
    ? ["No survey found", `No survey has “${title}” in its title.`]
    : page > 1
      ? ["This page is empty", "The list has fewer pages."]
      : ["No surveys yet", "Surveys that you create or that are shared with you appear here."];
  return el("div", { class: "empty" }, el("h2", {}, words[0]), el("p", { class: "lead" }, words[1]));
}

function paging(page, state) {
  const total = page.total ?? page.data.length;
  if (total <= PER_PAGE && state.page === 1) return null;
  const from = (state.page - 1) * PER_PAGE + 1;
  const to = Math.min(total, from + page.data.length - 1);
  return el(
    "nav",
    { class: "paging", "aria-label": "Pages" },
    el("p", { class: "hint" }, to < from ? `${count(total)} in total` : `${count(from)} to ${count(to)} of ${count(total)}`),
    el(
      "div",
      { class: "actions" },
      state.page > 1 && el("a", { class: "button", rel: "prev", href: href("/surveys", queryOf({ ...state, page: state.page - 1 })) }, "Previous"),
      to < total && to >= from && el("a", { class: "button", rel: "next", href: href("/surveys", queryOf({ ...state, page: state.page + 1 })) }, "Next"),
    ),
  );
}

function queryOf({ page, title, order }) {
  return { page: page > 1 ? page : "", title, order: order === "changed" ? "" : order };
}
