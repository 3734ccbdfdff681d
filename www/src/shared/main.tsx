// The public page of a link: fetches the sealed data, opens it with the key of the address, and shows it. It needs no
// account, sends no cookie and sends the gateway nothing but the id.

import { render } from "preact";
import { applyTheme } from "../frame/theme.ts";
import { languageReady } from "../messages/language.ts";
import { SharedPage } from "./SharedPage.tsx";

applyTheme();
await languageReady();
const app = document.getElementById("app");
if (app !== null) {
  app.replaceChildren();
  render(<SharedPage />, app);
}
