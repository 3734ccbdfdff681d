// The language of the console: the one that was chosen in this browser, or the browser's own if there are messages in it.

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

/**
 * Messages that follow the language. `en` is the type of the other languages, which are loaded when they are chosen; until
 * one has arrived, or if it does not, the messages stay in the language before it.
 */
export function catalogue<M extends object>(en: M, others: { readonly [L in Exclude<Language, "en">]: () => Promise<M> }): ReadonlySignal<M> {
  const loaded = signal(en);
  effect(() => {
    const code = chosen.value;
    if (code === "en") {
      loaded.value = en;
      return;
    }
    const arrival = others[code]().then(
      (messages) => {
        if (chosen.peek() === code) loaded.value = messages;
      },
      () => {},
    );
    arriving.add(arrival);
    arrival.finally(() => arriving.delete(arrival));
  });
  return computed(() => loaded.value);
}

effect(() => {
  document.documentElement.lang = chosen.value;
});
