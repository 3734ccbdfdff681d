// The gateway's links: publish, list and revoke. The gateway gets sealed bytes, and never the key.

import { accepted, reachGateway, unlessGone } from "../../gateway.ts";
import { base64 } from "./seal.ts";

export interface Link {
  readonly id: string;
  readonly survey_id: string;
  readonly created_at: string;
  readonly ends_at: string;
  readonly opened: { readonly total: number; readonly last_at: string | null };
}

/** Milliseconds by which the gateway's clock is ahead of the browser's, which may be days off. */
let ahead = 0;

/** The time by the gateway's clock, as of its last answer. */
export function now(): number {
  return Date.now() + ahead;
}

async function ask(path: string, init: RequestInit): Promise<Response> {
  const response = await reachGateway(path, init);
  // A gateway of the version before, which may answer for some minutes after a deployment, names its time only in Date.
  const time = Number(response.headers.get("x-canvass-time") ?? Date.parse(response.headers.get("date") ?? ""));
  if (!Number.isNaN(time)) ahead = time - Date.now();
  return accepted(response);
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

/** Revokes a link: its data is deleted at once. */
export async function revoke(id: string): Promise<void> {
  await ask(`/gateway/shares/${encodeURIComponent(id)}`, { method: "DELETE" }).catch(unlessGone);
}

/** The URL that is passed on. The key is in the fragment, which browsers do not send. */
export function urlOf(id: string, key: string): string {
  return `${location.origin}/shared/${id}#${key}`;
}
