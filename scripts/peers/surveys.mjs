// The list of surveys as a careful author would get it without us: typed by openapi-fetch, checked by Zod.

import createClient from "openapi-fetch";
import { checkedSurveys } from "./checked.mjs";

/** A client whose lists of surveys are checked. */
export function surveysOf(options) {
  const client = createClient(options);
  return async (query) => {
    const { data, error } = await client.GET("/v3/surveys", { params: { query } });
    if (error) throw error;
    return checkedSurveys(data);
  };
}
