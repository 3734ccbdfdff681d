// Starts the packaged gateway and survey service for a program, such as a test by way of `@canvass/sdk/testing`.

import { checkVersions, claimFolder, freshSecrets, storedSecrets, temporaryFolder } from "./folders.js";
import { packagedParts } from "./parts.js";
import { startRecorded, startWorkerd } from "./workerd.js";

export { LocalError } from "./local_error.js";

export async function startLocal({ port, data, site, origin, reviewers, env } = {}) {
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
