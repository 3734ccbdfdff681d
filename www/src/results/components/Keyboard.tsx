// Opens the palette by ⌘K or Ctrl+K, wherever the focus is.

import { useEffect } from "preact/hooks";
import { keyOf } from "../keys.ts";
import { openPanel, panel } from "../panel.ts";

export function Keyboard() {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (keyOf(event) !== "k" || !(event.metaKey || event.ctrlKey) || event.altKey || event.shiftKey) return;
      event.preventDefault();
      if (panel.peek() !== null || document.querySelector("dialog[open]") === null) openPanel(panel.peek() === "palette" ? null : "palette");
    };
    addEventListener("keydown", listen);
    return () => {
      removeEventListener("keydown", listen);
      openPanel(null);
    };
  }, []);
  return null;
}
