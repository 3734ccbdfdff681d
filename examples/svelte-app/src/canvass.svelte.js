import { createCanvass } from "@canvass/sdk";

/** The SDK, one object for the whole app. */
export const canvass = createCanvass();

/** Who is signed in, and why that could not be loaded. It follows sign-ins and sign-outs in this tab and in others. */
export const user = $state({ session: undefined, problem: undefined });

/** Loads the session and follows it; returns the function that ends this. */
export function followSession() {
  const show = (session) => (user.session = session);
  canvass.session().then(show, (error) => (user.problem = error.message));
  return canvass.onSessionChange(show);
}
