import type { Answer } from "./call.js";
import type { List, Respondent, RespondentList, RespondentListBody, UpgradeInfo } from "./types.js";

/** Whose responses to list, which fields of them, and in which order. */
export interface RespondentsRequest extends Omit<RespondentListBody, "page"> {
  /** The key of the app that the token is of: its client id. Only a call with a token of its own needs it; a gateway sends its own. */
  readonly api_key?: string | undefined;
}

/** A page of respondents. */
export interface ListedRespondents extends List<Respondent> {
  /** What the user's plan held back. */
  readonly upgrade_info?: UpgradeInfo | null;
}

/**
 * A page of the legacy list as one of any other list. Its end is told by a page that is not full, and its total by the
 * last page: until then it is what the pages so far hold.
 */
export async function page(get: (input: string) => Promise<Answer<unknown>>, input: string): Promise<Answer<ListedRespondents>> {
  const { page: number, per_page, ...args } = JSON.parse(input) as { page?: string; per_page?: string };
  const place = { ...(number && { page: Number(number) }), ...(per_page && { page_size: Number(per_page) }) };
  const { value, ...facts } = await get(JSON.stringify({ ...args, ...place }));
  const { data: { page, page_size, respondents }, upgrade_info } = value as RespondentList;
  const next = respondents.length < page_size ? undefined : JSON.stringify({ ...args, page: `${page + 1}`, per_page: `${page_size}` });
  const total = (page - 1) * page_size + respondents.length;
  return { ...facts, next, value: { data: respondents, per_page: page_size, page, total, links: { self: "" }, ...(upgrade_info && { upgrade_info }) } };
}
