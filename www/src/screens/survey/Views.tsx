// The views of a survey: its results, and its design with the export.

import { words } from "../../messages/index.ts";
import { href, surveyPath } from "../../router.ts";
import { Tabs } from "../../ui/index.ts";

/** The link back to the surveys, and the two views of the survey. */
export function SurveyViews({ survey_id, current }: { readonly survey_id: string; readonly current: "results" | "design" }) {
  const { frame, survey, ui } = words.value;
  return (
    <>
      <nav class="crumbs" aria-label={ui.breadcrumb}>
        <a href="#/surveys">{frame.surveys}</a>
      </nav>
      <Tabs
        label={survey.views}
        tabs={[
          { label: survey.results, address: href(surveyPath(survey_id, "results")), isCurrent: current === "results" },
          { label: survey.design, address: href(surveyPath(survey_id)), isCurrent: current === "design" },
        ]}
      />
    </>
  );
}
