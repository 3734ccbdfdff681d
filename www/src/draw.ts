// Draws a page's components in place of what the page shows without a script.

import { type ComponentChild, render } from "preact";

/** Draws into the element with an id. */
export function draw(component: ComponentChild, id: string): void {
  const element = document.getElementById(id);
  if (element === null) throw new Error(`The page has no element with the id ${id}.`);
  element.replaceChildren();
  render(component, element);
}
