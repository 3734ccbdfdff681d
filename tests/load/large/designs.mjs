// Designs of surveys and the answers to them, in the form in which the service stores them.

/** Surveys of a team. */
export const SURVEYS = 2000;

/** A pseudo-random number of 32 bits from a number and a salt. */
export function mix(number, salt) {
  let hash = Math.imul((number >>> 0) ^ Math.imul(salt + 1, 0x9e37_79b1), 0x85eb_ca6b) ^ Math.floor(number / 0x1_0000_0000);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b_3c6d);
  hash = Math.imul(hash ^ (hash >>> 12), 0x297a_2d39);
  return (hash ^ (hash >>> 15)) >>> 0;
}

/** The kinds of the 34 questions of a long survey, page by page. */
const LONG = [
  ["single", "single", "single", "scale", "many", "text", "single"],
  ["single", "many", "single", "single", "matrix", "single", "single"],
  ["scale", "single", "many", "single", "single", "text", "single"],
  ["single", "matrix", "single", "many", "single", "single", "scale"],
  ["single", "essay", "single", "text", "essay", "many"],
];

/** The kinds of the questions of the other surveys, from which each takes the first 4 to 10. */
const SHORT = ["scale", "single", "many", "essay", "single", "text", "single", "matrix", "single", "many"];

const CHOICES = { single: 5, scale: 11, many: 6, matrix: 5 };
const SENTENCES = [
  "Nothing, keep it up!",
  "The delivery took longer than the page promised, but the parcel arrived undamaged.",
  "More sizes, please.",
  "I called twice and each time had to explain everything again from the beginning.",
  "Your web shop is much better than two years ago; paying by invoice would still be welcome.",
];

/** The pages and questions of a survey. Ids of choices and rows are counted within the survey. */
export function design(index, isLong) {
  const kinds = isLong ? LONG : [SHORT.slice(0, 4 + (mix(index, 1) % 7))];
  let option = 5_600_000_000 + index * 500;
  const next = (count) => Array.from({ length: count ?? 0 }, () => String((option += 1)));
  const pages = kinds.map((_, page) => String(520_000_001 + index * 5 + page));
  const questions = kinds.flatMap((names, page) =>
    names.map((kind, at) => ({
      kind,
      page,
      id: String(540_000_001 + index * 40 + page * 8 + at),
      choices: next(CHOICES[kind]),
      rows: kind === "matrix" ? next(3) : [],
    })),
  );
  return { pages, questions };
}

/** The answers of one respondent to one question, as JSON. */
function answersOf({ kind, choices, rows }, dice) {
  const pick = () => choices[Math.min(dice(choices.length), dice(choices.length + 1))];
  const sentence = () => SENTENCES[dice(SENTENCES.length)];
  switch (kind) {
    case "many": {
      const picked = choices.filter(() => dice(100) < 35);
      return (picked.length > 0 ? picked : [pick()]).map((choice) => `{"choice_id":"${choice}"}`);
    }
    case "matrix":
      return rows.map((row) => `{"row_id":"${row}","choice_id":"${pick()}","choice_metadata":{"weight":"${1 + dice(5)}"}}`);
    case "text":
      return [`{"text":"${sentence().slice(0, 12 + dice(20))}","tag_data":[]}`];
    case "essay":
      return [`{"text":"${Array.from({ length: 1 + dice(4) }, sentence).join(" ")}","tag_data":[]}`];
    default:
      return [`{"choice_id":"${pick()}"}`];
  }
}

/**
 * So many respondents of a survey: status, answers as JSON, and the number of pages that were reached. The responses of
 * the survey take turns with them.
 */
export function drawResponses(index, pages, questions, count) {
  return Array.from({ length: count }, (_, number) => {
    let drawn = 0;
    const dice = (sides) => mix(number * 1000 + (drawn += 1), index + 50) % sides;
    const luck = dice(100);
    const status = luck < 82 ? "completed" : luck < 97 ? "partial" : "disqualified";
    const reached = status === "completed" ? pages.length : 1 + dice(pages.length);
    const answered = ({ page, kind }) => page < reached && dice(100) < (kind === "essay" ? 45 : kind === "text" ? 75 : 94);
    const texts = pages.map((page, at) => {
      const some = questions.filter((question) => question.page === at && answered(question));
      const answers = some.map((question) => `{"id":"${question.id}","answers":[${answersOf(question, dice)}]}`);
      return `{"id":"${page}","questions":[${answers}]}`;
    });
    return { status, pages: `[${texts}]`, reached };
  });
}
