// The account menu shows why an action failed, unless the person has closed the window of the sign-in.

import { Fragment, type ReactElement, createElement, useEffect, useId, useRef, useState } from "react";
import type { Account, Client, SignInOptions } from "../client.js";
import { type Entry, Menu } from "./menu.js";
import { useSession } from "./session.js";

/** The texts of the menu, for other languages than English. */
export interface AccountLabels {
  /** The name of the menu; "Accounts" if not given. */
  readonly menu?: string | undefined;
  /** An account without a name; "Account 2" if not given. */
  readonly account?: ((number: number) => string) | undefined;
  /** "Add an account" if not given. */
  readonly add?: string | undefined;
  /** "Sign out" if not given. */
  readonly signOut?: string | undefined;
  /** "Sign out of all accounts" if not given. */
  readonly signOutAll?: string | undefined;
}

/** The client if no `CanvassProvider` gives it, how to add an account, texts and classes. */
export interface AccountButtonProps {
  /** The client; by default that of the `CanvassProvider` above. */
  readonly canvass?: Client | undefined;
  /** Options of the sign-in that adds an account. */
  readonly signIn?: Omit<SignInOptions, "add" | "signal"> | undefined;
  /** The texts, for other languages. */
  readonly labels?: AccountLabels | undefined;
  /** Called if an action fails. Without it, the message follows the button. */
  readonly onError?: ((error: Error) => void) | undefined;
  /** Id of the button. */
  readonly id?: string | undefined;
  /** Class of the button. */
  readonly className?: string | undefined;
  /** Class of the menu. */
  readonly menuClassName?: string | undefined;
}

/**
 * A button with the name of the current account. It opens a menu to switch the account, to add one and to sign out. It
 * shows nothing while no user is signed in, and has no style of its own. The keys are those of the menu button pattern:
 * arrows, Home, End, letters, Escape and Tab.
 */
export function AccountButton(props: AccountButtonProps): ReactElement | null {
  const { canvass, labels = {}, onError, id, className, menuClassName } = props;
  const { session, signIn, signOut, switchAccount } = useSession(canvass);
  /** Which entry of the menu has the focus when it opens; undefined while it is closed. */
  const [opened, setOpened] = useState<"first" | "last" | undefined>(undefined);
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const button = useRef<HTMLElement | null>(null);
  const menuId = useId();
  const isSignedIn = session?.signed_in === true;
  useEffect(() => {
    if (!isSignedIn) setOpened(undefined);
  }, [isSignedIn]);
  if (!isSignedIn) return null;

  const close = (hasFocus: boolean) => {
    setOpened(undefined);
    if (hasFocus) button.current?.focus();
  };
  const entry = (label: string, action: () => Promise<void>, isChecked?: boolean): Entry => ({
    label,
    isChecked,
    async choose() {
      close(true);
      setProblem(undefined);
      try {
        await action();
      } catch (error) {
        if ((error as { kind?: unknown }).kind === "popup_closed") return;
        if (onError === undefined) setProblem((error as Error).message);
        else onError(error as Error);
      }
    },
  });
  const { accounts } = session;
  const name = (account: Account) => nameOf(account) ?? (labels.account ?? ((number) => `Account ${number}`))(accounts.indexOf(account) + 1);
  const current = accounts.find(({ current }) => current) ?? accounts[0];
  const entries = [
    ...accounts.map((account) => entry(name(account), async () => (account.current ? undefined : switchAccount({ account: account.id })), account.current)),
    entry(labels.add ?? "Add an account", () => signIn({ ...props.signIn, add: true })),
    entry(labels.signOut ?? "Sign out", () => signOut()),
    ...(accounts.length > 1 ? [entry(labels.signOutAll ?? "Sign out of all accounts", () => signOut({ all: true }))] : []),
  ];
  const trigger = {
    ref: button,
    type: "button",
    id,
    className,
    "aria-haspopup": "menu",
    "aria-expanded": opened !== undefined,
    "aria-controls": opened === undefined ? undefined : menuId,
    onClick: () => setOpened(opened === undefined ? "first" : undefined),
    onKeyDown(event: KeyboardEvent) {
      if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
      event.preventDefault();
      setOpened(event.key === "ArrowDown" ? "first" : "last");
    },
  };
  const menu = { id: menuId, label: labels.menu ?? "Accounts", className: menuClassName, entries, first: opened ?? "first", opener: button, close };
  return createElement(
    Fragment,
    null,
    createElement("button", trigger, current === undefined ? "" : name(current)),
    opened === undefined ? null : createElement(Menu, menu),
    problem === undefined ? null : createElement("span", { role: "alert" }, problem),
  );
}

/** How a person knows an account; undefined if the service has reported nothing. */
function nameOf({ name, email, username }: Account): string | undefined {
  return name || email || username || undefined;
}
