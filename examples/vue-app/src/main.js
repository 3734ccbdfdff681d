import { createApp } from "vue";
import App from "./App.vue";
import { canvass } from "./canvass.js";

if (location.pathname === "/callback/") {
  // The page that a sign-in returns to.
  canvass.completeSignIn().then(
    ({ return_to }) => location.replace(return_to),
    (error) => document.getElementById("app").append(error.message),
  );
} else {
  createApp(App).mount("#app");
}
