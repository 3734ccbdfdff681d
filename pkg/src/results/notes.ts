/** The notes of a survey: kept by the gateway for all accounts that may see the survey, or without a gateway with the responses. */

import { gateway } from "../operations.js";
import type { Flow } from "../flow.js";
import type { KeptNotes } from "./kept_notes.js";
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

/** Kinds of errors without a response of the gateway. */
const UNANSWERED = ["offline", "network", "timeout"];

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
      const copy = UNANSWERED.includes((error as { readonly kind?: string }).kind ?? "") ? await kept.read() : undefined;
      if (copy === undefined) throw error;
      return shown(copy);
    }
  };
  return {
    load,
    async save({ tag, ...others }) {
      const change = { ...others, ...(tag && { tag: { add: [], remove: [], ...tag } }) };
      if (!hasGateway) return shown(await kept.change((notes = NONE) => applied(notes, change)));
      let { version } = (await kept.read()) ?? (await load());
      for (let attempt = 1; ; attempt += 1) {
        try {
          return await seen(await send(gateway.write, `PATCH\n${path}\n${JSON.stringify({ version, ...change })}`));
        } catch (error) {
          if ((error as { readonly status?: number }).status !== 409 || attempt >= ATTEMPTS) throw error;
          ({ version } = await load());
        }
      }
    },
  };
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
    const saved: SavedView = { id: crypto.randomUUID(), ...view, by: null, at: new Date().toISOString() };
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
