// The HTML of the plain service: template strings in which every text is escaped.

import { partsOf } from "./answers.mjs";

const ESCAPES = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

const escape = (text) => (/[&<>"]/.test(text) ? text.replace(/[&<>"]/g, (letter) => ESCAPES[letter]) : text);

/** The script of a survey page: the history gets a URL that shows the page again. */
export const HISTORY_SCRIPT = "history.replaceState(null, '', document.currentScript.dataset.url)";

/** The document around the content of a page. */
function frame({ origin }, { language = "en", title, url }, content, hasFooter = true) {
  const script = url ? `<script data-url="${escape(url)}">${HISTORY_SCRIPT}</script>` : "";
  const footer = hasFooter ? `<footer>Made with <a href="${origin}/">Canvass</a></footer>` : "";
  return `<!DOCTYPE html><html lang="${escape(language)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><meta name="robots" content="noindex"><title>${escape(title)}</title><link rel="icon" href="/favicon.svg" type="image/svg+xml"><link rel="stylesheet" href="/assets/pages.css"><link rel="stylesheet" href="/assets/survey.css"></head><body class="plain"><main class="card survey">${content}</main>${script}${footer}</body></html>`;
}

/** A page with one message. */
export const messagePage = (context, title) => frame(context, { title }, `<h1>${escape(title)}</h1>`, false);

const hasFooter = ({ body, settings }) => body.footer !== false && settings.is_branding_enabled !== false;

/** The page after the last one. */
export function endPage(context, survey) {
  const thanks = survey.settings.thank_you_page.message || survey.settings.thank_you_message;
  return frame(context, survey, `<h1>${escape(thanks)}</h1><p class="lead">You can close this window now.</p>`, hasFooter(survey));
}

const heading = ({ headings, required }, number) =>
  `<span class="number">${number}.</span> ${escape(headings[0].heading)}${required ? ' <span class="tag">required</span>' : ""}`;

/** A radio button or checkbox with its label. */
function option(type, field, value, text, form) {
  const checked = form.getAll(field).includes(value) ? " checked" : "";
  return `<label><input type="${type}" name="${field}" value="${value}"${checked}><span class="face">${escape(text)}</span></label>`;
}

const shownOptions = (options = []) => options.filter((option) => option.visible).sort((a, b) => a.position - b.position);

function choiceFields(question, field, form) {
  const type = question.family === "multiple_choice" ? "checkbox" : "radio";
  const { choices, other } = question.answers;
  const items = shownOptions(choices).map(({ id, text }) => `<li>${option(type, field, id, text, form)}</li>`);
  if (other?.visible) {
    const name = `${field}.other`;
    const label = escape(other.text);
    const input = `<div><input id="${name}" name="${name}" dir="auto" aria-label="${label}" type="text" value="${escape(form.get(name) ?? "")}"></div>`;
    items.push(`<li>${option(type, field, other.id, other.text, form)}${input}</li>`);
  }
  return `<ul class="options">${items.join("")}</ul>`;
}

function rowFields(question, field, form) {
  const choices = shownOptions(question.answers.choices);
  const row = ({ id, text }) => {
    const name = `${field}.${id}`;
    const items = choices.map((choice) => `<li>${option("radio", name, choice.id, choice.text, form)}</li>`).join("");
    return `<fieldset class="line" id="${name}" tabindex="-1"><legend>${escape(text)}</legend><ul class="options across">${items}</ul></fieldset>`;
  };
  return shownOptions(question.answers.rows).map(row).join("");
}

function textField(question, field, form) {
  const value = escape(form.get(field) ?? "");
  return question.subtype === "essay"
    ? `<textarea id="${field}" name="${field}" rows="5" maxlength="20000" dir="auto">\n${value}</textarea>`
    : `<input id="${field}" name="${field}" value="${value}" type="text" dir="auto">`;
}

function questionFields(question, number, form, problems) {
  const field = `q${question.id}`;
  const wrong = problems.filter((problem) => problem.question === question.id);
  const error = wrong.map(({ message }) => `<p class="wrong" id="${field}-wrong">${escape(message)}</p>`).join("");
  if (partsOf(question) === "text") {
    return `<div class="question"><label class="heading" for="${field}">${heading(question, number)}</label>${error}${textField(question, field, form)}</div>`;
  }
  const fields = partsOf(question) === "choice" ? choiceFields(question, field, form) : rowFields(question, field, form);
  return `<fieldset class="question" id="${field}" tabindex="-1"><legend class="heading">${heading(question, number)}</legend>${error}${fields}</fieldset>`;
}

/** A page of a survey at a URL, with the form as it was sent. */
export function surveyPage(context, survey, { number, token, form, problems, url }) {
  const { design, title, action, body } = survey;
  const { title: pageTitle, description, questions } = design[number];
  const isLast = number === design.length - 1;
  const count = design.length > 1 ? `<p class="progress">Page ${number + 1} of ${design.length}<progress value="${number + 1}" max="${design.length}" aria-hidden="true"></progress></p>` : "";
  const subtitle = `${pageTitle ? `<h2>${escape(pageTitle)}</h2>` : ""}${description ? `<p class="lead">${escape(description)}</p>` : ""}`;
  const before = design.slice(0, number).flatMap((page) => page.questions).filter((question) => question.visible).length;
  const fields = questions
    .filter((question) => question.visible)
    .map((question, index) => questionFields(question, before + index + 1, form, problems))
    .join("");
  const label = isLast ? body.buttons_text.done_button : body.buttons_text.next_button;
  const content = `<header><h1>${escape(title)}</h1>${count}${subtitle}</header><form method="post" action="${action}" novalidate><input type="hidden" name="ticket" value="${token}">${fields}<div class="actions"><button class="button primary" type="submit" name="go" value="next">${escape(label)}</button></div></form>`;
  return frame(context, { ...survey, url }, content, hasFooter(survey));
}
