// The app in a page: made anew, or with `?hydrate` what the server rendered comes to life.

import { StrictMode } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { App } from "./app.jsx";

const root = document.getElementById("root");
const app = (
  <StrictMode>
    <App callback={location.pathname.startsWith("/callback")} />
  </StrictMode>
);
if (location.search === "?hydrate") hydrateRoot(root, app);
else createRoot(root).render(app);
