// The client of an app with a dev server. The test writes the gateway's origin, or none if the dev server is a proxy.

import { createCanvass } from "@canvass/sdk";
import { gateway } from "./gateway.js";

export const canvass = createCanvass({ gateway });
