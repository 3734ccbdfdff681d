// Who has responded since another link was published. Numbers of two links differ by what these people have answered,
// also if those of the second are rounded: fewer than five people are too few for it.

import type { QuestionResults, SurveyResults } from "../types.ts";
import type { Workbench } from "../workbench.ts";
import { every, parts } from "../rules.ts";
import type { Link } from "./links.ts";
import { FEWEST } from "./suppress.ts";
import type { Choice } from "./publish.ts";

/**
 * Milliseconds before its publication at which a link may have been counted. The clocks of gateway and service differ
 * less.
 */
const MARGIN = 120_000;

/**
 * The chosen questions of which two links would show what a few people have answered: since the publication of another
 * link, one to four have responded or changed their answers, in all or in a group.
 */
export async function fewSince(workbench: Workbench, { questions, groups }: Pick<Choice, "questions" | "groups">, links: readonly Link[]): Promise<readonly string[]> {
  const results = workbench.results.peek();
  if (results === null) throw new Error("The results are not open.");
  const own = parts(workbench.state.peek().rule);
  const views = groups.length === 0 ? [own] : groups.map(({ rule }) => [...own, rule]);
  const found = new Set<string>();
  for (const { created_at } of links) {
    for (const view of views) {
      const since = (apart: number) => results.where(every([...view, { modified: { from: new Date(Date.parse(created_at) + apart).toISOString() } }])).summary({ questions });
      // Who responded within the margin may be in the other link or not.
      const [most, least] = [await since(-MARGIN), await since(MARGIN)];
      // A few who have changed their answers may have taken back any.
      const areFew = isFew(least.responses, most.responses);
      for (const id of questions) if (areFew || areFewOf(of(least, id), of(most, id))) found.add(id);
    }
  }
  return questions.filter((id) => found.has(id));
}

/** Whether the number of people may be one to four. */
function isFew(least: number, most: number): boolean {
  return most > 0 && least < FEWEST;
}

function of({ questions }: SurveyResults, id: string): readonly number[] {
  const question = questions.find((question) => question.id === id);
  return question ? answeredOf(question) : [];
}

/** How many have answered a question, each of its rows and each of their columns. */
function answeredOf({ answered, rows = [] }: QuestionResults): readonly number[] {
  return [answered, ...rows.flatMap((row) => [row.answered, ...(row.columns ?? []).map((column) => column.answered)])];
}

function areFewOf(least: readonly number[], most: readonly number[]): boolean {
  return most.some((count, at) => isFew(least[at] ?? 0, count));
}
