import { createCanvass } from "@canvass/sdk";
import { onScopeDispose, shallowRef } from "vue";

/** The SDK, one object for the whole app. */
export const canvass = createCanvass();

/** The session, and why it could not be loaded. It follows sign-ins and sign-outs in this tab and in others. */
export function useSession() {
  const session = shallowRef();
  const problem = shallowRef();
  const show = (changed) => (session.value = changed);
  onScopeDispose(canvass.onSessionChange(show));
  canvass.session().then(show, (error) => (problem.value = error.message));
  return { session, problem };
}
