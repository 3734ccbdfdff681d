// Where the focus goes when the element that has it is no longer drawn.

/** After the next drawing, gives a lost focus to the control that has taken the place of a removed one, or to another element. */
export function refocus(controls: () => ArrayLike<HTMLElement> | null | undefined, at: number, otherwise: () => HTMLElement | null): void {
  requestAnimationFrame(() => {
    if (document.activeElement !== document.body && document.activeElement?.tagName !== "DIALOG") return;
    const left = Array.from(controls() ?? []);
    (left[Math.min(at, left.length - 1)] ?? otherwise())?.focus({ preventScroll: true });
  });
}

/** The element that holds a lost focus until another one is ready to take it. */
let holder: HTMLElement | null = null;

/** Gives a lost focus to an element. A view that is still loading may move it on. */
export function hold(element: HTMLElement): void {
  element.focus();
  holder = element;
  element.addEventListener("blur", () => (holder = null), { once: true });
}

/** Whether nothing has the focus, or only what holds it. */
export function isLost(): boolean {
  const { activeElement } = document;
  return activeElement === null || activeElement === document.body || activeElement === holder;
}
