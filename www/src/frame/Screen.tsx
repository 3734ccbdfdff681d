// Which screen an address shows, and what is shown while or because none can be.

import { useEffect } from "preact/hooks";
import { lazily } from "../lazily.tsx";
import { words } from "../messages/index.ts";
import { href, route, surveyPath } from "../router.ts";
import { SurveysScreen } from "../screens/surveys/index.tsx";
import { failure, forgetFailure, mayKeep, openSession, session } from "../session.ts";
import { Heading, Notice, Skeleton } from "../ui/index.ts";

const HomeScreen = lazily(() => import("../screens/home/index.tsx").then((module) => module.HomeScreen));
const SurveyScreen = lazily(() => import("../screens/survey/index.tsx").then((module) => module.SurveyScreen));
const loadResults = () => import("../results/index.tsx").then((module) => module.Results);
const ResultsScreen = lazily(loadResults);
const AccountScreen = lazily(() => import("../screens/account/index.tsx").then((module) => module.AccountScreen));

/** Begins to load the screen of the address while it is unknown who is signed in. A failure shows when it is drawn. */
export function preloadScreen(): void {
  const [name, , view] = route.peek().parts;
  if (name === "surveys" && view === "results") loadResults().catch(() => {});
}

/** The screen of the address. */
export function Screen() {
  const [name, id, view, below] = route.value.parts;
  const path = [name, id, view].join("/");
  useEffect(() => window.scrollTo(0, 0), [path]);
  useEffect(() => {
    addEventListener("hashchange", leaveFailure);
    return () => removeEventListener("hashchange", leaveFailure);
  }, []);

  if (failure.value !== null) return <Failed {...failure.value} />;
  if (session.value === null) return <Loading />;
  if (!session.value.signed_in) return <HomeScreen ended={session.value.ended} />;
  // Nothing of one account stays on the screen, or goes on there, after a change to another: each key has the account.
  const { account, region } = session.value;
  if (name === "surveys" && id !== undefined && view === "results") {
    return <ResultsScreen key={`${account}/${id}`} survey_id={id} account={account} mayKeep={mayKeep(session.value)} />;
  }
  // The address of a response before it had its place among the results.
  if (name === "surveys" && id !== undefined && view === "responses" && below !== undefined) {
    return <Redirect to={href(surveyPath(id, "results"), { tab: "responses", response: below })} />;
  }
  if (name === "surveys" && id !== undefined) return <SurveyScreen key={`${account}/${id}`} survey_id={id} />;
  if (name === "surveys") return <SurveysScreen key={account} account={account} />;
  if (name === "account") return <AccountScreen key={account} region={region} />;
  return <Redirect to="#/surveys" />;
}

function Failed({ error, again }: { readonly error: unknown; readonly again: () => unknown }) {
  return (
    <>
      <Heading title="Canvass" hidden />
      <Notice error={error} again={() => void again()} />
    </>
  );
}

/** Another address shows its screen: what failed at the one before is not repeated. */
function leaveFailure(): void {
  if (failure.peek() === null) return;
  if (session.peek() === null) void openSession();
  else forgetFailure();
}

/** Goes on to another address. What is on the screen stays where it is until then. */
function Redirect({ to }: { readonly to: string }) {
  useEffect(() => location.replace(to), [to]);
  return <Loading />;
}

function Loading() {
  return <Skeleton rows={6} label={words.value.frame.loading} />;
}
