// What a program with values that may be absent writes: the arguments of each operation have a name, optional ones
// accept undefined, and what an answer may lack is never null.

import {
  createCanvass,
  type CollectorsMessagesRecipientsBulkParams,
  type ListOptions,
  type SurveyRef,
  type SurveysCreateParams,
  type SurveysListParams,
  type SurveysPagesQuestionsCreateParams,
  type SurveysUpdateParams,
  type UsersMeParams,
} from "@canvass/sdk";

const canvass = createCanvass();

export function listed(search: URLSearchParams, signal?: AbortSignal): Promise<{ readonly data: readonly SurveyRef[] }> {
  const params: SurveysListParams = { title: search.get("title") ?? undefined, per_page: 20, sort_by: undefined };
  const options: ListOptions = { signal, from: undefined, onProgress: undefined };
  return canvass.surveys.list(params, options);
}

export const none: UsersMeParams = {};
export const made: SurveysCreateParams = { title: "Mine", nickname: undefined };
export const renamed: SurveysUpdateParams = { survey_id: "1", title: undefined };
export const added: CollectorsMessagesRecipientsBulkParams = { collector_id: "1", message_id: "2", contact_ids: undefined };
export const asked: SurveysPagesQuestionsCreateParams = {
  survey_id: "1", page_id: "2", family: "open_ended", subtype: "essay", headings: [{ heading: "Why?" }], answers: undefined,
};

export async function count(): Promise<number> {
  const [first] = (await canvass.surveys.list({ include: ["response_count"] })).data;
  const responses: number | undefined = first?.response_count;
  const next: string | undefined = (await canvass.surveys.list()).links.next;
  return (responses ?? 0) + (next?.length ?? 0);
}

// An answer can be sent back as it came.
export async function copied(survey_id: string): Promise<void> {
  const { title, nickname, language } = await canvass.surveys.get({ survey_id });
  await canvass.surveys.create({ title, nickname, language });
  await canvass.surveys.create({ from_survey_id: survey_id, title: undefined });
}
