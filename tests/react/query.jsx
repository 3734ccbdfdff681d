// Parts that use TanStack Query with the SDK's options.

import { connectQueries, infiniteQueryOptions, mutationOptions, queryOptions } from "@canvass/sdk/query";
import { QueryClient, QueryClientProvider, useInfiniteQuery, useMutation, useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { canvass } from "./canvass.jsx";

const queryClient = new QueryClient();

function Survey() {
  const list = useInfiniteQuery(infiniteQueryOptions(canvass.surveys.list, { per_page: 2, sort_by: "title", sort_order: "ASC" }));
  const items = list.data?.pages.flatMap(({ data }) => data) ?? [];
  const survey_id = items[0]?.id;
  const user = useQuery(queryOptions(canvass.users.me));
  const first = useQuery({ ...queryOptions(canvass.surveys.get, { survey_id }), enabled: survey_id !== undefined });
  const rename = useMutation(mutationOptions(canvass.surveys.update));
  return (
    <div id="query">
      <p className="user">{user.data?.email}</p>
      <p className="first">{first.data?.title}</p>
      <p className="count">{`${items.length} ${list.hasNextPage}`}</p>
      <button className="more" onClick={() => list.fetchNextPage()}>More</button>
      <button className="rename" onClick={() => rename.mutate({ survey_id, title: "A query's title" })}>Rename</button>
    </div>
  );
}

function Connected() {
  useEffect(() => connectQueries(queryClient, canvass), []);
  return (
    <QueryClientProvider client={queryClient}>
      <Survey />
    </QueryClientProvider>
  );
}

export const query = { query: <Connected /> };
