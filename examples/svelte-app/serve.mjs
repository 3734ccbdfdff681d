// Serves the folder dist/ from a local gateway with a local survey service. Data is stored in .canvass/.

import { startCanvass } from "@canvass/sdk/testing";

const world = await startCanvass({ site: "dist", data: ".canvass", port: Number(process.env.PORT ?? 8787) });
const { email, password } = world.people.find(({ key }) => key === "owner");
console.log(`Open ${world.origin}/ and sign in as ${email} with the password "${password}".`);

// The service ends with this program, and does not keep it running.
setInterval(() => {}, 2 ** 31 - 1);
