// Sends an invitation in steps. A step with an unknown outcome is looked up before it is repeated, so that no one gets
// mail twice.

import { type CallOptions, SHORTEST_PAUSE, withPause } from "../calls/call.js";
import { CanvassError } from "../errors.js";
import { sleep } from "../calls/exchange.js";
import { PAGE, SUBJECT_CHARS } from "../generated/facts.js";
import { type Flow, callOptionsOf, checkRequestForm } from "../flow.js";
import { isOutcomeUnknown, refusal } from "./errors.js";
import { RecipientFates, chunksOf } from "./recipients.js";
import { type InvitationOptions, type InvitationProgress, type InvitationRequest, MEMBERS, checkRequest, initialState, messageFields } from "./request.js";
import { operations } from "../generated/operations.js";
import type { InvitedRecipient } from "../outcomes.js";
import type { CollectorId, CollectorRef, DateText, Message, MessageId, MessageRef, MessageSent, RecipientRef, RecipientsAdded } from "../generated/types.js";

export type { InvitationOptions, InvitationProgress, InvitationRequest } from "./request.js";

/** An invitation that was sent or scheduled. */
export interface Invitation {
  /** Id of the collector that was created. */
  readonly collector_id: CollectorId;
  /** Id of the message that was created. */
  readonly message_id: MessageId;
  /** When it is sent; about now if the request had no date. */
  readonly scheduled_date: DateText | null;
  /** Every address with its fate. */
  readonly recipients: readonly InvitedRecipient[];
  /** How many addresses get the mail. */
  readonly added: number;
}

/** Milliseconds for which a write with an unknown outcome may continue, before the SDK looks whether it was done. */
const GRACE = 1000;

/** How often a step with an unknown outcome is repeated, once it is clear that it was not done. */
const RETRIES = 2;

/** Characters of the collector's name for the mark and its brackets. */
const MARK_CHARS = 20;

const { collectors } = operations;

/** Sends an invitation. */
export async function sendInvitation(flow: Flow & { readonly options: Pick<CallOptions, "retries"> }, request: InvitationRequest, given: InvitationOptions): Promise<Invitation> {
  checkRequestForm(request, given, MEMBERS, "resume");
  const options = callOptionsOf(given);
  checkRequest(request);
  const chunks = chunksOf(request);
  const state = initialState(request, given);
  const fates = new RecipientFates(request);
  const { survey_id } = request;
  const { signal, retries = flow.options.retries ?? RETRIES, resume, onProgress } = given;
  let requests = chunks.length + (state.message_id ? 1 : state.collector_id ? 2 : 3);
  let mayBeSent = false;
  let progress: InvitationProgress | undefined;

  const checkpoint = () => [survey_id, state.mark, state.collector_id, state.message_id].join(".");
  const onPause = (milliseconds: number) => {
    if (progress && milliseconds >= SHORTEST_PAUSE) onProgress?.(withPause(progress, milliseconds));
  };
  /** Reports the next step, and waits until the remaining requests fit into the quota. */
  const beginStep = async (step: InvitationProgress["step"]) => {
    const until = new Date(Date.now() + (await flow.pacer.estimate(requests, options)));
    progress = { step, done: fates.done, total: fates.total, requests, until, checkpoint: checkpoint() };
    onProgress?.(progress);
    await flow.pacer.wait(requests, options, onPause);
    requests -= 1;
  };
  const call = async <T>(operation: number, args: object) => (await flow.call(operation, args, options)) as T;
  const list = <T>(operation: number, args: object) =>
    flow.call(operation, { ...args, per_page: PAGE }, options) as unknown as AsyncIterable<T>;
  const first = async <T>(items: AsyncIterable<T>): Promise<T | undefined> => {
    for await (const item of items) return item;
    return undefined;
  };
  /** Does a step once. If an earlier attempt may have done it, `find` looks for its result before it is repeated. */
  const once = async <T>(resumed: boolean, find: () => Promise<T | undefined>, act: () => Promise<T>): Promise<T> => {
    let found = resumed ? await find() : undefined;
    for (let attempt = 0; found === undefined; attempt += 1) {
      try {
        return await act();
      } catch (error) {
        if (!isOutcomeUnknown(error)) throw error;
        await sleep(GRACE, signal);
        found = await find();
        if (found === undefined && attempt >= retries) throw error;
      }
    }
    return found;
  };

  try {
    const resumed = resume !== undefined;
    if (state.collector_id === undefined) {
      await beginStep("collector");
      const name = `${[...(request.collector?.name ?? "Invitation")].slice(0, SUBJECT_CHARS - MARK_CHARS).join("")} [${state.mark}]`;
      const find = () => first(list<CollectorRef>(operations.surveys.collectors.list, { survey_id, name: state.mark }));
      const create = () => call<CollectorRef>(operations.surveys.collectors.create, { ...request.collector, survey_id, type: "email", name });
      state.collector_id = (await once(resumed, find, create)).id;
    }
    const { collector_id } = state;
    if (state.message_id === undefined) {
      await beginStep("message");
      const find = () => first(list<MessageRef>(collectors.messages.list, { collector_id }));
      const create = () => call<MessageRef>(collectors.messages.create, { ...messageFields(request), collector_id });
      state.message_id = (await once(resumed, find, create)).id;
    }
    const { message_id } = state;
    const findSent = async () => {
      const { status, is_scheduled, scheduled_date } = await call<Message>(collectors.messages.get, { collector_id, message_id });
      return status !== "not_sent" || is_scheduled ? { scheduled_date } : undefined;
    };
    const loadRecipients = async () => {
      for await (const { id, email } of list<RecipientRef>(collectors.messages.recipients.list, { collector_id, message_id })) {
        if (email) fates.add(email, id);
      }
    };
    const invitation = ({ scheduled_date }: Pick<Message, "scheduled_date">): Invitation => {
      const { recipients, added } = fates.report();
      return { collector_id, message_id, scheduled_date, recipients, added };
    };
    if (resumed) {
      const sent = await findSent();
      await loadRecipients();
      if (sent) return invitation(sent);
    }
    for (const chunk of chunks) {
      await beginStep("recipients");
      for (let attempt = 0; ; attempt += 1) {
        const people = chunk.contacts?.filter(({ email }) => !fates.isAdded(email ?? ""));
        if (people?.length === 0) break;
        try {
          const args = { ...chunk, ...(people && { contacts: people }), collector_id, message_id };
          fates.record(await call<RecipientsAdded>(collectors.messages.recipients.bulk, args));
          break;
        } catch (error) {
          if (!isOutcomeUnknown(error) || attempt >= retries) throw error;
          await sleep(GRACE, signal);
          await loadRecipients();
        }
      }
    }
    if (fates.report().added === 0) throw refusal("recipients", "None of the recipients can be invited: `invited` says why.");
    await beginStep("send");
    mayBeSent = true;
    const { scheduled_date } = request;
    const date = scheduled_date instanceof Date ? scheduled_date.toISOString() : scheduled_date;
    const send = async () => {
      try {
        return await call<Pick<MessageSent, "scheduled_date">>(collectors.messages.send, { collector_id, message_id, ...(date && { scheduled_date: date }) });
      } catch (error) {
        // The service refuses to send a message twice, as a conflict.
        const sent = error instanceof CanvassError && error.kind === "conflict" ? await findSent() : undefined;
        if (sent) return sent;
        mayBeSent = isOutcomeUnknown(error) || !(error instanceof CanvassError);
        throw error;
      }
    };
    return invitation(await once(false, findSent, send));
  } catch (error) {
    if (!(error instanceof CanvassError)) throw error;
    const { collector_id } = state;
    // Only a definite refusal is undone: deleting the collector of a mail that may be sent would break its links.
    const refused = !error.retryable && !isOutcomeUnknown(error) && !mayBeSent;
    const undo = async () => flow.call(collectors.delete, { collector_id }, options).then(
      () => true,
      (failed) => failed instanceof CanvassError && failed.kind === "not_found",
    );
    const undone = refused && (collector_id === undefined || (!request.keep && (await undo())));
    throw Object.assign(error, { invited: fates.report().recipients, ...(!undone && { checkpoint: checkpoint() }) });
  }
}
