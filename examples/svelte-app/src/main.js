import { mount } from "svelte";
import App from "./App.svelte";
import { canvass } from "./canvass.svelte.js";

const target = document.getElementById("app");
if (location.pathname === "/callback/") {
  // The page that a sign-in returns to.
  canvass.completeSignIn().then(
    ({ return_to }) => location.replace(return_to),
    (error) => target.append(error.message),
  );
} else {
  mount(App, { target });
}
