// The declarations as a strict program sees them, those of every entry.

import { type Canvass, type Survey, RateLimitedError, createCanvass, isCanvassError } from "@canvass/sdk";
import engine from "@canvass/sdk/engine.wasm";
import table from "@canvass/sdk/export.wasm";
import { type CanvassQuery, queryOptions } from "@canvass/sdk/query";
import { AccountButton, type OperationState, SignedIn, useOperation } from "@canvass/sdk/react";
import { type ServerSession, sessionOf } from "@canvass/sdk/server";
import { createCanvass as createSlim } from "@canvass/sdk/slim";
import { type World, startCanvass } from "@canvass/sdk/testing";
import { verifyWebhook } from "@canvass/sdk/webhook";
import gateway, { type GatewayContext, type GatewayEnv, Session, isGatewayPath } from "@canvass/sdk/worker";
import { createElement } from "react";

const canvass: Canvass = createCanvass({ gateway: "https://gateway.example" });
export const slim: Canvass = createSlim({ engine, export: table });

export async function titles(signal: AbortSignal): Promise<string[]> {
  await canvass.ready();
  const found: string[] = [];
  for await (const survey of canvass.surveys.list({ per_page: 100 }, { signal })) found.push(survey.title);
  return found;
}

export async function saved(survey: Survey): Promise<Blob | undefined> {
  try {
    return (await canvass.exportResponses({ survey_id: survey.id, format: "csv" })).blob;
  } catch (error) {
    if (error instanceof RateLimitedError) return error.exported?.blob;
    if (isCanvassError(error) && error.kind === "scope_missing") return undefined;
    throw error;
  }
}

export const told = async (request: Request) =>
  verifyWebhook({ body: await request.text(), headers: request.headers, client_id: "c", client_secret: "s" });

export async function greeting(request: Request, headers: Headers): Promise<string | undefined> {
  const { status, session, canvass }: ServerSession = await sessionOf(request, { gateway: "https://app.example" });
  if (status === "signed_in") return `${session.account} ${(await canvass.users.me()).username}`;
  const found = await sessionOf<"users_read">({ headers }, { gateway: undefined, origin: "https://app.example" });
  for (const { header, ...cookie } of found.cookies()) headers.append("Set-Cookie", header || cookie.name);
  return found.status === "signed_out" ? (found.session.ended ?? undefined) : found.session?.region;
}

export const query: CanvassQuery<Survey> = queryOptions(canvass.surveys.get, { survey_id: "1" });

export const header = createElement(SignedIn, { canvass }, createElement(AccountButton, { canvass, className: "account" }));

export const useTitle = (): OperationState<Survey> => useOperation(canvass.surveys.get, { survey_id: "1" });

export const world: Promise<World> = startCanvass();

export const mounted = (request: Request, env: GatewayEnv, context: GatewayContext): Promise<Response> | undefined =>
  isGatewayPath(new URL(request.url).pathname) ? gateway.fetch(request, env, context) : undefined;

export const objects: readonly (new (state: object, env: object) => object)[] = [Session];
