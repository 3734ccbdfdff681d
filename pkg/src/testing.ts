// The entry `@canvass/sdk/testing`: a local service with people, mail, clock and faults for the tests of an app.

import type { Canvass } from "./client.js";
import type { CanvassOptions } from "./options.js";
import type { Local } from "@canvass/local";
import { checkOptions } from "./check_options.js";
import { misconfigured } from "./errors.js";
import { createCanvass } from "./index.js";
import { sessionCookie } from "./server/session_cookie.js";
import { type Person, type SignInAs, type SignedIn, signedIn } from "./testing/person.js";
import { type Clock, type Faults, type JournalEntry, type Mail, type Seed, clockOf, faultsOf, sandboxAt } from "./testing/sandbox.js";

export type { BrowserPage, Person, SessionCookie, SignInAs, SignedIn } from "./testing/person.js";
export type { ActiveFault, Clock, Fault, Faults, JournalEntry, Mail, Recorded, Seed } from "./testing/sandbox.js";

/** Options of a local service. */
export interface StartOptions {
  /** Port of the gateway and the US region; EU and CA use the next two. By default, or if it is 0, free ports. */
  readonly port?: number | undefined;
  /**
   * Folder for the data: a new or empty one, or that of an earlier start, because its files are deleted and replaced.
   * By default a temporary one, which is deleted when the service ends.
   */
  readonly data?: string | undefined;
  /**
   * A folder whose files the gateway serves instead of its own: `index.html`, `callback/index.html` and `assets/`, as a
   * bundler writes them. The app under test then has the gateway's origin. The files are copied to the folder for the
   * data, which this folder must not contain.
   */
  readonly site?: string | undefined;
  /**
   * Origin of your app, if a server of its own serves it, such as `http://localhost:5173`; several are separated by
   * commas. The gateway allows it to call, and has the same host name.
   */
  readonly origin?: string | undefined;
  /** Email addresses of the people who review public apps. By default apps are approved at once. */
  readonly reviewers?: readonly string[] | undefined;
  /** More variables of the Worker. The options above take precedence. */
  readonly env?: { readonly [name: string]: string } | undefined;
}

/** An app of the demo world. */
export interface DemoApp {
  /** Short name of the app. */
  readonly key: string;
  /** Name of the app. */
  readonly name: string;
  /** Client id. */
  readonly client_id: string;
  /** Client secret. */
  readonly client_secret: string;
  /** State of the app: `draft`, `public`, `private` or `disabled`. */
  readonly state: string;
  /** Key of the person who owns the app. */
  readonly owner: string;
  /** URLs that a sign-in may return to. */
  readonly redirect_uris: readonly string[];
  /** Purpose of the app. */
  readonly note: string;
}

/** A token of the demo world. */
export interface DemoToken {
  /** Short name of the token. */
  readonly name: string;
  /** The token. */
  readonly token: string;
  /** Key of the person that the token belongs to. */
  readonly person: string;
  /** Key of the app that the token was issued to. */
  readonly app: string;
  /** Region of its account. */
  readonly region: "us" | "eu" | "ca";
  /** The granted scopes. */
  readonly scopes: readonly string[];
  /** Purpose of the token. */
  readonly note: string;
}

/** A local service with its demo world. */
export interface World {
  /** Origin of the gateway and of the US region. */
  readonly origin: string;
  /** Origins of the regions. */
  readonly origins: { readonly us: string; readonly eu: string; readonly ca: string };
  /** Address of the Model Context Protocol, for agents. */
  readonly mcp: string;
  /** The people who can be signed in. */
  readonly people: readonly Person[];
  /** The apps. */
  readonly apps: readonly DemoApp[];
  /** The tokens. */
  readonly tokens: readonly DemoToken[];
  /** A client with the token of that name, or a token of the person with that key or email address. */
  client(who: string | Person, options?: CanvassOptions): Canvass;
  /**
   * Signs in a person, by key or email address, at the gateway, like a browser. With `page` the browser of a test is
   * signed in; otherwise send `header` as `Cookie`.
   */
  signIn(who: string | Person, options?: SignInAs): Promise<SignedIn>;
  /** A client with a session of `signIn`, which calls the gateway like a page and keeps the cookies that it sets. */
  session(signedIn: SignedIn, options?: CanvassOptions): Canvass;
  /** The clock of the service. */
  readonly clock: Clock;
  /** Injected failures of calls. */
  readonly faults: Faults;
  /**
   * The mails that were sent, newest first, at most 200 of each team; with `to`, only those to that address. Text
   * messages, which the service never sends, are among them.
   */
  outbox(options?: { readonly to?: string | undefined }): Promise<readonly Mail[]>;
  /** The last requests with their responses, newest first. */
  journal(): Promise<readonly JournalEntry[]>;
  /** Creates surveys and responses for the owner: the same ones for the same seed. */
  seed(options: Seed): Promise<void>;
  /** Restores the demo world: without faults, mails, journal and sessions, and with the platform's time. */
  reset(): Promise<void>;
  /** The last output of the Worker. */
  output(): string;
  /** Stops the service. `await using` does the same, and so does the end of this program. */
  stop(): Promise<void>;
  /** The same as `stop`. */
  [Symbol.asyncDispose](): Promise<void>;
}

/** The package with the service. It is an optional peer, because programs that test nothing do not need it. */
async function localService() {
  try {
    return await import("@canvass/local");
  } catch (error) {
    if ((error as { readonly code?: string }).code !== "ERR_MODULE_NOT_FOUND") throw error;
    throw new Error("startCanvass needs the package @canvass/local: run npm install --save-dev @canvass/local", { cause: error });
  }
}

/**
 * Starts the gateway and the survey service on this machine, with the demo world, for the tests of an app. Needs the
 * package `@canvass/local` and no network. Each test file can start its own.
 *
 * @throws Error if @canvass/local is not installed, a port is in use, or an option or a variable is invalid.
 */
export async function startCanvass(options: StartOptions = {}): Promise<World> {
  if ("happyDOM" in globalThis) {
    throw misconfigured("happy-dom replaces fetch by one with the limits of a page. Start Canvass outside of it, for example in Vitest's globalSetup, or test in the environment node.");
  }
  const { startLocal } = await localService();
  const local = await startLocal(options);
  try {
    return await worldOf(local);
  } catch (error) {
    await local.stop();
    throw error;
  }
}

type DemoWorld = Pick<World, "people" | "apps" | "tokens">;

async function worldOf({ origin, origins, output, stop }: Local): Promise<World> {
  const callSandbox = sandboxAt(origin);
  const { people, apps, tokens } = await callSandbox<DemoWorld>("GET", "");

  const personOf = (who: string | Person): Person => {
    const found = typeof who === "string" ? people.find(({ key, email }) => key === who || email === who) : who;
    if (found === undefined) throw new Error(`There is no person "${who}". Use one of: ${listed(people.map(({ key }) => key))}.`);
    return found;
  };
  const tokenOf = (who: string | Person): DemoToken => {
    const named = tokens.find(({ name }) => name === who);
    if (named !== undefined) return named;
    const { key } = personOf(who);
    const found = tokens.find(({ person }) => person === key);
    if (found === undefined) throw new Error(`"${key}" has no token. Use one of: ${listed(tokens.map(({ name }) => name))}.`);
    return found;
  };
  const members: Omit<World, typeof Symbol.asyncDispose> = {
    origin,
    origins,
    mcp: `${origin}/mcp`,
    people,
    apps,
    tokens,
    client(who, options = {}) {
      const { token, region } = tokenOf(who);
      return createCanvass({ token, region, api: origins, dangerouslyAllowBrowser: true, ...options });
    },
    async signIn(who, options = {}) {
      checkOptions(options, { page: "an object", scopes: "a list", beside: "text" });
      return signedIn(origin, personOf(who), options);
    },
    session({ header }, { fetch: send = (request: Request) => fetch(request), ...options } = {}) {
      const cookie = sessionCookie(header, new URL(origin).protocol === "https:");
      const withCookie = async (request: Request) => {
        const headers = new Headers(request.headers);
        if (cookie.header !== undefined) headers.set("Cookie", cookie.header);
        const response = await send(new Request(request, { headers }));
        cookie.take(response);
        return response;
      };
      return createCanvass({ gateway: origin, ...options, fetch: withCookie });
    },
    clock: clockOf(callSandbox),
    faults: faultsOf(callSandbox),
    async outbox({ to } = {}) {
      const query = to === undefined ? "" : `?${new URLSearchParams({ to })}`;
      return (await callSandbox<{ readonly mails: readonly Mail[] }>("GET", `/outbox${query}`)).mails;
    },
    journal: async () => (await callSandbox<{ readonly requests: readonly JournalEntry[] }>("GET", "/journal")).requests,
    seed: async (options) => void (await callSandbox("POST", "/seed", options)),
    reset: async () => void (await callSandbox("POST", "/reset")),
    output,
    stop,
  };
  return Object.assign(members, { [Symbol.asyncDispose ?? Symbol()]: stop }) as World;
}

const listed = (names: readonly string[]) => [...new Set(names)].join(", ");
