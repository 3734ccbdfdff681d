import type { CallOptions, Progress } from "./call.js";
import { toInstant } from "./dates.js";
import { CanvassError, failure } from "./errors.js";
import { sleep } from "./exchange.js";
import { BULK, PLACEHOLDERS, PAGE, RECIPIENTS, REQUEST_BYTES, SUBJECT_CHARS, TEXT_BYTES } from "./facts.js";
import { type Flow, optionsOf, pausing } from "./flow.js";
import { operations } from "./operations.js";
import type { InvitedRecipient } from "./outcomes.js";
import type {
  CollectorId, CollectorRef, ContactId, ContactListId, DateText, EmailCollectorNew, ErrorKind, Message, MessageId, MessageRef,
  MessageSent, RecipientId, RecipientPerson, RecipientRef, RecipientsAdded, SurveyId,
} from "./types.js";

/** Whom to invite to what, and in which words. A mail goes to nobody twice, whatever fails on the way. */
export interface InvitationRequest extends CallOptions {
  /** Id of the survey. */
  readonly survey_id: SurveyId;
  /** Email addresses, or people with one. */
  readonly recipients?: readonly (string | RecipientPerson)[] | undefined;
  /** Contacts to invite too. */
  readonly contact_ids?: readonly ContactId[] | undefined;
  /** Contact lists to invite too. */
  readonly contact_list_ids?: readonly ContactListId[] | undefined;
  /** Subject, of 500 characters at most; one of the service's own if not given. */
  readonly subject?: string | undefined;
  /**
   * Text as HTML with `[SurveyLink]`, `[OptOutLink]`, `[PrivacyLink]` and `[FooterLink]`, of 100,000 bytes at most; one
   * of the service's own if neither this nor `body_text` is given. It wins over `body_text`.
   */
  readonly body_html?: string | undefined;
  /** The same without markup. */
  readonly body_text?: string | undefined;
  /** Whether the service's name is shown; true if not given. */
  readonly is_branding_enabled?: boolean | undefined;
  /** Whether to put the first question into the mail; false if not given. */
  readonly embed_first_question?: boolean | undefined;
  /** The collector of a message to copy, in place of subject and text. */
  readonly from_collector_id?: CollectorId | undefined;
  /** The message to copy. */
  readonly from_message_id?: MessageId | undefined;
  /** When to send it; at once if not given. */
  readonly scheduled_date?: DateText | Date | undefined;
  /** Settings of the collector that is made: its sender, until when it is open, and so on. */
  readonly collector?: Omit<EmailCollectorNew, "type" | "from_collector_id"> | undefined;
  /** Whether what was made stays where a step is refused, so that it can be resumed; it is deleted if not given. */
  readonly keep?: boolean | undefined;
  /** Where to go on: the `checkpoint` of an error or of a progress. Everything else is given again as it was. */
  readonly resume?: string | undefined;
  /** Told before every step, and before every pause of a second or more. */
  readonly onProgress?: ((progress: InvitationProgress) => void) | undefined;
}

/** How far an invitation is: addresses done, and addresses in all as far as they are known. */
export interface InvitationProgress extends Progress {
  /** What comes next. */
  readonly step: "collector" | "message" | "recipients" | "send";
  /** Where to go on, should it end here. */
  readonly checkpoint: string;
}

/** An invitation that is sent, or scheduled. */
export interface Invitation {
  /** Id of the collector that was made. */
  readonly collector_id: CollectorId;
  /** Id of the message that was made. */
  readonly message_id: MessageId;
  /** When it is sent; about now if nothing was said. */
  readonly scheduled_date: DateText | null;
  /** Every address with its fate. */
  readonly recipients: readonly InvitedRecipient[];
  /** Addresses that the mail goes to. */
  readonly added: number;
}

/** Failures of a write that may have been done all the same. */
const UNSURE: readonly ErrorKind[] = ["network", "timeout", "service_failed", "unexpected_answer", "engine_failed"];

/** Milliseconds for which a write whose answer is lost is given time to end, before anybody looks for it. */
const GRACE = 1000;

/** How often a step whose answer is lost is done again, once it is clear that it was not done. */
const RETRIES = 2;

const { collectors } = operations;

/** Sends an invitation. */
export async function sendInvitation(flow: Flow, request: InvitationRequest): Promise<Invitation> {
  const asked = optionsOf(request);
  const chunks = check(request);
  const place = placeOf(request);
  const fates = new Fates(request);
  const { survey_id, retries = RETRIES, onProgress } = request;
  let requests = chunks.length + (place.message_id ? 1 : place.collector_id ? 2 : 3);
  let mayBeSent = false;
  let told: InvitationProgress | undefined;

  const checkpoint = () => [survey_id, place.mark, place.collector_id, place.message_id].join(".");
  const paused = (milliseconds: number) => {
    if (told && milliseconds >= 1000) onProgress?.(pausing(told, milliseconds));
  };
  /** Says what comes next, and waits until the rest fits into the quota. */
  const next = async (step: InvitationProgress["step"]) => {
    const until = new Date(Date.now() + (await flow.time(requests)));
    told = { step, done: fates.done, total: fates.total, requests, until, checkpoint: checkpoint() };
    onProgress?.(told);
    await flow.turn(requests, asked, paused);
    requests -= 1;
  };
  const value = async <T>(operation: number, args: object) => (await flow.call(operation, args, asked)) as T;
  /** Does a step once. Where it may have been done already, `look` finds out before it is done again. */
  const once = async <T>(resumed: boolean, look: () => Promise<T | undefined>, act: () => Promise<T>): Promise<T> => {
    let found = resumed ? await look() : undefined;
    for (let attempt = 0; found === undefined; attempt += 1) {
      try {
        return await act();
      } catch (error) {
        if (!isUnsure(error)) throw error;
        await sleep(GRACE, request.signal);
        found = await look();
        if (found === undefined && attempt >= retries) throw error;
      }
    }
    return found;
  };
  const list = <T>(operation: number, args: object) =>
    flow.call(operation, { ...args, per_page: PAGE }, asked) as unknown as AsyncIterable<T>;

  try {
    const resumed = request.resume !== undefined;
    if (place.collector_id === undefined) {
      await next("collector");
      const name = `${[...(request.collector?.name ?? "Invitation")].slice(0, SUBJECT_CHARS - 20).join("")} [${place.mark}]`;
      const made = async () => {
        for await (const found of list<CollectorRef>(operations.surveys.collectors.list, { survey_id, name: place.mark })) return found;
        return undefined;
      };
      const make = () => value<CollectorRef>(operations.surveys.collectors.create, { ...request.collector, survey_id, type: "email", name });
      place.collector_id = (await once(resumed, made, make)).id;
    }
    const { collector_id } = place;
    if (place.message_id === undefined) {
      await next("message");
      const made = async () => {
        for await (const found of list<MessageRef>(collectors.messages.list, { collector_id })) return found;
        return undefined;
      };
      place.message_id = (await once(resumed, made, () => value<MessageRef>(collectors.messages.create, { ...textOf(request), collector_id }))).id;
    }
    const { message_id } = place;
    const sent = async () => {
      const { status, is_scheduled, scheduled_date } = await value<Message>(collectors.messages.get, { collector_id, message_id });
      return status !== "not_sent" || is_scheduled ? { scheduled_date } : undefined;
    };
    const there = async () => {
      for await (const { id, email } of list<RecipientRef>(collectors.messages.recipients.list, { collector_id, message_id })) {
        if (email) fates.there(email, id);
      }
    };
    const done = ({ scheduled_date }: Pick<Message, "scheduled_date">): Invitation => {
      const { recipients, added } = fates.told();
      return { collector_id, message_id, scheduled_date, recipients, added };
    };
    if (resumed) {
      const before = await sent();
      await there();
      if (before) return done(before);
    }
    for (const chunk of chunks) {
      await next("recipients");
      for (let attempt = 0; ; attempt += 1) {
        const people = chunk.contacts?.filter(({ email }) => !fates.isThere(email ?? ""));
        if (people?.length === 0) break;
        try {
          fates.add(await value<RecipientsAdded>(collectors.messages.recipients.bulk, { ...chunk, ...(people && { contacts: people }), collector_id, message_id }));
          break;
        } catch (error) {
          if (!isUnsure(error) || attempt >= retries) throw error;
          await sleep(GRACE, request.signal);
          await there();
        }
      }
    }
    if (fates.told().added === 0) throw refusal("bad_request", "recipients", "None of the recipients can be invited.");
    await next("send");
    mayBeSent = true;
    const { scheduled_date } = request;
    const date = scheduled_date instanceof Date ? scheduled_date.toISOString() : scheduled_date;
    const send = async () => {
      try {
        return await value<Pick<MessageSent, "scheduled_date">>(collectors.messages.send, { collector_id, message_id, ...(date && { scheduled_date: date }) });
      } catch (error) {
        // Whoever sends what was sent is told of a conflict.
        const before = error instanceof CanvassError && error.kind === "conflict" ? await sent() : undefined;
        if (before) return before;
        mayBeSent = isUnsure(error) || !(error instanceof CanvassError);
        throw error;
      }
    };
    return done(await once(false, sent, send));
  } catch (error) {
    if (!(error instanceof CanvassError)) throw error;
    const { collector_id } = place;
    const refused = !error.retryable && !isUnsure(error) && !mayBeSent;
    const undo = async () => flow.call(collectors.delete, { collector_id }, asked).then(
      () => true,
      (failed) => failed instanceof CanvassError && failed.kind === "not_found",
    );
    const undone = refused && (collector_id === undefined || (!request.keep && (await undo())));
    throw Object.assign(error, { invited: fates.told().recipients, ...(!undone && { checkpoint: checkpoint() }) });
  }
}

/** What is added by one request. */
interface Chunk {
  readonly contacts?: readonly RecipientPerson[];
  readonly contact_ids?: readonly ContactId[];
  readonly contact_list_ids?: readonly ContactListId[];
}

/** What became of whom: an address counts once, however it is written. */
class Fates {
  readonly #asked: readonly string[];
  readonly #fates = new Map<string, InvitedRecipient>();
  readonly #there = new Map<string, RecipientId>();
  readonly #others: InvitedRecipient[] = [];

  constructor({ recipients = [] }: InvitationRequest) {
    const seen = new Set<string>();
    this.#asked = recipients.map(addressOf).filter((address) => {
      const repeated = seen.has(keyOf(address));
      if (repeated) this.#others.push({ address, fate: "duplicate" });
      seen.add(keyOf(address));
      return !repeated;
    });
  }

  get done(): number {
    return this.#fates.size;
  }

  get total(): number {
    return Math.max(this.#asked.length, this.#fates.size);
  }

  /** A recipient whom the message has. */
  there(address: string, id: RecipientId): void {
    this.#there.set(keyOf(address), id);
    this.#fates.set(keyOf(address), { address, fate: "added", id });
  }

  isThere(address: string): boolean {
    return this.#there.has(keyOf(address));
  }

  /** What an answer tells. */
  add({ succeeded, ...others }: RecipientsAdded): void {
    for (const { id, email } of succeeded) this.there(email ?? "", id);
    for (const [name, fate] of FATES) {
      for (const address of others[name]) {
        // Who is there already was added by an earlier request, and stays so.
        if (fate === "duplicate" || !this.#fates.has(keyOf(address))) this.#say({ address, fate });
      }
    }
  }

  #say(recipient: InvitedRecipient): void {
    if (recipient.fate === "duplicate") this.#others.push(recipient);
    else this.#fates.set(keyOf(recipient.address), recipient);
  }

  /** All of them: first those that were asked for, in their order. */
  told(): { readonly recipients: readonly InvitedRecipient[]; readonly added: number } {
    const asked = this.#asked.map((address) => this.#fates.get(keyOf(address)) ?? ({ address, fate: "unknown" } as const));
    const known = new Set(this.#asked.map(keyOf));
    const found = [...this.#fates].filter(([key]) => !known.has(key)).map(([, recipient]) => recipient);
    return { recipients: [...asked, ...found, ...this.#others], added: this.#there.size };
  }
}

const FATES = [
  ["invalids", "invalid"], ["existing", "existing"], ["bounced", "bounced"], ["opted_out", "opted_out"], ["duplicate", "duplicate"],
] as const;

function keyOf(address: string): string {
  return address.trim().toLowerCase();
}

function addressOf(recipient: string | RecipientPerson): string {
  return typeof recipient === "string" ? recipient : (recipient.email ?? "");
}

function isUnsure(error: unknown): boolean {
  return error instanceof CanvassError && UNSURE.includes(error.kind);
}

function wrong(path: string, message: string): CanvassError {
  return refusal("invalid_argument", path, message);
}

function refusal(kind: ErrorKind, path: string, message: string): CanvassError {
  return failure({ kind, message, path, retryable: false, remedy: { action: "correct" } });
}

/** Refuses what the service would refuse later, when something was made already; what is to be added, request by request. */
function check(request: InvitationRequest): readonly Chunk[] {
  const { recipients = [], contact_ids = [], contact_list_ids = [], subject, scheduled_date, from_message_id, from_collector_id } = request;
  if (recipients.length + contact_ids.length + contact_list_ids.length === 0) throw wrong("recipients", "Somebody must be invited.");
  if (subject !== undefined && (!subject.trim() || /\p{Cc}/u.test(subject) || [...subject].length > SUBJECT_CHARS)) {
    throw wrong("subject", `The subject must be one line of 1 to ${SUBJECT_CHARS} characters.`);
  }
  const field = request.body_html === undefined ? "body_text" : "body_html";
  const body = request[field];
  if (body !== undefined) {
    const missing = PLACEHOLDERS.filter((placeholder) => !body.includes(placeholder));
    if (missing.length > 0) throw wrong(field, `The text must contain ${missing.join(", ")}.`);
    if (bytesOf(body) > TEXT_BYTES) throw wrong(field, `The text must have at most ${TEXT_BYTES} bytes.`);
  }
  if ((from_message_id === undefined) !== (from_collector_id === undefined)) {
    throw wrong("from_message_id", "A message to copy is named together with its collector.");
  }
  if (from_message_id !== undefined && (subject ?? body) !== undefined) {
    throw wrong("from_message_id", "A message is copied, or has a subject and a text.");
  }
  try {
    if (typeof scheduled_date === "string") toInstant(scheduled_date);
    else scheduled_date?.toISOString();
  } catch {
    throw wrong("scheduled_date", "The date must be a date of the API.");
  }
  const people = new Map<string, RecipientPerson>();
  recipients.forEach((recipient, index) => {
    const address = addressOf(recipient);
    if (!address.trim()) throw wrong(`recipients[${index}].email`, "A recipient needs an email address.");
    if (!people.has(keyOf(address))) people.set(keyOf(address), typeof recipient === "string" ? { email: recipient } : recipient);
  });
  if (people.size > RECIPIENTS) throw wrong("recipients", `A message may have ${RECIPIENTS} recipients.`);
  // Were some with custom fields in one request with some without, the service would take away those of the others.
  const all = [...people.values()];
  const groups = [all.filter(({ custom_fields }) => custom_fields), all.filter(({ custom_fields }) => !custom_fields)];
  return [
    ...groups.flatMap(cut).map((contacts) => ({ contacts })),
    ...cut(contact_ids).map((contact_ids) => ({ contact_ids })),
    ...(contact_list_ids.length > 0 ? [{ contact_list_ids }] : []),
  ];
}

/** Parts that fit into a request each. */
function cut<T>(all: readonly T[]): readonly (readonly T[])[] {
  const parts: T[][] = [];
  let bytes = Infinity;
  for (const one of all) {
    const size = bytesOf(JSON.stringify(one)) + 1;
    const last = parts.at(-1);
    if (last === undefined || last.length >= BULK || bytes + size > REQUEST_BYTES - 100) {
      parts.push([one]);
      bytes = size;
    } else {
      last.push(one);
      bytes += size;
    }
  }
  return parts;
}

function bytesOf(text: string): number {
  return new TextEncoder().encode(text).length;
}

/** The message's own part of the request. */
function textOf(request: InvitationRequest): object {
  const { subject, body_html, body_text, is_branding_enabled, embed_first_question, from_collector_id, from_message_id } = request;
  if (from_message_id !== undefined) return { from_collector_id, from_message_id };
  return { type: "invite", subject, body_html, body_text, is_branding_enabled, embed_first_question };
}

/** What was made so far. The mark stands in the collector's name, by which one whose id is lost is found again. */
interface Place {
  readonly mark: string;
  collector_id: CollectorId | undefined;
  message_id: MessageId | undefined;
}

function placeOf({ resume, survey_id }: InvitationRequest): Place {
  if (resume === undefined) {
    const mark = Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => (byte % 36).toString(36)).join("");
    return { mark, collector_id: undefined, message_id: undefined };
  }
  const [, survey, mark, collector_id, message_id] = /^([\w-]+)\.([0-9a-z]{8})\.([\w-]*)\.([\w-]*)$/.exec(resume) ?? [];
  if (mark === undefined || survey !== survey_id) throw wrong("resume", "It must be the checkpoint of an invitation to the same survey.");
  return { mark, collector_id: collector_id || undefined, message_id: message_id || undefined };
}
