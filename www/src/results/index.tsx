// The results screen as the console opens it: with its client, and the SDK's results loaded when they are first needed.

import type { ResultsClient, ResultsOptions } from "/sdk/results.js";
import { canvass } from "../session.ts";
import { SurveyViews } from "../screens/survey/Views.tsx";
import { ResultsScreen } from "./components/ResultsScreen.tsx";
import type { Canvass, Open } from "./workbench.ts";

const loadSdk = () => import("/sdk/results.js");

/**
 * The SDK's entry for results, which the first screen of the console does not load, arrives together with this screen.
 */
const arriving = loadSdk();
arriving.catch(() => {});

const openResults: Open = async (client, options) => {
  const sdk = await arriving.catch(loadSdk);
  return sdk.openResults(client as unknown as ResultsClient, options as ResultsOptions);
};

interface ResultsProps {
  readonly survey_id: string;
  /** The account whose answers these are. */
  readonly account: string | null;
  /** False where the operator forbids keeping answers on devices. */
  readonly mayKeep: boolean;
}

/** The results of a survey. Give it a `key` of account and survey. */
export function Results({ survey_id, account, mayKeep }: ResultsProps) {
  return (
    <>
      <SurveyViews survey_id={survey_id} current="results" />
      <ResultsScreen canvass={canvass as unknown as Canvass} survey_id={survey_id} account={account} mayKeep={mayKeep} open={openResults} />
    </>
  );
}

