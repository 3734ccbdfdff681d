// A small label.

import type { ComponentChildren } from "preact";

export function Tag({ tone, title, children }: { readonly tone?: "good" | "warn" | "bad" | "accent"; readonly title?: string; readonly children: ComponentChildren }) {
  return (
    <span class={tone === undefined ? "tag" : `tag ${tone}`} title={title}>
      {children}
    </span>
  );
}
