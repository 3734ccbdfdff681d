// A modal dialog with a title and a button that closes it.

import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";
import { words } from "../messages/index.ts";
import { Button } from "./Button.tsx";
import { useModal } from "./modal.ts";

interface DialogProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}

/** Is open while it is drawn. The escape key, its button and a click outside of it call `onClose`. */
export function Dialog({ title, onClose, children }: DialogProps) {
  const id = useId();
  const modal = useModal(onClose);
  return (
    <dialog {...modal} class="dialog" aria-labelledby={id}>
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
