// The gateway's links: publish, list and revoke. The gateway gets sealed bytes, and never the key.

import { askGateway, isAbort } from "../../session.ts";
import { base64 } from "./seal.ts";

export interface Link {
  readonly id: string;
  readonly survey_id: string;
  readonly created_at: string;
  readonly ends_at: string;
  readonly opened: { readonly total: number; readonly last_at: string | null };
}

/** A refusal of the gateway, in the form that notices of the console read. */
export class LinkError extends Error {
  override readonly name = "LinkError";
  readonly kind: string;
  readonly remedy: { readonly action: "sign_in" | "retry" };
  /** The status is 0 if the gateway has not answered. */
  constructor(readonly status: number, detail: string) {
    super(detail);
    this.kind = status === 0 ? (navigator.onLine ? "network" : "offline") : status === 401 ? "signed_out" : status === 429 ? "rate_limited" : status >= 500 ? "service_failed" : "unknown";
    this.remedy = { action: status === 401 ? "sign_in" : "retry" };
  }
}

/** Milliseconds by which the gateway's clock is ahead of the browser's, which may be days off. */
let ahead = 0;

/** The time by the gateway's clock, as of its last answer. */
export function now(): number {
  return Date.now() + ahead;
}

async function ask(path: string, init: RequestInit): Promise<Response> {
  const response = await askGateway(path, init).catch((error: unknown) => {
    throw isAbort(error) ? error : new LinkError(0, String(error));
  });
  const date = Date.parse(response.headers.get("date") ?? "");
  if (!Number.isNaN(date)) ahead = date - Date.now();
  if (response.ok) return response;
  const body = (await response.json().catch(() => ({}))) as { detail?: string; title?: string };
  throw new LinkError(response.status, body.detail ?? body.title ?? `The gateway answered with ${response.status}`);
}

/** Publishes sealed data until `ends_at`; gives the id. */
export async function publish(survey_id: string, data: Uint8Array, ends_at: string): Promise<string> {
  const body = JSON.stringify({ survey_id, data: base64(data), ends_at });
  const response = await ask("/gateway/shares", { method: "POST", body, headers: { "Content-Type": "application/json" } });
  return ((await response.json()) as { id: string }).id;
}

/** The links of the account, the newest first. */
export async function listLinks(signal: AbortSignal | null = null): Promise<readonly Link[]> {
  const response = await ask("/gateway/shares", { signal });
  return [...((await response.json()) as readonly Link[])].sort((a, b) => b.created_at.localeCompare(a.created_at));
}

/** Revokes a link: its data is deleted at once. One that is gone already was revoked elsewhere, or has ended. */
export async function revoke(id: string): Promise<void> {
  await ask(`/gateway/shares/${encodeURIComponent(id)}`, { method: "DELETE" }).catch((error: unknown) => {
    if ((error as Partial<LinkError>).status !== 404) throw error;
  });
}

/** The address that is passed on. The key is in the fragment, which browsers do not send. */
export function addressOf(id: string, key: string): string {
  return `${location.origin}/shared/${id}#${key}`;
}
