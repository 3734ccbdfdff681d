// The language of the console: the one that was chosen in this browser, or the browser's own if there are messages in
// it.

import { type ReadonlySignal, computed, effect, signal } from "@preact/signals";
import { keep, kept } from "../kept.ts";

/** The languages by the names that they have in themselves. English is the type of all others. */
export const LANGUAGES = { en: "English", de: "Deutsch" } as const;
export type Language = keyof typeof LANGUAGES;

const KEY = "canvass-language";
const isLanguage = (code: string): code is Language => Object.hasOwn(LANGUAGES, code);

const chosen = signal<Language>([kept(KEY) ?? "", ...navigator.languages.map((tag) => tag.split("-")[0] ?? "")].find(isLanguage) ?? "en");

/** The language that the console speaks. */
export const language: ReadonlySignal<Language> = chosen;

/** Chooses a language and keeps it in this browser. */
export function chooseLanguage(code: Language): void {
  keep(KEY, code);
  chosen.value = code;
}

const arriving = new Set<Promise<unknown>>();

/** Waits for the messages that are arriving. */
export async function languageReady(): Promise<void> {
  await Promise.all(arriving);
}

/** The language that each catalogue shows. */
const shown = new Map<object, Language>();

/**
 * Messages that follow the language. `en` is the type of the other languages, which are loaded when they are chosen;
 * until one has arrived, or if it does not, the messages stay in the language before it. Without a network, it is
 * loaded once there is one. The page has the language that all its catalogues show.
 */
export function catalogue<M extends object>(en: M, others: { readonly [L in Exclude<Language, "en">]: () => Promise<M> }): ReadonlySignal<M> {
  const loaded = signal(en);
  shown.set(loaded, "en");
  const show = (code: Language, messages: M) => {
    if (chosen.peek() !== code) return;
    loaded.value = messages;
    shown.set(loaded, code);
    if ([...shown.values()].every((other) => other === code)) document.documentElement.lang = code;
  };
  const load = (code: Language) => {
    if (chosen.peek() !== code) return;
    if (code === "en") return show(code, en);
    const arrival = others[code]().then(
      (messages) => show(code, messages),
      () => addEventListener("online", () => load(code), { once: true }),
    );
    arriving.add(arrival);
    arrival.finally(() => arriving.delete(arrival));
  };
  effect(() => load(chosen.value));
  return computed(() => loaded.value);
}
