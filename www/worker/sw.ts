// The service worker: keeps the console's own files, so that it opens with the network off. It never answers for the
// API, the sign-in or the gateway: requests for other files pass it by.

export {};

/**
 * The files of the shell by path, each with the SHA-256 of its content; null if its name contains a hash. The build
 * fills it in.
 */
declare const SHELL: Readonly<Record<string, string | null>>;

/** The hash of all files of the shell. The build fills it in. */
declare const VERSION: string;

declare const self: ServiceWorkerGlobalScope;

const PREFIX = "canvass-shell-";
const CACHE = `${PREFIX}${VERSION}`;

/** Where the cache has the time since which a page is answered for this script. It is no file of the shell. */
const REPLACED_SINCE = "/replaced-since";

/**
 * Milliseconds for which a page may be answered for this script, as during maintenance, before it is that of another
 * app.
 */
const MAINTENANCE = 3_600_000;

/** Milliseconds that the network has, before a file that is kept is used instead. */
const PATIENCE = 3000;

self.addEventListener("install", (event) => event.waitUntil(keepAll()));

self.addEventListener("activate", (event) => event.waitUntil(forgetShells(CACHE)));

self.addEventListener("fetch", (event) => {
  const { method, url } = event.request;
  const { origin, pathname } = new URL(url);
  if (event.request.mode === "navigate") event.waitUntil(endIfReplaced().catch(() => {}));
  if (method !== "GET" || origin !== self.location.origin || !Object.hasOwn(SHELL, pathname)) return;
  event.respondWith(SHELL[pathname] === null ? keptFirst(event.request, pathname) : networkFirst(event.request, pathname));
});

/**
 * Keeps every file. One whose name contains its hash is taken from an older shell that has it. While a deployment is
 * rolled out, a page of another one may be answered, whose scripts are not in this shell: the browser then installs
 * later.
 */
async function keepAll(): Promise<void> {
  const cache = await caches.open(CACHE);
  const keepOne = async ([path, hash]: [string, string | null]) => {
    const known = hash === null ? await caches.match(path) : undefined;
    const response = known ?? (await fetch(path, { cache: hash === null ? "default" : "no-cache" }));
    if (!response.ok) throw new Error(`${path} was answered with ${response.status}.`);
    if (hash !== null && hash !== (await hashOf(response.clone()))) throw new Error(`${path} is not of this deployment.`);
    await cache.put(path, response);
  };
  await Promise.all(Object.entries(SHELL).map(keepOne));
}

/** The SHA-256 of a response's content. */
async function hashOf(response: Response): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", await response.arrayBuffer());
  return btoa(String.fromCharCode(...new Uint8Array(digest)));
}

/** Removes the shells, except one. No page uses an older one any more when a worker becomes active. */
async function forgetShells(except?: string): Promise<void> {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith(PREFIX) && name !== except).map((name) => caches.delete(name)));
}

/**
 * Ends this worker where the site has it no more, because another app has replaced the console. Browsers keep a worker
 * whose script is missing, and this one would show the console whenever the network is slow.
 */
async function endIfReplaced(): Promise<void> {
  const { ok, redirected, status, headers } = await fetch(self.location.pathname, { cache: "no-cache" });
  // A site may redirect to its sign-in.
  if (redirected) return;
  const cache = await caches.open(CACHE);
  if (ok && headers.get("content-type")?.includes("javascript")) {
    await cache.delete(REPLACED_SINCE);
    return;
  }
  const isGone = status === 404 || status === 410;
  // Sites of one page answer with it for every path.
  if (!isGone && !(ok && (await hasLasted(cache)))) return;
  // The worker of another app replaces this one in the same registration.
  const { installing, waiting } = self.registration;
  const isOther = (worker: ServiceWorker | null) => worker !== null && worker.scriptURL !== self.location.href;
  if (!isOther(installing) && !isOther(waiting)) await self.registration.unregister();
  await forgetShells();
}

/**
 * Whether a page, which is answered for this script now, has been answered for so long that it is that of another app.
 */
async function hasLasted(cache: Cache): Promise<boolean> {
  const since = await cache.match(REPLACED_SINCE);
  if (since !== undefined) return Date.now() >= Number(await since.text()) + MAINTENANCE;
  await cache.put(REPLACED_SINCE, new Response(String(Date.now())));
  return false;
}

const keptFile = (path: string) => caches.match(path, { cacheName: CACHE });

async function keptFirst(request: Request, path: string): Promise<Response> {
  return (await keptFile(path)) ?? fetch(request);
}

/** The file from the network; the kept one if that fails or takes too long. */
async function networkFirst(request: Request, path: string): Promise<Response> {
  const fetched = fetch(request);
  const late = new Promise<undefined>((done) => setTimeout(done, PATIENCE));
  const answer = await Promise.race([fetched, late]).catch(() => undefined);
  return answer ?? (await keptFile(path)) ?? fetched;
}
