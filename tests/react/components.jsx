// The components, below a provider.

import { AccountButton, CanvassProvider, SignInButton, SignedIn, SignedOut, useCanvass, useOperation, useSession } from "@canvass/sdk/react";
import { canvass } from "./canvass.jsx";

function Email() {
  const { data } = useOperation(useCanvass().users.me);
  return <p id="email">{data?.email}</p>;
}

function Page() {
  return (
    <CanvassProvider canvass={canvass}>
      <SignedOut>
        <p id="nobody">Nobody</p>
        <SignInButton id="enter" return_to="/#only,page" />
      </SignedOut>
      <SignedIn>
        <Email />
        <AccountButton id="account" signIn={{ return_to: "/#only,page" }} />
        <button id="beside">Beside</button>
      </SignedIn>
    </CanvassProvider>
  );
}

function Region() {
  const { status, session } = useSession();
  return <p id="provided">{`${status} ${session?.region}`}</p>;
}

/** What a server knew, which differs from what the gateway says. */
const session = { signed_in: true, region: "eu", account: "a", accounts: [{ id: "a", region: "eu", current: true }] };

const Provided = () => (
  <CanvassProvider canvass={canvass} session={session}>
    <Region />
  </CanvassProvider>
);

/** Text that a person has typed is lost if the session's children are removed. */
const Typed = () => (
  <CanvassProvider canvass={canvass} session={session}>
    <Region />
    <SignedIn>
      <input id="typed" />
      <AccountButton id="known" />
    </SignedIn>
    <SignedOut>
      <p id="nobody">Nobody</p>
    </SignedOut>
  </CanvassProvider>
);

export const components = { page: <Page />, provided: <Provided />, typed: <Typed /> };
