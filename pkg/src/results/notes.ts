// The notes of a survey: kept by the gateway for all accounts that may see the survey, or without a gateway with the
// responses.

import { invalid } from "../errors.js";
import { gateway } from "../generated/operations.js";
import type { Flow } from "../flow.js";
import type { KeptNotes } from "./kept_notes.js";
import { serially } from "./serially.js";
import type { Notes, NotesChange, SavedView, SurveyNotes } from "./types.js";

/** Where the notes of one survey are loaded from, and the listener for them. */
export interface NotesContext {
  readonly call: Flow["call"];
  readonly survey_id: string;
  /** Whether there is a gateway. */
  readonly hasGateway: boolean;
  /** The notes that are kept here. */
  readonly kept: Pick<KeptNotes, "read" | "write" | "change">;
  /** The tags have changed. */
  loaded(notes: SurveyNotes): Promise<void>;
}

const NONE: SurveyNotes = { version: 0, tags: {}, views: [] };

/** How often a change is repeated on newer notes, because another account has changed them meanwhile. */
const ATTEMPTS = 5;

/** Characters of the name of a tag or view. */
const NAME_MAX = 100;

/** The end of a URL that leads to no other origin, of at most 8,000 characters. */
const ADDRESS = /^(?!\/\/)[/?#][^\\\p{Cc}]{0,7999}$/u;

/** Kinds of errors without a response of the gateway. */
const UNANSWERED = ["offline", "network", "timeout"];

/** Whether a call has failed without a response of the gateway: what is kept is used then. */
export function isUnanswered(error: unknown): boolean {
  return UNANSWERED.includes((error as { readonly kind?: string }).kind ?? "");
}

/** Loads and saves the notes of a survey. */
export function notesOf(context: NotesContext): Notes {
  const { call, survey_id, hasGateway, kept } = context;
  const path = `/gateway/notes/${encodeURIComponent(survey_id)}`;
  const send = (operation: number, text: string) => call(operation, {}, {}, (get) => get("{}", operation, text)) as unknown as Promise<SurveyNotes>;
  const shown = async (notes: SurveyNotes) => {
    await context.loaded(notes);
    return notes;
  };
  const seen = async (notes: SurveyNotes) => {
    await kept.write(notes);
    return shown(notes);
  };
  const load = async () => {
    if (!hasGateway) return shown((await kept.read()) ?? NONE);
    try {
      return await seen(await send(gateway.read, `GET\n${path}`));
    } catch (error) {
      const copy = isUnanswered(error) ? await kept.read() : undefined;
      if (copy === undefined) throw error;
      return shown(copy);
    }
  };
  const save: Notes["save"] = async (asked) => {
    const given = typeof asked === "function" ? null : checked(asked);
    const make = (notes: SurveyNotes) => {
      if (typeof asked !== "function") return given;
      const made = asked(notes);
      return made && checked(made);
    };
    if (!hasGateway) {
      return shown(
        await kept.change((notes = NONE) => {
          const change = make(notes);
          return change ? applied(notes, change) : notes;
        }),
      );
    }
    let copy = await kept.read();
    let notes = copy ?? (await load());
    for (let attempt = 1; ; attempt += 1) {
      const change = make(notes);
      if (change === null) {
        if (copy === undefined) return notes;
        // The copy may be old: whether there is nothing to change is asked of the newest notes.
        copy = undefined;
        notes = await load();
        continue;
      }
      try {
        return await seen(await send(gateway.write, `PATCH\n${path}\n${JSON.stringify({ version: notes.version, ...change })}`));
      } catch (error) {
        if ((error as { readonly status?: number }).status !== 409 || attempt >= ATTEMPTS) throw error;
        copy = undefined;
        notes = await load();
      }
    }
  };
  // One after the other: an answer that is late must not take the place of newer notes.
  const inTurn = serially();
  return { load: () => inTurn(load), save: (change) => inTurn(() => save(change)) };
}

/** What the members of each change must be. A name that ends with `?` may be left out. */
const CHANGES: Readonly<Record<string, Readonly<Record<string, "address" | "name" | "texts">> | "name">> = {
  tag: { name: "name", "add?": "texts", "remove?": "texts" },
  rename_tag: { from: "name", to: "name" },
  remove_tag: "name",
  view: { "id?": "name", name: "name", address: "address" },
  remove_view: "name",
};

const KINDS = {
  address: ["the end of a URL of the page itself, which begins with /, ? or #", (value: unknown) => typeof value === "string" && ADDRESS.test(value)],
  name: [`a text of 1 to ${NAME_MAX} characters, without blanks around it and without control characters`, isName],
  texts: ["a list of texts", (value: unknown) => Array.isArray(value) && value.every((item) => typeof item === "string")],
} as const;

function isName(value: unknown): boolean {
  return typeof value === "string" && value !== "" && value.trim() === value && [...value].length <= NAME_MAX && !/\p{Cc}/u.test(value);
}

/** A change as the gateway takes it. Throws if it is none. */
function checked(asked: NotesChange): NotesChange {
  checkChange(asked);
  return asked.tag ? { ...asked, tag: { ...asked.tag, add: asked.tag.add ?? [], remove: asked.tag.remove ?? [] } } : asked;
}

/** Throws if a change is not one that the gateway takes, so that notes without a gateway are as good as with one. */
function checkChange(change: NotesChange): void {
  const members = Object.entries(change ?? {}).filter(([, value]) => value !== undefined);
  const [[path, value] = ["change", undefined]] = members;
  const kinds = Object.hasOwn(CHANGES, path) ? CHANGES[path] : undefined;
  if (members.length !== 1 || kinds === undefined) throw invalid("change", `A change is one of: ${Object.keys(CHANGES).join(", ")}.`);
  if (typeof kinds === "string") return checkMember(path, value, kinds);
  if (typeof value !== "object" || value === null) throw invalid(path, `The argument "${path}" must be an object.`);
  const given = new Map(Object.entries(value));
  for (const [name, kind] of Object.entries(kinds)) {
    const bare = name.replace("?", "");
    if (given.get(bare) !== undefined || bare === name) checkMember(`${path}.${bare}`, given.get(bare), kind);
  }
}

function checkMember(path: string, value: unknown, kind: keyof typeof KINDS): void {
  const [what, fits] = KINDS[kind];
  if (!fits(value)) throw invalid(path, `The argument "${path}" must be ${what}.`);
}

/** The notes after a change, where there is no gateway to make it. */
export function applied(notes: SurveyNotes, change: NotesChange): SurveyNotes {
  const tags = new Map(Object.entries(notes.tags));
  const { tag, rename_tag, remove_tag, view, remove_view } = change;
  if (tag) {
    const removed = new Set(tag.remove);
    const ids = new Set([...(tags.get(tag.name) ?? []), ...(tag.add ?? [])].filter((id) => !removed.has(id)));
    setTag(tags, tag.name, [...ids]);
  }
  if (rename_tag) {
    const ids = new Set([...(tags.get(rename_tag.to) ?? []), ...(tags.get(rename_tag.from) ?? [])]);
    tags.delete(rename_tag.from);
    setTag(tags, rename_tag.to, [...ids]);
  }
  if (remove_tag !== undefined) tags.delete(remove_tag);
  let views = notes.views.filter(({ id }) => id !== remove_view);
  if (view) {
    const saved: SavedView = { ...view, id: view.id ?? crypto.randomUUID(), by: null, at: new Date().toISOString() };
    views = [...views.filter(({ id }) => id !== saved.id), saved];
  }
  return { version: notes.version + 1, tags: Object.fromEntries(tags), views };
}

function setTag(tags: Map<string, readonly string[]>, name: string, ids: readonly string[]): void {
  if (ids.length > 0) tags.set(name, ids);
  else tags.delete(name);
}

/** The tags of each response. */
export function byResponse(tags: SurveyNotes["tags"]): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const [tag, ids] of Object.entries(tags)) for (const id of ids) found.set(id, [...(found.get(id) ?? []), tag]);
  return found;
}

/** The tags as the engine takes them. */
export function tagText(tags: SurveyNotes["tags"]): string {
  return JSON.stringify(Object.fromEntries(byResponse(tags)));
}
