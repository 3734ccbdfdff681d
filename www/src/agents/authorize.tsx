// The page on which the user decides whether a program may work for them. The decision is sent by this page and not by
// a form, because a form could not lead on to the program.

import { useEffect, useState } from "preact/hooks";
import { draw } from "../draw.ts";
import { applyTheme } from "../frame/theme.ts";
import { languageReady } from "../messages/language.ts";
import { accountName, canvass, isSignedOut } from "../session.ts";
import { Button, ButtonLink } from "../ui/Button.tsx";
import { Facts } from "../ui/Facts.tsx";
import { Notice } from "../ui/Notice.tsx";
import { type Asked, ask, decide } from "./gateway.ts";
import { SignInFirst } from "./SignInFirst.tsx";
import { Titled } from "./Titled.tsx";
import { t } from "./words.ts";

type Described = Extract<Asked, { name: string }>;
type Stage =
  | { readonly name: "loading" | "signed_out" }
  | { readonly name: "problem"; readonly problem: Extract<Asked, { problem: unknown }>["problem"] }
  | { readonly name: "failed"; readonly error: unknown }
  | { readonly name: "asked"; readonly asked: Described; readonly account: Shown }
  | { readonly name: "left"; readonly address: string; readonly isDecided: boolean };

/** The account for which the person decides: its id, and what it is called. */
interface Shown {
  readonly id: string;
  readonly name: string;
}

const QUERY = location.search.slice(1);

/** The permission that all others need. */
const SEEING = "surveys.read";

function Authorize() {
  const [stage, setStage] = useState<Stage>({ name: "loading" });
  const load = () => {
    setStage({ name: "loading" });
    describe().then(setStage, (error: unknown) => setStage(afterError(error)));
  };
  useEffect(load, []);
  return (
    <Titled title={titleOf(stage)} isLoading={stage.name === "loading"}>
      {stage.name === "signed_out" && <SignInFirst hint={t().signInFirst} />}
      {stage.name === "problem" && <p class="message bad">{t().authorize.problems[stage.problem]}</p>}
      {stage.name === "failed" && <Notice error={stage.error} again={load} />}
      {stage.name === "asked" && <Question asked={stage.asked} account={stage.account} onEnd={setStage} />}
      {stage.name === "left" && <Left address={stage.address} isDecided={stage.isDecided} />}
    </Titled>
  );
}

function titleOf(stage: Stage): string {
  const m = t().authorize;
  switch (stage.name) {
    case "asked":
      return m.title(stage.asked.name);
    case "problem":
      return m.problem;
    case "left":
      return m.left[stage.isDecided ? outcomeOf(stage.address) : "failed"];
    default:
      return m.titleUnknown;
  }
}

/** What an address says to the program: a code connects it. */
function outcomeOf(address: string): "connected" | "refused" | "failed" {
  const query = new URL(address).searchParams;
  return query.has("code") ? "connected" : query.get("error") === "access_denied" ? "refused" : "failed";
}

/**
 * What is left on the screen: the address of a program on this computer opens the program and leaves the page as it is.
 */
function Left({ address, isDecided }: { readonly address: string; readonly isDecided: boolean }) {
  const m = t().authorize;
  return (
    <>
      <p class="lead">{isDecided ? m.leftText : m.wrongText(new URL(address).host)}</p>
      <div class="actions">
        <ButtonLink id="back" href={address}>
          {m.back}
        </ButtonLink>
      </div>
    </>
  );
}

async function describe(): Promise<Stage> {
  const session = await canvass.session();
  if (!session.signed_in) return { name: "signed_out" };
  const current = session.accounts.find(({ current }) => current);
  return stageOf(await ask(QUERY), { id: session.account, name: current ? accountName(current) : session.account });
}

/**
 * Shows an answer. An address is gone to when the person has decided, because any page can lead here with a wrong
 * request.
 */
function stageOf(asked: Asked, account: Shown): Stage {
  if ("problem" in asked) return { name: "problem", problem: asked.problem };
  if ("name" in asked) return { name: "asked", asked, account };
  return { name: "left", address: asked.location, isDecided: false };
}

/** Goes where the answer to a decision leads, or shows it. */
function after(asked: Asked, account: Shown): Stage {
  const stage = stageOf(asked, account);
  if (stage.name !== "left") return stage;
  location.assign(stage.address);
  return { ...stage, isDecided: true };
}

function afterError(error: unknown): Stage {
  return isSignedOut(error) ? { name: "signed_out" } : { name: "failed", error };
}

interface QuestionProps {
  readonly asked: Described;
  readonly account: Shown;
  readonly onEnd: (stage: Stage) => void;
}

function Question({ asked, account, onEnd }: QuestionProps) {
  const m = t().authorize;
  // Reading that was asked for is chosen. Writing and sending must be chosen by the person.
  const [picked, setPicked] = useState<readonly string[]>(asked.asked.filter((scope) => scope.endsWith(".read")));
  // Nothing works without seeing surveys.
  const isNeeded = picked.some((scope) => scope !== SEEING);
  const chosen = isNeeded ? [...new Set([SEEING, ...picked])] : picked;
  const [isSending, setSending] = useState(false);
  const [error, setError] = useState<unknown>(null);
  // What is chosen stays if the decision could not be sent.
  const fail = (failed: unknown) => (isSignedOut(failed) ? onEnd({ name: "signed_out" }) : setError(failed));
  const end = (allow: boolean) => {
    setError(null);
    setSending(true);
    decide(QUERY, account.id, allow, allow ? chosen : [])
      .then((next) => onEnd(after(next, account)), fail)
      .finally(() => setSending(false));
  };
  return (
    <>
      <p class="lead">{m.lead(asked.name, account.name)}</p>
      <Facts
        rows={[
          [m.maker, asked.host === null ? m.unproven : <strong>{asked.host}</strong>],
          [m.answered, <ReturnTo asked={asked} />],
        ]}
      />
      {asked.local && <p class="message">{m.localWarning}</p>}
      <fieldset class="agent-scopes">
        <legend>{m.mayDo}</legend>
        {asked.scopes.map((scope) => {
          const [name, text] = m.scopes[scope] ?? [scope, ""];
          const toggle = () => setPicked(picked.includes(scope) ? picked.filter((other) => other !== scope) : [...picked, scope]);
          return (
            <label key={scope}>
              <input type="checkbox" name="scope" value={scope} checked={chosen.includes(scope)} disabled={isNeeded && scope === SEEING} onChange={toggle} />
              <span>
                <strong>{name}</strong>
                <span class="hint">{text}</span>
              </span>
            </label>
          );
        })}
      </fieldset>
      <p class="hint">
        {m.duration(asked.days)} {m.token}
      </p>
      {error !== null && <Notice error={error} />}
      <div class="actions">
        <Button weight="primary" id="connect" disabled={isSending || chosen.length === 0} onClick={() => end(true)}>
          {m.connect}
        </Button>
        <Button id="refuse" disabled={isSending} onClick={() => end(false)}>
          {m.refuse}
        </Button>
      </div>
      {chosen.length === 0 && <p class="hint">{m.none}</p>}
    </>
  );
}

function ReturnTo({ asked }: { readonly asked: Described }) {
  return (
    <>
      <strong>{asked.redirect}</strong>
      {asked.local && `, ${t().authorize.local}`}
    </>
  );
}

applyTheme();
await languageReady();
draw(<Authorize />, "main");
