// The design of a survey: pages and their questions.

import type { PageDetails, Question } from "/sdk/index.js";
import { words } from "../../messages/index.ts";
import { plain } from "../../text.ts";
import { Tag } from "../../ui/index.ts";
import { headingOf, kindOf } from "./labels.ts";
import { Options } from "./Options.tsx";

export function Design({ pages }: { readonly pages: readonly PageDetails[] }) {
  const { design } = words.value;
  const numbers = numbersOf(pages);
  return (
    <section class="design" aria-labelledby="design">
      <h2 id="design">{design.heading}</h2>
      {pages.length === 0 && <p class="lead">{design.noPages}</p>}
      {pages.map((page, index) => (
        <section class="page" key={page.id}>
          <h3 class="page-title">{plain(page.title) || design.page(index + 1)}</h3>
          {page.description && <p class="hint">{plain(page.description)}</p>}
          {page.questions.length === 0 ? (
            <p class="hint">{design.noQuestions}</p>
          ) : (
            <ol class="question-list">
              {page.questions.map((question) => (
                <Item key={question.id} question={question} number={numbers.get(question.id)} />
              ))}
            </ol>
          )}
        </section>
      ))}
    </section>
  );
}

/** The numbers of the questions through all pages. What is only read has none. */
function numbersOf(pages: readonly PageDetails[]): ReadonlyMap<string, number> {
  const numbered = pages.flatMap(({ questions }) => questions).filter(({ family }) => family !== "presentation");
  return new Map(numbered.map(({ id }, index) => [id, index + 1]));
}

function Item({ question, number }: { readonly question: Question; readonly number: number | undefined }) {
  const { design } = words.value;
  const isDeleted = question.visible === false;
  return (
    <li class={isDeleted ? "question gone" : "question"}>
      <span class="ordinal" aria-hidden="true">
        {number}
      </span>
      <div class="asked">
        <p class="heading">{headingOf(question)}</p>
        <p class="tags">
          <Tag tone="accent">{kindOf(question)}</Tag>
          {question.required && <Tag>{design.required}</Tag>}
          {isDeleted && <Tag tone="warn">{design.deleted}</Tag>}
        </p>
        <Options answers={question.answers} />
      </div>
    </li>
  );
}
