// The way to the sign-in and back to this page.

import { useState } from "preact/hooks";
import { canvass } from "../session.ts";
import { Button } from "../ui/Button.tsx";
import { Notice } from "../ui/Notice.tsx";
import { t } from "./words.ts";

export function SignInFirst({ hint }: { readonly hint: string }) {
  const [error, setError] = useState<unknown>(null);
  const [isLeaving, setLeaving] = useState(false);
  const signIn = () => {
    setLeaving(true);
    canvass
      .signIn({ return_to: `${location.pathname}${location.search}` })
      .catch(setError)
      .finally(() => setLeaving(false));
  };
  return (
    <>
      <p class="lead">{hint}</p>
      {error !== null && <Notice error={error} />}
      <div class="actions">
        <Button weight="primary" id="sign-in" disabled={isLeaving} onClick={signIn}>
          {t().signIn}
        </Button>
      </div>
    </>
  );
}
