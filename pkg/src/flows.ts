// The entry of the methods that make several calls, as one chunk. Each method is loaded by its first call.

import type { exportResponses as ExportResponses } from "./export_responses.js";
import type { Flow } from "./flow.js";
import { retried } from "./load.js";
import type { InvitationOptions, InvitationRequest } from "./send_invitation.js";
import type { SummaryOptions, SummaryRequest } from "./summarise.js";
import type { ExportOptions } from "./table.js";

export { request } from "./custom_request.js";
export { page } from "./respondents.js";

const loadExport = retried(() => import("./export_responses.js"), "exportResponses");
const loadInvitation = retried(() => import("./send_invitation.js"), "sendInvitation");
const loadSummary = retried(() => import("./summarise.js"), "summarise");

export const exportResponses = async (flow: Flow, request: Parameters<typeof ExportResponses>[1], options: ExportOptions) =>
  (await loadExport()).exportResponses(flow, request, options);

export const sendInvitation = async (flow: Flow, request: InvitationRequest, options: InvitationOptions) =>
  (await loadInvitation()).sendInvitation(flow, request, options);

export const summarise = async (flow: Flow, request: SummaryRequest, options: SummaryOptions) => (await loadSummary()).summarise(flow, request, options);
