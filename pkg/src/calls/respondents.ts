// The legacy list of respondents in the form of other lists.

import type { CallResult } from "./call.js";
import type { List, Respondent, RespondentList, RespondentListBody, UpgradeInfo } from "../generated/types.js";

/** Whose responses to list, with which fields and in which order. */
export interface RespondentsRequest extends Omit<RespondentListBody, "page"> {
  /** The client id of the app that the token belongs to. Needed only with a token: a gateway adds its own. */
  readonly api_key?: string | undefined;
}

/** A page of respondents. */
export interface ListedRespondents extends List<Respondent> {
  /**
   * Number of respondents up to the end of this page. Only on the last page, which has no `links.next`, it is the
   * number in all.
   */
  readonly total: number;
  /** What the user's plan restricts: also if the list is complete. Absent for a plan without restrictions. */
  readonly upgrade_info?: UpgradeInfo | null;
}

/**
 * Fetches a page of the legacy list in the form of other lists. The legacy API reports neither links nor a total: a
 * page that is not full is the last one, and the total counts the items up to the end of the page. A link to the next
 * page says only that there may be one.
 */
export async function page(get: (input: string) => Promise<CallResult<unknown>>, input: string): Promise<CallResult<ListedRespondents>> {
  const { page: number, per_page, ...args } = JSON.parse(input) as { page?: string; per_page?: string };
  const paging = { ...(number && { page: Number(number) }), ...(per_page && { page_size: Number(per_page) }) };
  const { value, ...facts } = await get(JSON.stringify({ ...args, ...paging }));
  const { data: { page, page_size, respondents }, upgrade_info } = value as RespondentList;
  const next = respondents.length < page_size ? undefined : JSON.stringify({ ...args, page: `${page + 1}`, per_page: `${page_size}` });
  const total = (page - 1) * page_size + respondents.length;
  return { ...facts, next, value: { data: respondents, per_page: page_size, page, total, links: { self: "", ...(next && { next: `?page=${page + 1}` }) }, ...(upgrade_info && { upgrade_info }) } };
}
