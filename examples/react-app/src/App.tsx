import { useList, useOperation, useSession } from "@canvass/sdk/react";
import { canvass } from "./canvass";

export function App() {
  const { status, error, signIn, signOut } = useSession(canvass);
  switch (status) {
    case "loading":
      return <p>Loading</p>;
    case "failed":
      return <p role="alert">{error.message}</p>;
    case "signed_out":
      return (
        <button id="sign-in" onClick={() => signIn({ return_to: "/" })}>
          Sign in
        </button>
      );
    case "signed_in":
      return (
        <main>
          <Account />
          <button id="sign-out" onClick={() => signOut()}>
            Sign out
          </button>
          <Surveys />
        </main>
      );
  }
}

function Account() {
  const { data: user } = useOperation(canvass.users.me);
  return <p id="account">{user?.email}</p>;
}

function Surveys() {
  const { items, total, hasMore, loading, error, loadMore } = useList(canvass.surveys.list, { per_page: 4 });
  return (
    <section>
      <h1>Your surveys</h1>
      <ul>
        {items.map(({ id, title }) => (
          <li key={id}>{title}</li>
        ))}
      </ul>
      {error && <p role="alert">{error.message}</p>}
      <p id="count">{loading ? "Loading" : `${items.length} of ${total ?? items.length}`}</p>
      {hasMore && (
        <button id="more" disabled={loading} onClick={loadMore}>
          More
        </button>
      )}
    </section>
  );
}
