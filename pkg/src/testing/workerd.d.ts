/** Starting a built Worker in workerd: what the testing entry uses of it. */

export interface Running {
  readonly origin: string;
  readonly origins: { readonly us: string; readonly eu: string; readonly ca: string };
  stop(): Promise<void>;
  output(): string;
}

/** What the package carries. */
export interface Parts {
  readonly worker: string;
  readonly assets: string;
  readonly egress: string;
}

export interface Starting extends Parts {
  readonly port?: number | undefined;
  readonly dataDir: string;
  readonly vars: { readonly [name: string]: string };
  readonly passing: boolean;
  readonly holds: boolean;
}

export function carried(folder: string, site: string | undefined): Parts;
export function freshSecrets(): { readonly [name: string]: string };
export function keptSecrets(folder: string): { readonly [name: string]: string };
export function passingFolder(): { readonly folder: string; remove(): void };
export function claimFolder(folder: string): () => void;
export function startWorkerd(options: Starting): Promise<Running>;
