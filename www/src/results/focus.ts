// Where the focus goes when the element that has it is no longer drawn.

/** After the next drawing, gives a lost focus to the control that has taken the place of a removed one, or to another element. */
export function refocus(controls: () => ArrayLike<HTMLElement> | null | undefined, at: number, otherwise: () => HTMLElement | null): void {
  requestAnimationFrame(() => {
    if (document.activeElement !== document.body && document.activeElement?.tagName !== "DIALOG") return;
    const left = Array.from(controls() ?? []);
    (left[Math.min(at, left.length - 1)] ?? otherwise())?.focus({ preventScroll: true });
  });
}
