// Components that depend on the session show nothing until it is known.

import { Fragment, type ReactElement, type ReactNode, createElement, useState } from "react";
import type { Client, SignInOptions } from "../client.js";
import { isCanvassError } from "../errors.js";
import { useProvided } from "./provider.js";
import { useSession } from "./session.js";

/** What `SignedIn` and `SignedOut` show, and the client, if no `CanvassProvider` gives it. */
export interface SessionGateProps {
  /** The client; by default that of the `CanvassProvider` above. */
  readonly canvass?: Client | undefined;
  /** What is shown. */
  readonly children?: ReactNode;
}

/**
 * Shows its children while a user is signed in. While the session is being loaded, it shows nothing. If a later load
 * fails, the session before counts, so that the children keep their state.
 */
export function SignedIn({ canvass, children }: SessionGateProps): ReactElement | null {
  const { session } = useSession(canvass);
  return session?.signed_in === true ? createElement(Fragment, null, children) : null;
}

/** Shows its children while no user is signed in, and nothing while the session is being loaded. */
export function SignedOut({ canvass, children }: SessionGateProps): ReactElement | null {
  const { session } = useSession(canvass);
  return session?.signed_in === false ? createElement(Fragment, null, children) : null;
}

/** How to sign in, the client if no `CanvassProvider` gives it, and how the button looks. */
export interface SignInButtonProps extends Omit<SignInOptions, "signal"> {
  /** The client; by default that of the `CanvassProvider` above. */
  readonly canvass?: Client | undefined;
  /**
   * Called if the sign-in fails, with other errors than that the user closed the window. Without it, a message follows
   * the button.
   */
  readonly onError?: ((error: Error) => void) | undefined;
  /** Id of the button. */
  readonly id?: string | undefined;
  /** Class of the button. */
  readonly className?: string | undefined;
  /** The text of the button; "Sign in" if not given. */
  readonly children?: ReactNode;
}

/** A button that starts a sign-in. It has no style of its own. */
export function SignInButton({ canvass, onError, id, className, children = "Sign in", ...options }: SignInButtonProps): ReactElement {
  const { canvass: client } = useProvided(canvass, "SignInButton");
  const { signIn } = useSession(client);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const onClick = async () => {
    setBusy(true);
    setProblem(undefined);
    try {
      await signIn(options);
    } catch (error) {
      if (isCanvassError(error) && error.kind === "popup_closed") return;
      if (onError === undefined) setProblem((error as Error).message);
      else onError(error as Error);
    } finally {
      setBusy(false);
    }
  };
  const button = createElement("button", { type: "button", id, className, disabled: isBusy, "aria-busy": isBusy, onClick }, children);
  return createElement(Fragment, null, button, problem === undefined ? null : createElement("span", { role: "alert" }, problem));
}
