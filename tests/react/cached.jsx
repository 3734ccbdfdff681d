// Parts that show the cache, writes, the quota and Suspense.

import { useList, useMutation, useOperation, useQuota, useSuspenseList, useSuspenseOperation } from "@canvass/sdk/react";
import { Suspense, useState } from "react";
import { Boundary } from "./boundary.jsx";
import { canvass } from "./canvass.jsx";

function Fresh() {
  const { data, loading } = useOperation(canvass.users.me, undefined, { staleTime: Infinity });
  return <p id="fresh">{`${data?.email} ${loading}`}</p>;
}

function Kept() {
  const { items } = useList(canvass.surveys.list, { per_page: 2 });
  const [at, choose] = useState(0);
  const survey_id = items[at]?.id;
  const { status, data, loading, isPrevious } = useOperation(canvass.surveys.get, survey_id !== undefined && { survey_id }, { keepPreviousData: true });
  return <p id="kept"><span>{`${status} ${data?.title} ${loading} ${isPrevious}`}</span><button onClick={() => choose(1)}>Next</button></p>;
}

function Rename() {
  const { items } = useList(canvass.surveys.list, { per_page: 2, sort_by: "title", sort_order: "ASC" });
  const { data: user } = useOperation(canvass.users.me);
  const [told, tell] = useState("");
  const onSuccess = ({ title }, { survey_id }) => tell(`${title} ${survey_id === items[0].id}`);
  const { status, data, error, mutate, reset } = useMutation(canvass.surveys.update, { onSuccess, onError: (error) => tell(`on ${error.kind}`) });
  const rename = (title) => () => mutate({ survey_id: items[0].id, title });
  return (
    <div id="rename">
      <p className="first">{items[0]?.title}</p>
      <p className="state">{`${status} ${data?.title} ${error?.kind}`}</p>
      <p className="told">{told}</p>
      <p className="user">{user?.email}</p>
      <button className="good" onClick={rename("A first title")}>Rename</button>
      <button className="bad" onClick={rename(7)}>Fail</button>
      <button className="reset" onClick={reset}>Reset</button>
    </div>
  );
}

function Pages() {
  const { items, error, loadMore } = useList(canvass.surveys.list, { per_page: 2 }, { staleTime: Infinity });
  const ids = new Set(items.map(({ id }) => id));
  const more = () => loadMore().then(() => (window.loads = (window.loads ?? 0) + 1));
  return <p id="pages"><span>{`${ids.size} ${error?.name}${items.length > ids.size ? " twice" : ""}`}</span><button onClick={more}>More</button></p>;
}

function Remaining() {
  const quota = useQuota(canvass);
  return <p id="quota">{quota === undefined ? "unknown" : String(quota.minute.remaining)}</p>;
}

function User() {
  const { data, loading, refresh } = useSuspenseOperation(canvass.users.me, undefined, { retries: 0 });
  return <span><span className="email">{data.email}</span> <span className="loading">{String(loading)}</span><button onClick={refresh}>Refresh</button></span>;
}

function Titles() {
  const { items, total, hasMore, loadMore } = useSuspenseList(canvass.surveys.list, { per_page: 2 }, { staleTime: Infinity });
  return <span><span className="count">{items.length}</span> <span className="total">{total}</span>{hasMore && <button className="more" onClick={loadMore}>More</button>}</span>;
}

const Suspended = () => (
  <div id="suspended">
    <Boundary>
      <Suspense fallback={<span className="waiting">waiting</span>}>
        <User />
        <Titles />
      </Suspense>
    </Boundary>
  </div>
);

const SlowlyFailed = () => (
  <p id="slowly-failed">
    <Boundary slowParts={30}>
      <Suspense fallback="waiting">
        <User />
      </Suspense>
    </Boundary>
  </p>
);

export const cached = { fresh: <Fresh />, kept: <Kept />, pages: <Pages />, rename: <Rename />, quota: <Remaining />, suspended: <Suspended />, "slowly-failed": <SlowlyFailed /> };
