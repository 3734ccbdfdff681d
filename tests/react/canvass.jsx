// The client of the whole app.

import { createCanvass } from "@canvass/sdk";

export const canvass = createCanvass();
globalThis.canvass = canvass;
