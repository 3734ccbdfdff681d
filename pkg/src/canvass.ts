// A client from its compiled parts. Creating one loads nothing and sends nothing.

import type { CallOptions, ListCall } from "./calls/call.js";
import { type Caller, createCaller } from "./calls/caller.js";
import { CLIENT_OPTIONS, checkOptions } from "./check_options.js";
import type { Canvass, Client, Flows } from "./client.js";
import { createState } from "./client_state.js";
import { type Sources, engineGlue } from "./parts/engine.js";
import { retried } from "./parts/load.js";
import { gateway, operations } from "./generated/operations.js";
import type { CanvassOptions } from "./options.js";
import { createPacer } from "./calls/pacer.js";
import { createRequests } from "./calls/requests.js";
import type { ListedRespondents } from "./calls/respondents.js";
import { sessionMethods } from "./session/session.js";
import { createTransport } from "./calls/transport.js";
import type { Respondent, Scope } from "./generated/types.js";
import { type ClientFacts, callWatchers, methods } from "./watch.js";

/** Loaded with the first call that needs it, because few pages do. */
const loadFlows = retried(() => import("./flows.js"), "page");

type FlowModule = typeof import("./flows.js");

type OperationTree = { readonly [name: string]: number | OperationTree };

/** Creates a client from its compiled parts. Nothing is loaded before the first call. */
export function canvassWith<S extends Scope>(sources: Sources, options: CanvassOptions = {}): Canvass<S> {
  checkOptions(options, CLIENT_OPTIONS);
  const transport = createTransport(options);
  const state = createState(options, transport.base);
  const requests = createRequests(sources.engine, options, transport, state);
  const pacer = createPacer(options, state, requests);
  const start = createCaller(options.token !== undefined, state, requests, pacer);
  const session = sessionMethods(sources.signIn, transport.base, requests, state);
  const call: Caller = (operation, args, ...more) => {
    const started = start(operation, args, ...more);
    for (const tell of callWatchers) tell(facts, operation, args, started);
    return started;
  };
  const facts: ClientFacts = {
    base: transport.base,
    scope: state.scope,
    state,
    onSessionChange: session.onSessionChange,
    options,
    call,
    fail: state.fail,
    pacer,
    source: sources.export,
  };
  const flowMethod = <N extends keyof FlowModule & keyof Flows>(name: N) =>
    (async (request: never, options?: CallOptions | null) => {
      options?.signal?.throwIfAborted();
      return (await loadFlows())[name](facts, request, options ?? {});
    }) as unknown as Flows[N];
  const close = async () => {
    state.closed = true;
    await Promise.allSettled(requests.inFlight);
    state.closeChannels();
  };
  const members: Omit<Client & Flows, typeof Symbol.asyncDispose> = {
    get quota() {
      return state.quota;
    },
    can(scope) {
      if (state.scopes === undefined) return "unknown";
      const { granted, available } = state.scopes;
      return granted.includes(scope) ? "granted" : available.includes(scope) ? "available" : "needs_plan";
    },
    ...session,
    async ready() {
      await engineGlue(sources.engine);
    },
    exportResponses: flowMethod("exportResponses"),
    sendInvitation: flowMethod("sendInvitation"),
    summarise: flowMethod("summarise"),
    respondents: (request, options) =>
      call(gateway.respondents, request, options, async (...args) => (await loadFlows()).page(...args)) as unknown as ListCall<Respondent, ListedRespondents>,
    request: (operation, args, options) => call(gateway.read, {}, options, async (get) => (await loadFlows()).request(get, operation, args)) as never,
    close,
  };
  for (const member of Object.values(members)) methods.set(Object(member), { client: facts });
  return Object.defineProperties(methodsOf(operations, call, facts), {
    ...Object.getOwnPropertyDescriptors(members),
    // Older platforms have no such symbol; an unknown one is never looked up.
    [Symbol.asyncDispose ?? Symbol()]: { value: close },
  }) as Canvass<S>;
}

/** A method for each operation of the tree, under the same names. */
function methodsOf(tree: OperationTree, call: Caller, client: ClientFacts): object {
  return Object.fromEntries(
    Object.entries(tree).map(([name, entry]) => {
      if (typeof entry !== "number") return [name, methodsOf(entry, call, client)];
      const method = call.bind(undefined, entry);
      methods.set(method, { client, operation: entry });
      return [name, method];
    }),
  );
}
