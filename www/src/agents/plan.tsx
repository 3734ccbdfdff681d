// The page on which the user carries out what an agent has planned: agrees to an invitation, or exports responses.

import type { Account } from "/sdk/index.js";
import { useEffect, useRef, useState } from "preact/hooks";
import { draw } from "../draw.ts";
import { announcement } from "../frame/announcer.ts";
import { applyTheme } from "../frame/theme.ts";
import { languageReady } from "../messages/language.ts";
import { type ExportedSurvey, useExporting } from "../screens/export/exporting.ts";
import { ExportStages } from "../screens/export/index.tsx";
import { accountName, canvass, isSignedOut } from "../session.ts";
import { Button } from "../ui/Button.tsx";
import { type Fact, Facts } from "../ui/Facts.tsx";
import { Notice } from "../ui/Notice.tsx";
import { type Plan, agreeToPlan, showPlan } from "./gateway.ts";
import { SignInFirst } from "./SignInFirst.tsx";
import { Titled } from "./Titled.tsx";
import { t } from "./words.ts";

type Stage =
  | { readonly name: "loading" | "signed_out" }
  /** The current account has no such plan. Another account of the browser may have it. */
  | { readonly name: "gone"; readonly accounts: readonly Account[] }
  | { readonly name: "failed"; readonly error: unknown }
  | { readonly name: "shown"; readonly plan: Plan };

const ID = new URLSearchParams(location.search).get("plan") ?? "";

function PlanPage() {
  const [stage, setStage] = useState<Stage>({ name: "loading" });
  const loads = useRef(0);
  const load = () => {
    const own = (loads.current += 1);
    setStage({ name: "loading" });
    void loadPlan().then((stage) => own === loads.current && setStage(stage));
  };
  useEffect(load, []);
  // A plan that is shown stays: the gateway refuses what its account may not do.
  const isShown = stage.name === "shown";
  useEffect(() => (isShown ? undefined : canvass.onSessionChange(load)), [isShown]);
  return (
    <Titled title={titleOf(stage)} isLoading={stage.name === "loading"}>
      {stage.name === "signed_out" && <SignInFirst hint={t().signInFirst} />}
      {stage.name === "gone" && <Gone accounts={stage.accounts} />}
      {stage.name === "failed" && <Notice error={stage.error} again={load} />}
      {stage.name === "shown" && <Shown plan={stage.plan} onChange={(plan) => setStage({ name: "shown", plan })} onEnd={setStage} />}
    </Titled>
  );
}

function titleOf(stage: Stage): string {
  const m = t().plan;
  switch (stage.name) {
    case "loading":
      return t().loading;
    case "signed_out":
      return t().signIn;
    case "gone":
      return stage.accounts.length > 1 ? m.goneHere : m.gone;
    case "failed":
      return m.titleUnknown;
    case "shown":
      return m.title[stage.plan.kind] ?? m.titleUnknown;
  }
}

async function loadPlan(): Promise<Stage> {
  try {
    return { name: "shown", plan: await showPlan(ID) };
  } catch (error) {
    return afterError(error);
  }
}

async function afterError(error: unknown): Promise<Stage> {
  if (isSignedOut(error)) return { name: "signed_out" };
  const session = (error as { kind?: string }).kind === "not_found" ? await canvass.session().catch(() => null) : null;
  if (session === null) return { name: "failed", error };
  return session.signed_in ? { name: "gone", accounts: session.accounts } : { name: "signed_out" };
}

/** The browser's other accounts, one of which may have the plan. The change of account loads it. */
function Gone({ accounts }: { readonly accounts: readonly Account[] }) {
  const m = t().plan;
  const [error, setError] = useState<unknown>(null);
  const current = accounts.find(({ current }) => current);
  if (accounts.length < 2 || current === undefined) return <p class="message">{m.goneText}</p>;
  return (
    <>
      <p class="message">{m.goneHereText(accountName(current))}</p>
      {error !== null && <Notice error={error} />}
      <div class="actions">
        {accounts
          .filter(({ current }) => !current)
          .map((account) => (
            <Button key={account.id} onClick={() => void canvass.switchAccount({ account: account.id }).catch(setError)}>
              {m.openAs(accountName(account))}
            </Button>
          ))}
      </div>
      <p class="hint">{m.goneText}</p>
    </>
  );
}

interface ShownProps {
  readonly plan: Plan;
  readonly onChange: (plan: Plan) => void;
  /** The session or the plan has ended. The sign-in returns to the plan. */
  readonly onEnd: (stage: Stage) => void;
}

function Shown({ plan, onChange, onEnd }: ShownProps) {
  const m = t().plan;
  return (
    <>
      <p class="lead">{m.by(plan.agent)}</p>
      <Facts rows={[[m.survey, plan.what.survey && <strong>{plan.what.survey.title}</strong>], ...factsOf(plan)]} />
      {plan.kind === "invitation" && <Agreement plan={plan} onChange={onChange} onEnd={onEnd} />}
      {plan.kind === "export" && plan.what.survey && <Export what={plan.what} survey={plan.what.survey} onSignedOut={() => onEnd({ name: "signed_out" })} />}
      {(plan.kind === "survey" || plan.kind === "link") && <p class="message">{m.other}</p>}
    </>
  );
}

/** What the user must know before carrying out a plan. */
function factsOf({ kind, what }: Plan): readonly Fact[] {
  const m = t().plan;
  const { count } = t().format;
  const { emails = [], subject, text, responses = 0 } = what;
  switch (kind) {
    case "invitation":
      return [
        [`${m.recipients} (${count(emails.length)})`, <Recipients emails={emails} />],
        [m.subject, subject || m.serviceText],
        [m.text, <MailText text={text || m.serviceText} />],
      ];
    case "export":
      return [[m.responses, count(responses)]];
    default:
      return [];
  }
}

function Recipients({ emails }: { readonly emails: readonly string[] }) {
  return (
    <ul class="recipients">
      {emails.map((email) => (
        <li key={email}>{email}</li>
      ))}
    </ul>
  );
}

function MailText({ text }: { readonly text: string }) {
  return (
    <>
      <p class="mail-text">{text}</p>
      <p class="hint">{t().plan.below}</p>
    </>
  );
}

function Agreement({ plan, onChange, onEnd }: ShownProps) {
  const m = t().plan;
  const [error, setError] = useState<unknown>(null);
  const [isSending, setSending] = useState(false);
  if (plan.state === "running") return <p class="message">{m.running}</p>;
  if (plan.state !== "planned") return <p class="message good">{plan.state === "done" ? m.sent : m.agreed}</p>;
  const fail = async (failed: unknown) => {
    const stage = await afterError(failed);
    if (stage.name === "failed") setError(failed);
    else onEnd(stage);
  };
  const agree = () => {
    setSending(true);
    agreeToPlan(ID)
      .then(onChange, fail)
      .finally(() => setSending(false));
  };
  return (
    <>
      {error !== null && <Notice error={error} />}
      <div class="actions">
        <Button weight="primary" id="agree" disabled={isSending} onClick={agree}>
          {m.agree}
        </Button>
      </div>
    </>
  );
}

interface ExportProps {
  readonly what: Plan["what"];
  readonly survey: ExportedSurvey;
  readonly onSignedOut: () => void;
}

function Export({ what: { format, responses = 0 }, survey, onSignedOut }: ExportProps) {
  const exporting = useExporting(survey, format, onSignedOut);
  return (
    <>
      <ExportStages exporting={exporting} isEmpty={responses === 0} />
      <p class="visually-hidden" role="status">
        {announcement.value}
      </p>
    </>
  );
}

applyTheme();
await languageReady();
draw(<PlanPage />, "main");
