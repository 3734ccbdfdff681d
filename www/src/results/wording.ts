// Rules in plain words: what a chip, a print and an announcement say.

import { type Index, type Option, choicesAt } from "./design.ts";
import { f, t } from "./words.ts";
import type { Condition, Group, NumberRange, Period, Rule } from "./types.ts";

export interface Wording {
  /** Whether a condition is described; others have no content. */
  readonly shown?: (condition: Condition) => boolean;
  /** Whether times have their zone: for readers outside this tab, who may be in another one. */
  readonly zoned?: boolean;
}

/** The rule as a phrase. What the design no longer has is named by its id. */
export function describe(rule: Rule, index: Index | null, wording: Wording = {}): string {
  const inWords = (part: Rule) => describe(part, index, wording);
  if ("all" in rule) return rule.all.length === 0 ? t().rules.everything : f().list(rule.all.map(inWords));
  if ("any" in rule) return f().list(rule.any.map(inWords), true);
  if ("not" in rule) return t().rules.not(inWords(rule.not));
  return wording.shown?.(rule) === false ? t().rules.hidden : describeCondition(rule, index, wording);
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

function describeCondition(condition: Condition, index: Index | null, { zoned = false }: Wording): string {
  const m = t().rules;
  const moment = zoned ? f().zoned : f().moment;
  const list = (items: readonly string[]) => f().list(items, true);
  if ("choices" in condition) return m.choices(placeOf(condition, index), list(condition.choices.map((id) => labelOf(condition, id, index))));
  if ("answered" in condition) return condition.answered ? m.answered(placeOf(condition, index)) : m.unanswered(placeOf(condition, index));
  if ("number" in condition) return m.number(placeOf(condition, index), bounds(condition.number, (value) => f().exact(value)));
  if ("date" in condition) return m.date(placeOf(condition, index), entered(condition.date, index?.question(condition.question)?.subtype));
  if ("question" in condition) return m.contains(placeOf(condition, index), condition.text);
  if ("status" in condition) return list(condition.status.map((status) => m.status[status] ?? status));
  if ("created" in condition) return m.created(span(condition.created, moment));
  if ("modified" in condition) return m.modified(span(condition.modified, moment));
  if ("collector" in condition) return m.collector(list(condition.collector.map((id) => index?.collector(id) ?? id)));
  if ("language" in condition) return m.language(list(condition.language.map((code) => f().languageName(code))));
  if ("mode" in condition) return m.mode(list(condition.mode));
  if ("variable" in condition) return m.variable(variableOf(condition.variable, index), list(condition.values));
  if ("custom" in condition) return m.custom(list(condition.custom));
  if ("contact" in condition) return m.contact(condition.contact);
  if ("ip" in condition) return m.ip(list(condition.ip));
  if ("seconds" in condition) return m.seconds(bounds(condition.seconds, (value) => f().duration(value)));
  if ("tag" in condition) return m.tag(list(condition.tag));
  if ("ids" in condition) return m.ids(condition.ids.length, f().count(condition.ids.length));
  if ("reached" in condition) return m.reached(pageOf(condition.reached, index));
  if ("left_at" in condition) return m.leftAt(pageOf(condition.left_at, index));
  return m.text(condition.text);
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

function bounds({ min, max }: NumberRange, show: (value: number) => string): string {
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
