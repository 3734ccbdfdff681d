// Printed from the tables in src/spec by tests/generated. Do not edit: change a row and run the test with UPDATE=1.

/** What the text of an email must contain. */
export const PLACEHOLDERS = ["[SurveyLink]", "[OptOutLink]", "[PrivacyLink]", "[FooterLink]"] as const;

/** Most characters of a subject. */
export const SUBJECT_CHARS = 500;

/** Most bytes of the text of a message. */
export const TEXT_BYTES = 100000;

/** Most recipients of one message. */
export const RECIPIENTS = 10000;

/** Most people in one bulk request. */
export const BULK = 1000;

/** Most bytes of a request's body. */
export const REQUEST_BYTES = 1000000;

/** Resources on the largest page of a list. */
export const PAGE = 1000;

/** Kinds of failures after which a write may have been done nevertheless. */
export const MAYBE_DONE: readonly string[] = ["service_failed", "network", "timeout", "unexpected_answer", "engine_failed"];
