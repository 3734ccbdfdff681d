// The console's entry: draws the frame once the language of the person has arrived.

import { draw } from "./draw.ts";
import { Frame } from "./frame/Frame.tsx";
import { preloadScreen } from "./frame/Screen.tsx";
import { keepShell } from "./frame/shell.ts";
import { applyTheme } from "./frame/theme.ts";
import { languageReady } from "./messages/language.ts";
import { followSession, openSession } from "./session.ts";

applyTheme();
const session = openSession();
preloadScreen();
followSession();
await languageReady();
draw(<Frame />, "app");
await session;
keepShell();
