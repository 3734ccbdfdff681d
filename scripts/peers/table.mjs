// An export in JavaScript for comparison, written carefully: joins responses to the design by id, with maps that are
// built once, a page at a time, and writes CSV with Papa Parse, formulas escaped.

import Papa from "papaparse";

/** Metadata columns of a response. They and the custom variables come first. */
const FACTS = [
  ["id", "Response ID"], ["collector_id", "Collector ID"], ["response_status", "Status"], ["date_created", "First saved"],
  ["date_modified", "Last changed"], ["ip_address", "IP address"], ["email_address", "Email address"], ["first_name", "First name"],
  ["last_name", "Last name"], ["custom_value", "Custom value"], ["recipient_id", "Recipient ID"],
  ["collection_mode", "Collection mode"], ["total_time", "Seconds spent"], ["language", "Language"],
];

const ROW_TEXTS = new Set(["multi", "numerical", "international", "us", "both", "date_only", "time_only"]);

/** The kind of cells that a question has. */
function partsOf({ family, subtype, display_options }) {
  if (display_options?.display_type === "file_upload") return "file";
  if (family === "single_choice") return "choice";
  if (family === "multiple_choice") return "picked";
  if (family === "matrix") return subtype === "menu" ? "menu" : subtype === "multi" ? "row-picked" : "row-choice";
  if (ROW_TEXTS.has(subtype)) return "row-text";
  return family === "open_ended" ? "text" : "nothing";
}

/** Options with unique labels: the text, or else the weight, or else the id. */
function labelled(list) {
  const items = (Array.isArray(list) ? list : list ? [list] : []).map((item) => ({
    ...item,
    label: item.text?.trim() ? item.text : String(item.weight ?? item.id),
  }));
  const seen = new Map();
  for (const { label } of items) seen.set(label, (seen.get(label) ?? 0) + 1);
  return items.map((item) => (seen.get(item.label) > 1 ? { ...item, label: `${item.label} [${item.id}]` } : item));
}

/** A survey's columns, and for each question the columns of its answers. */
export function tableOf(design) {
  const headings = FACTS.map(([, heading]) => heading);
  const variables = Object.keys(design.custom_variables ?? {});
  headings.push(...variables);
  const questions = new Map();
  for (const question of design.pages.flatMap((page) => page.questions)) {
    const parts = partsOf(question);
    const heading = question.headings.find(({ heading }) => heading)?.heading ?? question.id;
    const choices = labelled(question.answers?.choices);
    const rows = labelled(question.answers?.rows);
    const columns = labelled(question.answers?.cols);
    const others = labelled(question.answers?.other);
    const cells = new Map();
    const cell = (key, ...labels) => cells.set(key, headings.push([heading, ...labels].join(" - ")) - 1);
    const variants = question.headings.filter(({ random_assignment }) => random_assignment?.id);
    if (variants.length > 1) cell("variant", "Heading shown");
    if (parts === "choice" || parts === "text") cell("");
    if (parts === "picked") for (const choice of choices) cell(choice.id, choice.label);
    if (parts === "row-choice" || parts === "row-text") for (const row of rows) cell(row.id, row.label);
    if (parts === "row-picked") for (const row of rows) for (const choice of choices) cell(`${row.id}.${choice.id}`, row.label, choice.label);
    if (parts === "menu") for (const row of rows) for (const column of columns) cell(`${row.id}.${column.id}`, row.label, column.label);
    if (parts === "file") {
      cell("file", "File");
      cell("name", "File name");
    }
    for (const other of others) {
      cell(`.${other.id}`, other.label);
      if (other.apply_all_rows) for (const row of rows) cell(`${row.id}.${other.id}`, row.label, other.label);
    }
    const labels = new Map([...others, ...choices].map(({ id, label }) => [id, label]));
    const menus = new Map(columns.map(({ id, choices }) => [id, new Map(labelled(choices).map(({ id, label }) => [id, label]))]));
    questions.set(question.id, { parts, cells, labels, menus, variants: new Map(variants.map((each) => [each.random_assignment.id, each.heading])) });
  }
  headings.push("Answers without a column");
  return { headings: distinct(headings), variables: new Map(variables.map((name, index) => [name, FACTS.length + index])), questions };
}

function distinct(headings) {
  const seen = new Map();
  return headings.map((heading, index) => {
    const known = seen.has(heading);
    seen.set(heading, index);
    return known ? `${heading} [${index}]` : heading;
  });
}

/** The cells of an answer; undefined if a part of it has no column. */
function cellsOf({ parts, cells, labels, menus }, answer) {
  const { choice_id, row_id, col_id, other_id, text, download_url } = answer;
  const found = [];
  if (choice_id) {
    const key = { choice: "", picked: choice_id, "row-choice": row_id, "row-picked": `${row_id}.${choice_id}`, menu: `${row_id}.${col_id}` }[parts];
    const column = cells.get(key) ?? cells.get(`.${choice_id}`);
    if (column === undefined) return undefined;
    found.push([column, (col_id ? menus.get(col_id)?.get(choice_id) : labels.get(choice_id)) ?? choice_id]);
  }
  if (download_url) {
    const column = cells.get("file");
    if (column === undefined) return undefined;
    found.push([column, download_url]);
  }
  if (other_id) {
    const column = cells.get(row_id ? `${row_id}.${other_id}` : `.${other_id}`) ?? (choice_id ? cells.get(`.${other_id}`) : undefined);
    if (column === undefined) return undefined;
    found.push([column, text || labels.get(other_id)]);
  } else if (text !== undefined && text !== null) {
    const column = cells.get(parts === "row-text" ? row_id : parts === "file" ? "name" : parts === "text" ? "" : undefined);
    if (column === undefined) return undefined;
    found.push([column, text]);
  }
  return found.length > 0 ? found : undefined;
}

/** One response as one row. */
function rowOf({ headings, variables, questions }, response) {
  const row = new Array(headings.length).fill("");
  const put = (column, value) => {
    if (value) row[column] = row[column] ? `${row[column]}; ${value}` : value;
  };
  const addUnmatched = (kind, id, value) => {
    const last = headings.length - 1;
    const json = JSON.stringify({ [kind]: id, value });
    row[last] = row[last] ? `${row[last]} ${json}` : json;
  };
  const { contact = {}, respondent = {} } = response.metadata ?? {};
  const deep = { email_address: contact.email, first_name: contact.first_name, last_name: contact.last_name, custom_value: contact.custom_value, language: respondent.language };
  FACTS.forEach(([name], column) => put(column, String(response[name] || deep[name]?.value || "")));
  for (const [name, value] of Object.entries(response.custom_variables ?? {})) {
    if (variables.has(name) && value !== null) put(variables.get(name), value);
    else addUnmatched("custom_variable", name, value);
  }
  for (const page of response.pages ?? []) {
    for (const { id, variable_id, answers } of page.questions ?? []) {
      const question = questions.get(id);
      for (const answer of answers ?? []) {
        const found = question && cellsOf(question, answer);
        if (found === undefined) addUnmatched("question_id", id, answer);
        else for (const [column, value] of found) put(column, value);
      }
      if (variable_id && question?.cells.has("variant")) put(question.cells.get("variant"), question.variants.get(variable_id) ?? variable_id);
      else if (variable_id) addUnmatched("question_id", id, { variable_id });
    }
  }
  return row;
}

/** The rows of a page as CSV. `escapeFormulae` is Papa Parse's option. */
export function csvOf(table, { data }, escapeFormulae = true) {
  return Papa.unparse(data.map((response) => rowOf(table, response)), { escapeFormulae, newline: "\r\n" }) + "\r\n";
}

/** The header as CSV, with a byte order mark. */
export function headerOf({ headings }) {
  return `\ufeff${Papa.unparse([headings], { newline: "\r\n" })}\r\n`;
}

/** The records of CSV. */
export function recordsOf(text) {
  return Papa.parse(text, { skipEmptyLines: true }).data;
}
