// Rules in plain words: what a chip, a print and an announcement say.

import { type Index, type Option, choicesAt } from "./design.ts";
import { f, t } from "./words.ts";
import type { Bounds, Group, Leaf, Rule, Period } from "./types.ts";

export interface Wording {
  /** Whether a condition is described; others have no content. */
  readonly shown?: (leaf: Leaf) => boolean;
  /** Whether times have their zone: for readers outside this tab, who may be in another one. */
  readonly zoned?: boolean;
}

/** The rule as a phrase. What the design no longer has is named by its id. */
export function describe(rule: Rule, index: Index | null, wording: Wording = {}): string {
  const inWords = (part: Rule) => describe(part, index, wording);
  if ("all" in rule) return rule.all.length === 0 ? t().rules.everything : f().list(rule.all.map(inWords));
  if ("any" in rule) return f().list(rule.any.map(inWords), true);
  if ("not" in rule) return t().rules.not(inWords(rule.not));
  return wording.shown?.(rule) === false ? t().rules.hidden : describeLeaf(rule, index, wording);
}

/** The groups, each with a name: one without a name of its own gets it from its rule. */
export function named(groups: readonly Group[], index: Index | null): readonly Group[] {
  return groups.map(({ name, rule }) => ({ name: name || nameOfRule(rule, index), rule }));
}

/** The name that a group gets from its rule. */
export function nameOfRule(rule: Rule, index: Index | null): string {
  return shorten(describe(rule, index), 40);
}

/** Whether everything that the rule names still exists. */
export function isKnown(rule: Rule, index: Index): boolean {
  if ("all" in rule) return rule.all.every((part) => isKnown(part, index));
  if ("any" in rule) return rule.any.every((part) => isKnown(part, index));
  if ("not" in rule) return isKnown(rule.not, index);
  if ("reached" in rule) return index.page(rule.reached) !== undefined;
  if ("left_at" in rule) return index.page(rule.left_at) !== undefined;
  if (!("question" in rule)) return true;
  const question = index.question(rule.question);
  if (question === undefined) return false;
  if (!("choices" in rule)) return true;
  const known = new Set([...choicesAt(question, rule.column), ...(question.other ? [question.other] : [])].map(({ id }) => id));
  return rule.choices.every((id) => known.has(id));
}

function describeLeaf(leaf: Leaf, index: Index | null, { zoned = false }: Wording): string {
  const m = t().rules;
  const moment = zoned ? f().zoned : f().moment;
  const list = (items: readonly string[]) => f().list(items, true);
  if ("choices" in leaf) return m.choices(placeOf(leaf, index), list(leaf.choices.map((id) => labelOf(leaf, id, index))));
  if ("answered" in leaf) return leaf.answered ? m.answered(placeOf(leaf, index)) : m.unanswered(placeOf(leaf, index));
  if ("number" in leaf) return m.number(placeOf(leaf, index), bounds(leaf.number, (value) => f().exact(value)));
  if ("date" in leaf) return m.date(placeOf(leaf, index), entered(leaf.date, index?.question(leaf.question)?.subtype));
  if ("question" in leaf) return m.contains(placeOf(leaf, index), leaf.text);
  if ("status" in leaf) return list(leaf.status.map((status) => m.status[status] ?? status));
  if ("created" in leaf) return m.created(span(leaf.created, moment));
  if ("modified" in leaf) return m.modified(span(leaf.modified, moment));
  if ("collector" in leaf) return m.collector(list(leaf.collector.map((id) => index?.collector(id) ?? id)));
  if ("language" in leaf) return m.language(list(leaf.language.map((code) => f().languageName(code))));
  if ("mode" in leaf) return m.mode(list(leaf.mode));
  if ("variable" in leaf) return m.variable(variableOf(leaf.variable, index), list(leaf.values));
  if ("custom" in leaf) return m.custom(list(leaf.custom));
  if ("contact" in leaf) return m.contact(leaf.contact);
  if ("ip" in leaf) return m.ip(list(leaf.ip));
  if ("seconds" in leaf) return m.seconds(bounds(leaf.seconds, (value) => f().duration(value)));
  if ("tag" in leaf) return m.tag(list(leaf.tag));
  if ("ids" in leaf) return m.ids(leaf.ids.length, f().count(leaf.ids.length));
  if ("reached" in leaf) return m.reached(pageOf(leaf.reached, index));
  if ("left_at" in leaf) return m.leftAt(pageOf(leaf.left_at, index));
  return m.text(leaf.text);
}

/** The question, row and column as `Q3 Service: Speed`. */
export function placeOf({ question, row, column }: { question: string; row?: string | undefined; column?: string | undefined }, index: Index | null): string {
  const known = index?.question(question);
  if (known === undefined) return t().rules.gone(question);
  const heading = shorten(known.heading);
  const within = [find(known.rows, row), find(known.columns, column)].filter(Boolean);
  return within.length === 0 ? heading : t().rules.within(heading, within.join(", "));
}

function find(options: readonly Option[], id: string | undefined): string | null {
  if (id === undefined) return null;
  return options.find((option) => option.id === id)?.label ?? id;
}

function labelOf({ question, column }: { question: string; column?: string | undefined }, id: string, index: Index | null): string {
  const known = index?.question(question);
  if (known === undefined) return id;
  if (known.other?.id === id) return known.other.label;
  return choicesAt(known, column).find((choice) => choice.id === id)?.label ?? id;
}

function variableOf(name: string, index: Index | null): string {
  return index?.variables.find((variable) => variable.name === name)?.label ?? name;
}

function pageOf(id: string, index: Index | null): string {
  const page = index?.page(id);
  return page ? t().rules.page(page.number, page.title) : t().rules.gone(id);
}

function bounds({ min, max }: Bounds, show: (value: number) => string): string {
  const m = t().rules;
  if (min !== undefined && max !== undefined) return min === max ? show(min) : m.between(show(min), show(max));
  if (min !== undefined) return m.atLeast(show(min));
  return max !== undefined ? m.atMost(show(max)) : m.anyNumber;
}

function span({ from, to }: Period, show: (iso: string) => string): string {
  const m = t().rules;
  if (from !== undefined && to !== undefined) return m.fromTo(show(from), show(to));
  if (from !== undefined) return m.from(show(from));
  return to !== undefined ? m.before(show(to)) : m.anyTime;
}

/** A period of entered dates or times, by its first and last ones. Whole days are shown without their times. */
function entered({ from, to }: Period, subtype: string | undefined): string {
  const m = t().rules;
  const areDays = [from, to].every((iso) => iso === undefined || iso.slice(11, 16) === "00:00");
  const show = (iso: string) => (subtype === "time_only" ? f().hour(iso) : areDays ? f().bucket(iso, "day", true) : f().moment(iso, true));
  if (from === undefined) return to === undefined ? m.anyTime : m.before(show(to));
  if (to === undefined) return m.from(show(from));
  const [first, last] = [show(from), show(new Date(Date.parse(to) - 1).toISOString())];
  return first === last ? first : m.between(first, last);
}

/** Headings may have thousands of letters. */
const LONGEST = 60;

/** A heading that fits on a chip. It is cut between letters: half an emoji is no text. */
export function shorten(text: string, longest = LONGEST): string {
  const letters = [...text];
  return letters.length <= longest ? text : `${letters.slice(0, longest - 1).join("").trimEnd()}…`;
}
