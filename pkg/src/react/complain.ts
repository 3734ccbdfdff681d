// A mistake of the app is reported once, and never in production.

declare const process: { readonly env: { readonly NODE_ENV?: string } };

const said = new Set<string>();

/** Reports a mistake of the app on the console, once and during development only. */
export function complain(message: string): void {
  if (said.has(message) || !isDevelopment()) return;
  said.add(message);
  console.error(message);
}

/** Bundlers replace the expression. In a page without a bundler there is no `process`. */
function isDevelopment(): boolean {
  try {
    return process.env.NODE_ENV !== "production";
  } catch {
    return false;
  }
}
