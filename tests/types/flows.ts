// What a reader of whole flows writes.

import { CanvassError, type InvitedRecipient, type QuestionSummary, createCanvass } from "@canvass/sdk";
import { type WebhookEvent, isWebhookError, verifyWebhook } from "@canvass/sdk/webhook";

// An event's type tells what happened to what.
export function told(event: WebhookEvent): string {
  switch (event.event_type) {
    case "response_completed": {
      const about: "response" = event.object_type;
      return `${about} ${event.object_id} of ${event.resources.survey_id ?? "no survey"}`;
    }
    case "collector_created": {
      const filter: "survey" | null | undefined = event.filter_type;
      return filter ?? event.object_type;
    }
    default:
      return event.event_id;
  }
}

export async function receive(request: Request): Promise<number> {
  try {
    await verifyWebhook({ body: await request.text(), headers: request.headers, client_id: "a", client_secret: ["b", "c"], tolerance: 600 });
    return 200;
  } catch (error) {
    return isWebhookError(error) && error.kind !== "unavailable" ? error.status : 500;
  }
}

// @ts-expect-error: a secret must be given
void verifyWebhook({ body: "", headers: {}, client_id: "a" });
// @ts-expect-error: a body is not parsed
void verifyWebhook({ body: { name: "x" }, headers: {}, client_id: "a", client_secret: "b" });

const canvass = createCanvass();

export async function invite(survey_id: string, resume?: string): Promise<readonly InvitedRecipient[]> {
  try {
    const { recipients, scheduled_date } = await canvass.sendInvitation({
      survey_id,
      recipients: ["ada@mail.example", { email: "eve@mail.example", custom_fields: { "1": "x" } }],
      subject: "Your turn",
      scheduled_date: new Date(),
      collector: { sender_email: "us@mail.example", response_limit: 5 },
    }, {
      resume,
      onProgress: ({ step, checkpoint, requests }) => void [step === "send", checkpoint, requests],
    });
    const when: string | null = scheduled_date;
    return when === null ? [] : recipients.filter(({ fate }) => fate === "bounced");
  } catch (error) {
    if (error instanceof CanvassError && error.checkpoint !== undefined) return invite(survey_id, error.checkpoint);
    return error instanceof CanvassError ? (error.invited ?? []) : [];
  }
}

export async function best(survey_id: string): Promise<string | undefined> {
  const { questions } = await canvass.summarise({ survey_id, source: "responses", filters: { status: ["completed"] } });
  const mean = ({ stats }: QuestionSummary): number => stats?.mean ?? 0;
  return [...questions].sort((one, other) => mean(other) - mean(one))[0]?.heading;
}

export async function who(survey_id: string, from?: string): Promise<string> {
  const list = canvass.respondents({ survey_id, fields: ["email", "status"], page_size: 500 }, { from });
  const { upgrade_info } = await list;
  for await (const { respondent_id, email } of list) void [respondent_id, email];
  return upgrade_info?.upgrade_url ?? list.checkpoint();
}

// @ts-expect-error: a field is one of the documented ones
void canvass.respondents({ survey_id: "1", fields: ["shoe_size"] });
// @ts-expect-error: the kind of the collector is not asked for
void canvass.sendInvitation({ survey_id: "1", recipients: ["a@b.example"], collector: { type: "sms" } });
// @ts-expect-error: a page is none of the filters
void canvass.summarise({ survey_id: "1", filters: { page: 2 } });
