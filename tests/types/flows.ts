// What a reader of whole flows writes.

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
