// Where the focus goes when its element is no longer drawn, and when a figure was chosen elsewhere.

/**
 * After the next drawing, gives a lost focus to the control that has taken the place of a removed one, or to another
 * element.
 */
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

/** How often, and how many milliseconds apart, a figure is looked for that has yet to be drawn. */
const LOOKS = 60;
const LOOK = 50;

/** Scrolls to a question's figure and gives it the focus, as soon as each is possible. */
export function showFigure(question: string, looks = LOOKS): void {
  setTimeout(() => {
    document.querySelector(`[data-place="${question}"]`)?.scrollIntoView({ block: "start" });
    const figure = document.querySelector<HTMLElement>(`[data-figure="${question}"]`);
    if (figure !== null) figure.focus({ preventScroll: true });
    else if (looks > 1) showFigure(question, looks - 1);
  }, LOOK);
}
