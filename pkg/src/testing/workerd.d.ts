/** Starts a built Worker in workerd: the functions that the testing entry uses. */

export interface Running {
  readonly origin: string;
  readonly origins: { readonly us: string; readonly eu: string; readonly ca: string };
  stop(): Promise<void>;
  output(): string;
}

/** The files of the packaged Worker. */
export interface Parts {
  readonly worker: string;
  readonly assets: string;
  readonly egress: string;
}

export interface Starting extends Parts {
  readonly port?: number | undefined;
  readonly dataDir: string;
  readonly vars: { readonly [name: string]: string };
  readonly temporary: boolean;
  readonly keepAlive: boolean;
}

export function packagedWorker(folder: string, site: string | undefined): Parts;
export function freshSecrets(): { readonly [name: string]: string };
export function storedSecrets(folder: string): { readonly [name: string]: string };
export function temporaryFolder(): { readonly folder: string; remove(): void };
export function claimFolder(folder: string): () => void;
export function startWorkerd(options: Starting): Promise<Running>;
