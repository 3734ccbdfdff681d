import type { Canvass, CanvassOptions } from "./canvass.js";
import { createCanvass } from "./index.js";
import { type Person, type SignInAs, type SignedIn, signedIn } from "./testing/person.js";
import { type Clock, type Faults, type JournalEntry, type Mail, type Seed, clockOf, faultsOf, sandboxAt } from "./testing/sandbox.js";
import { carried, claimFolder, freshSecrets, keptSecrets, passingFolder, startWorkerd } from "./testing/workerd.js";

export type { BrowserPage, Person, SessionCookie, SignInAs, SignedIn } from "./testing/person.js";
export type { ActiveFault, Clock, Fault, Faults, JournalEntry, Mail, Recorded, Seed } from "./testing/sandbox.js";

/** How the local service is started. */
export interface StartOptions {
  /** The port of the gateway and the US region; EU and CA are the two after it. Free ones if not given. */
  readonly port?: number | undefined;
  /** The folder in which data outlives the service; a temporary one that goes with it if not given. */
  readonly data?: string | undefined;
  /**
   * A folder whose files the gateway serves in place of its own: `index.html`, `callback/index.html` and `assets/`, as
   * bundlers make them. The app under test is then of the gateway's origin.
   */
  readonly site?: string | undefined;
  /** E-mail addresses of people who review public apps; without any, apps are approved at once. */
  readonly reviewers?: readonly string[] | undefined;
  /** More variables of the Worker, such as `ALLOWED_ORIGIN` for an app of another origin. */
  readonly env?: { readonly [name: string]: string } | undefined;
}

/** An app of the demo world. */
export interface DemoApp {
  /** What the app is called here. */
  readonly key: string;
  /** Name of the app. */
  readonly name: string;
  /** Client id. */
  readonly client_id: string;
  /** Client secret. */
  readonly client_secret: string;
  /** How far the app is: `draft`, `public`, `private` or `disabled`. */
  readonly state: string;
  /** The key of the person whose app it is. */
  readonly owner: string;
  /** Addresses that a sign-in may come back to. */
  readonly redirect_uris: readonly string[];
  /** What the app is there for. */
  readonly note: string;
}

/** A token of the demo world. */
export interface DemoToken {
  /** What the token is called here. */
  readonly name: string;
  /** The token. */
  readonly token: string;
  /** The key of the person whom it speaks for. */
  readonly person: string;
  /** The key of the app that it belongs to. */
  readonly app: string;
  /** Region of its account. */
  readonly region: "us" | "eu" | "ca";
  /** What it is allowed to do. */
  readonly scopes: readonly string[];
  /** What it is there for. */
  readonly note: string;
}

/** A local service with its demo world. */
export interface World {
  /** The origin of the gateway, and of the US region. */
  readonly origin: string;
  /** The origins of the regions. */
  readonly origins: { readonly us: string; readonly eu: string; readonly ca: string };
  /** The people, whom one can sign in as. */
  readonly people: readonly Person[];
  /** The apps. */
  readonly apps: readonly DemoApp[];
  /** The tokens. */
  readonly tokens: readonly DemoToken[];
  /** The SDK with the token of that name, or of the person with that key or address. */
  client(who: string | Person, options?: CanvassOptions): Canvass;
  /**
   * Signs a person in at the gateway, by key or address, as a browser would. With `page` the browser of a test is signed
   * in; otherwise send `header` as `Cookie`.
   */
  signIn(who: string | Person, options?: SignInAs): Promise<SignedIn>;
  /** The SDK with a session of `signIn`: by way of the gateway, as a page would call it. */
  session(signedIn: SignedIn, options?: CanvassOptions): Canvass;
  /** The time of the service. */
  readonly clock: Clock;
  /** Calls that go wrong on purpose. */
  readonly faults: Faults;
  /** The mails that were sent, the newest first; to one address if it is given. */
  outbox(options?: { readonly to?: string | undefined }): Promise<readonly Mail[]>;
  /** The last requests with their answers, the newest first. */
  journal(): Promise<readonly JournalEntry[]>;
  /** Makes surveys and responses for the owner: the same ones for the same seed. */
  seed(wanted: Seed): Promise<void>;
  /** Brings the demo world back: no faults, mails and journal, nobody signed in, the platform's time. */
  reset(): Promise<void>;
  /** What the Worker has printed last. */
  output(): string;
  /** Ends the service. `await using` does the same, and so does the end of this program. */
  stop(): Promise<void>;
  /** The same as `stop`. */
  [Symbol.asyncDispose](): Promise<void>;
}

/**
 * Starts the gateway and the whole survey service on this machine, with its demo world, for the tests of an app. It
 * needs the package `workerd` and no network. Every test file can have its own.
 *
 * @throws Error if workerd is not installed, a port is taken, or a variable is refused.
 */
export async function startCanvass({ port, data, site, reviewers, env }: StartOptions = {}): Promise<World> {
  const passing = data === undefined ? passingFolder() : undefined;
  const folder = passing?.folder ?? data!;
  const release = claimFolder(folder);
  const left = () => {
    release();
    passing?.remove();
  };
  try {
    const secrets = passing === undefined ? keptSecrets(folder) : freshSecrets();
    const vars = { ...secrets, ...(reviewers && { REVIEWERS: reviewers.join(",") }), ...env };
    const parts = carried(folder, site);
    const worker = await startWorkerd({ ...parts, dataDir: folder, port, vars, passing: passing !== undefined, holds: false });
    return await worldOf(worker, left);
  } catch (error) {
    left();
    throw error;
  }
}

type Described = Pick<World, "people" | "apps" | "tokens">;

async function worldOf(worker: Awaited<ReturnType<typeof startWorkerd>>, left: () => void): Promise<World> {
  const { origin, origins, output } = worker;
  const ask = sandboxAt(origin);
  const { people, apps, tokens } = await ask<Described>("GET", "");

  const personOf = (who: string | Person): Person => {
    const found = typeof who === "string" ? people.find(({ key, email }) => key === who || email === who) : who;
    if (found === undefined) throw new Error(`There is no person "${who}": there are ${listed(people.map(({ key }) => key))}.`);
    return found;
  };
  const tokenOf = (who: string | Person): DemoToken => {
    const named = tokens.find(({ name }) => name === who);
    if (named !== undefined) return named;
    const { key } = personOf(who);
    const found = tokens.find(({ person }) => person === key);
    if (found === undefined) throw new Error(`There is no token of "${key}": there are ${listed(tokens.map(({ name }) => name))}.`);
    return found;
  };
  const stop = async () => {
    await worker.stop();
    left();
  };
  const members: Omit<World, typeof Symbol.asyncDispose> = {
    origin,
    origins,
    people,
    apps,
    tokens,
    client(who, options = {}) {
      const { token, region } = tokenOf(who);
      return createCanvass({ token, region, api: origins, dangerouslyAllowBrowser: true, ...options });
    },
    signIn: async (who, options = {}) => signedIn(origin, personOf(who), options),
    session({ header }, { fetch: send = (request: Request) => fetch(request), ...options } = {}) {
      const withCookie = (request: Request) => {
        const headers = new Headers(request.headers);
        headers.set("Cookie", header);
        return send(new Request(request, { headers }));
      };
      return createCanvass({ gateway: origin, ...options, fetch: withCookie });
    },
    clock: clockOf(ask),
    faults: faultsOf(ask),
    async outbox({ to } = {}) {
      const query = to === undefined ? "" : `?${new URLSearchParams({ to })}`;
      return (await ask<{ readonly mails: readonly Mail[] }>("GET", `/outbox${query}`)).mails;
    },
    journal: async () => (await ask<{ readonly requests: readonly JournalEntry[] }>("GET", "/journal")).requests,
    seed: async (wanted) => void (await ask("POST", "/seed", wanted)),
    reset: async () => void (await ask("POST", "/reset")),
    output,
    stop,
  };
  return Object.assign(members, { [Symbol.asyncDispose ?? Symbol()]: stop }) as World;
}

const listed = (names: readonly string[]) => [...new Set(names)].join(", ");
