// Parts that use the hooks in ways that are easy to get wrong.

import { createCanvass } from "@canvass/sdk";
import { useList, useOperation, useSession, useSuspenseList, useSuspenseOperation } from "@canvass/sdk/react";
import { Suspense, useState } from "react";
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

const suspended = (id, content) => (
  <p id={id}>
    <Boundary>
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
  anew: <Anew />,
  "anew-suspended": suspended("anew-suspended", <AnewSuspended />),
  "anew-among": suspended("anew-among", <><SameSuspended /><AnewSuspended /></>),
  "anew-twice": suspended("anew-twice", <><AnewSuspended /><AnewSuspended /></>),
  "inline-suspended": suspended("inline-suspended", <InlineSuspended />),
};
