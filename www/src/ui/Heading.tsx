// The heading of a screen: it names the tab of the browser, is announced, and gets the focus when the screen is shown.

import { useEffect, useRef } from "preact/hooks";
import { announceScreen } from "../frame/announcer.ts";
import { hasNavigated } from "../router.ts";

const NAME = "Canvass";

export function Heading({ title, hidden = false }: { readonly title: string; readonly hidden?: boolean }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = title === NAME ? NAME : `${title} · ${NAME}`;
  }, [title]);
  useEffect(() => {
    // Who opens the console begins at the top of the page instead.
    if (hasNavigated) heading.current?.focus({ preventScroll: true });
    announceScreen(document.title);
  }, []);
  return (
    <h1 ref={heading} tabIndex={-1} class={hidden ? "visually-hidden" : undefined}>
      {title}
    </h1>
  );
}
