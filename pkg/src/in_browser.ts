/** What browsers define in workers, and no other platform does. */
declare const importScripts: unknown;

/** Whether this is a page, or a worker of a browser. */
export function isInBrowser(): boolean {
  return typeof document !== "undefined" || typeof importScripts !== "undefined";
}
