// What a program with ids, dates and scopes writes: any text passes for an id, but not the id of something else.

import { createCanvass, toInstant, type Canvass, type CollectorId, type DateText, type Id, type SurveyId } from "@canvass/sdk";
import type { WebhookEvent } from "@canvass/sdk/webhook";

const canvass = createCanvass();

export async function collectors(address: URL): Promise<readonly CollectorId[]> {
  const survey_id: SurveyId = address.searchParams.get("survey") ?? "301000001";
  const { data } = await canvass.surveys.collectors.list({ survey_id });
  return data.map(({ id }) => id);
}

export async function surveys(found: Map<string, Id>): Promise<void> {
  for await (const { id, title } of canvass.surveys.list()) found.set(id, title);
  const [survey] = (await canvass.surveys.list()).data;
  if (survey === undefined) return;
  await canvass.surveys.get({ survey_id: survey.id });
  // @ts-expect-error: a survey is no collector
  await canvass.collectors.get({ collector_id: survey.id });
  const { date_created } = await canvass.surveys.get({ survey_id: survey.id });
  console.log(toInstant(date_created ?? "2026-01-01T00:00:00"));
  // @ts-expect-error: an id is no date
  toInstant(survey.id);
  // @ts-expect-error: a date is no id
  await canvass.surveys.get({ survey_id: date_created ?? "" });
}

export function concerned(event: WebhookEvent): SurveyId | null | undefined {
  return event.event_type === "survey_updated" ? event.object_id : event.resources.survey_id;
}

export const made = (since: DateText) => canvass.surveys.list({ start_modified_at: since });

const reader = createCanvass<"surveys_read" | "users_read">();

export async function read(): Promise<string> {
  const { username } = await reader.users.me();
  const { title } = await reader.surveys.get({ survey_id: "1" });
  await reader.signIn();
  // What needs no scope is there, and so is what any app may ask of itself.
  await reader.errors.list();
  console.log(reader.quota, reader.can("surveys_write"));
  return `${username}: ${title}`;
}

// @ts-expect-error: it writes
void reader.surveys.create({ title: "Mine" });
// @ts-expect-error: it reads responses
void reader.exportResponses({ survey_id: "1", format: "csv" });
// The compiler says which scope is missing.
export const missing: "surveys_write" | undefined = reader.surveys.create.needs;
export const answers: "responses_read_detail" | undefined = reader.summarise.needs;

// Who may do more is handed to what does less, and not the other way round.
async function first(of: Canvass<"surveys_read">): Promise<string | undefined> {
  return (await of.surveys.list()).data[0]?.title;
}
export const firsts = [first(canvass), first(reader), first(createCanvass<"surveys_read">())];
async function rename(of: Canvass<"surveys_read" | "surveys_write">, survey_id: SurveyId): Promise<void> {
  await of.surveys.update({ survey_id, title: "Another" });
}
void rename(canvass, "1");
// @ts-expect-error: it may not write
void rename(reader, "1");

// @ts-expect-error: no such scope
createCanvass<"surveys_reed">();

export async function later(): Promise<number> {
  const { count } = await canvass.request<{ readonly count: number }>("GET /v3/surveys/{survey_id}/tags", { survey_id: "1" }, { timeout: 1000 });
  const { status, value } = await canvass.request("DELETE /v3/surveys/{survey_id}/tags", { survey_id: "1" }).withResponse();
  // @ts-expect-error: nobody knows what it answers
  console.log(value.count);
  return count + status;
}

// @ts-expect-error: a method comes first
void canvass.request("/v3/surveys");
