// The server of an app on the gateway's host: who is signed in in the browser that sent a request.

import { sessionOf } from "@canvass/sdk/server";

const options = { gateway: process.env.GATEWAY };

/** What is known of the sender; with a session, the account's surveys are counted. */
export async function who(request) {
  const { status, session, canvass, apply } = await sessionOf(request, options);
  const surveys = status === "signed_in" ? (await canvass.surveys.list()).total : null;
  return { found: { status, account: session?.account ?? null, surveys }, apply };
}

/** The same as a response, which brings the browser the gateway's cookies. */
export async function answer(request) {
  const { found, apply } = await who(request);
  return apply(Response.json(found));
}

/** Creates a survey if the request may write; returns the gateway's cookies. */
export async function create(request, title) {
  const { canvass, cookies } = await sessionOf(request, options);
  await canvass.surveys.create({ title });
  return cookies();
}
