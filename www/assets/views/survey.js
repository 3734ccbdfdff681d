// A survey: its properties, its design, and the export of its responses.

import { el, facts, fill } from "../elements.js";
import { count, day, plain, spaced } from "../format.js";
import { design } from "./design.js";
import { exportPanel } from "./export.js";

/** Draws the survey of the view's `survey_id`. */
export async function survey(main, view) {
  const { canvass, signal, survey_id } = view;
  const details = await canvass.surveys.details({ survey_id }, { signal });
  if (signal.aborted) return;
  const result = el("div", { class: "result" });
  const title = plain(details.title) || "Untitled survey";
  fill(
    main,
    el("nav", { class: "crumbs", "aria-label": "Breadcrumb" }, el("a", { href: "#/surveys" }, "Surveys")),
    el("div", { class: "head" }, el("div", {}, el("h1", {}, title), details.nickname && el("p", { class: "lead" }, details.nickname))),
    factsOf(details),
    el(
      "div",
      { class: "split" },
      el("div", { class: "side" }, exportPanel(view, { ...details, title }, result)),
      result,
      el("div", { class: "body" }, design(details.pages ?? [])),
    ),
  );
}

function factsOf(details) {
  return facts(
    [
      ["Responses", Number.isFinite(details.response_count) ? count(details.response_count) : null],
      ["Questions", Number.isFinite(details.question_count) ? count(details.question_count) : null],
      ["Pages", Number.isFinite(details.page_count) ? count(details.page_count) : null],
      ["Language", languageName(details.language)],
      ["Category", details.category ? spaced(details.category) : null],
      ["Created", day(details.date_created)],
      ["Last change", day(details.date_modified)],
    ],
    "facts strip",
  );
}

function languageName(code) {
  try {
    return code ? new Intl.DisplayNames("en", { type: "language" }).of(code) : null;
  } catch {
    return code;
  }
}
