// The list of surveys without the SDK, for comparison: typed by openapi-fetch, checked by Zod.

import createClient from "openapi-fetch";
import { checkedSurveys } from "./checked.mjs";

/** A client that checks its lists of surveys. */
export function surveysOf(options) {
  const client = createClient(options);
  return async (query) => {
    const { data, error } = await client.GET("/v3/surveys", { params: { query } });
    if (error) throw error;
    return checkedSurveys(data);
  };
}
