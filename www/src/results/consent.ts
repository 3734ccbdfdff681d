// Whether a person agreed to keep the answers of an account on this device. Nothing is written before they agree.

const PREFIX = "canvass.keep.";

/** Whether the account's person agreed on this device. */
export function remembered(account: string | null): boolean {
  try {
    return account !== null && localStorage.getItem(PREFIX + account) === "device";
  } catch {
    return false;
  }
}

/** Remembers the agreement, and asks the browser not to evict what is kept. Called from a click. */
export async function remember(account: string | null): Promise<void> {
  try {
    if (account !== null) localStorage.setItem(PREFIX + account, "device");
    await navigator.storage?.persist?.();
  } catch {
    // Without storage the answers are kept in the tab, which is always possible.
  }
}

/** Forgets every agreement; part of a sign-out. */
export function forgetConsent(): void {
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(PREFIX)) localStorage.removeItem(key);
  } catch {
    // Nothing was written.
  }
}

/** Erases the answers of a survey from this device, and the agreement to keep them. The tab still has them. */
export async function eraseKept(results: { keep(where: "tab"): Promise<void> } | null, account: string | null): Promise<void> {
  if (results === null) return;
  await results.keep("tab");
  try {
    localStorage.removeItem(PREFIX + (account ?? ""));
  } catch {
    // Nothing was written.
  }
}
