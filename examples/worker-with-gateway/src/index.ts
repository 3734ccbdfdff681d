// A Worker with a route of its own. All other requests go to the gateway.

import gateway, { type GatewayContext, type GatewayEnv } from "@canvass/sdk/worker";

// wrangler.toml binds these classes of Durable Objects.
export { Budget, Cache, Session } from "@canvass/sdk/worker";

export default {
  async fetch(request, env, context) {
    const { pathname } = new URL(request.url);
    if (pathname === "/survey-count") return surveyCount(request, env, context);
    return gateway.fetch(request, env, context);
  },
} satisfies ExportedHandler<GatewayEnv>;

/** Calls the API for the person who is signed in. The access token stays in the gateway: the session cookie is enough. */
async function surveyCount(request: Request, env: GatewayEnv, context: GatewayContext): Promise<Response> {
  const headers = { Cookie: request.headers.get("Cookie") ?? "", "X-Canvass": "1" };
  const call = new Request(`${env.ORIGIN}/api/v3/surveys?per_page=1`, { headers });
  const response = await gateway.fetch(call, env, context);
  if (!response.ok) return Response.json({ signed_in: false }, { status: response.status });
  const { total } = await response.json<{ total: number }>();
  return Response.json({ signed_in: true, surveys: total });
}
