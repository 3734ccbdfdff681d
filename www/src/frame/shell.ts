// The service worker that keeps the console's own files, so that it opens with the network off.

/** Registers the service worker. A page works without it, so a failure is no error. */
export function keepShell(): void {
  navigator.serviceWorker?.register("/sw.js").catch(() => {});
}
