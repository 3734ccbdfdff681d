// A program without a page: a token of its own, and the address that came with it.

import { createCanvass } from "@canvass/sdk";
import { report } from "./report.js";

export async function answer(url) {
  const { token, access_url } = Object.fromEntries(new URL(url).searchParams);
  try {
    return Response.json(await report(createCanvass({ token, access_url })));
  } catch (error) {
    return Response.json(`${error.stack} ${error.cause ?? ""}`);
  }
}
