// The app: two ways to sign in.

import { canvass } from "./canvass.js";

const report = (call) => call.then(() => (globalThis.outcome = "signed in"), (error) => (globalThis.outcome = error.kind));
const button = (id, act) => document.body.append(Object.assign(document.createElement("button"), { id, textContent: id, onclick: () => report(act()) }));
button("by-page", () => canvass.signIn({ return_to: "/?returned" }));
button("by-popup", () => canvass.signIn({ popup: true, add: true }));
Object.assign(globalThis, { canvass });
