// The declarations as a strict program sees them, those of every entry.

import { type Canvass, type Survey, RateLimitedError, createCanvass, isCanvassError } from "@canvass/sdk";
import engine from "@canvass/sdk/engine.wasm";
import table from "@canvass/sdk/export.wasm";
import { type OperationState, useOperation } from "@canvass/sdk/react";
import { createCanvass as createSlim } from "@canvass/sdk/slim";
import { type World, startCanvass } from "@canvass/sdk/testing";
import { verifyWebhook } from "@canvass/sdk/webhook";
import gateway, { type GatewayContext, type GatewayEnv, Session, isGatewayPath } from "@canvass/sdk/worker";

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

export const useTitle = (): OperationState<Survey> => useOperation(canvass.surveys.get, { survey_id: "1" });

export const world: Promise<World> = startCanvass();

export const mounted = (request: Request, env: GatewayEnv, context: GatewayContext): Promise<Response> | undefined =>
  isGatewayPath(new URL(request.url).pathname) ? gateway.fetch(request, env, context) : undefined;

export const objects: readonly (new (state: object, env: object) => object)[] = [Session];
