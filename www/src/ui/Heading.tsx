// The heading of a screen: it names the tab of the browser, is announced, and gets the focus when the screen is shown.

import { useEffect, useRef } from "preact/hooks";
import { announceScreen } from "../frame/announcer.ts";

const NAME = "Canvass";

/** Whether no screen has been shown in this tab before. */
let isFirst = true;

interface HeadingProps {
  readonly title: string;
  /** Which of several screens with that title it is, for the browser's tab and history. */
  readonly part?: string;
  /** The language of the title, where it is not that of the page. */
  readonly lang?: string | undefined;
  readonly hidden?: boolean;
}

/** The title of the browser's tab. */
export function titleOf(...parts: readonly string[]): string {
  return [...parts.filter((part) => part !== NAME), NAME].join(" · ");
}

export function Heading({ title, part, lang, hidden = false }: HeadingProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = titleOf(...(part === undefined ? [] : [part]), title);
  }, [title, part]);
  useEffect(() => {
    // Who opens the console begins at the top of the page instead.
    if (!isFirst) heading.current?.focus({ preventScroll: true });
    isFirst = false;
    announceScreen(document.title);
  }, []);
  return (
    <h1 ref={heading} tabIndex={-1} lang={lang} class={hidden ? "visually-hidden" : undefined}>
      {title}
    </h1>
  );
}
