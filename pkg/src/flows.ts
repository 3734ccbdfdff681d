// The entry of the methods that make several calls, as one chunk. Each method is loaded by its first call.

import type { exportResponses as ExportResponses } from "./export_responses.js";
import type { Flow } from "./flow.js";
import { retried } from "./load.js";
import type { InvitationRequest } from "./send_invitation.js";
import type { SummaryRequest } from "./summarise.js";

export { request } from "./custom_request.js";
export { page } from "./respondents.js";

const loadExport = retried(() => import("./export_responses.js"), "exportResponses");
const loadInvitation = retried(() => import("./send_invitation.js"), "sendInvitation");
const loadSummary = retried(() => import("./summarise.js"), "summarise");

export const exportResponses = async (flow: Flow, request: Parameters<typeof ExportResponses>[1]) =>
  (await loadExport()).exportResponses(flow, request);

export const sendInvitation = async (flow: Flow, request: InvitationRequest) => (await loadInvitation()).sendInvitation(flow, request);

export const summarise = async (flow: Flow, request: SummaryRequest) => (await loadSummary()).summarise(flow, request);
