// The results of a survey in two components, which share them.

import { eraseResults } from "@canvass/sdk/results";
import { useResults, useView } from "@canvass/sdk/react";
import { useState } from "react";
import { canvass } from "./canvass.jsx";

const SURVEY = "301000001";
const OTHER = "301000002";

function Held({ id }) {
  const [survey_id, chooseSurvey] = useState(SURVEY);
  const { status, results, state, error, refresh } = useResults({ canvass, survey_id });
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

export const results = { held: <Held id="held" />, again: <Held id="held-again" />, given: <Given /> };
