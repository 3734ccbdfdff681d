import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

export default defineConfig({
  plugins: [svelte()],
  build: {
    // Two pages: the app, and the one that a sign-in returns to.
    rolldownOptions: { input: ["index.html", "callback/index.html"] },
  },
});
