// Parts that use the hooks in ways that are easy to get wrong.

import { createCanvass } from "@canvass/sdk";
import { useList, useOperation, useResults, useSession, useSuspenseList, useSuspenseOperation } from "@canvass/sdk/react";
import { Suspense, useEffect, useState } from "react";
import { Boundary } from "./boundary.jsx";
import { canvass } from "./canvass.jsx";

/** The ids of the first two surveys, and which is chosen. */
function useChoice() {
  const { items } = useList(canvass.surveys.list, { per_page: 2 });
  const [at, choose] = useState(0);
  return { survey_id: items[at]?.id, next: <button className="next" onClick={() => choose(1)}>Next</button> };
}

function Inline() {
  const { survey_id, next } = useChoice();
  const { status, data, refresh } = useOperation((args, options) => canvass.surveys.get(args, options), survey_id !== undefined && { survey_id });
  return <p id="inline"><span className="text">{`${status} ${data?.title}`}</span> <button className="refresh" onClick={refresh}>Refresh</button>{next}</p>;
}

function Keyed() {
  const { survey_id, next } = useChoice();
  const { status, data } = useOperation(() => canvass.surveys.get({ survey_id }), survey_id === undefined ? false : undefined, { key: ["survey", survey_id] });
  return <p className="keyed"><span className="text">{`${status} ${data?.title}`}</span>{next}</p>;
}

function OwnClient() {
  const own = createCanvass();
  const { status } = useSession(own);
  const { items } = useList(own.surveys.list, { per_page: 2 });
  const { data } = useOperation(own.users.me);
  return <p id="own">{`${status} ${items.length} ${data?.email}`}</p>;
}

/** The clients have a `fetch` of their own, so their responses are not the same. */
function OwnFetch() {
  const own = createCanvass({ fetch: (request) => fetch(request) });
  const { data } = useOperation(own.users.me);
  return <p id="own-fetch">{data?.email}</p>;
}

let replaced = createCanvass();

/** A dev server replaces the client whenever its file is saved. */
function Saved() {
  const [saves, save] = useState(0);
  const { status } = useSession(replaced);
  const again = () => {
    replaced = createCanvass();
    save(saves + 1);
  };
  return <p id="saved"><span className="text">{`${status} ${saves}`}</span> <button onClick={again}>Save</button></p>;
}

const second = createCanvass();
globalThis.second = second;

/** Modules that create a client each: both clients have asked who is signed in. */
function TwoClients() {
  const { status } = useSession(canvass);
  const [isAsked, setAsked] = useState(false);
  useEffect(() => void second.session().then(() => setAsked(true)), []);
  const first = useOperation(canvass.users.me);
  const { data, error } = useOperation(second.surveys.list, isAsked && {});
  return <p id="two">{`${status} ${first.data?.email} ${data ? "surveys" : error?.kind}`}</p>;
}

/** Replaces its client by a new one, and closes the old one. */
function Closing() {
  const [first] = useState(createCanvass);
  const [own, replace] = useState(first);
  const { data, error } = useOperation(own.users.me, undefined, { staleTime: Infinity });
  const { status, results, state } = useResults({ canvass: own, survey_id: "301000001" });
  const [synced, setSynced] = useState("");
  const again = () => void own.close().then(() => replace(createCanvass()));
  const sync = () => void results.sync().then(() => setSynced("synced"), ({ message }) => setSynced(message));
  return (
    <p id="closing">
      <span className="text">{`${data?.email ?? error?.kind} ${status} ${synced}`.trim()}</span> <button className="again" onClick={again}>Again</button>
      <button className="sync" disabled={own === first || results === undefined} onClick={sync}>Sync</button>
    </p>
  );
}

function Joined({ of }) {
  return <span>{useResults({ canvass: of, survey_id: "301000001" }).status}</span>;
}

/** Shows the results of a client once more after it is closed. */
function Joining() {
  const [own] = useState(createCanvass);
  const [isClosed, setClosed] = useState(false);
  const close = () => void own.close().then(() => setClosed(true));
  return <p id="joining"><span className="text"><Joined of={own} />{isClosed && <> <Joined of={own} /></>}</span> <button onClick={close}>Close</button></p>;
}

let renders = 0;

function Anew() {
  const { status } = useList(canvass.surveys.list, { title: `${++renders}` });
  return <p id="anew-arguments">{status}</p>;
}

function AnewSuspended() {
  useSuspenseList(canvass.surveys.list, { title: `${++renders}` });
  return "shown";
}

function SameSuspended() {
  return useSuspenseList(canvass.surveys.list, { per_page: 2 }).items.length;
}

function InlineSuspended() {
  return useSuspenseOperation(() => canvass.users.me()).data.email;
}

const suspended = (id, content, slowParts) => (
  <p id={id}>
    <Boundary slowParts={slowParts}>
      <Suspense fallback="waiting">{content}</Suspense>
    </Boundary>
  </p>
);

export const mistakes = {
  inline: <Inline />,
  keyed: <><Keyed /><Keyed /></>,
  own: <OwnClient />,
  "own-fetch": <OwnFetch />,
  saved: <Saved />,
  two: <TwoClients />,
  closing: <Closing />,
  joining: <Joining />,
  anew: <Anew />,
  "anew-suspended": suspended("anew-suspended", <AnewSuspended />),
  "anew-slowly": suspended("anew-slowly", <AnewSuspended />, 90),
  "anew-among": suspended("anew-among", <><SameSuspended /><AnewSuspended /></>),
  "anew-twice": suspended("anew-twice", <><AnewSuspended /><AnewSuspended /></>),
  "inline-suspended": suspended("inline-suspended", <InlineSuspended />),
};
