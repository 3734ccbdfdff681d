// The messages of the frame and of the screens. A part of the console that is loaded later has a catalogue of its own.

import { en } from "./en.ts";
import { catalogue } from "./language.ts";

/** The messages in the language of the console: read `words.value` while drawing. */
export const words = catalogue(en, { de: () => import("./de.ts").then(({ de }) => de) });
