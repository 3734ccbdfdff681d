// What a local service says of its demo world. Other services have none.

/** A person of the demo world. */
export interface Person {
  readonly name: string;
  readonly email: string;
  /** Absent if the person cannot sign in. */
  readonly password?: string | null;
  readonly role?: string;
  readonly plan?: string;
  readonly region?: string;
  readonly note?: string;
}

/** The demo world. */
export interface World {
  readonly people?: readonly Person[];
  readonly tokens?: readonly { readonly token?: string }[];
  readonly origins?: { readonly us?: string };
}

/** The demo world; null unless this is a local service. */
export async function askSandbox(signal: AbortSignal): Promise<World | null> {
  try {
    const response = await fetch("/sandbox", { headers: { "X-Canvass": "1" }, signal });
    if (!response.ok || !response.headers.get("content-type")?.includes("json")) return null;
    return (await response.json()) as World;
  } catch {
    return null;
  }
}
