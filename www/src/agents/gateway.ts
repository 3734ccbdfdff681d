// The gateway's operations on agents, for the pages of the user.

import type { SurveyId } from "/sdk/index.js";
import { accepted, reachGateway, unlessGone } from "../gateway.ts";
import type { en } from "./en.ts";

/** Why a program cannot be connected. */
type Problem = keyof typeof en.authorize.problems;

/** A program's request: what the page shows, or why it leads nowhere. */
export type Asked =
  | { readonly problem: Problem }
  | { readonly location: string }
  | {
      readonly name: string;
      readonly host: string | null;
      readonly redirect: string;
      readonly local: boolean;
      readonly asked: readonly string[];
      readonly scopes: readonly string[];
      readonly days: number;
    };

export interface Plan {
  readonly agent: string;
  readonly kind: "survey" | "link" | "invitation" | "export";
  readonly state: "planned" | "agreed" | "running" | "done";
  readonly until: string;
  readonly what: {
    readonly survey?: { readonly id: SurveyId; readonly title: string };
    readonly emails?: readonly string[];
    readonly subject?: string;
    readonly text?: string;
    readonly format?: "csv" | "jsonl";
    readonly responses?: number;
  };
}

export interface Connection {
  readonly id: string;
  readonly name: string;
  readonly host: string | null;
  readonly redirect: string;
  readonly scopes: readonly string[];
  readonly created_at: string;
  readonly used_at: string;
  readonly ends_at: string;
  readonly requests: number;
}

export interface ToolCall {
  readonly at: string;
  readonly agent: string | null;
  readonly tool: string;
  readonly survey_id: string | null;
  readonly requests: number;
  readonly outcome: string;
}

async function call<T>(path: string, init: RequestInit = {}): Promise<T> {
  const headers = init.body === undefined ? {} : { "Content-Type": "application/json" };
  const response = await accepted(await reachGateway(`/auth/session/agents${path}`, { ...init, headers }));
  return (response.status === 204 ? undefined : await response.json()) as T;
}

const post = <T>(path: string, body: object) => call<T>(path, { method: "POST", body: JSON.stringify(body) });

/** Describes the request in the query of an address. */
export const ask = (query: string) => post<Asked>("/ask", { query });

/** Sends the decision for the account that was shown. Leads to the address to go to. */
export const decide = (query: string, account: string, allow: boolean, scopes: readonly string[]) => post<Asked>("/decide", { query, account, allow, scopes });

export const listConnections = (signal: AbortSignal) => call<{ readonly connections: readonly Connection[]; readonly calls: readonly ToolCall[] }>("", { signal });

export const endConnection = (id: string) => call<void>(`/${encodeURIComponent(id)}`, { method: "DELETE" }).catch(unlessGone);

export const showPlan = (id: string) => call<Plan>(`/plans/${encodeURIComponent(id)}`);

export const agreeToPlan = (id: string) => post<Plan>(`/plans/${encodeURIComponent(id)}`, {});
