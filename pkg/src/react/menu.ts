// The keyboard and focus behaviour of a menu, after the ARIA pattern of a menu button.

import { type ReactElement, type Ref, createElement, useEffect, useRef } from "react";

/** An entry of a menu. */
export interface Entry {
  readonly label: string;
  /** Whether it is the chosen one of several; undefined for an action. */
  readonly isChecked?: boolean | undefined;
  choose(): void;
}

interface MenuProps {
  readonly id: string;
  readonly label: string;
  readonly className?: string | undefined;
  readonly entries: readonly Entry[];
  /** Which entry gets the focus. */
  readonly first: "first" | "last";
  /** The button that has opened the menu. */
  readonly opener: Ref<HTMLElement | null>;
  /** Closes the menu. With `hasFocus`, the focus goes back to the button. */
  readonly close: (hasFocus: boolean) => void;
}

/** An open menu. The focus is on one of its entries; it closes when the focus or a click goes elsewhere. */
export function Menu({ id, label, className, entries, first, opener, close }: MenuProps): ReactElement {
  const element = useRef<HTMLElement | null>(null);
  const items = () => [...(element.current?.children ?? [])] as HTMLElement[];
  const focus = (index: number) => items().at(index % items().length)?.focus();
  useEffect(() => focus(first === "first" ? 0 : -1), [first]);
  /** Closes the menu if something else on the page is used now. */
  const left = (target: EventTarget | null) => {
    const isInside = [element, opener].some(({ current }) => current?.contains(target as Node));
    if (target !== null && !isInside) close(false);
  };
  useEffect(() => {
    const onPointerDown = ({ target }: PointerEvent) => left(target);
    document.addEventListener("pointerdown", onPointerDown);
    return () => document.removeEventListener("pointerdown", onPointerDown);
  }, []);
  const onKeyDown = (event: KeyboardEvent) => {
    const at = items().indexOf(document.activeElement as HTMLElement);
    const moves: Record<string, () => void> = {
      ArrowDown: () => focus(at + 1),
      ArrowUp: () => focus(at - 1),
      Home: () => focus(0),
      End: () => focus(-1),
      Escape: () => close(true),
    };
    const move = moves[event.key] ?? (/^\S$/.test(event.key) ? () => focus(startingWith(event.key, at)) : undefined);
    // The browser moves the focus on from the button.
    if (event.key === "Tab") close(true);
    if (move === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    move();
  };
  /** The next entry after the focus that starts with a letter; the one with the focus if there is none. */
  const startingWith = (letter: string, at: number): number => {
    const isMatch = ({ label }: Entry) => label.toLowerCase().startsWith(letter.toLowerCase());
    const order = entries.map((_, step) => (at + 1 + step) % entries.length);
    return order.find((index) => isMatch(entries[index]!)) ?? at;
  };
  return createElement(
    "div",
    { ref: element, role: "menu", id, "aria-label": label, className, onKeyDown, onBlur: ({ relatedTarget }: FocusEvent) => left(relatedTarget) },
    ...entries.map(({ label, isChecked, choose }, index) =>
      createElement(
        "button",
        {
          key: index,
          type: "button",
          role: isChecked === undefined ? "menuitem" : "menuitemradio",
          "aria-checked": isChecked,
          tabIndex: -1,
          onClick: choose,
        },
        label,
      ),
    ),
  );
}
