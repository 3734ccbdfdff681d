// Recipients are split into requests that the service accepts, without repeated addresses, and each gets one fate.

import { BULK, RECIPIENTS, REQUEST_BYTES } from "../generated/facts.js";
import { invalid } from "../errors.js";
import type { InvitedRecipient } from "../outcomes.js";
import type { ContactId, ContactListId, RecipientId, RecipientPerson, RecipientsAdded } from "../generated/types.js";

/** Whom an invitation is for. */
export interface RecipientSources {
  readonly recipients?: readonly (string | RecipientPerson)[] | undefined;
  readonly contact_ids?: readonly ContactId[] | undefined;
  readonly contact_list_ids?: readonly ContactListId[] | undefined;
}

/** The recipients of one request. */
export interface RecipientChunk {
  readonly contacts?: readonly RecipientPerson[];
  readonly contact_ids?: readonly ContactId[];
  readonly contact_list_ids?: readonly ContactListId[];
}

/** Bytes of a request that are left for what surrounds the recipients. */
const ENVELOPE_BYTES = 100;

/**
 * Splits the recipients into requests, without repeated addresses. Throws if an address is missing or there are too
 * many.
 */
export function chunksOf({ recipients = [], contact_ids = [], contact_list_ids = [] }: RecipientSources): readonly RecipientChunk[] {
  const people = new Map<string, RecipientPerson>();
  recipients.forEach((recipient, index) => {
    const address = addressOf(recipient);
    if (!address.trim()) throw invalid(`recipients[${index}].email`, "A recipient needs an email address.");
    if (!people.has(keyOf(address))) people.set(keyOf(address), typeof recipient === "string" ? { email: recipient } : recipient);
  });
  if (people.size > RECIPIENTS) throw invalid("recipients", `A message may have at most ${RECIPIENTS} recipients.`);
  // If one request had people with and without custom fields, the service would delete the fields of those without.
  const all = [...people.values()];
  const groups = [all.filter(({ custom_fields }) => custom_fields), all.filter(({ custom_fields }) => !custom_fields)];
  return [
    ...groups.flatMap(split).map((contacts) => ({ contacts })),
    ...split(contact_ids).map((contact_ids) => ({ contact_ids })),
    ...(contact_list_ids.length > 0 ? [{ contact_list_ids }] : []),
  ];
}

/** Splits a list into parts that each fit into one request. */
function split<T>(all: readonly T[]): readonly (readonly T[])[] {
  const parts: T[][] = [];
  let bytes = Infinity;
  for (const item of all) {
    const size = byteLength(JSON.stringify(item)) + 1;
    const last = parts.at(-1);
    if (last === undefined || last.length >= BULK || bytes + size > REQUEST_BYTES - ENVELOPE_BYTES) {
      parts.push([item]);
      bytes = size;
    } else {
      last.push(item);
      bytes += size;
    }
  }
  return parts;
}

/** The length of a text in UTF-8. */
export function byteLength(text: string): number {
  return new TextEncoder().encode(text).length;
}

/** What happened to each address. Addresses that differ only in case or outer spaces are the same. */
export class RecipientFates {
  readonly #requested: readonly string[];
  readonly #fates = new Map<string, InvitedRecipient>();
  readonly #added = new Map<string, RecipientId>();
  readonly #duplicates: InvitedRecipient[] = [];

  constructor({ recipients = [] }: RecipientSources) {
    const seen = new Set<string>();
    this.#requested = recipients.map(addressOf).filter((address) => {
      const repeated = seen.has(keyOf(address));
      if (repeated) this.#duplicates.push({ address, fate: "duplicate" });
      seen.add(keyOf(address));
      return !repeated;
    });
  }

  get done(): number {
    return this.#fates.size;
  }

  get total(): number {
    return Math.max(this.#requested.length, this.#fates.size);
  }

  /** Records a recipient of the message. */
  add(address: string, id: RecipientId): void {
    this.#added.set(keyOf(address), id);
    this.#fates.set(keyOf(address), { address, fate: "added", id });
  }

  isAdded(address: string): boolean {
    return this.#added.has(keyOf(address));
  }

  /** Records what a response reports. */
  record({ succeeded, ...others }: RecipientsAdded): void {
    for (const { id, email } of succeeded) this.add(email ?? "", id);
    for (const [name, fate] of FATES) {
      for (const address of others[name]) {
        if (fate === "duplicate") this.#duplicates.push({ address, fate });
        // An earlier fate stays: what now exists already was added by an earlier request.
        else if (!this.#fates.has(keyOf(address))) this.#fates.set(keyOf(address), { address, fate });
      }
    }
  }

  /** All recipients, the requested ones first and in their order, and how many were added. */
  report(): { readonly recipients: readonly InvitedRecipient[]; readonly added: number } {
    const requested = this.#requested.map((address) => this.#fates.get(keyOf(address)) ?? ({ address, fate: "unknown" } as const));
    const requestedKeys = new Set(this.#requested.map(keyOf));
    const others = [...this.#fates].filter(([key]) => !requestedKeys.has(key)).map(([, recipient]) => recipient);
    return { recipients: [...requested, ...others, ...this.#duplicates], added: this.#added.size };
  }
}

/** The lists of a response, and the fate that each stands for. */
const FATES = [
  ["invalids", "invalid"], ["existing", "existing"], ["bounced", "bounced"], ["opted_out", "opted_out"], ["duplicate", "duplicate"],
] as const;

function keyOf(address: string): string {
  return address.trim().toLowerCase();
}

function addressOf(recipient: string | RecipientPerson): string {
  const address: unknown = typeof recipient === "string" ? recipient : recipient?.email;
  return typeof address === "string" ? address : "";
}
