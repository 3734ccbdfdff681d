// Starts the app. It is a file of its own, because the gateway's policy forbids scripts in the page.
import init from "/assets/leptos-app.js";

await init();
