import { createCanvass } from "@canvass/sdk";

/**
 * The SDK, one object for the whole app: components that request the same share one call. The compiler refuses
 * operations that need other scopes than these.
 */
export const canvass = createCanvass<"users_read" | "surveys_read">();
