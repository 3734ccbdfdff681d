// What a reader of answers and errors writes: causes are told apart, enumerations are open one way and closed the other.

import { CanvassError, createCanvass, type ErrorKind, type Quota, type SurveyDetails } from "@canvass/sdk";

const canvass = createCanvass({ gateway: "https://app.example" });

export async function design(survey_id: string, signal: AbortSignal): Promise<SurveyDetails> {
  const { value, quota } = await canvass.surveys.details({ survey_id }, { signal, timeout: 5000 }).withResponse();
  const left: Quota["minute"]["remaining"] | undefined = quota?.minute.remaining;
  return left === 0 ? Promise.reject(new Error("used up")) : value;
}

export function advice(error: unknown): string {
  if (!(error instanceof CanvassError)) return "stopped";
  const kind: ErrorKind = error.kind;
  switch (kind) {
    case "scope_missing":
      return `ask for ${error.remedy.scope ?? "more"}`;
    case "rate_limited":
      return `wait ${error.remedy.seconds ?? 60} s`;
    default:
      return error.retryable ? "try again" : error.message;
  }
}

export async function emails(group_id: string): Promise<string[]> {
  const members = await canvass.groups.members.list({ group_id, include: ["email"] }).toArray({ limit: 500 });
  return members.map(({ username }) => username);
}

export async function save(survey_id: string): Promise<number> {
  const { blob, rows, columns } = await canvass.exportResponses({
    survey_id,
    format: "csv",
    onProgress: ({ done, total }) => void (done / total),
  });
  return blob.size + rows + columns.filter((column) => column.content === "choice").length;
}

// A value that the service has added since is a string like any other.
export async function isOpen(collector_id: string): Promise<boolean> {
  const { status } = await canvass.collectors.get({ collector_id });
  return status === "open" || status === "something new";
}

// @ts-expect-error: a request takes the documented values only
void canvass.surveys.collectors.create({ survey_id: "1", type: "pigeon" });
// @ts-expect-error: an argument of the path must be given
void canvass.surveys.details({});
// @ts-expect-error: a limit must be given
void canvass.surveys.list().toArray();
