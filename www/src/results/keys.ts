// Single-key commands. They act only outside of fields, and can be switched off (WCAG 2.1.4).

import { signal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { keep, kept } from "../kept.ts";

const OFF = "canvass.keys.off";

/** Whether single keys are commands. */
export const keysOn = signal(kept(OFF) === null);

/** Switches single keys on or off, for this browser; without storage, for this tab. */
export function switchKeys(on: boolean): void {
  keysOn.value = on;
  keep(OFF, on ? null : "1");
}

export interface Keys {
  readonly [key: string]: ((event: KeyboardEvent) => void) | undefined;
}

/**
 * The key of an event as `KeyboardEvent.key` names it; of a letter, the capital only with Shift, whatever Caps Lock
 * does.
 */
export function keyOf({ key, shiftKey }: KeyboardEvent): string {
  if (key.length > 1) return key;
  return shiftKey ? key.toUpperCase() : key.toLowerCase();
}

/** The commands of a component by key, while it is shown. The names are those of `keyOf`. */
export function useKeys(keys: Keys): void {
  const latest = useRef(keys);
  latest.current = keys;
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const command = latest.current[keyOf(event)];
      if (command === undefined || !isCommand(event)) return;
      event.preventDefault();
      command(event);
    };
    addEventListener("keydown", listen);
    return () => removeEventListener("keydown", listen);
  }, []);
}

/** Whether a key press is a command rather than text, a shortcut of the browser, or part of a dialog. */
function isCommand(event: KeyboardEvent): boolean {
  if (!keysOn.value || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return false;
  const target = event.target instanceof Element ? event.target : null;
  if (target?.closest("input:not([type=checkbox], [type=radio]), select, textarea, [contenteditable], [role=grid]")) return false;
  // Arrows choose among radio buttons.
  if (event.key.startsWith("Arrow") && target?.closest("[type=radio]")) return false;
  return document.querySelector("dialog[open]") === null;
}
