// A button, and a link that looks like one.

import type { ButtonHTMLAttributes, ComponentChildren } from "preact";

/** How prominent a button is. */
export type Weight = "primary" | "secondary" | "quiet" | "danger";

interface Look {
  readonly weight?: Weight;
  /** Whether it is as wide as its container. */
  readonly full?: boolean;
  readonly children: ComponentChildren;
}

type ButtonProps = Look & Omit<ButtonHTMLAttributes, "class">;
type LinkProps = Look & { readonly href: string; readonly rel?: string; readonly id?: string; readonly download?: string };

export function Button({ weight, full, children, ...rest }: ButtonProps) {
  return (
    <button type="button" {...rest} class={classOf(weight, full)}>
      {children}
    </button>
  );
}

export function ButtonLink({ weight, full, children, ...rest }: LinkProps) {
  return (
    <a {...rest} class={classOf(weight, full)}>
      {children}
    </a>
  );
}

function classOf(weight: Weight = "secondary", full = false): string {
  return ["button", weight === "secondary" ? "" : weight, full ? "full" : ""].filter(Boolean).join(" ");
}
