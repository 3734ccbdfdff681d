// A survey: its properties, its design, and the export of its responses.

import type { SurveyDetails } from "/sdk/index.js";
import { useLoaded } from "../../load.ts";
import { words } from "../../messages/index.ts";
import { canvass } from "../../session.ts";
import { plain, spaced } from "../../text.ts";
import { Day, Facts, Heading, Notice, Skeleton } from "../../ui/index.ts";
import { Design } from "../design/index.tsx";
import { ExportPanel } from "../export/index.tsx";
import { useExporting } from "../export/exporting.ts";
import { Preview } from "../preview/index.tsx";
import { SurveyViews } from "./Views.tsx";

export function SurveyScreen({ survey_id }: { readonly survey_id: string }) {
  const { frame } = words.value;
  const details = useLoaded((signal) => canvass.surveys.details({ survey_id }, { signal }), [survey_id]);
  if (details.error !== null) {
    return (
      <>
        <Heading title="Canvass" hidden />
        <Notice error={details.error} again={details.again} />
      </>
    );
  }
  if (details.value === undefined) return <Skeleton rows={6} label={frame.loading} />;
  return (
    <>
      <SurveyViews survey_id={survey_id} current="design" />
      <Survey details={details.value} />
    </>
  );
}

function Survey({ details }: { readonly details: SurveyDetails }) {
  const { surveys } = words.value;
  const title = plain(details.title) || surveys.untitled;
  const exporting = useExporting({ id: details.id, title });
  const { stage, format } = exporting;
  return (
    <>
      <div class="head">
        <div>
          <Heading title={title} part={words.value.survey.design} lang={details.language} />
          {details.nickname && <p class="lead">{details.nickname}</p>}
        </div>
      </div>
      <SurveyFacts details={details} />
      <div class="split">
        <div class="side">
          <ExportPanel exporting={exporting} isEmpty={details.response_count === 0} />
        </div>
        <div class="result">{stage.at === "made" && <Preview made={stage.made} format={format} />}</div>
        <div class="body">
          <Design pages={details.pages ?? []} />
        </div>
      </div>
    </>
  );
}

function SurveyFacts({ details }: { readonly details: SurveyDetails }) {
  const { survey, format } = words.value;
  const counted = (value: number | undefined) => (value === undefined ? null : format.count(value));
  return (
    <Facts
      strip
      rows={[
        [survey.responses, counted(details.response_count)],
        [survey.questions, counted(details.question_count)],
        [survey.pages, counted(details.page_count)],
        [survey.language, details.language ? format.languageName(details.language) : null],
        [survey.category, details.category ? spaced(details.category) : null],
        [survey.created, <Day date={details.date_created} />],
        [survey.lastChange, <Day date={details.date_modified} />],
      ]}
    />
  );
}
