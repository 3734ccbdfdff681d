// Printed from src/spec and src/gateway by tests/generated. Do not edit: change them and run the test with UPDATE=1.

/** Name of the session cookie of a gateway on https. */
export const SECURE_COOKIE = "__Host-Http-canvass";

/** Name of the session cookie of a gateway on a loopback origin. */
export const COOKIE = "canvass";

/** Path of the one read that is sent by POST. */
export const POSTED_READ = "/api/v2/surveys/get_respondent_list";
