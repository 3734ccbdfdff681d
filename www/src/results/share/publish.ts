// Makes the snapshot of a link from what is held, and publishes it.

import type { Index } from "../design.ts";
import type { Workbench } from "../workbench.ts";
import { every, parts } from "../rules.ts";
import type { Condition, Group, SurveyResults } from "../types.ts";
import { describe, nameOfRule } from "../wording.ts";
import { urlOf, now, publish } from "./links.ts";
import { areRounded, roundFigure } from "./round.ts";
import { LARGEST, seal } from "./seal.ts";
import { SNAPSHOT, type SharedView, type Snapshot, hidesNumbers, sharedView } from "./snapshot.ts";

export interface Choice {
  readonly questions: readonly string[];
  /** The groups that are shown; empty for all in view. */
  readonly groups: readonly Group[];
  readonly days: number;
  /**
   * Whether another link of the account to the survey's results lives, or may live: a reader can subtract one from the
   * other.
   */
  readonly isAnother: boolean;
}

const DAY = 86_400_000;

/** Members of conditions that a link describes: none that names a person or repeats a respondent's words. */
const PUBLIC = ["choices", "answered", "status", "created", "modified", "language", "mode", "seconds", "reached", "left_at"];

/** Whether a link describes a condition. */
export function isPublic(condition: Condition): boolean {
  return PUBLIC.some((member) => member in condition);
}

const PUBLISHED = { shown: isPublic, zoned: true };

/**
 * The snapshot of a choice. What another link has published is not known: it is sealed, and its key is in its URL. So
 * all counts are rounded while there is one, whatever they are. That does not hide what fewer than five people have
 * answered since (see `fewSince`).
 */
export async function snapshotOf(workbench: Workbench, { questions, groups, days, isAnother }: Choice): Promise<Snapshot> {
  const results = workbench.results.peek();
  const index = workbench.index.peek();
  if (results === null || index === null) throw new Error("The results are not open.");
  const { rule } = workbench.state.peek();
  const isStars = (id: string) => index.question(id)?.stars === true;
  const views: SharedView[] = [];
  const sizes: number[] = [];
  const add = (name: string | null, summary: SurveyResults) => {
    views.push(sharedView(name, summary, questions, isStars));
    sizes.push(summary.responses);
  };
  if (groups.length === 0) add(null, await results.where(rule).summary({ questions }));
  for (const group of groups) {
    add(publicName(group, index), await results.where(every([...parts(rule), group.rule])).summary({ questions }));
  }
  const snapshot: Snapshot = {
    version: SNAPSHOT,
    title: index.title,
    rules: parts(rule).length === 0 ? null : describe(rule, index, PUBLISHED),
    as_of: workbench.sync.peek()?.as_of ?? new Date().toISOString(),
    ends_at: new Date(now() + days * DAY).toISOString(),
    views,
    hides: views.some(({ about, figures }) => about === null || figures.some(hidesNumbers)),
  };
  return isAnother || areRounded(sizes) ? rounded(snapshot) : snapshot;
}

/** A snapshot with all counts rounded. */
export function rounded(snapshot: Snapshot): Snapshot {
  if (snapshot.rounds) return snapshot;
  return { ...snapshot, views: snapshot.views.map((view) => ({ ...view, figures: view.figures.map(roundFigure) })), rounds: true };
}

/**
 * The name of a group in a link: the one that the owner has entered. A name made of the group's rule leaves out what
 * names a person or repeats a respondent's words, also one that an earlier version has stored with the group.
 */
export function publicName({ name, rule }: Group, index: Index): string {
  // A stored name may have the ids of collectors whose names are known now.
  const made = [index, { ...index, collector: (id: string) => id }].map((known) => nameOfRule(rule, known));
  const isOwn = name !== "" && !made.includes(name);
  // Whole: where it is cut, a time may have no zone.
  return isOwn ? name : describe(rule, index, PUBLISHED);
}

/** Whether two of the groups share respondents: then differences between them tell of few people. */
export async function overlap(workbench: Workbench, groups: readonly Group[]): Promise<boolean> {
  const results = workbench.results.peek();
  if (results === null) return false;
  const own = parts(workbench.state.peek().rule);
  for (const [at, group] of groups.entries()) {
    for (const other of groups.slice(at + 1)) {
      const { count } = await results.where(every([...own, group.rule, other.rule])).count();
      if (count > 0) return true;
    }
  }
  return false;
}

/** The sealed snapshot is larger than a link may be. */
export class TooLarge extends Error {
  override readonly name = "TooLarge";
}

/** A link that was published just now: its URL is known only here. */
export interface PublishedLink {
  readonly id: string;
  readonly address: string;
}

/** Seals a snapshot and publishes it. */
export async function publishLink(survey_id: string, snapshot: Snapshot, passPhrase: string): Promise<PublishedLink> {
  const { data, key } = await seal(snapshot, passPhrase);
  if (data.length > LARGEST) throw new TooLarge("The snapshot is too large.");
  const id = await publish(survey_id, data, snapshot.ends_at);
  return { id, address: urlOf(id, key) };
}
