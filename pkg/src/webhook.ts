// Deliveries of webhooks are accepted only with a valid signature and a date within the tolerance.

import { API_KEY_HEADER, LAST_ATTEMPT, SIGNATURE_HEADER, type WebhookEvent } from "./generated/deliveries.js";
import { header } from "./server/incoming.js";

export type { Delivery, DeliveryResources, WebhookEvent } from "./generated/deliveries.js";

/** Headers of a `Request`, or the plain object of Node's servers. */
export type WebhookHeaders =
  | { get(name: string): string | null }
  | { readonly [name: string]: string | readonly string[] | undefined };

/** Whose deliveries to accept, and up to which age. */
export interface WebhookOptions {
  /** The app's client id. */
  readonly client_id: string;
  /** The app's client secret, or several while an old one is being replaced. */
  readonly client_secret: string | readonly string[];
  /**
   * The maximum age of an event, in seconds. A delivery that failed is repeated with the date of its event, for 138 960
   * seconds at most. By default five minutes more than that; `Infinity` for any age.
   */
  readonly tolerance?: number | undefined;
  /** The current time; by default the platform's clock. */
  readonly now?: Date | undefined;
}

/** A delivery as it was received. */
export interface WebhookRequest extends WebhookOptions {
  /** The body, byte for byte. A body that a framework parsed and serialised again has another signature. */
  readonly body: string | ArrayBuffer | ArrayBufferView;
  /** The headers of the request. */
  readonly headers: WebhookHeaders;
}

/** Why a delivery must not be trusted. */
export type WebhookErrorKind =
  /** It has no signature, or does not name an app. */
  | "unsigned"
  /** It is for another app. */
  | "other_app"
  /** The signature is not that of the body. */
  | "wrong_signature"
  /** It is signed, but older than `tolerance` or from the future. */
  | "out_of_time"
  /** The body is not a delivery, although it is signed. */
  | "malformed"
  /** The platform has no WebCrypto. A page needs https for it. */
  | "unavailable"
  /**
   * The receiver has no client id or secret, does not pass the headers or the unparsed body, or has a wrong `tolerance`
   * or `now`.
   */
  | "configuration";

/** A delivery that must not be trusted. Branch on `kind`, and respond with `status`. */
export class WebhookError<K extends WebhookErrorKind = WebhookErrorKind> extends Error {
  /** Why the delivery must not be trusted. */
  readonly kind: K;
  /** The HTTP status to respond with; 401 if the service did not sign the delivery for this app. */
  readonly status: 400 | 401 | 500;

  constructor(kind: K, message: string) {
    super(message);
    this.name = "WebhookError";
    this.kind = kind;
    this.status = kind === "unavailable" || kind === "configuration" ? 500 : kind === "malformed" || kind === "out_of_time" ? 400 : 401;
  }
}

/** Whether an error is a `WebhookError`, also if another copy of the SDK created it. */
export function isWebhookError(error: unknown): error is { [K in WebhookErrorKind]: WebhookError<K> }[WebhookErrorKind] {
  return error instanceof Error && error.name === "WebhookError" && "kind" in error;
}

/** Seconds by which the clocks of service and receiver may differ. */
const SKEW = 300;

/**
 * Returns the event of a delivery that the service signed for this app. Rejects with a {@link WebhookError} otherwise.
 *
 * The body is not parsed before its signature is verified, in constant time. A delivery may arrive twice with the same
 * `event_id`: do not process an event again.
 */
export async function verifyWebhook(request: WebhookRequest): Promise<WebhookEvent> {
  const { body, headers, client_id, client_secret, tolerance = LAST_ATTEMPT + SKEW, now = new Date() } = request ?? ({} as WebhookRequest);
  const secrets = [client_secret].flat();
  // An empty secret would be known to everybody.
  if (!isText(client_id)) throw new WebhookError("configuration", "The option `client_id` must be the app's client id.");
  if (secrets.length === 0 || !secrets.every(isText)) {
    throw new WebhookError("configuration", "The option `client_secret` must be the app's client secret, or a list of secrets.");
  }
  if (typeof tolerance !== "number" || !(tolerance >= 0)) throw new WebhookError("configuration", "The option `tolerance` must be a number of seconds, or `Infinity`.");
  if (!(now instanceof Date && now.getTime() > 0)) throw new WebhookError("configuration", "The option `now` must be a valid `Date`.");
  if (typeof headers !== "object" || headers === null) throw new WebhookError("configuration", "The option `headers` must be the headers of the request.");
  if (globalThis.crypto?.subtle === undefined) throw new WebhookError("unavailable", "The platform has no WebCrypto. A page needs https for it.");
  const bytes = bytesOf(body);
  const signature = header({ headers }, SIGNATURE_HEADER);
  const app = header({ headers }, API_KEY_HEADER);
  if (!signature || !app) throw new WebhookError("unsigned", "The delivery has no signature or names no app.");
  if (app !== client_id) throw new WebhookError("other_app", "The delivery is for another app: check `client_id`.");
  const matches = await Promise.all(secrets.map((secret) => isSigned(`${client_id}&${secret}`, signature, bytes)));
  if (!matches.includes(true)) {
    throw new WebhookError("wrong_signature", "The signature does not match the body: check `client_secret`, and pass the body as received.");
  }
  const { event, time } = parseEvent(bytes);
  const age = (now.getTime() - time) / 1000;
  if (age > tolerance || age < -SKEW) {
    throw new WebhookError("out_of_time", `The event of ${event.event_datetime} is too old or in the future: check the clock and \`tolerance\`.`);
  }
  return event;
}

function isText(value: unknown): boolean {
  return typeof value === "string" && value !== "";
}

function bytesOf(body: WebhookRequest["body"]): Uint8Array<ArrayBuffer> {
  if (typeof body === "string") return new TextEncoder().encode(body);
  if (body instanceof ArrayBuffer) return new Uint8Array(body);
  if (ArrayBuffer.isView(body)) return new Uint8Array(new Uint8Array(body.buffer, body.byteOffset, body.byteLength));
  throw new WebhookError("configuration", "The option `body` must be the body as received, a string or bytes: it must not be parsed.");
}

async function isSigned(secret: string, signature: string, body: Uint8Array<ArrayBuffer>): Promise<boolean> {
  const algorithm = { name: "HMAC", hash: "SHA-1" };
  const key = await crypto.subtle.importKey("raw", new TextEncoder().encode(secret), algorithm, false, ["verify"]);
  return crypto.subtle.verify(algorithm, key, decodeBase64(signature), body);
}

/** Decodes base64; returns no bytes for other text, which no signature matches. */
function decodeBase64(text: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  } catch {
    return new Uint8Array();
  }
}

/** The event of a signed body, and its time in milliseconds. */
function parseEvent(bytes: Uint8Array<ArrayBuffer>): { readonly event: WebhookEvent; readonly time: number } {
  const textFields = ["name", "event_id", "event_type", "event_datetime", "object_type", "object_id"];
  try {
    const event = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes)) as Record<string, unknown>;
    // The service writes microseconds, but platforms agree on three digits only.
    const time = Date.parse(String(event.event_datetime).replace(/(\.\d{3})\d+/, "$1"));
    const { resources } = event;
    if (textFields.every((name) => typeof event[name] === "string") && typeof resources === "object" && resources && time) {
      return { event: event as unknown as WebhookEvent, time };
    }
  } catch {
    // Neither JSON nor UTF-8: malformed.
  }
  throw new WebhookError("malformed", "The body is signed but is not a delivery.");
}
