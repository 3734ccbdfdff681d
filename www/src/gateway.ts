// Requests to the gateway that are answered, or fail with an error that notices of the console can show.

import { askGateway, isAbort } from "./session.ts";

/** Kinds of the gateway's problems whose status says too little, by their `type`. */
const PROBLEMS: { readonly [type: string]: string } = {
  "urn:canvass:problem:published-too-often": "published_too_often",
  "urn:canvass:problem:too-many-shares": "too_many_shares",
};

/** A refusal of the gateway, or that it could not be reached. */
export class GatewayError extends Error {
  override readonly name = "GatewayError";
  readonly kind: string;
  readonly remedy: { readonly action: "sign_in" | "retry"; readonly seconds: number };
  /** The status is 0 if the gateway has not answered, and the seconds are those of its `Retry-After`. */
  constructor(readonly status: number, detail: string, { type = "", seconds = 0, cause }: { type?: string | undefined; seconds?: number; cause?: unknown } = {}) {
    super(detail, { cause });
    this.kind = PROBLEMS[type] ?? kindOf(status);
    this.remedy = { action: status === 401 ? "sign_in" : "retry", seconds };
  }
}

function kindOf(status: number): string {
  if (status === 0) return navigator.onLine ? "network" : "offline";
  if (status >= 500) return "service_failed";
  return { 401: "signed_out", 404: "not_found", 429: "rate_limited" }[status] ?? "unknown";
}

/** Asks as `askGateway` does. The browser's own message about a request without a response is not for the person. */
export function reachGateway(path: string, init: RequestInit = {}): Promise<Response> {
  return askGateway(path, init).catch((cause: unknown) => {
    throw isAbort(cause) ? cause : new GatewayError(0, "The gateway could not be reached", { cause });
  });
}

/** The response, unless the gateway refuses with it. */
export async function accepted(response: Response): Promise<Response> {
  if (response.ok) return response;
  const { type, detail, title } = (await response.json().catch(() => ({}))) as { type?: string; detail?: string; title?: string };
  const seconds = Number(response.headers.get("retry-after")) || 0;
  throw new GatewayError(response.status, detail ?? title ?? `The gateway answered with ${response.status}`, { type, seconds });
}

/** Ends the failure of a deletion of what is gone already: it was deleted elsewhere, or its time is over. */
export function unlessGone(error: unknown): void {
  if (!(error instanceof GatewayError && error.status === 404)) throw error;
}
