// The messages about agents in the language of the console.

import { catalogue } from "../messages/language.ts";
import { en } from "./en.ts";

const words = catalogue(en, { de: () => import("./de.ts").then(({ de }) => de) });

/** The messages: read while drawing. */
export const t = () => words.value;
