// Parts in which a person goes through resources faster than responses come.

import { useList, useOperation, useSuspenseOperation } from "@canvass/sdk/react";
import { Suspense, useEffect, useState } from "react";
import { Boundary } from "./boundary.jsx";
import { canvass } from "./canvass.jsx";

function Row({ survey_id, choose }) {
  const { status } = useOperation(canvass.surveys.get, { survey_id });
  return <button className={status} onClick={() => choose(survey_id)}>{survey_id}</button>;
}

function Details({ survey_id, staleTime }) {
  const { data } = useOperation(canvass.surveys.get, survey_id !== undefined && { survey_id }, { staleTime });
  return <p className="shown">{data?.id}</p>;
}

/** Each row has loaded what the details show. */
function Rows() {
  const { items } = useList(canvass.surveys.list);
  const [survey_id, choose] = useState();
  return (
    <div id="rows">
      {items.map(({ id }) => <Row key={id} survey_id={id} choose={choose} />)}
      <Details survey_id={survey_id} />
    </div>
  );
}

function Pager() {
  const { items } = useList(canvass.surveys.list);
  const [at, choose] = useState(0);
  return (
    <div id="pager">
      <button className="back" onClick={() => choose(at - 1)}>Back</button>
      <button className="next" onClick={() => choose(at + 1)}>Next</button>
      <p className="wanted">{items[at]?.id}</p>
      <Details survey_id={items[at]?.id} staleTime={Infinity} />
    </div>
  );
}

/** What ends the load of each number. */
const answers = new Map();
globalThis.answer = (number) => answers.get(number)();

function Slow({ number }) {
  const load = () => new Promise((done) => answers.set(number, () => done(number)));
  return useSuspenseOperation(load, undefined, { key: ["slow", number] }).data;
}

function Impatient() {
  const [number, choose] = useState(0);
  useEffect(() => {
    globalThis.choose = choose;
  }, []);
  return (
    <p id="impatient">
      <Boundary>
        <Suspense fallback="waiting">
          <Slow number={number} />
        </Suspense>
      </Boundary>
    </p>
  );
}

export const chosen = { rows: <Rows />, pager: <Pager />, impatient: <Impatient /> };
