// Zod schemas with the SDK's checks: the same fields, unknown fields preserved, open enumerations.

import * as z from "zod";

const links = z.looseObject({ self: z.string(), next: z.string().optional(), prev: z.string().optional() });

const list = (item) => z.looseObject({ data: z.array(item), per_page: z.int(), page: z.int(), total: z.int(), links });

const surveys = list(z.looseObject({ id: z.string(), title: z.string(), nickname: z.string(), href: z.string() }));

const text = z.string().nullish();
const variables = z.record(z.string(), z.string());
const typed = z.record(z.string(), z.looseObject({ type: z.string(), value: z.string() }));

const answer = z.looseObject({
  choice_id: text, row_id: text, col_id: text, other_id: text, text, download_url: text, content_type: text, simple_text: text,
  choice_metadata: z.looseObject({ weight: z.string() }).nullish(),
  tag_data: z.array(z.unknown()).nullish(),
  is_correct: z.boolean().nullish(),
  score: z.int().nullish(),
});

const question = z.looseObject({ id: z.string(), variable_id: text, answers: z.array(answer), family: text, subtype: text, heading: text });

const responses = list(
  z.looseObject({
    id: z.string(), survey_id: z.string(), collector_id: z.string(), recipient_id: z.string(), response_status: z.string(),
    collection_mode: z.string(), total_time: z.int(), custom_value: z.string(), first_name: text, last_name: text, email_address: text,
    ip_address: text, custom_variables: variables, logic_path: z.looseObject({}),
    page_path: z.array(z.string()),
    metadata: z.looseObject({ contact: typed.nullish(), respondent: typed.nullish() }),
    pages: z.array(z.looseObject({ id: z.string(), questions: z.array(question) })).nullish(),
    edit_url: z.string(), analyze_url: z.string(), href: z.string(), date_created: z.string(), date_modified: z.string(),
  }),
);

/** Checks a parsed page of surveys. */
export const checkedSurveys = (value) => surveys.parse(value);

/** Checks a parsed page of responses. */
export const checkedResponses = (value) => responses.parse(value);
