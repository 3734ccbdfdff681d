/** The requests of a sync: what the engine asks for is fetched as the quota permits, until nothing is left to fetch. */

import { type InternalCallOptions, SHORTEST_PAUSE, withPause } from "../calls/call.js";
import { isCanvassError } from "../errors.js";
import type { Flow } from "../flow.js";
import { gateway, operations } from "../generated/operations.js";
import type { Snapshot } from "./engine.js";
import type { Engine } from "./host.js";
import type { SyncProgress, SyncResult } from "./types.js";

/** What a sync has changed so far. */
export type SyncSum = { -readonly [Name in keyof SyncResult]: SyncResult[Name] };

/** The longest pause: until the quota's next day. */
const DAY = 86_400_000;

/** The requests that the engine can ask for. */
const OPERATIONS = {
  bulk: operations.surveys.responses.bulk,
  list: operations.surveys.responses.list,
  respondents: gateway.respondents,
} as const;

interface Step {
  readonly operation: keyof typeof OPERATIONS;
  readonly arguments: object;
}

/** What the engine says of a response. */
interface Taken {
  readonly added: number;
  readonly changed: number;
  readonly removed: number;
  readonly left: number;
}

/** What the engine knows of the service. */
interface Known {
  readonly complete: boolean;
  readonly total: number | null;
}

/** What a sync needs of the results. */
export interface SyncContext {
  readonly flow: Flow;
  readonly engine: Engine;
  readonly survey_id: string;
  readonly overlap: number | undefined;
  /** The design that is held. */
  readonly design: Uint8Array<ArrayBuffer> | undefined;
  /** Whether it has just been fetched. */
  readonly isFresh: boolean;
  /** What is counted up. */
  readonly sum: SyncSum;
  /** Makes a change when responses may change. */
  change<T>(work: () => Promise<T>): Promise<T>;
  /** A request was answered: what it has changed, what is held, and how far the sync is. */
  taken(result: SyncResult, snapshot: Snapshot, progress: SyncProgress): void;
  redesigned(design: Uint8Array<ArrayBuffer>): void;
  paused(progress: SyncProgress): void;
}

/** What is known of the service, from the state of a sync. */
export function knownOf(sync: string): Known {
  const { complete = false, total = null } = sync === "" ? ({} as Partial<Known>) : (JSON.parse(sync) as Partial<Known>);
  return { complete, total };
}

/** Fetches the design of a survey. */
export async function fetchDesign(flow: Flow, survey_id: string, options: InternalCallOptions): Promise<Uint8Array<ArrayBuffer>> {
  return bytesOf(flow, operations.surveys.details, { survey_id }, options);
}

/** Whether two designs differ in more than the number of responses. */
export function isOtherDesign(one: Uint8Array | undefined, other: Uint8Array): boolean {
  return one === undefined || essence(one) !== essence(other);
}

/** Makes the requests of a sync, one after the other. */
export async function runSync(context: SyncContext, mode: "probe" | "audit", signal: AbortSignal): Promise<void> {
  const { flow, engine, survey_id, sum } = context;
  let progress: SyncProgress = { done: 0, total: null, requests: 1, until: new Date() };
  const options: InternalCallOptions = {
    background: true,
    maxWait: DAY,
    signal,
    onProgress: ({ resumes_at }) => resumes_at && context.paused({ ...progress, resumes_at }),
  };
  const onPause = (milliseconds: number) => {
    if (milliseconds >= SHORTEST_PAUSE) context.paused(withPause(progress, milliseconds));
  };

  if (!context.isFresh) {
    const design = await fetchDesign(flow, survey_id, options);
    sum.requests += 1;
    if (isOtherDesign(context.design, design)) {
      await context.change(() => engine.redesign(design));
      context.redesigned(design);
    }
  }
  await engine.begin(mode, context.overlap);
  for (let next = await engine.next(); next !== undefined; next = await engine.next()) {
    signal.throwIfAborted();
    const step = JSON.parse(next) as Step;
    await flow.pacer.wait(progress.requests, options, onPause);
    let body: Uint8Array<ArrayBuffer>;
    sum.requests += 1;
    try {
      body = await bytesOf(flow, OPERATIONS[step.operation], { ...step.arguments, survey_id }, options);
    } catch (error) {
      // What passes and what ends the session is no refusal, whatever its status: the legacy list has 200 for both.
      const isRefusal = isCanvassError(error) && !error.retryable && error.remedy.action !== "sign_in";
      if (isRefusal && (await engine.refuse(error.status ?? 0, error.remedy.per_page))) continue;
      throw error;
    }
    // Once the response is here it counts, even if the caller has stopped meanwhile.
    const { taken, ...snapshot } = await context.change(() => engine.take(body, new Date().toISOString()));
    const { left, added, changed, removed } = JSON.parse(taken) as Taken;
    sum.added += added;
    sum.changed += changed;
    sum.removed += removed;
    const until = new Date(Date.now() + (await flow.pacer.estimate(left)));
    progress = { done: snapshot.held, total: knownOf(snapshot.sync).total, requests: left, until };
    context.taken({ added, changed, removed, requests: 1 }, snapshot, progress);
  }
  context.taken({ added: 0, changed: 0, removed: 0, requests: 0 }, await engine.finish(), progress);
}

/** The bytes of a response, which the engine checks while it reads them. */
async function bytesOf(flow: Flow, operation: number, args: object, options: InternalCallOptions): Promise<Uint8Array<ArrayBuffer>> {
  return (await flow.call(operation, args, { ...options, raw: operation !== operations.surveys.details, take: (bytes) => bytes })) as unknown as Uint8Array<ArrayBuffer>;
}

/** A design without what changes with each response. */
function essence(bytes: Uint8Array): string {
  return JSON.stringify({ ...(JSON.parse(new TextDecoder().decode(bytes)) as object), response_count: 0, date_modified: "" });
}
