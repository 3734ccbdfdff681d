import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./App";
import { Callback } from "./Callback";

const root = document.getElementById("root");
if (root === null) throw new Error("The page has no element #root.");
createRoot(root).render(<StrictMode>{location.pathname === "/callback/" ? <Callback /> : <App />}</StrictMode>);
