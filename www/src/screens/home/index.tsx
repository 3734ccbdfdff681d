// The start page of who is not signed in: what Canvass is, and the demo people of a local service.

import { useState } from "preact/hooks";
import { useLoaded } from "../../load.ts";
import { words } from "../../messages/index.ts";
import { signIn } from "../../session.ts";
import { Button, ButtonLink, Heading, Notice } from "../../ui/index.ts";
import { DemoWorld } from "./DemoWorld.tsx";
import { askSandbox } from "./sandbox.ts";

export function HomeScreen({ ended }: { readonly ended?: string | null | undefined }) {
  const { home, permissionsHint } = words.value;
  const { value: world } = useLoaded(askSandbox, []);
  return (
    <>
      {ended && <Notice error={{ kind: "signed_out", ended, remedy: { action: "none" } }} />}
      <section class="hero">
        <div class="pitch">
          <Heading title={home.heading} />
          <p class="lead">{home.lead}</p>
          <div class="actions">
            <SignInButton />
            <ButtonLink weight="quiet" href="/pricing/">
              {home.plans}
            </ButtonLink>
          </div>
          <p class="hint" id="permissions-hint">
            {permissionsHint}
          </p>
        </div>
        <Joined />
      </section>
      {world && <DemoWorld world={world} />}
    </>
  );
}

/** An illustration of an export: ids become questions and answers. */
function Joined() {
  return (
    <div class="joined" aria-hidden="true">
      {words.value.home.joined.map(([question, answer, id]) => (
        <div key={id}>
          <span class="asked-for">{question}</span>
          <strong>{answer}</strong>
          <code>{id}</code>
        </div>
      ))}
    </div>
  );
}

function SignInButton() {
  const [isLeaving, setLeaving] = useState(false);
  const begin = () => {
    setLeaving(true);
    void signIn().finally(() => setLeaving(false));
  };
  return (
    <Button weight="primary" id="sign-in" disabled={isLeaving} onClick={begin}>
      {words.value.home.signIn}
    </Button>
  );
}
