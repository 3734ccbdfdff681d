// Printed from the tables in src/spec by tests/generated. Do not edit: change a row and run the test with UPDATE=1.

import { type CanvassError, errorOf } from "../errors.js";

/**
 * There is no session, or the access was revoked. Codes: 1010, 1011, 1012, 1013, 1057.
 *
 * Sign in. `error.ended` says why the session ended. With a token, replace the token.
 */
export type SignedOutError = CanvassError<"signed_out">;
export const SignedOutError = errorOf("signed_out");

/**
 * The user has not granted the scope that the operation needs. Codes: 1014.
 *
 * Sign in with `scopes: [error.remedy.scope]`, so that the user can grant it.
 */
export type ScopeMissingError = CanvassError<"scope_missing">;
export const ScopeMissingError = errorOf("scope_missing");

/**
 * The user's plan does not include the operation. Codes: 1005, 1015.
 *
 * The user needs a plan with this feature; hide the feature from other users.
 */
export type PlanNeededError = CanvassError<"plan_needed">;
export const PlanNeededError = errorOf("plan_needed");

/**
 * The user may not do this with the resource, or the app is disabled. Codes: 1016, 1063.
 *
 * Ask the owner of the resource or an admin of the team for access. If the app is disabled, deploy it or request an extension of its draft window on its page.
 */
export type NotPermittedError = CanvassError<"not_permitted">;
export const NotPermittedError = errorOf("not_permitted");

/**
 * A limit of the resource is reached. Codes: 1017, 1056, 1062.
 *
 * Delete what is no longer needed, or use a plan with a higher limit.
 */
export type ResourceLimitError = CanvassError<"resource_limit">;
export const ResourceLimitError = errorOf("resource_limit");

/**
 * The account lives in another region. Codes: 1018.
 *
 * Sign in again; with a token, name the origins of all regions as `api`.
 */
export type WrongRegionError = CanvassError<"wrong_region">;
export const WrongRegionError = errorOf("wrong_region");

/**
 * The user must verify the e-mail address of the account. Codes: 1058.
 *
 * The user opens the link in the mail of the service.
 */
export type EmailUnverifiedError = CanvassError<"email_unverified">;
export const EmailUnverifiedError = errorOf("email_unverified");

/**
 * There is no such resource. Codes: 1020, 1052, 1053.
 *
 * Check the id. The resource may be deleted, or belong to another account.
 */
export type NotFoundError = CanvassError<"not_found">;
export const NotFoundError = errorOf("not_found");

/**
 * The request conflicts with what exists. Codes: 1025, 1026.
 *
 * Choose another name or address, or read the resource and change it.
 */
export type ConflictError = CanvassError<"conflict">;
export const ConflictError = errorOf("conflict");

/**
 * The resource is too large to be returned or sent. Codes: 1030.
 *
 * Request less: `error.remedy.per_page` is a page size that fits. Send less in one request.
 */
export type TooLargeError = CanvassError<"too_large">;
export const TooLargeError = errorOf("too_large");

/**
 * The app's requests are used up until the quota resets. Codes: 1040.
 *
 * Repeat the call after `error.remedy.until`, or allow a longer pause with `maxWait`.
 */
export type RateLimitedError = CanvassError<"rate_limited">;
export const RateLimitedError = errorOf("rate_limited");

/**
 * The service refuses the request as it is. Codes: 1000, 1001, 1002, 1003, 1004, 1059, 1060, 1061.
 *
 * Correct the arguments as the message says.
 */
export type BadRequestError = CanvassError<"bad_request">;
export const BadRequestError = errorOf("bad_request");

/**
 * The service failed, or could not be reached by the gateway. Codes: 1050, 1051, 1054, 1055.
 *
 * Repeat the call later. Before you repeat a write, check whether it was done.
 */
export type ServiceFailedError = CanvassError<"service_failed">;
export const ServiceFailedError = errorOf("service_failed");

/**
 * The gateway refuses the request.
 *
 * Call the gateway from its own origin, or from one that its `ALLOWED_ORIGIN` names.
 */
export type GatewayRefusedError = CanvassError<"gateway_refused">;
export const GatewayRefusedError = errorOf("gateway_refused");

/**
 * An argument is missing or malformed; nothing was sent.
 *
 * Correct the argument that `error.path` names.
 */
export type InvalidArgumentError = CanvassError<"invalid_argument">;
export const InvalidArgumentError = errorOf("invalid_argument");

/**
 * No response came: the network or the gateway failed.
 *
 * Check the connection and repeat the call. Before you repeat a write, check whether it was done.
 */
export type NetworkError = CanvassError<"network">;
export const NetworkError = errorOf("network");

/**
 * No response came in time.
 *
 * Repeat the call, or allow more time with `timeout` and `deadline`. Before you repeat a write, check whether it was done.
 */
export type TimeoutError = CanvassError<"timeout">;
export const TimeoutError = errorOf("timeout");

/**
 * The browser is offline; nothing was sent.
 *
 * Repeat the call when the browser is online.
 */
export type OfflineError = CanvassError<"offline">;
export const OfflineError = errorOf("offline");

/**
 * The response does not have its documented shape.
 *
 * Update the SDK. If that does not help, report `error.path` and `error.request_id`.
 */
export type UnexpectedAnswerError = CanvassError<"unexpected_answer">;
export const UnexpectedAnswerError = errorOf("unexpected_answer");

/**
 * The user declined to give the app access.
 *
 * Explain to the user what the access is for, and offer to sign in again.
 */
export type SignInDeniedError = CanvassError<"sign_in_denied">;
export const SignInDeniedError = errorOf("sign_in_denied");

/**
 * No sign-in is under way in this tab.
 *
 * Start a new sign-in. The callback page was opened again, or in another tab.
 */
export type StateMissingError = CanvassError<"state_missing">;
export const StateMissingError = errorOf("state_missing");

/**
 * The sign-in that came back did not begin in this tab.
 *
 * Start a new sign-in. Somebody may have sent the user a link to the callback page.
 */
export type StateMismatchError = CanvassError<"state_mismatch">;
export const StateMismatchError = errorOf("state_mismatch");

/**
 * The sign-in took too long, or was completed before.
 *
 * Start a new sign-in.
 */
export type SignInExpiredError = CanvassError<"sign_in_expired">;
export const SignInExpiredError = errorOf("sign_in_expired");

/**
 * The sign-in failed.
 *
 * Start a new sign-in. `error.cause` says what failed.
 */
export type SignInFailedError = CanvassError<"sign_in_failed">;
export const SignInFailedError = errorOf("sign_in_failed");

/**
 * The browser blocked the sign-in window, which may open only in answer to a click.
 *
 * Call `signIn` in a click handler before any `await`, or without `popup`.
 */
export type PopupBlockedError = CanvassError<"popup_blocked">;
export const PopupBlockedError = errorOf("popup_blocked");

/**
 * The sign-in window was closed before the sign-in was complete.
 *
 * Offer to sign in again.
 */
export type PopupClosedError = CanvassError<"popup_closed">;
export const PopupClosedError = errorOf("popup_closed");

/**
 * The SDK's engine failed; the next call starts it again.
 *
 * Repeat the call. Before you repeat a write, check whether it was done. Continue an export from `error.checkpoint`.
 */
export type EngineFailedError = CanvassError<"engine_failed">;
export const EngineFailedError = errorOf("engine_failed");

/**
 * The platform forbids or lacks something that the SDK needs.
 *
 * Change the page's policy, or use a platform that has what the message names.
 */
export type UnavailableError = CanvassError<"unavailable">;
export const UnavailableError = errorOf("unavailable");

/**
 * The SDK or the gateway is set up wrongly; the message says what to change.
 *
 * Correct the option or the variable that the message names.
 */
export type ConfigurationError = CanvassError<"configuration">;
export const ConfigurationError = errorOf("configuration");
