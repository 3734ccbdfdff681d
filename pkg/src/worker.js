// The entry `@canvass/sdk/worker`: the gateway's Worker as a module that another Worker mounts.

export { Budget, Cache, GatewayRecords, Session, default } from "canvass:gateway";

/**
 * The gateway's own path prefixes. `src/gateway/route.rs` routes them; the table "Routes" of docs/DEPLOYMENT.md lists
 * them.
 */
const PREFIXES = [
  "/api",
  "/auth",
  "/callback",
  "/gateway",
  "/healthz",
  "/mcp",
  "/metrics",
  "/shared",
  "/v3",
  "/.well-known/oauth-authorization-server",
  "/.well-known/oauth-protected-resource",
];

export function isGatewayPath(pathname) {
  return PREFIXES.some((prefix) => pathname === prefix || pathname.startsWith(`${prefix}/`));
}
