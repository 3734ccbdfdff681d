import { API_KEY_HEADER, LAST_ATTEMPT, SIGNATURE_HEADER, type WebhookEvent } from "./deliveries.js";

export type { Delivery, DeliveryResources, WebhookEvent } from "./deliveries.js";

/** Headers as a platform gives them: those of a `Request`, or the plain object of Node's servers. */
export type WebhookHeaders =
  | { get(name: string): string | null }
  | { readonly [name: string]: string | readonly string[] | undefined };

/** Whose deliveries to take, and how old ones. */
export interface WebhookOptions {
  /** The app's client id. */
  readonly client_id: string;
  /** The app's client secret; several while an old one is being replaced. */
  readonly client_secret: string | readonly string[];
  /**
   * Seconds for which an event is taken. A delivery that was refused or missed comes again with the moment of its
   * event, for 138 960 seconds at most; five minutes more than that if not given, `Infinity` for any age.
   */
  readonly tolerance?: number | undefined;
  /** What time it is; the platform's clock if not given. */
  readonly now?: Date | undefined;
}

/** A delivery as it came in. */
export interface WebhookRequest extends WebhookOptions {
  /** The body as it was sent. What a framework has parsed and written anew has another signature. */
  readonly body: string | ArrayBuffer | ArrayBufferView;
  /** Its headers. */
  readonly headers: WebhookHeaders;
}

/** Why a delivery is not to be trusted. */
export type WebhookErrorKind =
  /** It has no signature, or does not name an app. */
  | "unsigned"
  /** It is for another app. */
  | "other_app"
  /** The signature is not that of the body. */
  | "wrong_signature"
  /** It is signed, and older than the tolerance, or from the future. */
  | "out_of_time"
  /** It is no body of a delivery, whoever signed it. */
  | "malformed"
  /** The platform has no WebCrypto: a page must come by https. */
  | "unavailable";

/** A delivery that is not to be trusted. Branch on `kind`; `status` is what to answer it with. */
export class WebhookError<K extends WebhookErrorKind = WebhookErrorKind> extends Error {
  /** Why. */
  readonly kind: K;
  /** The HTTP status to answer with: 401 for what was not signed by the service for this app. */
  readonly status: 400 | 401 | 500;

  constructor(kind: K, message: string) {
    super(message);
    this.name = "WebhookError";
    this.kind = kind;
    this.status = kind === "unavailable" ? 500 : kind === "malformed" || kind === "out_of_time" ? 400 : 401;
  }
}

/** Whether an error is a delivery's; true for another copy of the SDK too. */
export function isWebhookError(error: unknown): error is { [K in WebhookErrorKind]: WebhookError<K> }[WebhookErrorKind] {
  return error instanceof Error && error.name === "WebhookError" && "kind" in error;
}

/** Seconds by which clocks may differ. */
const SKEW = 300;

/**
 * The event of a delivery, if the service signed it for this app; a rejection with a {@link WebhookError} otherwise.
 *
 * Nothing of the body is looked at before its signature holds, which is compared in constant time. A delivery may come
 * twice, with the same `event_id`: what is done for it must not be done again.
 */
export async function verifyWebhook(request: WebhookRequest): Promise<WebhookEvent> {
  const { body, headers, client_id, client_secret, tolerance = LAST_ATTEMPT + SKEW, now = new Date() } = request;
  if (globalThis.crypto?.subtle === undefined) throw new WebhookError("unavailable", "The platform has no WebCrypto.");
  const bytes = bytesOf(body);
  const signature = header(headers, SIGNATURE_HEADER);
  const app = header(headers, API_KEY_HEADER);
  if (!signature || !app) throw new WebhookError("unsigned", "The delivery is not signed.");
  if (app !== client_id) throw new WebhookError("other_app", "The delivery is for another app.");
  const secrets = typeof client_secret === "string" ? [client_secret] : client_secret;
  const holds = await Promise.all(secrets.map((secret) => isSigned(`${client_id}&${secret}`, signature, bytes)));
  if (!holds.includes(true)) throw new WebhookError("wrong_signature", "The signature is not that of the body.");
  const { event, moment } = eventOf(bytes);
  const age = (now.getTime() - moment) / 1000;
  if (age > tolerance || age < -SKEW) throw new WebhookError("out_of_time", `The event is of ${event.event_datetime}.`);
  return event;
}

function bytesOf(body: WebhookRequest["body"]): Uint8Array<ArrayBuffer> {
  if (typeof body === "string") return new TextEncoder().encode(body);
  if (body instanceof ArrayBuffer) return new Uint8Array(body);
  if (ArrayBuffer.isView(body)) return new Uint8Array(new Uint8Array(body.buffer, body.byteOffset, body.byteLength));
  throw new WebhookError("malformed", "The body must be given as it was sent, not parsed.");
}

function header(headers: WebhookHeaders, name: string): string | undefined {
  if (typeof headers.get === "function") return headers.get(name) ?? undefined;
  const found = Object.entries(headers).find(([known]) => known.toLowerCase() === name)?.[1];
  return typeof found === "string" ? found : undefined;
}

async function isSigned(secret: string, signature: string, body: Uint8Array<ArrayBuffer>): Promise<boolean> {
  const how = { name: "HMAC", hash: "SHA-1" };
  const key = await crypto.subtle.importKey("raw", new TextEncoder().encode(secret), how, false, ["verify"]);
  return crypto.subtle.verify(how, key, decoded(signature), body);
}

/** The bytes that base64 stands for; none for what is no base64. */
function decoded(text: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  } catch {
    return new Uint8Array();
  }
}

/** The event of a signed body, and its moment in milliseconds. */
function eventOf(bytes: Uint8Array<ArrayBuffer>): { readonly event: WebhookEvent; readonly moment: number } {
  const texts = ["name", "event_id", "event_type", "event_datetime", "object_type", "object_id"];
  try {
    const event = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes)) as Record<string, unknown>;
    // The service writes offsets and microseconds, of which platforms read three digits alike.
    const moment = Date.parse(String(event.event_datetime).replace(/(\.\d{3})\d+/, "$1"));
    const { resources } = event;
    if (texts.every((name) => typeof event[name] === "string") && typeof resources === "object" && resources && moment) {
      return { event: event as unknown as WebhookEvent, moment };
    }
  } catch {
    // It is no JSON, or no text.
  }
  throw new WebhookError("malformed", "The body is signed, and no delivery.");
}
