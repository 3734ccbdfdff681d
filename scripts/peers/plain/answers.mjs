// Answers of the plain service, checked against the design. It knows the kinds of question that the benchmark's survey
// has: choices with an "other" option, matrices of one choice per row, and single texts.

/** What is wrong with answers: a message for each question. */
export class Invalid extends Error {
  constructor(problems) {
    super("The answers are not valid.");
    this.problems = problems;
  }
}

const TEXT_MAX = 15_000;

/** What the answers of a question consist of: choices, rows with a choice, or a text. */
export const partsOf = ({ family, subtype }) => {
  if (family === "single_choice" || family === "multiple_choice") return "choice";
  if (family === "matrix" && (subtype === "single" || subtype === "rating")) return "row-choice";
  if (family === "open_ended" && (subtype === "single" || subtype === "essay")) return "text";
  return "unknown";
};

const visible = (options = []) => options.filter((option) => option.visible);
const byId = (options) => new Map(visible(options).map((option) => [option.id, option]));

/** The answers of one question as they are stored. Blank texts are dropped. */
function checkQuestion(question, answers, fail) {
  const stored = [];
  const parts = partsOf(question);
  if (parts === "text") {
    for (const { text, ...rest } of answers) {
      if (typeof text !== "string" || Object.values(rest).some((value) => value !== undefined)) fail("The answer must be a text.");
      else if (stored.length > 0) fail("The question takes one answer.");
      else if (text.length > TEXT_MAX) fail("The text is too long.");
      else if (text.trim() !== "") stored.push({ text, tag_data: [] });
    }
    return stored;
  }
  if (parts === "unknown") {
    fail("The plain service does not know this kind of question.");
    return stored;
  }
  const choices = byId(question.answers.choices);
  const rows = byId(question.answers.rows);
  const { other } = question.answers;
  const seen = new Set();
  for (const { choice_id, row_id, other_id, text } of answers) {
    if (other_id !== undefined) {
      if (other?.id !== other_id || !other.visible) fail('The question has no such "other" option.');
      else if (typeof text !== "string" || text.trim() === "") fail(other.error_text);
      else stored.push({ other_id, text });
      continue;
    }
    const choice = choices.get(choice_id);
    const row = rows.get(row_id);
    const isRow = parts === "row-choice";
    if (choice === undefined) fail("The question has no such choice.");
    else if (isRow !== (row_id !== undefined) || (isRow && row === undefined)) fail("The question has no such row.");
    else if (seen.has(isRow ? row_id : choice_id)) fail("The choice is picked twice.");
    else {
      seen.add(isRow ? row_id : choice_id);
      const weighted = isRow && choice.weight !== undefined;
      stored.push({ choice_id, row_id, choice_metadata: weighted ? { weight: String(choice.weight) } : undefined });
    }
  }
  const counts = stored.filter((answer) => answer.other_id === undefined || other.is_answer_choice);
  if (question.family === "single_choice" && counts.length > 1) fail("The question takes one choice.");
  return stored;
}

/**
 * Checks the pages of a body or of a form. Returns all pages of the design with their answered questions, as they are
 * stored. If it is `complete`, required questions must have an answer.
 */
export function checkAnswers(design, pages, complete) {
  const problems = [];
  const given = new Map();
  if (!Array.isArray(pages)) throw new Invalid([{ message: "`pages` must be a list." }]);
  for (const { id, questions = [] } of pages) {
    const page = design.find((page) => page.id === id);
    if (page === undefined) problems.push({ message: `The survey has no page ${id}.` });
    for (const { id: question, answers = [] } of questions) {
      const known = page?.questions.find((each) => each.id === question && each.visible);
      const fail = (message) => problems.push({ question, message });
      if (known === undefined) fail(`The page has no question ${question}.`);
      else if (given.has(question)) fail("The question occurs more than once.");
      else given.set(question, checkQuestion(known, answers, fail));
    }
  }
  const stored = design.map(({ id, questions }) => ({
    id,
    questions: questions
      .filter((question) => (given.get(question.id) ?? []).length > 0)
      .map((question) => ({ id: question.id, answers: given.get(question.id) })),
  }));
  for (const { id, required, visible: isVisible } of design.flatMap(({ questions }) => questions)) {
    const isMissing = complete && required && isVisible && (given.get(id) ?? []).length === 0;
    if (isMissing && !problems.some(({ question }) => question === id)) problems.push({ question: id, message: required.text });
  }
  if (problems.length > 0) throw new Invalid(problems);
  return stored;
}
