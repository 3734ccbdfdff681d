/** Opens the results of a survey: for whom, and where they are kept. */

import type { Session } from "../client.js";
import { invalid, misconfigured } from "../errors.js";
import { PLACEHOLDER_ORIGIN } from "../calls/transport.js";
import { type ClientFacts, methods } from "../watch.js";
import { eraseUnlisted, folderOf, lastFolder, rememberLast } from "./accounts.js";
import { onLeave } from "./channel.js";
import { signedOut } from "./closed.js";
import { ofBrowser } from "./folder_errors.js";
import { HeldResults } from "./held_results.js";
import { checkKept } from "./placement.js";
import type { Owner } from "./survey_storage.js";
import { isUnanswered } from "./notes.js";
import type { Results, ResultsClient, ResultsOptions } from "./types.js";

/** The largest overlap in seconds. */
const OVERLAP_MAX = 3600;

const OPTIONS = ["survey_id", "keep", "folder", "timeZone", "overlap", "design", "worker"];

/**
 * Opens the results of a survey. What is kept of them is there at once, also offline; `sync()` fetches the rest. If
 * nothing is kept, the survey's design is fetched.
 *
 * @param canvass - The client. Its requests are background work: people who use the app go first.
 * @param options - The survey, and where its responses are kept: {@link ResultsOptions}.
 * @example
 * ```js
 * const results = await openResults(canvass, { survey_id });
 * await results.sync();
 * const { questions } = await results.where().summary();
 * ```
 * @throws `NotFoundError` if there is no such survey.
 * @throws `SignedOutError` if no account is signed in.
 * @throws `InvalidArgumentError` if an option is wrong.
 * @throws `UnavailableError` if the platform has no WebAssembly, or a policy forbids it, or if the account has left
 *   meanwhile.
 */
export async function openResults(canvass: ResultsClient, options: ResultsOptions): Promise<Results> {
  const client = methods.get(Object((canvass as { readonly session?: unknown } | undefined)?.session))?.client;
  if (client === undefined) throw misconfigured("openResults needs a client: the result of createCanvass, of the same copy of the SDK.", "canvass");
  checkOptions(options);
  const { keep = "tab", folder } = options;
  const session = () => (canvass as ResultsClient).session();
  /** Whether the account may have left since it was asked for: results listen only when it is known whose they are. */
  let isChanged = false;
  const changed = () => void (isChanged = true);
  const stops = client.base === PLACEHOLDER_ORIGIN ? [] : [onLeave(client.base, changed), client.onSessionChange(changed, 1)];
  try {
    const owner = await ownerOf(client, session, keep === "device" && folder === undefined);
    return await new HeldResults(client, options, owner).start(keep, isChanged).catch(async (error: unknown) => {
      const isSignedOut = owner.gateway !== undefined && (error as { readonly kind?: string }).kind === "signed_out";
      // What was kept of the account that has left, or said that it is the current one, may be newer than what erased
      // it.
      if (isSignedOut || isChanged) await session().then((now) => eraseUnlisted(client.base, now)).catch(() => {});
      throw error;
    });
  } finally {
    for (const stop of stops) stop();
  }
}

function checkOptions(options: ResultsOptions): void {
  const { survey_id, keep = "tab", folder, overlap = 0, design, worker = "" } = Object(options) as ResultsOptions;
  if (typeof survey_id !== "string" || !/^[\w-]{1,64}$/.test(survey_id)) throw invalid("survey_id", 'The option "survey_id" must be the id of a survey.');
  const unknown = Object.keys(options).find((name) => !OPTIONS.includes(name));
  if (unknown !== undefined) throw invalid(unknown, `There is no option "${unknown}". The options are: ${OPTIONS.join(", ")}.`);
  checkKept(keep);
  if (folder !== undefined && (typeof folder !== "string" || folder === "")) throw invalid("folder", 'The option "folder" must be the path of a folder.');
  if (design !== undefined && Object(design).id !== survey_id) throw invalid("design", 'The option "design" must be the design of this survey.');
  if (typeof worker !== "string" && Object(worker) !== worker) throw invalid("worker", 'The option "worker" must be the URL of the worker\'s file.');
  if (!(overlap >= 0 && overlap <= OVERLAP_MAX)) throw invalid("overlap", `The option "overlap" must be a number of seconds from 0 to ${OVERLAP_MAX}.`);
}

/** Whose results these are. Folders of accounts that are no longer signed in are erased on this occasion. */
async function ownerOf({ base: gateway }: ClientFacts, session: () => Promise<Session>, isKept: boolean): Promise<Owner> {
  if (gateway === PLACEHOLDER_ORIGIN) return { gateway: undefined, folder: undefined, mayKeep: false, session };
  let now: Session;
  try {
    now = await session();
  } catch (error) {
    const folder = isKept && isUnanswered(error) ? await lastFolder(gateway) : undefined;
    if (folder === undefined) throw error;
    return { gateway, folder, mayKeep: true, session };
  }
  await eraseUnlisted(gateway, now).catch((error: unknown) => {
    throw ofBrowser(error);
  });
  const current = now.signed_in ? now.accounts.find(({ current }) => current) : undefined;
  if (current === undefined) throw signedOut();
  const { keep_results = true } = now as { readonly keep_results?: boolean };
  const owner = { gateway, folder: await folderOf(gateway, current), mayKeep: keep_results, session };
  if (isKept && owner.mayKeep) await rememberLast(gateway, owner.folder).catch(() => {});
  return owner;
}
