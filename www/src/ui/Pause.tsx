// Why a screen waits for longer than usual, and until when.

import { useEffect, useState } from "preact/hooks";
import { words } from "../messages/index.ts";
import { pause } from "../session.ts";

/** Milliseconds in which most answers arrive: the pause of another call delays nothing on such a screen. */
const PATIENCE = 1_000;

/**
 * Until when the calls of a screen wait for the quota; null if they do not, or if the screen has only begun to load.
 */
export function usePause(): Date | null {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), PATIENCE);
    return () => clearTimeout(timer);
  }, []);
  return isLate ? pause.value : null;
}

/** A line for what is loading where something else is shown meanwhile. */
export function Pause() {
  const until = usePause();
  return <div role="status">{until !== null && <PauseHint until={until} />}</div>;
}

export function PauseHint({ until }: { readonly until: Date }) {
  return <p class="hint pause">{words.value.frame.paused(until)}</p>;
}
