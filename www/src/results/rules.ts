// Builds, reads and changes rules: the conditions that decide which responses are in view.

import type { ChoiceCondition, Condition, DateCondition, NumberCondition, NumberRange, Period, QuestionPart, Rule } from "./types.ts";

/** Lets every response through. */
export const EVERYTHING: Rule = { all: [] };

/** The conditions of a rule that all have to hold: one chip each. */
export function parts(rule: Rule): readonly Rule[] {
  return "all" in rule ? rule.all : [rule];
}

/** The rule that all of these have to hold. */
export function every(rules: readonly Rule[]): Rule {
  return { all: rules };
}

/** Whether two rules are written alike. */
export function same(a: Rule, b: Rule): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** The rule with one more condition. A condition that it has already is not added. */
export function add(rule: Rule, part: Rule): Rule {
  const existing = parts(rule);
  return existing.some((other) => same(other, part)) ? rule : every([...existing, part]);
}

/** The rule without the condition at this place. */
export function removeAt(rule: Rule, at: number): Rule {
  return every(parts(rule).filter((_, index) => index !== at));
}

/** The rule with another condition at this place. */
export function replaceAt(rule: Rule, at: number, part: Rule): Rule {
  return every(parts(rule).map((other, index) => (index === at ? part : other)));
}

/** The rule in which the condition at this place may also hold in another way. */
export function orAt(rule: Rule, at: number, part: Rule): Rule {
  const existing = parts(rule)[at];
  if (existing === undefined) return add(rule, part);
  const ways = "any" in existing ? existing.any : [existing];
  return replaceAt(rule, at, { any: [...ways, part] });
}

function isChoiceOf(rule: Rule, questionPart: QuestionPart): rule is ChoiceCondition {
  return "choices" in rule && rule.question === questionPart.question && rule.row === questionPart.row && rule.column === questionPart.column;
}

/** The condition that one of the choices was picked there. */
export function picked({ question, row, column }: QuestionPart, choices: readonly string[]): Condition {
  return { question, ...(row !== undefined && { row }), ...(column !== undefined && { column }), choices };
}

/** The choices that the rule asks for in a part of a question. */
export function chosen(rule: Rule, questionPart: QuestionPart): readonly string[] {
  return parts(rule).find((part): part is ChoiceCondition => isChoiceOf(part, questionPart))?.choices ?? [];
}

/**
 * The rule after a click on the bar of a choice: it alone, or added to those chosen there already; chosen again, it is
 * taken out.
 */
export function toggleChoice(rule: Rule, questionPart: QuestionPart, choice: string, adding = false): Rule {
  const before = chosen(rule, questionPart);
  const on = before.includes(choice);
  const after = adding ? (on ? before.filter((id) => id !== choice) : [...before, choice]) : on && before.length === 1 ? [] : [choice];
  const others = parts(rule);
  const at = others.findIndex((part) => isChoiceOf(part, questionPart));
  if (after.length === 0) return every(others.filter((_, index) => index !== at));
  return at < 0 ? every([...others, picked(questionPart, after)]) : replaceAt(rule, at, picked(questionPart, after));
}

function isRangeOf(rule: Rule, questionPart: QuestionPart): rule is NumberCondition {
  return "number" in rule && rule.question === questionPart.question && rule.row === questionPart.row;
}

/** The range of numbers that the rule asks for in a part of a question. */
export function chosenRange(rule: Rule, questionPart: QuestionPart): NumberRange | undefined {
  return parts(rule).find((part): part is NumberCondition => isRangeOf(part, questionPart))?.number;
}

/** A range or period with both ends. */
type Closed<Range> = { readonly [End in keyof Range]-?: NonNullable<Range[End]> };

/**
 * The rule after a click on the bar of a range: it alone, or with all between it and the range chosen there already;
 * chosen again, it is taken out.
 */
export function toggleRange(rule: Rule, { question, row }: QuestionPart, { min, max }: Closed<NumberRange>, adding = false): Rule {
  const questionPart = { question, row };
  const before = chosenRange(rule, questionPart);
  const others = parts(rule).filter((part) => !isRangeOf(part, questionPart));
  if (before?.min === min && before.max === max) return every(others);
  const number = adding && before ? widest({ min, max }, before) : { min, max };
  return every([...others, { question, ...(row !== undefined && { row }), number }]);
}

/** From the least to the greatest number of two ranges; open where the other one is. */
function widest({ min, max }: Closed<NumberRange>, { min: least, max: greatest }: NumberRange): NumberRange {
  return { ...(least !== undefined && { min: Math.min(min, least) }), ...(greatest !== undefined && { max: Math.max(max, greatest) }) };
}

function isPeriodOf(rule: Rule, questionPart: QuestionPart): rule is DateCondition {
  return "date" in rule && rule.question === questionPart.question && rule.row === questionPart.row;
}

/** The period of entered dates that the rule asks for in a part of a question. */
export function chosenPeriod(rule: Rule, questionPart: QuestionPart): Period | undefined {
  return parts(rule).find((part): part is DateCondition => isPeriodOf(part, questionPart))?.date;
}

function isBefore(one: string, other: string): boolean {
  return Date.parse(one) < Date.parse(other);
}

/** Whether a period lies in another. */
export function isWithin({ from, to }: Closed<Period>, { from: first = from, to: last = to }: Period): boolean {
  return !isBefore(from, first) && !isBefore(last, to);
}

/** From the first start to the last end of two periods; open where the other one is. */
function joined({ from, to }: Closed<Period>, { from: first, to: last }: Period): Period {
  return { ...(first !== undefined && { from: isBefore(first, from) ? first : from }), ...(last !== undefined && { to: isBefore(last, to) ? to : last }) };
}

/** The rule after a click on the bar of a period, as `toggleRange`. */
export function togglePeriod(rule: Rule, { question, row }: QuestionPart, period: Closed<Period>, adding = false): Rule {
  const questionPart = { question, row };
  const before = chosenPeriod(rule, questionPart);
  const others = parts(rule).filter((part) => !isPeriodOf(part, questionPart));
  const { from, to } = before ?? {};
  const isSame = from !== undefined && to !== undefined && isWithin(period, { from, to }) && isWithin({ from, to }, period);
  if (isSame) return every(others);
  const date = adding && before !== undefined ? joined(period, before) : { from: period.from, to: period.to };
  return every([...others, { question, ...(row !== undefined && { row }), date }]);
}

/** The condition's question, if a click on one of its bars makes it. */
function clicked(part: Rule): string | undefined {
  return "choices" in part || "number" in part || "date" in part ? part.question : undefined;
}

/** The rule without what was clicked in a question: its own chart keeps its full bars. */
export function without(rule: Rule, question: string): Rule {
  return every(parts(rule).filter((part) => clicked(part) !== question));
}

/** The rules for the charts of the questions whose own bars filter the view. */
export function ownRules(rule: Rule): { [question: string]: Rule } {
  const own: { [question: string]: Rule } = {};
  for (const question of parts(rule).map(clicked)) if (question !== undefined) own[question] = without(rule, question);
  return own;
}

/** The first condition: only completed responses. */
export const COMPLETED: Condition = { status: ["completed"] };

/** The filters of the service that mean the same as the rule; null if it has none for one of the conditions. */
export function serviceFilters(rule: Rule): { [name: string]: string } | null {
  const filters: { [name: string]: string } = {};
  for (const part of parts(rule)) {
    const more = filtersOf(part);
    if (more === null || Object.keys(more).some((name) => name in filters)) return null;
    Object.assign(filters, more);
  }
  return filters;
}

function filtersOf(part: Rule): { [name: string]: string } | null {
  if ("status" in part) return { status: part.status.join(",") };
  if ("collector" in part) return { collector_ids: part.collector.join(",") };
  if ("created" in part) return span(part.created, "created");
  if ("modified" in part) return span(part.modified, "modified");
  if ("custom" in part && part.custom.length === 1 && part.custom[0] !== undefined) return { custom: part.custom[0] };
  return null;
}

function span({ from, to }: Period, what: string): { [name: string]: string } {
  return { ...(from !== undefined && { [`start_${what}_at`]: from }), ...(to !== undefined && { [`end_${what}_at`]: to }) };
}

/** The names of conditions, each with what it must contain. */
const CONDITION_MEMBERS: { readonly [name: string]: (value: unknown) => boolean } = {
  choices: isTexts, status: isTexts, collector: isTexts, language: isTexts, mode: isTexts, values: isTexts, custom: isTexts,
  ip: isTexts, tag: isTexts, ids: isTexts, answered: (value) => typeof value === "boolean", number: isBounds, seconds: isBounds,
  date: isSpan, created: isSpan, modified: isSpan, contact: isText, text: isText, reached: isText, left_at: isText,
};

/** Whether a value read from a URL is a rule. The engine checks again what it names. */
export function isRule(value: unknown): value is Rule {
  if (!isObject(value)) return false;
  const { all, any, not } = value;
  if (all !== undefined) return Array.isArray(all) && all.every(isRule);
  if (any !== undefined) return Array.isArray(any) && any.every(isRule);
  if (not !== undefined) return isRule(not);
  const names = Object.keys(value).filter((name) => !PLACES.includes(name));
  const places = PLACES.every((name) => value[name] === undefined || isText(value[name]));
  return places && names.length === 1 && names.every((name) => Object.hasOwn(CONDITION_MEMBERS, name) && CONDITION_MEMBERS[name]?.(value[name]) === true);
}

/** Members that say where a condition looks. */
const PLACES = ["question", "row", "column", "variable"];

export function isObject(value: unknown): value is { [name: string]: unknown } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function isText(value: unknown): value is string {
  return typeof value === "string";
}

function isTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every(isText);
}

function isBounds(value: unknown): boolean {
  return isRange(value, ["min", "max"], (bound) => typeof bound === "number");
}

function isSpan(value: unknown): boolean {
  return isRange(value, ["from", "to"], (end) => isText(end) && instantOf(end) !== undefined);
}

/**
 * A time of a rule as an instant. Without an offset it is UTC, as for the engine: `Date.parse` would read it as local
 * time.
 */
export function instantOf(text: string): string | undefined {
  const [, day, time = "00:00", offset = "Z"] = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d[\d:.]*))?(Z|[+-]\d\d:?\d\d)?$/.exec(text) ?? [];
  const at = new Date(`${day}T${time}${offset}`);
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString().replace(".000Z", "Z");
}

/** Whether a range has an end, and nothing else. */
function isRange(value: unknown, ends: readonly string[], isEnd: (end: unknown) => boolean): boolean {
  const given = isObject(value) ? Object.entries(value).filter(([, end]) => end !== undefined) : [];
  return given.length > 0 && given.every(([name, end]) => ends.includes(name) && isEnd(end));
}

/** Which condition keeps out most: the one without which most responses are left. */
export function mostRemoving(counts: readonly number[]): { readonly at: number; readonly count: number } {
  const count = Math.max(0, ...counts);
  return { at: Math.max(0, counts.indexOf(count)), count };
}
