// A modal dialog: the browser's own, so that focus stays in it and returns to where it was.

import type { ComponentChildren } from "preact";
import { useEffect, useId, useRef } from "preact/hooks";
import { words } from "../messages/index.ts";
import { Button } from "./Button.tsx";

interface DialogProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}

/** Is open while it is drawn. The escape key, its button and a click outside of it call `onClose`. */
export function Dialog({ title, onClose, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const before = document.activeElement;
    dialog.current?.showModal();
    return () => {
      dialog.current?.close();
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  return (
    <dialog ref={dialog} class="dialog" aria-labelledby={id} onClose={onClose} onClick={({ target, currentTarget }) => target === currentTarget && onClose()}>
      <div class="dialog-body">
        <header>
          <h2 id={id}>{title}</h2>
          <Button weight="quiet" onClick={onClose}>
            {words.value.ui.close}
          </Button>
        </header>
        {children}
      </div>
    </dialog>
  );
}
