// Parts of the demo world by name, as in tests/support/surveys.rs and people.rs.

/** The main team. */
export const NORTHWIND = "61001";

/** The survey with every kind of question. */
export const EVERY_KIND = "301000001";
/** Its web link. */
export const EVERY_KIND_LINK = "430000011";
/** The survey that measures the satisfaction of customers. */
export const CSAT = "301000002";
/** The survey without questions and collectors. */
export const EMPTY = "301000007";
/** The survey of the account on the free plan with few collectors. */
export const NEWSLETTER = "301000010";
