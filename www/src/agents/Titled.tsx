// The frame of a page about an agent: its title, which gets the focus when it changes, and what is below it.

import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { t } from "./words.ts";

interface TitledProps {
  readonly title: string;
  readonly isLoading: boolean;
  readonly children: ComponentChildren;
}

export function Titled({ title, isLoading, children }: TitledProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} · Canvass`;
    if (!isLoading) heading.current?.focus();
  }, [title]);
  return (
    <>
      <h1 tabIndex={-1} ref={heading}>
        {title}
      </h1>
      {isLoading && <progress aria-label={t().loading} />}
      {children}
    </>
  );
}
