/** Options of a local service. */
export interface LocalOptions {
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

/** A local service that runs. */
export interface Local {
  /** Origin of the gateway and of the US region. */
  readonly origin: string;
  /** Origins of the regions. */
  readonly origins: { readonly us: string; readonly eu: string; readonly ca: string };
  /** The last output of the Worker. */
  output(): string;
  /** Stops the service. So does the end of this program. */
  stop(): Promise<void>;
}

/** A local service that does not start; the message says why and what helps. */
export class LocalError extends Error {}

/**
 * Starts the gateway and the survey service on this machine, with the demo world. It needs no network.
 *
 * @throws LocalError if workerd cannot run, a port or the folder is in use, the folder contains other files or cannot
 * be written, or an option or a variable is invalid.
 */
export function startLocal(options?: LocalOptions): Promise<Local>;
