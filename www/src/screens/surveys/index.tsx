// The first screen after sign-in: the surveys, and what is new in them since the last visit. It costs one request.

import type { SurveyRef } from "/sdk/index.js";
import { useEffect, useMemo } from "preact/hooks";
import { announce } from "../../frame/announcer.ts";
import { useLoaded } from "../../load.ts";
import { words } from "../../messages/index.ts";
import { href, route } from "../../router.ts";
import { askQuota, canvass } from "../../session.ts";
import { Heading, Notice, Pause, Skeleton } from "../../ui/index.ts";
import { ORDERS, PER_PAGE, type State, queryOf, stateOf } from "./url_state.ts";
import { Empty, Paging } from "./Paging.tsx";
import { Rows } from "./Rows.tsx";
import { Tools } from "./Tools.tsx";
import { type News, beginVisit } from "./visits.ts";

export function SurveysScreen({ account }: { readonly account: string }) {
  const { surveys } = words.value;
  const state = stateOf(route.value.query);
  const visit = useMemo(() => beginVisit(account), [account]);
  const list = useLoaded((signal) => load(state, signal), [state.page, state.title, state.order]);
  const page = list.value;
  const news = useMemo(() => (page === undefined ? new Map<string, News>() : visit.newsOf(page.data)), [page]);
  useEffect(() => {
    if (page !== undefined) announce(words.peek().surveys.found(page.total));
  }, [page]);
  useEffect(() => window.scrollTo(0, 0), [state.page]);
  useAskedQuota(page !== undefined);
  return (
    <>
      <div class="head">
        <div>
          <Heading title={surveys.heading} />
          {visit.before !== null && page !== undefined && <Summary news={news} before={visit.before} isOfAll={page.isAll} />}
        </div>
        <Tools state={state} />
      </div>
      <div class="list" aria-busy={list.isLoading}>
        {list.error !== null ? (
          <Notice error={list.error} again={list.again} />
        ) : page === undefined || (page.data.length === 0 && list.isLoading) ? (
          <Skeleton rows={6} label={surveys.loading} />
        ) : page.data.length === 0 ? (
          <Empty state={page.state} />
        ) : (
          <>
            {list.isLoading && <Pause />}
            <Rows surveys={page.data} news={news} daysOf={visit.daysOf} />
          </>
        )}
        {page !== undefined && <Paging state={page.state} shown={page.data.length} total={page.total} urlOf={(to) => href("/surveys", queryOf({ ...state, page: to }))} />}
      </div>
    </>
  );
}

/** The gateway may have answered from its cache, and then the response says nothing of the quota. */
function useAskedQuota(isListed: boolean): void {
  useEffect(() => {
    if (!isListed) return;
    const leaving = new AbortController();
    void askQuota(leaving.signal);
    return () => leaving.abort();
  }, [isListed]);
}

/** A page of the list. */
interface Listed {
  /** What was asked for. The list stays while the next one is loading. */
  readonly state: State;
  readonly data: readonly SurveyRef[];
  readonly total: number;
  /** Whether the account has no other surveys. */
  readonly isAll: boolean;
}

async function load(state: State, signal: AbortSignal): Promise<Listed> {
  const { page, title, order } = state;
  const [sort_by, sort_order] = ORDERS[order];
  const include = ["response_count", "question_count", "date_created", "date_modified"] as const;
  const listed = await canvass.surveys.list({ page, per_page: PER_PAGE, title: title || undefined, sort_by, sort_order, include }, { signal });
  const total = listed.total ?? listed.data.length;
  return { state, data: listed.data, total, isAll: title === "" && listed.data.length === total };
}

interface SummaryProps {
  readonly news: ReadonlyMap<string, News>;
  readonly before: Date;
  /** Whether all surveys are listed. Of those that are not, nothing is known. */
  readonly isOfAll: boolean;
}

function Summary({ news, before, isOfAll }: SummaryProps) {
  const { surveys } = words.value;
  const counts = [...news.values()].map(({ responses }) => responses).filter((responses) => responses > 0);
  const responses = counts.reduce((sum, count) => sum + count, 0);
  if (responses === 0 && !isOfAll) return null;
  const newsOf = isOfAll ? surveys.news : surveys.newsHere;
  return (
    <p class="lead" id="news" title={surveys.since(before)}>
      {responses > 0 ? newsOf(responses, counts.length) : surveys.noNews}
    </p>
  );
}
