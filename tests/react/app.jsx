// A small app with every hook, for the tests in tests/e2e/react*.test.mjs: `#…` says which of its parts are shown, beside
// who is signed in, or `#only,…` without that.

import { useList, useOperation, useSession } from "@canvass/sdk/react";
import { useEffect, useState } from "react";
import { cached } from "./cached.jsx";
import { canvass } from "./canvass.jsx";
import { chosen } from "./chosen.jsx";
import { components } from "./components.jsx";
import { mistakes } from "./mistakes.jsx";
import { query } from "./query.jsx";
import { results } from "./results.jsx";

function Who() {
  const { status, session, signIn, signOut, switchAccount, refresh } = useSession(canvass);
  const other = session?.accounts?.find(({ current }) => !current);
  useEffect(() => {
    window.refresh = refresh;
  }, [refresh]);
  return (
    <p>
      <span id="status">{status}</span>
      <button id="sign-in" onClick={() => signIn({ return_to: "/#me" })}>Sign in</button>
      <button id="sign-out" onClick={() => signOut()}>Sign out</button>
      {other && <button id="switch" onClick={() => switchAccount({ account: other.id })}>Switch</button>}
    </p>
  );
}

function Me({ id }) {
  const { status, data, error, loading, refresh } = useOperation(canvass.users.me, undefined, { retries: 0 });
  useEffect(() => {
    if (data && window.seen?.at(-1) !== data.email) (window.seen ??= []).push(data.email);
  });
  return (
    <p id={id}>
      <span className="status">{status}</span> <span className="email">{data?.email}</span>{" "}
      <span className="error">{error?.kind}</span> <span className="loading">{String(loading)}</span>
      <button onClick={refresh}>Again</button>
    </p>
  );
}

function Surveys() {
  const { items, total, hasMore, status, error, loading, loadMore, refresh } = useList(canvass.surveys.list, { per_page: 2 }, { retries: 0 });
  return (
    <div>
      <ul id="surveys">{items.map(({ id, title }) => <li key={id}>{title}</li>)}</ul>
      <p id="list">{`${status} ${items.length} of ${total ?? "?"} ${hasMore ? "more" : "all"} ${error?.kind ?? ""}`.trim()}</p>
      <button id="more" disabled={loading || !hasMore} onClick={loadMore}>More</button>
      <button id="anew" onClick={refresh}>Anew</button>
    </div>
  );
}

function Survey() {
  const [survey_id, choose] = useState();
  const { status, data } = useOperation(canvass.surveys.get, survey_id !== undefined && { survey_id });
  const { items } = useList(canvass.surveys.list);
  return (
    <div>
      <p id="survey">{`${status} ${data?.title ?? ""}`.trim()}</p>
      {items.map(({ id, title }) => <button key={id} onClick={() => choose(id)}>{title}</button>)}
    </div>
  );
}

function Callback() {
  const { completeSignIn } = useSession(canvass);
  const [error, failed] = useState();
  useEffect(() => {
    sessionStorage.asked = Number(sessionStorage.asked ?? 0) + 1;
    completeSignIn().then(({ return_to }) => location.replace(return_to), failed);
  }, [completeSignIn]);
  return <p id="callback">{error?.kind}</p>;
}

const PARTS = { who: <Who />, me: <Me id="me" />, twice: <Me id="again" />, surveys: <Surveys />, survey: <Survey />, ...cached, ...chosen, ...components, ...mistakes, ...query, ...results };

function Parts({ first }) {
  const [shown, show] = useState(first);
  useEffect(() => {
    const named = () => location.hash.slice(1).split(",").filter(Boolean);
    const changed = () => show(named()[0] === "only" ? named().slice(1) : ["who", ...named()]);
    changed();
    addEventListener("hashchange", changed);
    return () => removeEventListener("hashchange", changed);
  }, []);
  return shown.map((name) => <section key={name}>{PARTS[name]}</section>);
}

export function App({ callback = false }) {
  const bare = globalThis.location?.hash.startsWith("#only");
  return callback ? <Callback /> : <Parts first={bare ? [] : ["who", "me", "surveys"]} />;
}
