// Why a gateway could not be reached: most often it is configured wrongly, which the browser's own error does not say.

import { type CanvassError, misconfigured } from "../errors.js";

const LOOPBACK = ["localhost", "127.0.0.1", "[::1]"];

/** The error of a program without a page, which has named neither a gateway nor a token. */
export function gatewayMissing(): CanvassError {
  return misconfigured("There is no page here whose origin could be the gateway. Pass the option `gateway` with its origin, or a `token`.", "gateway");
}

/**
 * Explains why a gateway of another origin gave no response, as far as a page or worker can find out; undefined if it
 * cannot.
 */
export async function diagnose(gateway: string): Promise<CanvassError | undefined> {
  const { hostname, protocol } = new URL(gateway);
  const page = location.origin;
  if (location.hostname !== hostname && LOOPBACK.includes(location.hostname) && LOOPBACK.includes(hostname)) {
    return misconfigured(
      `The page is on ${location.hostname} and the gateway on ${hostname}: these are two sites, between which browsers send no session. Open the page on ${hostname}.`,
      "gateway",
    );
  }
  if (location.protocol === "https:" && protocol === "http:" && !LOOPBACK.includes(hostname)) {
    return misconfigured("A page on https cannot call a gateway on http. Use https for the gateway.", "gateway");
  }
  try {
    // Without CORS the response cannot be read, but its arrival shows that the gateway runs.
    await fetch(`${gateway}/healthz`, { mode: "no-cors", credentials: "omit", cache: "no-store" });
  } catch {
    return undefined;
  }
  return misconfigured(
    `A server responds at ${gateway}, but it is no gateway, or does not allow pages of ${page}. Check the option \`gateway\`. If it is right, add ${page} to the gateway's variable ALLOWED_ORIGIN, or let the page's server pass /auth, /api and /gateway on to the gateway.`,
    "gateway",
  );
}
