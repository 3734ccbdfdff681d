// Starts the packaged gateway and survey service for a program, such as a test by way of `@canvass/sdk/testing`.

import { checkVersions, claimFolder, freshSecrets, storedSecrets, temporaryFolder } from "./folders.js";
import { LocalError } from "./local_error.js";
import { packagedParts } from "./parts.js";
import { startRecorded, startWorkerd } from "./workerd.js";

export { LocalError };

const OPTIONS = ["port", "data", "site", "origin", "reviewers", "env"];

/** Refuses a misspelt option, which would be ignored, and values that mean nothing. */
function checkOptions(options) {
  const unknown = Object.keys(options).find((name) => !OPTIONS.includes(name));
  if (unknown !== undefined) throw new LocalError(`There is no option "${unknown}". The options are: ${OPTIONS.join(", ")}.`);
  const { port = 0, reviewers = [] } = options;
  if (!Number.isInteger(port) || port < 0 || port > 65_533) {
    throw new LocalError(`The option "port" must be a whole number from 0 to 65533, not ${port}. 0 means free ports.`);
  }
  if (!Array.isArray(reviewers)) throw new LocalError('The option "reviewers" must be a list of e-mail addresses.');
}

export async function startLocal(options = {}) {
  checkOptions(options);
  const { port, data, site, origin, reviewers, env } = options;
  const temporary = data === undefined ? temporaryFolder() : undefined;
  const folder = temporary?.folder ?? data;
  const release = claimFolder(folder);
  const cleanUp = () => {
    release();
    temporary?.remove();
  };
  try {
    const secrets = temporary === undefined ? storedSecrets(folder) : freshSecrets();
    if (temporary === undefined) checkVersions(folder);
    const vars = { ...secrets, ...env, ...(reviewers && { REVIEWERS: reviewers.join(",") }) };
    const parts = packagedParts(folder, site);
    const start = temporary === undefined ? startRecorded : startWorkerd;
    const worker = await start({ ...parts, dataDir: folder, port, origin, vars, temporary: temporary !== undefined, keepAlive: false });
    let stopped;
    const stop = async () => {
      await worker.stop();
      cleanUp();
    };
    return {
      origin: worker.origin,
      origins: worker.origins,
      output: worker.output,
      stop: () => (stopped ??= stop()),
    };
  } catch (error) {
    cleanUp();
    throw error;
  }
}
