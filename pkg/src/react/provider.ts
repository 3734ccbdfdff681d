// The client of a component: the one it is given, or that of the provider above. Without either, the hook fails.

import { type ReactElement, type ReactNode, createContext, createElement, useContext, useMemo } from "react";
import type { Canvass, Client, Session } from "../client.js";
import { misconfigured } from "../errors.js";
import type { Scope } from "../generated/types.js";

interface Provided {
  /** The client of the app. */
  readonly canvass: Client;
  readonly session: Session | undefined;
}

const Context = createContext<Provided | undefined>(undefined);

/** Gives the client to the components below, for `useCanvass` and for hooks and components that are given none. */
export interface CanvassProviderProps {
  /** The client of the app. */
  readonly canvass: Client;
  /**
   * The session as a server knows it, so that `useSession` has it in the first render. The page then loads it again.
   */
  readonly session?: Session | undefined;
  /** The components that use it. */
  readonly children?: ReactNode;
}

/**
 * Gives the client to the components below. The other hooks and components work without it if they are given the
 * client.
 */
export function CanvassProvider({ canvass, session, children }: CanvassProviderProps): ReactElement {
  const value = useMemo(() => ({ canvass, session }), [canvass, session]);
  return createElement(Context.Provider, { value }, children);
}

/**
 * The client of the `CanvassProvider` above. An app that requests only some scopes names them, as for `createCanvass`.
 */
export function useCanvass<S extends Scope = Scope>(): Canvass<S> {
  return useProvided(undefined, "useCanvass").canvass as Canvass<S>;
}

/** The client of the provider above, if there is one. */
export function useProvidedClient(): Client | undefined {
  return useContext(Context)?.canvass;
}

/** The client that was given, or that of the provider above with its session. */
export function useProvided(given: Client | undefined, user: string): Provided {
  const provided = useContext(Context);
  if (given !== undefined) return given === provided?.canvass ? provided : { canvass: given, session: undefined };
  if (provided !== undefined) return provided;
  throw misconfigured(`${user} has no client. Pass it, or render <CanvassProvider canvass={canvass}> above.`, "canvass");
}
