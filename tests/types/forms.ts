// What a reader and a writer of payloads with several forms write: a `switch` narrows, and stays open to what comes.

import {
  createCanvass,
  type Answers,
  type CollectorNew,
  type ContactNew,
  type Collector,
  type MatrixQuestion,
  type Message,
  type Question,
  type QuestionNew,
  type QuestionPatch,
  type RecipientNew,
  type Response,
  type Row,
  type Unlisted,
  type Webhook,
  type WebhookNew,
} from "@canvass/sdk";

const canvass = createCanvass();

// Each family has what it is made of, without a question mark.
export function options(question: Question): readonly string[] {
  switch (question.family) {
    case "single_choice":
    case "multiple_choice": {
      const other: string = question.answers.other?.text ?? "";
      return [...question.answers.choices.map(({ text }) => text), other];
    }
    case "matrix":
      switch (question.subtype) {
        case "menu":
          return question.answers.cols.flatMap(({ choices }) => choices.map(({ text }) => text));
        case "single":
        case "rating":
        case "ranking":
        case "multi":
          return question.answers.rows.concat().map(({ text }) => `${text}: ${question.answers.choices.length}`);
        default:
          return (question.answers?.rows ?? []).map(({ text }) => text);
      }
    case "open_ended":
      return question.subtype === "multi" || question.subtype === "numerical" ? question.answers.rows.map(({ text }) => text) : [];
    case "demographic":
      return question.answers.rows.filter((row) => row.required).map((row): string => row.type);
    case "datetime":
      return question.answers.rows.map(({ text }) => text);
    case "presentation":
    case "click_map": {
      const none: undefined = question.answers;
      return none ?? [];
    }
    default: {
      const added: Unlisted = question.family;
      const family: string = added;
      return [family, question.subtype, String(question.answers?.choices?.length)];
    }
  }
}

// What only some forms have can be read of all of them, and compared as the string that it is.
export function loose(question: Question): boolean {
  const choices = question.answers?.choices?.length ?? 0;
  const columns = question.answers?.cols?.length ?? 0;
  const answers: Answers | null | undefined = question.answers;
  return choices + columns > 0 || answers === null || (question.family as string) === "hologram";
}

export const grids = (questions: readonly Question[]): readonly MatrixQuestion[] =>
  questions.filter((question): question is MatrixQuestion => question.family === "matrix" && question.subtype !== "menu" && question.answers?.choices !== undefined);

export function address(collector: Collector): string {
  switch (collector.type) {
    case "weblink":
      return collector.url;
    case "email": {
      const none: null = collector.url;
      return collector.sender_email ?? `${none}`;
    }
    case "popup_invitation":
    case "popup_survey":
      return `${collector.width} × ${collector.height} ${collector.primary_button?.text}`;
    case "sms":
    case "embedded_survey":
      return collector.url ?? "";
    default: {
      const added: Unlisted = collector.type;
      return added;
    }
  }
}

export function subject(message: Message): string {
  switch (message.type) {
    case "sms": {
      const none: undefined = message.subject;
      return none ?? message.body;
    }
    case "reminder":
      return message.recipient_status === "partially_responded" ? "go on" : message.subject;
    case "invite":
    case "thank_you":
      return message.subject;
    default:
      return message.subject ?? "";
  }
}

export function watched(webhook: Webhook): readonly string[] {
  if (webhook.event_type === "survey_created") {
    const none: undefined = webhook.object_ids;
    return none ?? [];
  }
  return webhook.event_type === "response_completed" ? webhook.object_ids : [];
}

// Only some operations give answers, and those give them always.
export async function given(survey_id: string, response_id: string): Promise<number> {
  const { pages } = await canvass.surveys.responses.details({ survey_id, response_id });
  for await (const response of canvass.surveys.responses.bulk({ survey_id })) void response.pages.length;
  const bare: Response = await canvass.surveys.responses.get({ survey_id, response_id });
  // @ts-expect-error: without its details a response may have none
  void bare.pages.length;
  return pages.length;
}

// What is not there is told from what is null.
export async function limits(collector_id: string): Promise<number> {
  const { response_limit, sample_rate } = await canvass.collectors.get({ collector_id });
  const limit: number | null | undefined = response_limit;
  const rate: string | null | undefined = sample_rate;
  const { embed_first_question, scheduled_date } = await canvass.collectors.messages.get({ collector_id, message_id: "1" });
  const date: string | null = scheduled_date;
  // @ts-expect-error: what may be null need not be a string
  void scheduled_date.length;
  return (limit ?? 0) + Number(rate ?? 0) + Number(embed_first_question ?? false) + (date?.length ?? 0);
}

// A row is one of a question, whatever rows there are elsewhere.
export const first = (question: Question): Row | undefined => question.answers?.rows?.[0];

const headings = [{ heading: "How was it?" }];

export const written: readonly QuestionNew[] = [
  { family: "single_choice", subtype: "vertical", headings, answers: { choices: [{ text: "Good" }], other: { text: "Else" } } },
  { family: "matrix", subtype: "ranking", headings, answers: { rows: [{ text: "A" }, { text: "B" }] } },
  { family: "matrix", subtype: "menu", headings, answers: { rows: [{}], cols: [{ text: "C", choices: [{ text: "x" }] }] } },
  { family: "open_ended", subtype: "single", headings, display_options: { display_type: "slider" } },
  { family: "open_ended", subtype: "numerical", headings, answers: { rows: [{ text: "Years" }] } },
  { family: "demographic", subtype: "us", headings },
  { question_bank: { question_bank_question_id: "1" } },
];

// A change may leave out anything.
export const changed: QuestionPatch = { headings };
void canvass.surveys.pages.questions.update({ survey_id: "1", page_id: "1", question_id: "1", visible: false });
void canvass.surveys.pages.questions.create({ survey_id: "1", page_id: "1", family: "presentation", subtype: "image", headings });

export function making(type: "weblink" | "email", survey_id: string): PromiseLike<Collector> {
  return canvass.surveys.collectors.create({ survey_id, type, name: "Made" });
}

export const made: readonly CollectorNew[] = [
  { type: "email", sender_email: "ada@example.com" },
  { type: "popup_invitation", width: 400, primary_button: { text: "Yes" } },
  { from_collector_id: "1", name: "Copy" },
];

export const invited: readonly RecipientNew[] = [{ contact_id: "1" }, { email: "ada@example.com", first_name: "Ada" }, { phone_number: "+12175550142" }];
export const known: ContactNew = { first_name: "Ada", last_name: "Lovelace", email: "ada@example.com" };
export const told: WebhookNew = { name: "x", event_type: "collector_created", object_type: "survey", object_ids: ["1"], subscription_url: "https://example.com" };

void canvass.collectors.messages.create({ collector_id: "1", from_collector_id: "2", from_message_id: "3", include_recipients: true });

export function refused(question: Question, collector: Collector): void {
  // @ts-expect-error: until the family is known there may be no choices
  void question.answers.choices.length;
  // @ts-expect-error: a matrix of menus has no choices of its own
  if (question.family === "matrix" && question.subtype === "menu") void question.answers.choices.length;
  // @ts-expect-error: a family that is not listed is asked for as a string
  if (question.family === "hologram") return;
  // @ts-expect-error: nothing of an answer can be set
  question.position = 2;
  // @ts-expect-error: nor put into a list of it
  question.headings.push({ heading: "x" });
  // @ts-expect-error: a web link has no width
  if (collector.type === "weblink") void collector.width.toFixed();
  // @ts-expect-error: a question with choices needs them
  void ({ family: "single_choice", subtype: "horiz", headings, answers: {} } satisfies QuestionNew);
  // @ts-expect-error: a subtype is one of its family's
  void ({ family: "single_choice", subtype: "essay", headings, answers: { choices: [] } } satisfies QuestionNew);
  // @ts-expect-error: a new question has headings
  void ({ family: "presentation", subtype: "image" } satisfies QuestionNew);
  // @ts-expect-error: an open question has no options
  void ({ family: "open_ended", subtype: "essay", headings, answers: { rows: [] } } satisfies QuestionNew);
  // @ts-expect-error: a collector has a type, or is a copy
  void ({ name: "Nothing" } satisfies CollectorNew);
  // @ts-expect-error: only popups have a size
  void ({ type: "weblink", width: 400 } satisfies CollectorNew);
  // @ts-expect-error: only invitations by email have a sender
  void ({ type: "sms", sender_email: "ada@example.com" } satisfies CollectorNew);
  // @ts-expect-error: a recipient has an address, or is a contact
  void ({ first_name: "Ada" } satisfies RecipientNew);
  // @ts-expect-error: and so has a contact
  void ({ first_name: "Ada", last_name: "Lovelace" } satisfies ContactNew);
  // @ts-expect-error: a webhook about responses names what it is about
  void ({ name: "x", event_type: "response_completed", subscription_url: "https://example.com" } satisfies WebhookNew);
  // @ts-expect-error: a collector that is created is told of by its survey
  void ({ name: "x", event_type: "collector_created", object_type: "collector", object_ids: ["1"], subscription_url: "https://example.com" } satisfies WebhookNew);
  // @ts-expect-error: thanks do not go to those who have not answered
  void canvass.collectors.messages.create({ collector_id: "1", type: "thank_you", recipient_status: "has_not_responded" });
  // @ts-expect-error: a text message has no subject
  void canvass.collectors.messages.create({ collector_id: "1", type: "sms", subject: "x" });
  // @ts-expect-error: null clears nothing where the API has no null
  void canvass.surveys.collectors.create({ survey_id: "1", type: "weblink", name: null });
}
