// What makes a dialog element modal: the browser's own, so that focus stays in it and returns to where it was.

import { useLayoutEffect, useRef } from "preact/hooks";

/**
 * The attributes of a dialog element that is open while it is drawn. The escape key and a click outside of it call
 * `onClose`. A press inside that is released outside, as when text is selected, is no such click, nor is the second of
 * a double click, whose first may have made the dialog smaller.
 */
export function useModal(onClose: () => void) {
  const dialog = useRef<HTMLDialogElement>(null);
  const isPressedOutside = useRef(false);
  const latest = useRef(onClose);
  latest.current = onClose;
  useLayoutEffect(() => {
    const before = document.activeElement;
    const element = dialog.current;
    if (element === null) return;
    // The browser announces the end in a later task, when another dialog may be open: only what is drawn listens.
    const closed = () => latest.current();
    element.addEventListener("close", closed);
    element.showModal();
    return () => {
      element.removeEventListener("close", closed);
      element.close();
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  return {
    ref: dialog,
    onPointerDown: ({ target, currentTarget }: PointerEvent) => (isPressedOutside.current = target === currentTarget),
    onClick: ({ target, currentTarget, detail }: MouseEvent) => target === currentTarget && isPressedOutside.current && detail < 2 && latest.current(),
  };
}
