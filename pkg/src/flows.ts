// What leads to the flows, each of which is loaded by its first call alone: one name in the facade for all of them.

import type { exportResponses as exporting } from "./export_responses.js";
import type { Flow } from "./flow.js";
import { retried } from "./load.js";
import type { InvitationRequest } from "./send_invitation.js";
import type { SummaryRequest } from "./summarise.js";

export { request } from "./request.js";
export { page } from "./respondents.js";

const exports = retried(() => import("./export_responses.js"), "exportResponses");
const invitations = retried(() => import("./send_invitation.js"), "sendInvitation");
const summaries = retried(() => import("./summarise.js"), "summarise");

export const exportResponses = async (flow: Flow, request: Parameters<typeof exporting>[1]) =>
  (await exports()).exportResponses(flow, request);

export const sendInvitation = async (flow: Flow, request: InvitationRequest) => (await invitations()).sendInvitation(flow, request);

export const summarise = async (flow: Flow, request: SummaryRequest) => (await summaries()).summarise(flow, request);
