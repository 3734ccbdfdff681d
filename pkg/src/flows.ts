// The methods that make several calls, as one chunk. None of its modules is shared with another chunk that is loaded
// later, because a browser may remember for the lifetime of the page that such a shared chunk did not arrive.

export { request } from "./calls/custom_request.js";
export { exportResponses } from "./export/export_responses.js";
export { page } from "./calls/respondents.js";
export { sinkOf } from "./export/sinks.js";
export { sendInvitation } from "./invitation/send_invitation.js";
export { summarise } from "./export/summarise.js";
