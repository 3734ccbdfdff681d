import vue from "@vitejs/plugin-vue";
import { defineConfig } from "vite";

export default defineConfig({
  plugins: [vue()],
  build: {
    // Two pages: the app, and the one that a sign-in returns to.
    rolldownOptions: { input: ["index.html", "callback/index.html"] },
  },
});
