// The design of a survey: pages, questions, options.

import { el } from "../elements.js";
import { counted, plain, spaced } from "../format.js";

const FAMILIES = {
  single_choice: "One choice",
  multiple_choice: "Several choices",
  matrix: "Matrix",
  open_ended: "Text",
  demographic: "Contact details",
  datetime: "Date and time",
  presentation: "Presentation",
  click_map: "Click map",
};

const SUBTYPES = {
  "single_choice/menu": "One choice, menu",
  "matrix/single": "Matrix, one per row",
  "matrix/rating": "Rating",
  "matrix/ranking": "Ranking",
  "matrix/menu": "Matrix of menus",
  "matrix/multi": "Matrix, several per row",
  "open_ended/single": "Short text",
  "open_ended/essay": "Long text",
  "open_ended/multi": "Several texts",
  "open_ended/numerical": "Numbers",
  "demographic/us": "Contact details, US",
  "datetime/date_only": "Date",
  "datetime/time_only": "Time",
  "presentation/descriptive_text": "Text to read",
  "presentation/image": "Image",
};

const DISPLAYS = {
  slider: "Slider",
  file_upload: "File upload",
  image_choice: "Choice of images",
  star: "Star rating",
  smiley: "Smiley rating",
  heart: "Heart rating",
  thumb: "Thumb rating",
};

/** The pages of a survey with their questions. */
export function design(pages) {
  let number = 0;
  return el(
    "section",
    { class: "design", "aria-labelledby": "design" },
    el("h2", { id: "design" }, "Design"),
    pages.length === 0 && el("p", { class: "lead" }, "This survey has no pages yet."),
    pages.map((page, index) =>
      el(
        "section",
        { class: "page" },
        el("h3", { class: "page-title" }, plain(page.title) || `Page ${index + 1}`),
        page.description && el("p", { class: "hint" }, plain(page.description)),
        (page.questions ?? []).length === 0
          ? el("p", { class: "hint" }, "No questions on this page.")
          : el(
              "ol",
              { class: "question-list" },
              page.questions.map((question) => {
                const isNumbered = question.family !== "presentation";
                if (isNumbered) number += 1;
                return item(question, isNumbered ? number : null);
              }),
            ),
      ),
    ),
  );
}

function item(question, number) {
  return el(
    "li",
    { class: question.visible === false ? "question gone" : "question" },
    el("span", { class: "ordinal", "aria-hidden": "true" }, number === null ? "" : String(number)),
    el(
      "div",
      { class: "asked" },
      el("p", { class: "heading" }, headingOf(question)),
      el(
        "p",
        { class: "tags" },
        el("span", { class: "tag accent" }, familyName(question)),
        question.required && el("span", { class: "tag" }, "Required"),
        question.visible === false && el("span", { class: "tag warn" }, "Deleted"),
      ),
      options(question.answers),
    ),
  );
}

/** The heading as text. For an A/B test, the first heading and the number of the others. */
function headingOf({ headings = [], family }) {
  const first = plain(headings[0]?.heading) || plain(headings[0]?.description) || (family === "presentation" ? "Image" : "No heading");
  return headings.length > 1 ? `${first} (and ${counted(headings.length - 1, "other wording")})` : first;
}

/** The label of a question's type. */
export function familyName({ family, subtype, display_options }) {
  const shown = DISPLAYS[display_options?.display_subtype] ?? DISPLAYS[display_options?.display_type];
  return shown ?? SUBTYPES[`${family}/${subtype}`] ?? FAMILIES[family] ?? spaced(family);
}

function options(answers) {
  if (!answers) return null;
  const others = [answers.other ?? []].flat().filter((other) => other.visible !== false);
  const groups = [
    ["row", answers.rows ?? []],
    ["column", (answers.cols ?? []).flatMap((column) => [column, ...(column.choices ?? []).map((choice) => ({ ...choice, under: true }))])],
    ["choice", answers.choices ?? []],
  ].filter(([, list]) => list.length > 0);
  if (groups.length === 0 && others.length === 0) return null;
  const summary = [
    counts(answers.rows, "row"),
    counts(answers.cols, "column"),
    counts(answers.choices, "choice"),
    others.length > 0 && (others[0].is_answer_choice ? "“other” as an answer" : "a comment"),
  ].filter(Boolean);
  return el(
    "details",
    { class: "options" },
    el("summary", {}, summary.join(", ")),
    el(
      "div",
      { class: "groups" },
      groups.map(([word, list]) => el("ul", { "aria-label": `${word}s` }, list.map((option) => choice(option, word)))),
      others.length > 0 && el("ul", { "aria-label": "other" }, others.map((other) => el("li", { class: "free" }, plain(other.text) || "Other"))),
    ),
  );
}

function counts(list, word) {
  return list?.length ? counted(list.length, word) : null;
}

function choice({ text, weight, visible, under, is_na }, word) {
  const label = plain(text) || (weight === undefined || weight === null ? `Unnamed ${word}` : `Weight ${weight}`);
  const className = [visible === false && "gone", under && "under"].filter(Boolean).join(" ");
  return el(
    "li",
    { class: className || null },
    el("span", {}, label),
    visible === false && el("span", { class: "tag warn" }, "deleted"),
    is_na && el("span", { class: "tag" }, "not applicable"),
  );
}
