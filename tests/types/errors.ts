// What a reader of answers and errors writes: causes are told apart, enumerations are open one way and closed the
// other.

import {
  CanvassError,
  ConflictError,
  createCanvass,
  type ErrorKind,
  isCanvassError,
  type Quota,
  ScopeMissingError,
  type SurveyDetails,
  toInstant,
} from "@canvass/sdk";

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

// A class or a kind tells the codes and the remedy.
export function cause(error: unknown): number | string {
  if (error instanceof ScopeMissingError) {
    const action: "grant_scope" = error.remedy.action;
    return action === "grant_scope" && error.code === 1014 ? error.code : "other";
  }
  if (error instanceof ConflictError && (error.code === 1025 || error.code === 1026)) return error.code;
  if (!isCanvassError(error)) return "other";
  switch (error.kind) {
    case "rate_limited": {
      const until: Date | undefined = error.remedy.until;
      return until === undefined ? "other" : error.remedy.action;
    }
    default:
      return "other";
  }
}

export async function resumed(from: string): Promise<{ readonly at: string; readonly when: Date | undefined }> {
  let when: Date | undefined;
  const list = canvass.surveys.list({}, { from, background: true, onProgress: ({ until }) => void (when = until) });
  for await (const { id } of list) {
    const { date_created } = await canvass.surveys.details({ survey_id: id });
    when = toInstant(date_created);
  }
  return { at: list.checkpoint(), when };
}

export async function accounts(): Promise<readonly string[]> {
  const session = await canvass.session();
  const accounts = session.signed_in ? session.accounts : [];
  await canvass.switchAccount({ account: accounts[0]?.id ?? "" });
  await canvass.signIn({ popup: true, add: true });
  await canvass.signOut({ all: true });
  await canvass.close();
  return canvass.can("surveys_read") === "granted" ? accounts.map(({ id }) => id) : [];
}

export async function emails(group_id: string): Promise<string[]> {
  const members = await canvass.groups.members.list({ group_id, include: ["email"] }).toArray({ limit: 500 });
  return members.map(({ username }) => username);
}

export async function save(survey_id: string): Promise<number> {
  const { blob, rows, columns } = await canvass.exportResponses({ survey_id, format: "csv" }, { onProgress: ({ done, total }) => void (done / total) });
  return blob.size + rows + columns.filter((column) => column.content === "choice").length;
}

export async function stream(survey_id: string, to: WritableStream<Uint8Array>, from?: string): Promise<number> {
  const onProgress = ({ checkpoint, resumes_at }: { checkpoint: string; resumes_at?: Date }) => void [checkpoint, resumes_at?.getTime()];
  const made = await canvass.exportResponses({ survey_id, format: "jsonl", to }, { from, onProgress, maxWait: 86_400_000 });
  // @ts-expect-error: what went into a stream is no blob
  void made.blob;
  return made.rows;
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
// @ts-expect-error: only lists go on from a checkpoint
void canvass.users.me(null, { from: "1..0" });
// @ts-expect-error: a scope is one of the table's
void canvass.can("everything");
// @ts-expect-error: an option is none of the request's properties
void canvass.exportResponses({ survey_id: "1", format: "csv", maxWait: 1000 });
void canvass.surveys.list().toArray();
