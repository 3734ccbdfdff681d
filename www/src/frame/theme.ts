// The theme: that of the system, unless light or dark was chosen in this browser.

import { signal } from "@preact/signals";
import { keep, kept } from "../kept.ts";

export const THEMES = ["system", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

const KEY = "canvass-theme";

/** The theme that was chosen. */
export const theme = signal<Theme>(THEMES.find((known) => known === kept(KEY)) ?? "system");

/** Chooses a theme and keeps it in this browser. */
export function chooseTheme(chosen: Theme): void {
  theme.value = chosen;
  keep(KEY, chosen === "system" ? null : chosen);
  applyTheme();
}

/** Shows the theme that was chosen. The colours follow `color-scheme`, which `data-theme` sets in pages.css. */
export function applyTheme(): void {
  const { documentElement } = document;
  if (theme.value === "system") delete documentElement.dataset["theme"];
  else documentElement.dataset["theme"] = theme.value;
  for (const meta of document.querySelectorAll<HTMLMetaElement>("meta[name=theme-color]")) {
    const own = (meta.dataset["scheme"] ??= meta.media.includes("dark") ? "dark" : "light");
    meta.media = theme.value === "system" ? `(prefers-color-scheme: ${own})` : theme.value === own ? "all" : "not all";
  }
}
