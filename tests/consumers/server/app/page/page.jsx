import { headers } from "next/headers";
import { who } from "../../who.mjs";

export default async function Page() {
  const { found } = await who({ headers: await headers() });
  return <output>{JSON.stringify(found)}</output>;
}
