import { cookies, headers } from "next/headers";
import { create } from "../../who.mjs";

async function action() {
  "use server";
  const store = await cookies();
  for (const cookie of await create({ headers: await headers() }, "Of an action")) store.set(cookie);
}

export default function Page() {
  return (
    <form action={action}>
      <button>Create</button>
    </form>
  );
}
