// The callback page of a sign-in: completes it with the SDK, and continues at the page where it started.

import type { CanvassError } from "/sdk/index.js";
import { useEffect, useRef, useState } from "preact/hooks";
import { draw } from "./draw.ts";
import { applyTheme } from "./frame/theme.ts";
import { languageReady } from "./messages/language.ts";
import { words } from "./messages/index.ts";
import { canvass } from "./session.ts";
import { Button, ButtonLink, explain, kindOf } from "./ui/index.ts";

/**
 * Completes the sign-in. What failed because a part of the SDK did not arrive can be tried again: the callback has not
 * been used.
 */
async function complete(): Promise<void> {
  const { return_to } = await canvass.completeSignIn();
  location.replace(return_to || "/#/surveys");
}

function Callback({ error: first }: { readonly error: unknown }) {
  const [error, setError] = useState(first);
  /** Why the sign-in that led here could not be completed. */
  const [failed, setFailed] = useState(first);
  const [isLeaving, setLeaving] = useState(false);
  const [isSignedIn, setSignedIn] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const { title, text } = explain(error);
  const { cause } = error as Partial<CanvassError>;
  // Of the sign-in that was completed here: the error of another attempt does not have them.
  const { return_to = "/#/surveys", add = false } = failed as Partial<CanvassError>;
  // A new sign-in takes the place of this one, also if it fails.
  const canTryAgain = error === failed && (failed as Partial<CanvassError>).remedy?.action === "retry";
  const { callback, errors } = words.value;
  useEffect(() => {
    document.title = `${title} · Canvass`;
    heading.current?.focus();
  }, [error]);
  useEffect(() => {
    canvass.session().then(
      ({ signed_in }) => setSignedIn(signed_in),
      () => {},
    );
  }, []);
  const again = () => {
    setLeaving(true);
    canvass.signIn({ return_to, add }).catch(setError).finally(() => setLeaving(false));
  };
  const tryAgain = () => {
    setLeaving(true);
    complete().catch((error: unknown) => {
      setFailed(error);
      setError(error);
      setLeaving(false);
    });
  };
  return (
    <>
      <h1 tabIndex={-1} ref={heading}>
        {title}
      </h1>
      <p class="lead" data-kind={kindOf(error)}>
        {/* The gateway or the service could not be reached, which is no refusal. */}
        {kindOf(error) === "sign_in_failed" && cause !== undefined ? `${explain(cause).text} ${callback.startNew}` : text}
        {isSignedIn && ` ${callback.stillSignedIn}`}
      </p>
      <div class="actions">
        {canTryAgain && (
          <Button weight="primary" id="retry" disabled={isLeaving} onClick={tryAgain}>
            {errors.tryAgain}
          </Button>
        )}
        <Button weight={canTryAgain ? "quiet" : "primary"} id="again" disabled={isLeaving} onClick={again}>
          {errors.signInAgain}
        </Button>
        <ButtonLink weight="quiet" href={isSignedIn ? return_to : "/"}>
          {isSignedIn ? callback.continue : callback.start}
        </ButtonLink>
      </div>
    </>
  );
}

applyTheme();
try {
  await complete();
} catch (error) {
  await languageReady();
  draw(<Callback error={error} />, "main");
}
