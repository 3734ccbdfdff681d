// The rows of the list: title, what is new, and the counts.

import type { SurveyRef } from "/sdk/index.js";
import { words } from "../../messages/index.ts";
import { href, surveyPath } from "../../router.ts";
import { plain } from "../../text.ts";
import { Day, Tag } from "../../ui/index.ts";
import { Sparkline } from "./Sparkline.tsx";
import type { DayCount, News } from "./visits.ts";

interface RowsProps {
  readonly surveys: readonly SurveyRef[];
  readonly news: ReadonlyMap<string, News>;
  readonly daysOf: (id: string) => readonly DayCount[];
}

export function Rows({ surveys: listed, news, daysOf }: RowsProps) {
  const { surveys } = words.value;
  return (
    <div class="rows">
      <div class="columns" aria-hidden="true">
        <span>{surveys.survey}</span>
        <span />
        <span class="number">{surveys.questions}</span>
        <span class="number">{surveys.responses}</span>
        <span class="number">{surveys.lastChange}</span>
      </div>
      <ul>
        {listed.map((survey) => (
          <Row key={survey.id} survey={survey} news={news.get(survey.id)} days={daysOf(survey.id)} />
        ))}
      </ul>
    </div>
  );
}

interface RowProps {
  readonly survey: SurveyRef;
  readonly news: News | undefined;
  readonly days: readonly DayCount[];
}

function Row({ survey, news, days }: RowProps) {
  const { surveys } = words.value;
  const title = plain(survey.title) || surveys.untitled;
  return (
    <li class="line">
      <div class="name">
        <a href={href(surveyPath(survey.id))} title={title}>
          <span class="clamp">{title}</span>
        </a>
        {(survey.nickname || news) && (
          <p class="about">
            {survey.nickname && <span class="hint">{survey.nickname}</span>}
            {news && <NewsTags news={news} />}
          </p>
        )}
      </div>
      <div class="course">
        <Sparkline days={days} />
      </div>
      <Count name="questions" value={survey.question_count} unitOf={surveys.questionUnit} />
      <Count name="responses" value={survey.response_count} unitOf={surveys.responseUnit} />
      <div class="number changed">{survey.date_modified ? <Day date={survey.date_modified} /> : "–"}</div>
    </li>
  );
}

function NewsTags({ news: { responses, isNew, isChanged } }: { readonly news: News }) {
  const { surveys } = words.value;
  return (
    <>
      {isNew && <Tag tone="accent">{surveys.unseen}</Tag>}
      {responses > 0 && <Tag tone="good">{surveys.newResponses(responses)}</Tag>}
      {isChanged && <Tag>{surveys.changed}</Tag>}
    </>
  );
}

function Count({ name, value, unitOf }: { readonly name: string; readonly value: number | undefined; readonly unitOf: (n: number) => string }) {
  if (value === undefined) return <div class={`number ${name}`}>–</div>;
  return (
    <div class={`number ${name}`}>
      {words.value.format.count(value)}
      <span class="unit"> {unitOf(value)}</span>
    </div>
  );
}
