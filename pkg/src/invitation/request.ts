// An invitation is checked in full before its first write.

import type { CallOptions, Progress } from "../calls/call.js";
import { toInstant } from "../dates.js";
import { PLACEHOLDERS, SUBJECT_CHARS, TEXT_BYTES } from "../generated/facts.js";
import { invalid } from "../errors.js";
import type { Members } from "../flow.js";
import { byteLength } from "./recipients.js";
import type { CollectorId, ContactId, ContactListId, DateText, EmailCollectorNew, MessageId, RecipientPerson, SurveyId } from "../generated/types.js";

/** Whom to invite to which survey, and with which text. No one gets the mail twice, whichever step fails. */
export interface InvitationRequest {
  /** Id of the survey. */
  readonly survey_id: SurveyId;
  /** Email addresses, or people with one. */
  readonly recipients?: readonly (string | RecipientPerson)[] | undefined;
  /** Contacts to invite as well. */
  readonly contact_ids?: readonly ContactId[] | undefined;
  /** Contact lists to invite as well. */
  readonly contact_list_ids?: readonly ContactListId[] | undefined;
  /** Subject, of 500 characters at most; by default the service's own. */
  readonly subject?: string | undefined;
  /**
   * Text as HTML with `[SurveyLink]`, `[OptOutLink]`, `[PrivacyLink]` and `[FooterLink]`, of 100,000 bytes at most; by
   * default the service's own. It takes precedence over `body_text`.
   */
  readonly body_html?: string | undefined;
  /** The same as plain text. */
  readonly body_text?: string | undefined;
  /** Whether the service's name is shown; by default true. */
  readonly is_branding_enabled?: boolean | undefined;
  /** Whether the mail contains the first question; by default false. */
  readonly embed_first_question?: boolean | undefined;
  /** The collector of a message to copy, instead of subject and text. */
  readonly from_collector_id?: CollectorId | undefined;
  /** The message to copy. */
  readonly from_message_id?: MessageId | undefined;
  /** When to send it; by default at once. */
  readonly scheduled_date?: DateText | Date | undefined;
  /** Settings of the collector that is created, such as its sender and closing date. */
  readonly collector?: Omit<EmailCollectorNew, "type" | "from_collector_id"> | undefined;
  /**
   * Whether the collector is preserved if a step is refused, so that the call can be resumed; by default it is deleted.
   */
  readonly keep?: boolean | undefined;
}

/** Options of an invitation. */
export interface InvitationOptions extends CallOptions {
  /** Where to continue: the `checkpoint` of an error or of a progress report. The request must be the same again. */
  readonly resume?: string | undefined;
  /** Called before every step, and before every pause of a second or more. */
  readonly onProgress?: ((progress: InvitationProgress) => void) | undefined;
}

/** How far an invitation is: `done` and `total` count addresses, as far as they are known. */
export interface InvitationProgress extends Progress {
  /** The next step. */
  readonly step: "collector" | "message" | "recipients" | "send";
  /** Where to continue if the call ends here. */
  readonly checkpoint: string;
}

/** The members of a request. */
export const MEMBERS: Members<InvitationRequest> = {
  survey_id: true,
  recipients: true,
  contact_ids: true,
  contact_list_ids: true,
  subject: true,
  body_html: true,
  body_text: true,
  is_branding_enabled: true,
  embed_first_question: true,
  from_collector_id: true,
  from_message_id: true,
  scheduled_date: true,
  collector: true,
  keep: true,
};

/** Types of the properties that are read here; the engine checks all others. */
const TYPES = {
  recipients: "list", contact_ids: "list", contact_list_ids: "list", subject: "string", body_html: "string", body_text: "string", collector: "object",
} as const;

/** Throws for what the service would refuse only after a collector was created: no recipients, wrong text or dates. */
export function checkRequest(request: InvitationRequest): void {
  for (const [name, type] of Object.entries(TYPES) as [keyof InvitationRequest, "list" | "string" | "object"][]) {
    const value: unknown = request[name];
    const fits = type === "list" ? Array.isArray(value) : typeof value === type && value !== null;
    if (value !== undefined && !fits) throw invalid(name, `The argument "${name}" must be ${type === "object" ? "an" : "a"} ${type}.`);
  }
  const name: unknown = Object(request.collector).name;
  if (name !== undefined && typeof name !== "string") throw invalid("collector.name", 'The argument "collector.name" must be a string.');
  const { recipients = [], contact_ids = [], contact_list_ids = [], subject, scheduled_date, from_message_id, from_collector_id } = request;
  if (recipients.length + contact_ids.length + contact_list_ids.length === 0) {
    throw invalid("recipients", "At least one of `recipients`, `contact_ids` and `contact_list_ids` must have an item.");
  }
  if (subject !== undefined && (!subject.trim() || /\p{Cc}/u.test(subject) || [...subject].length > SUBJECT_CHARS)) {
    throw invalid("subject", `The subject must be one line of 1 to ${SUBJECT_CHARS} characters.`);
  }
  const field = request.body_html === undefined ? "body_text" : "body_html";
  const body = request[field];
  if (body !== undefined) {
    const missing = PLACEHOLDERS.filter((placeholder) => !body.includes(placeholder));
    if (missing.length > 0) throw invalid(field, `The text must contain ${missing.join(", ")}.`);
    if (byteLength(body) > TEXT_BYTES) throw invalid(field, `The text must have at most ${TEXT_BYTES} bytes.`);
  }
  if ((from_message_id === undefined) !== (from_collector_id === undefined)) {
    throw invalid("from_message_id", "To copy a message, set both `from_message_id` and `from_collector_id`.");
  }
  const { is_branding_enabled, embed_first_question } = request;
  if (from_message_id !== undefined && (subject ?? body ?? is_branding_enabled ?? embed_first_question) !== undefined) {
    throw invalid("from_message_id", "Either copy a message, or set its subject, text, branding and first question, not both.");
  }
  try {
    if (typeof scheduled_date === "string") toInstant(scheduled_date);
    else scheduled_date?.toISOString();
  } catch {
    throw invalid("scheduled_date", "The date must be a date of the API, such as 2026-01-31T12:00:00+00:00, or a valid `Date`.");
  }
}

/** The fields of the message to create. */
export function messageFields(request: InvitationRequest): object {
  const { subject, body_html, body_text, is_branding_enabled, embed_first_question, from_collector_id, from_message_id } = request;
  if (from_message_id !== undefined) return { from_collector_id, from_message_id };
  return { type: "invite", subject, body_html, body_text, is_branding_enabled, embed_first_question };
}

/**
 * What was created so far. The mark is part of the collector's name, so that a collector is found whose id was lost.
 */
export interface InvitationState {
  readonly mark: string;
  collector_id: CollectorId | undefined;
  message_id: MessageId | undefined;
}

/** The state of a new invitation, or that of a checkpoint. */
export function initialState({ survey_id }: InvitationRequest, { resume }: InvitationOptions): InvitationState {
  if (resume === undefined) {
    const mark = Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => (byte % 36).toString(36)).join("");
    return { mark, collector_id: undefined, message_id: undefined };
  }
  const [, survey, mark, collector_id, message_id] = /^([\w-]+)\.([0-9a-z]{8})\.([\w-]*)\.([\w-]*)$/.exec(resume) ?? [];
  if (mark === undefined || survey !== survey_id) throw invalid("resume", "The option must be the checkpoint of an invitation to the same survey.");
  return { mark, collector_id: collector_id || undefined, message_id: message_id || undefined };
}
