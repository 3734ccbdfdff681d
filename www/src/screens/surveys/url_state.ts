// What the URL of the list says: page, search and order.

import type { SortOrder, SurveySort } from "/sdk/index.js";
import type { Query } from "../../router.ts";

export const PER_PAGE = 20;

/** The orders of the list, and what the API calls them. */
export const ORDERS = {
  changed: ["date_modified", "DESC"],
  title: ["title", "ASC"],
  responses: ["num_responses", "DESC"],
} as const satisfies Record<string, readonly [SurveySort, SortOrder]>;

export type Order = keyof typeof ORDERS;

/** What the list shows. */
export interface State {
  readonly page: number;
  readonly title: string;
  readonly order: Order;
}

const isOrder = (name: string | null): name is Order => name !== null && Object.hasOwn(ORDERS, name);

export function stateOf(query: URLSearchParams): State {
  const order = query.get("order");
  return {
    page: Math.max(1, Number.parseInt(query.get("page") ?? "", 10) || 1),
    title: query.get("title") ?? "",
    order: isOrder(order) ? order : "changed",
  };
}

export function queryOf({ page, title, order }: State): Query {
  return { page: page > 1 ? page : null, title, order: order === "changed" ? null : order };
}
