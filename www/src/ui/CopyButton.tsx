// A button that copies a text and says whether it did: a browser can refuse to copy.

import { useEffect, useState } from "preact/hooks";
import { announce } from "../frame/announcer.ts";
import { words } from "../messages/index.ts";
import { Button, type Weight } from "./Button.tsx";
import { explain } from "./Notice.tsx";

/** Milliseconds that "Copied" is shown. A refusal stays until the next attempt. */
const SHOWN = 1600;

/** The error of a refusal, in the form that notices read. */
const REFUSED = { kind: "not_copied", remedy: { action: "none" } };

/** Copies a text and announces it. Rejects with an error for a notice if the browser refuses. */
export async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    throw REFUSED;
  }
  announce(words.value.ui.copied);
}

interface CopyButtonProps {
  readonly text: string;
  /** What the button says until it is pressed. */
  readonly label: string;
  readonly weight?: Weight;
  /** Whether the button shows the text, with the label as its title. */
  readonly showsText?: boolean;
}

export function CopyButton({ text, label, weight, showsText = false }: CopyButtonProps) {
  const [outcome, setOutcome] = useState<"copied" | "refused" | null>(null);
  useEffect(() => {
    if (outcome !== "copied") return;
    const timer = setTimeout(() => setOutcome(null), SHOWN);
    return () => clearTimeout(timer);
  }, [outcome]);
  const refusal = explain(REFUSED);
  const copy = () =>
    void copyText(text).then(
      () => setOutcome("copied"),
      () => {
        setOutcome("refused");
        announce(`${refusal.title}. ${refusal.text}`);
      },
    );
  const said = outcome === null ? null : outcome === "copied" ? words.value.ui.copied : refusal.title;
  const title = outcome === "refused" ? refusal.text : undefined;
  if (showsText) {
    return (
      <button class="copy" type="button" onClick={copy} title={title ?? label}>
        <code>{text}</code>
        <span class={outcome === "refused" ? "copied refused" : "copied"}>{said}</span>
      </button>
    );
  }
  return (
    <Button weight={weight ?? "secondary"} onClick={copy} title={title}>
      {said ?? label}
    </Button>
  );
}
