// The public interface of a client; its comments are the reference.

import type { Region } from "./calls/bearer.js";
import type { Call, CallOptions, ListCall, ListOptions } from "./calls/call.js";
import type { Needs } from "./generated/needs.js";
import type { Operations } from "./generated/operation_types.js";
import type { Exported, Streamed } from "./outcomes.js";
import type { Quota } from "./quota.js";
import type { ListedRespondents, RespondentsRequest } from "./calls/respondents.js";
import type { Invitation, InvitationOptions, InvitationRequest } from "./invitation/send_invitation.js";
import type { SummaryOptions, SummaryRequest, SurveySummary } from "./export/summarise.js";
import type { ExportOptions, ExportRequest, FileRequest, Rows, RowsRequest, StreamRequest } from "./export/types.js";
import type { Open, Respondent, Scope, SessionEnd } from "./generated/types.js";

/**
 * The id of an account in a session: a name that the gateway gives the user, the same at each sign-in. It is not the id
 * of the API's `users` resource.
 */
export type AccountId = string & { readonly [account]?: true };

declare const account: unique symbol;

/** An account that is signed in in this browser. */
export interface Account {
  /** Id of the account, for `switchAccount` and `signOut`. It is the same at each sign-in of the same user. */
  readonly id: AccountId;
  /** Region of the account. */
  readonly region: Open<Region>;
  /** Whether calls are made for this account. */
  readonly current: boolean;
  /** First and last name of the user; absent if the app has no scope `users_read`, or the service did not report it. */
  readonly name?: string | null;
  /** E-mail address of the user; absent as `name` is. */
  readonly email?: string | null;
  /** User name at the service; absent as `name` is. */
  readonly username?: string | null;
}

/** No user is signed in. */
export interface SignedOutSession {
  /** Tells the two kinds of session apart. */
  readonly signed_in: false;
  /** Why the last session ended. Only the first request after the end gets it. */
  readonly ended?: Open<SessionEnd> | null;
}

/** A user is signed in. */
export interface SignedInSession {
  /** Tells the two kinds of session apart. */
  readonly signed_in: true;
  /** Region of the current account. */
  readonly region: Open<Region>;
  /** The account that calls are made for. */
  readonly account: AccountId;
  /** All accounts that are signed in in this browser, in the order of their sign-ins. */
  readonly accounts: readonly Account[];
  /** Why the session before this one ended, if another account has become current. */
  readonly ended?: Open<SessionEnd> | null;
  /** Whether pages may keep responses of surveys in the browser, if the user agrees: absent means that they may. */
  readonly keep_results?: boolean;
}

/** Who is signed in: `signed_in` decides which members there are. */
export type Session = SignedInSession | SignedOutSession;

/** How to sign in. */
export interface SignInOptions {
  /**
   * The path of this origin to return to; by default that of the current page, or `/` if its path has an encoded slash,
   * dot or percent sign.
   */
  readonly return_to?: string | undefined;
  /** Whether to sign in in a popup window instead of leaving the page. Needs a click: browsers block other popups. */
  readonly popup?: boolean | undefined;
  /** Whether the accounts that are signed in already stay signed in next to the new one. */
  readonly add?: boolean | undefined;
  /**
   * Scopes that the app needs now, to ask for consent again: the remedy `grant_scope`. The embedded service asks for
   * these in addition to those granted already; a remote service asks for the app's own list. If one of them is not
   * granted afterwards, the sign-in fails with `scope_missing`.
   */
  readonly scopes?: readonly Scope[] | undefined;
  /** Aborts the preparation of the sign-in, and the wait for the popup. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * The survey API for the user who is signed in at the gateway. An app that requests only some scopes names them,
 * `Canvass<"surveys_read" | "users_read">`; methods that need other scopes do not compile then.
 */
export type Canvass<S extends Scope = Scope> = Client & (Scope extends S ? Operations & Flows : Permitted<Operations & Flows, Needs & FlowNeeds, S>);

/**
 * Replaces a method that needs scopes which the app does not request. It cannot be called. The real method can be
 * assigned to it, so a client with more scopes can be passed where fewer are needed.
 */
export interface NeedsScope<S extends Scope> {
  /** The method's name. */
  readonly name: string;
  /** The scopes to request: for the compiler's messages, absent at run time. */
  readonly needs?: S;
}

type Permitted<T, N, S extends Scope> = {
  readonly [K in keyof T]: K extends keyof N
    ? N[K] extends Scope
      ? [N[K]] extends [S] ? T[K] : NeedsScope<Exclude<N[K], S>>
      : Permitted<T[K], N[K], S>
    : T[K];
};

type SurveyNeeds = Needs["surveys"];

/** The scopes of methods that make several calls. */
interface FlowNeeds {
  readonly exportResponses: SurveyNeeds["details"] | SurveyNeeds["responses"]["bulk"];
  readonly sendInvitation: SurveyNeeds["collectors"]["list" | "create"];
  readonly summarise: SurveyNeeds["details"] | SurveyNeeds["rollups"];
  readonly respondents: SurveyNeeds["responses"]["list"];
}

/** Everything that is not an operation of the API: session, quota, scopes, life cycle. */
export interface Client {
  /** The quota that the last response reported, to this tab or to another. */
  readonly quota: Quota | undefined;
  /**
   * Whether calls that need a scope succeed: `granted`; `available` if the user could grant it; `needs_plan` if the
   * user's plan lacks it; `unknown` until a response has reported the scopes.
   */
  can(scope: Scope): "granted" | "available" | "needs_plan" | "unknown";
  /**
   * Sends the browser to the sign-in page, which returns to `return_to`. Without `popup` the promise resolves before
   * the browser has left the page: do not call the API right after it. With `popup` the sign-in page opens in a popup
   * window, and the promise resolves when the sign-in is complete.
   */
  signIn(options?: SignInOptions): Promise<void>;
  /** Completes a sign-in on the callback page, and returns the path to continue at. */
  completeSignIn(): Promise<{ readonly return_to: string }>;
  /** Who is signed in. */
  session(options?: CallOptions): Promise<Session>;
  /**
   * Calls the listener with the session after each change of it: sign-in, switch of the account, sign-out and end, in
   * this tab or another, and also if a call shows that the session has ended. Returns a function that removes the
   * listener.
   */
  onSessionChange(listener: (session: Session) => void): () => void;
  /** Makes another signed-in account the current one: later calls are made for it. */
  switchAccount(which: { readonly account: AccountId }, options?: CallOptions): Promise<void>;
  /** Signs out the current account, the one that is named, or all accounts of this browser. */
  signOut(which?: { readonly account?: AccountId | undefined; readonly all?: boolean | undefined }, options?: CallOptions): Promise<void>;
  /** Ends every session of the account, in every browser. */
  signOutEverywhere(options?: CallOptions): Promise<void>;
  /** Optional: loads the engine early, so that the first call does not wait for it. */
  ready(): Promise<void>;
  /**
   * Calls an operation that this version has no method for, by its method and path:
   * `request("GET /v3/surveys/{survey_id}/tags", { survey_id })`. Arguments that the path does not name go into the
   * query of a GET or DELETE, and into the body of other methods.
   *
   * Retries, quota and errors are those of other calls, but the response is not checked against the API. A gateway
   * forwards only operations that it knows.
   */
  request<T = unknown>(operation: `${"GET" | "POST" | "PATCH" | "PUT" | "DELETE"} /${string}`, args?: object | null, options?: CallOptions): Call<T>;
  /** Waits for the calls in flight; later calls fail. `await using` does the same. */
  close(): Promise<void>;
  /** The same as `close`. */
  [Symbol.asyncDispose](): Promise<void>;
}

/** Methods that make several calls. */
export interface Flows {
  /**
   * Exports a survey's responses as one table, oldest first: answers are joined to questions by id. Errors have a
   * `checkpoint` from which another export continues.
   *
   * Responses that arrive during the export are added at the end, so they cause no loss or repetition. If a response
   * that was read already is deleted meanwhile, another one may be skipped, because the API numbers its pages.
   *
   * @param request - The survey, the format, and the destination.
   * @param options - Signal, timeouts and retries; where to continue; progress: {@link ExportOptions}.
   * @example
   * ```js
   * const exported = await canvass.exportResponses({ survey_id, format: "csv" });
   * ```
   * @throws {@link ScopeMissingError} if the user has not granted the scopes `surveys_read` and
   *   `responses_read_detail`.
   * @throws {@link PlanNeededError} if the user has no paid plan.
   * @throws {@link NotFoundError} if there is no such survey.
   * @throws {@link InvalidArgumentError} if an argument is missing or malformed; nothing was sent.
   * @throws {@link UnavailableError} if the platform has no such destination.
   * @throws {@link CanvassError} of a kind that every call can have, such as `signed_out`, `rate_limited` or `network`.
   */
  exportResponses(request: StreamRequest | FileRequest, options?: ExportOptions): Promise<Streamed>;
  /** The same as objects by column. Pages are fetched as the rows are read. */
  exportResponses(request: RowsRequest, options?: ExportOptions): Promise<Rows>;
  /** The same into a blob in memory. */
  exportResponses(request: ExportRequest, options?: ExportOptions): Promise<Exported>;
  /**
   * Sends an invitation by email: creates a collector and a message, adds the recipients, and sends or schedules it.
   *
   * If a step is refused, what the earlier steps created is deleted. If the outcome of a step is unknown, the SDK looks
   * whether it was done before it repeats it. If that fails too, or the quota is used up, the error has a `checkpoint`;
   * the same call with `resume` continues from there. The error's `invited` says what happened to the addresses so far.
   *
   * @param request - The survey, the recipients, and the text.
   * @param options - Signal, timeouts and retries; where to continue; progress: {@link InvitationOptions}.
   * @example
   * ```js
   * const invitation = await canvass.sendInvitation({ survey_id, recipients: ["ada@mail.example"] });
   * ```
   * @throws {@link ScopeMissingError} if the user has not granted the scopes `collectors_read` and `collectors_write`.
   * @throws {@link PlanNeededError} if the user has no paid plan.
   * @throws {@link NotFoundError} if there is no such survey.
   * @throws {@link InvalidArgumentError} if an argument is missing or malformed; nothing was sent.
   * @throws {@link BadRequestError} if none of the recipients can be invited.
   * @throws {@link CanvassError} of a kind that every call can have, such as `signed_out`, `rate_limited` or `network`.
   */
  sendInvitation(request: InvitationRequest, options?: InvitationOptions): Promise<Invitation>;
  /**
   * Counts, percentages and averages of a survey's answers by question, row and choice, from rollups or from the
   * responses themselves.
   *
   * @param request - The survey, and which responses to count.
   * @param options - Signal, timeouts and retries; progress: {@link SummaryOptions}.
   * @example
   * ```js
   * const summary = await canvass.summarise({ survey_id });
   * ```
   * @throws {@link ScopeMissingError} if the user has not granted the scopes `surveys_read` and
   *   `responses_read_detail`.
   * @throws {@link PlanNeededError} if the user has no paid plan.
   * @throws {@link NotFoundError} if there is no such survey.
   * @throws {@link InvalidArgumentError} if an argument is missing or malformed; nothing was sent.
   * @throws {@link CanvassError} of a kind that every call can have, such as `signed_out`, `rate_limited` or `network`.
   */
  summarise(request: SummaryRequest, options?: SummaryOptions): Promise<SurveySummary>;
  /**
   * Lists who responded to a survey, by the only operation of the legacy API that is left. It works like any other
   * list, except that `total` is right on the last page only. Basic plans show the first 100, and say so in
   * `upgrade_info`.
   *
   * `POST /v2/surveys/get_respondent_list`
   *
   * Needs the scope `responses_read`.
   *
   * @param request - The survey, the fields, and their order.
   * @param options - Signal, timeouts and retries; where to continue; progress: {@link ListOptions}.
   * @example
   * ```js
   * for await (const respondent of canvass.respondents({ survey_id, fields: ["email"] })) console.log(respondent);
   * ```
   * @throws {@link ScopeMissingError} if the user has not granted the scope `responses_read`.
   * @throws {@link NotFoundError} if there is no such survey.
   * @throws {@link InvalidArgumentError} if an argument is missing or malformed; nothing was sent.
   * @throws {@link CanvassError} of a kind that every call can have, such as `signed_out`, `rate_limited` or `network`.
   */
  respondents(request: RespondentsRequest, options?: ListOptions): ListCall<Respondent, ListedRespondents>;
}

declare global {
  interface SymbolConstructor {
    readonly asyncDispose: unique symbol;
  }
}
