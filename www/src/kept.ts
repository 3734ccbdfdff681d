// What the browser keeps for the console: preferences and counts, never answers. Without storage, nothing is kept.

/** A value that was kept. */
export function kept(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Keeps a value; null removes it. */
export function keep(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // The browser forbids storage, or it is full.
  }
}

/** The keys of what is kept that begin with a text. */
export function keptKeys(prefix: string): readonly string[] {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(prefix));
  } catch {
    return [];
  }
}

/** Removes values. */
export function forget(keys: readonly string[]): void {
  for (const key of keys) keep(key, null);
}
