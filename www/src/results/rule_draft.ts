// A condition while it is being written: every field of every kind, and which of them make a condition.

import { type Index, type Question, hasChoices } from "./design.ts";
import type { Condition, Period, Rule } from "./types.ts";

/** What a condition can be about. */
export const SUBJECTS = [
  "choices", "answered", "answer_text", "number", "date", "status", "created", "modified", "collector", "language", "variable", "custom", "tag",
  "seconds", "text", "contact", "ip", "mode", "reached", "left_at", "ids",
] as const;
export type Subject = (typeof SUBJECTS)[number];

/** Subjects whose values are chosen from those that occur. */
export const LISTED = ["status", "collector", "language", "variable", "custom", "tag", "ip", "mode"] as const satisfies readonly Subject[];

export interface Draft {
  readonly subject: Subject;
  readonly negated: boolean;
  readonly question: string;
  readonly row: string;
  readonly column: string;
  readonly variable: string;
  readonly values: readonly string[];
  readonly answered: boolean;
  readonly text: string;
  readonly min: string;
  readonly max: string;
  readonly from: string;
  readonly to: string;
  /** The period as it was: a field of minutes shows neither its seconds nor which of two equal times it means. */
  readonly period: Period;
  readonly page: string;
}

const EMPTY: Draft = {
  subject: "choices", negated: false, question: "", row: "", column: "", variable: "", values: [], answered: true, text: "", min: "", max: "",
  from: "", to: "", period: {}, page: "",
};

/** The questions that a subject can be about. */
export function questionsFor(subject: Subject, index: Index): readonly Question[] {
  if (subject === "choices") return index.questions.filter(hasChoices);
  if (subject === "number") return index.questions.filter(({ form }) => form === "numbers");
  if (subject === "date") return index.questions.filter(({ form }) => form === "dates");
  if (subject === "answer_text") return index.questions.filter(({ form, other }) => form === "text" || form === "row_texts" || other !== null);
  return index.questions;
}

/** Subjects that are about a question. */
const ABOUT_QUESTIONS: readonly Subject[] = ["choices", "answered", "answer_text", "number", "date"];

/** The subjects that a survey has. */
export function subjectsFor(index: Index): readonly Subject[] {
  return SUBJECTS.filter((subject) => {
    if (ABOUT_QUESTIONS.includes(subject)) return questionsFor(subject, index).length > 0;
    if (subject === "variable") return index.variables.length > 0;
    return true;
  });
}

/**
 * How a question's dates are entered: the type of the field and its greatest value, which also keeps years at four
 * digits; where its value begins and ends in an ISO date, and its unit in milliseconds.
 */
export interface DateStyle {
  readonly type: "date" | "time" | "datetime-local";
  readonly max: string | undefined;
  readonly start: number;
  readonly end: number;
  readonly unit: number;
}

const DATE: DateStyle = { type: "date", max: "9999-12-31", start: 0, end: 10, unit: 86_400_000 };
const TIME: DateStyle = { type: "time", max: undefined, start: 11, end: 16, unit: 60_000 };
export const DATE_AND_TIME: DateStyle = { type: "datetime-local", max: "9999-12-31T23:59", start: 0, end: 16, unit: 60_000 };

export function styleOf(question: string, index: Index): DateStyle {
  const subtype = index.question(question)?.subtype;
  return subtype === "time_only" ? TIME : subtype === "both" ? DATE_AND_TIME : DATE;
}

/** The condition that a rule is or negates. One of several parts has none: its parts are not taken apart. */
export function conditionIn(rule: Rule): Condition | undefined {
  const inner = "not" in rule ? rule.not : rule;
  return "any" in inner || "all" in inner || "not" in inner ? undefined : inner;
}

/** The draft of a condition, or of a new one. */
export function draftOf(condition: Rule | undefined, index: Index): Draft {
  const rule = condition && conditionIn(condition);
  const start = { ...EMPTY, negated: rule !== undefined && rule !== condition, question: index.questions.find(hasChoices)?.id ?? "", variable: index.variables[0]?.name ?? "", page: index.pages[0]?.id ?? "" };
  if (rule === undefined) return { ...start, subject: subjectsFor(index)[0] ?? "status" };
  const place = { question: "question" in rule ? rule.question : start.question, row: ("row" in rule && rule.row) || "", column: ("column" in rule && rule.column) || "" };
  if ("choices" in rule) return { ...start, ...place, subject: "choices", values: rule.choices };
  if ("answered" in rule) return { ...start, ...place, subject: "answered", answered: rule.answered };
  if ("number" in rule) return { ...start, ...place, subject: "number", min: written(rule.number.min), max: written(rule.number.max) };
  if ("date" in rule) return { ...start, ...place, subject: "date", ...enteredSpan(rule.date, styleOf(rule.question, index)) };
  if ("seconds" in rule) return { ...start, subject: "seconds", min: written(rule.seconds.min), max: written(rule.seconds.max) };
  if ("created" in rule) return { ...start, subject: "created", period: rule.created, from: local(rule.created.from), to: local(rule.created.to) };
  if ("modified" in rule) return { ...start, subject: "modified", period: rule.modified, from: local(rule.modified.from), to: local(rule.modified.to) };
  if ("variable" in rule) return { ...start, subject: "variable", variable: rule.variable, values: rule.values };
  if ("question" in rule) return { ...start, ...place, subject: "answer_text", text: rule.text };
  if ("text" in rule) return { ...start, subject: "text", text: rule.text };
  if ("contact" in rule) return { ...start, subject: "contact", text: rule.contact };
  if ("reached" in rule) return { ...start, subject: "reached", page: rule.reached };
  if ("left_at" in rule) return { ...start, subject: "left_at", page: rule.left_at };
  if ("ids" in rule) return { ...start, subject: "ids", text: rule.ids.join("\n") };
  const [subject, values] = Object.entries(rule)[0] as [Subject, readonly string[]];
  return { ...start, subject, values };
}

/**
 * The draft with a question that its subject can be about, and for choices of a matrix of menus with one of its
 * columns.
 */
export function fitting(draft: Draft, index: Index): Draft {
  if (!ABOUT_QUESTIONS.includes(draft.subject)) return draft;
  const questions = questionsFor(draft.subject, index);
  const known = questions.find(({ id }) => id === draft.question);
  const asked = known === undefined ? { ...draft, question: questions[0]?.id ?? "", row: "", column: "", values: [] } : draft;
  const column = (known ?? questions[0])?.columns[0];
  return draft.subject === "choices" && column !== undefined && asked.column === "" ? { ...asked, column: column.id, values: [] } : asked;
}

/** The condition of a draft; null while something is missing. */
export function conditionOf(draft: Draft, index: Index): Condition | null {
  const { subject, question, row, column, values, text, page } = draft;
  const place = { question, ...(row !== "" && { row }) };
  const isQuestion = question !== "";
  switch (subject) {
    case "choices":
      return isQuestion && values.length > 0 ? { ...place, ...(column !== "" && { column }), choices: values } : null;
    case "answered":
      return isQuestion ? { ...place, answered: draft.answered } : null;
    case "answer_text":
      return isQuestion && text.trim() !== "" ? { question, text: text.trim() } : null;
    case "number": {
      const number = bounds(draft);
      return isQuestion && number !== null ? { ...place, number } : null;
    }
    case "date": {
      const date = periodOf(draft, styleOf(question, index));
      return isQuestion && date !== null ? { ...place, date } : null;
    }
    case "seconds": {
      const seconds = bounds(draft);
      return seconds !== null ? { seconds } : null;
    }
    case "created":
    case "modified": {
      const span = instantsOf(draft);
      if (span === null) return null;
      return subject === "created" ? { created: span } : { modified: span };
    }
    case "text":
      return text.trim() !== "" ? { text: text.trim() } : null;
    case "contact":
      return text.trim() !== "" ? { contact: text.trim() } : null;
    case "ids": {
      const ids = text.split(/[\s,;]+/).filter(Boolean);
      return ids.length > 0 ? { ids } : null;
    }
    case "reached":
      return page !== "" ? { reached: page } : null;
    case "left_at":
      return page !== "" ? { left_at: page } : null;
    case "variable":
      return draft.variable !== "" && values.length > 0 ? { variable: draft.variable, values } : null;
    default:
      return values.length > 0 ? ({ [subject]: values } as unknown as Condition) : null;
  }
}

function bounds({ min, max }: Draft): { min?: number; max?: number } | null {
  const read = (text: string) => (text.trim() === "" || !Number.isFinite(Number(text)) ? undefined : Number(text));
  const [low, high] = [read(min), read(max)];
  if (low === undefined && high === undefined) return null;
  return { ...(low !== undefined && { min: low }), ...(high !== undefined && { max: high }) };
}

function written(value: number | undefined): string {
  return value === undefined ? "" : String(value);
}

/** A period of entered dates as the values of two fields: the first date and the last one that are in it. */
function enteredSpan({ from, to }: Period, { start, end, unit }: DateStyle): { from: string; to: string } {
  const first = (time: string) => Math.ceil(Date.parse(time) / unit) * unit;
  const field = (time: number) => (iso(time) ?? "").slice(start, end);
  return { from: from === undefined ? "" : field(first(from)), to: to === undefined ? "" : field(first(to) - unit) };
}

function periodOf({ from, to }: Draft, { type, unit }: DateStyle): Period | null {
  const before = type === "time" ? "1970-01-01T" : "";
  return spanOf(from, to, (field) => Date.parse(`${before}${field}${type === "date" ? "T00:00:00Z" : ":00Z"}`), unit);
}

/**
 * The period of two fields of date and time in the person's time zone. A field that was not changed has the instant as
 * it was.
 */
function instantsOf({ from, to, period }: Draft): Period | null {
  const span = spanOf(from, to, (field) => Date.parse(field), 0);
  if (span === null) return null;
  const kept = (side: "from" | "to", field: string) => (field !== "" && field === local(period[side]) ? { [side]: period[side] } : {});
  return { ...span, ...kept("from", from), ...kept("to", to) };
}

/**
 * The period of two fields, of which the second is `unit` before its end; null without a date, or with one that cannot
 * be read.
 */
function spanOf(from: string, to: string, read: (field: string) => number, unit: number): Period | null {
  const start = from === "" ? null : iso(read(from));
  const end = to === "" ? null : iso(read(to) + unit);
  if (start === undefined || end === undefined || (start === null && end === null)) return null;
  return { ...(start !== null && { from: start }), ...(end !== null && { to: end }) };
}

/** The last instant that the service can write. */
const LAST = Date.parse("9999-12-31T23:59:59Z");

/** A time as the service writes it, or its last one; undefined if it is none. */
function iso(time: number): string | undefined {
  return Number.isNaN(time) ? undefined : new Date(Math.min(time, LAST)).toISOString().replace(".000Z", "Z");
}

/** An instant as the value of a field of date and time, in the person's time zone. */
function local(iso: string | undefined): string {
  if (iso === undefined) return "";
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return "";
  const two = (value: number) => String(value).padStart(2, "0");
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}T${two(date.getHours())}:${two(date.getMinutes())}`;
}
