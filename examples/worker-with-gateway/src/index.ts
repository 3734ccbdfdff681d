// A Worker with a route of its own. All other requests go to the gateway.

import { sessionOf } from "@canvass/sdk/server";
import gateway, { type GatewayContext, type GatewayEnv } from "@canvass/sdk/worker";

// wrangler.toml binds these classes of Durable Objects.
export { Budget, Cache, GatewayRecords, Session } from "@canvass/sdk/worker";

export default {
  async fetch(request, env, context) {
    const { pathname } = new URL(request.url);
    if (pathname === "/survey-count") return surveyCount(request, env, context);
    return gateway.fetch(request, env, context);
  },
} satisfies ExportedHandler<GatewayEnv>;

/**
 * Calls the API for the person who is signed in. The access token stays in the gateway: the session cookie is enough.
 */
async function surveyCount(request: Request, env: GatewayEnv, context: GatewayContext): Promise<Response> {
  // The gateway is in this Worker, so its calls do not leave it.
  const fetch = (call: Request) => gateway.fetch(call, env, context);
  const { status, canvass, apply } = await sessionOf(request, { gateway: env.ORIGIN, fetch });
  if (status !== "signed_in") return Response.json({ status }, { status: 401 });
  try {
    const { total } = await canvass.surveys.list({ per_page: 1 });
    return apply(Response.json({ status, surveys: total }));
  } catch (error) {
    console.error(error);
    return apply(Response.json({ status }, { status: 502 }));
  }
}
