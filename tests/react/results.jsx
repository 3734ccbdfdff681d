// The results of a survey in two components, which share them.

import { eraseResults } from "@canvass/sdk/results";
import { useResults, useView } from "@canvass/sdk/react";
import * as React from "react";
import { useState } from "react";
import { canvass } from "./canvass.jsx";

const SURVEY = "301000001";
const OTHER = "301000002";

function Held({ id }) {
  const [survey_id, chooseSurvey] = useState(SURVEY);
  const [design, setDesign] = useState();
  const { status, results, state, error, refresh } = useResults({ canvass, survey_id, design });
  const [rule, choose] = useState();
  const { data, loading } = useView(results, rule, (view) => view.count());
  globalThis.held = results;
  return (
    <p id={id}>
      <span className="status">{status}</span> <span className="held">{state?.held}</span> <span className="count">{loading ? "" : data?.count}</span>
      <span className="error">{error?.message}</span>
      <button className="sync" onClick={() => results.sync()}>Sync</button>
      <button className="refresh" onClick={refresh}>Refresh</button>
      <button className="other" onClick={() => chooseSurvey(OTHER)}>Other</button>
      <button className="design" onClick={async () => setDesign(await canvass.surveys.details({ survey_id }))}>{design?.id}</button>
      <button className="erase" onClick={() => eraseResults()}>Erase</button>
      <button className="completed" onClick={() => choose({ status: ["completed"] })}>Completed</button>
    </p>
  );
}

function Given() {
  const [results, open] = useState();
  return results ? <GivenResults results={results} /> : <button id="open" onClick={() => open(globalThis.held)}>Open</button>;
}

function GivenResults({ results }) {
  const { status, state } = useResults(results);
  return <p id="given">{`${status} ${state.held}`}</p>;
}

/** An analysis that fails before it returns a promise. */
function Broken() {
  const { results } = useResults({ canvass, survey_id: SURVEY });
  const [isBroken, breakIt] = useState(true);
  const ask = (view) => {
    if (isBroken) throw new Error("no such analysis");
    return view.count();
  };
  const { data, error, loading } = useView(results, undefined, ask, isBroken);
  return <p id="broken"><span>{`${data?.all} ${error?.message} ${loading}`}</span><button onClick={() => breakIt(false)}>Mend</button></p>;
}

/** Names the same results twice, with the options in another order. */
function Orders() {
  const one = useResults({ canvass, survey_id: SURVEY, timeZone: "UTC" });
  const other = useResults({ timeZone: "UTC", survey_id: SURVEY, canvass });
  return <p id="orders">{`${one.status} ${other.status} ${one.results === other.results}`}</p>;
}

/** Hides its results and shows them again, without a new state: React 18 cannot do so. */
function Hiding() {
  const [isHidden, hide] = useState(false);
  const { Activity = ({ children }) => children } = React;
  return (
    <div>
      <button id="hide" onClick={() => hide(!isHidden)}>{isHidden ? "Show" : "Hide"}</button>
      <Activity mode={isHidden ? "hidden" : "visible"}><Held id="held" /></Activity>
    </div>
  );
}

export const results = { held: <Held id="held" />, again: <Held id="held-again" />, given: <Given />, broken: <Broken />, hiding: <Hiding />, orders: <Orders /> };
