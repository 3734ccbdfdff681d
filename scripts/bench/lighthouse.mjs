// `npm run bench -- lighthouse`: Lighthouse's scores of the console's first screen and of a survey's results, for the
// owner of the demo world. Lighthouse simulates a phone on a slow network, and a computer.

import { cpSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { freePorts } from "../../pkg/local/src/ports.js";
import { ownerOf, signIn, startBrowser, surveyOf } from "../demo.mjs";
import { root, say, target } from "../run.mjs";
import { installPackages } from "../setup.mjs";
import { startWorker } from "../worker.mjs";

/** The score that each category must reach. */
const GOAL = 95;
const CATEGORIES = ["performance", "accessibility"];

/** Prints the scores, and what costs points. */
export async function benchLighthouse() {
  const { default: lighthouse, desktopConfig } = await install();
  const folder = mkdtempSync(join(tmpdir(), "canvass-"));
  const worker = await startWorker({ dataDir: folder });
  const [port] = await freePorts(1);
  const browser = await startBrowser([`--remote-debugging-port=${port}`]);
  try {
    const cookies = await signIn(worker.origin, await ownerOf(worker.origin));
    const Cookie = cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
    const pages = { "the first screen": "/", "results of a survey": `/#/surveys/${await surveyOf(worker.origin, Cookie)}/results` };
    for (const [title, path] of Object.entries(pages)) {
      for (const [device, config] of [["phone", undefined], ["computer", desktopConfig]]) {
        const options = { port, onlyCategories: CATEGORIES, extraHeaders: { Cookie }, logLevel: "error" };
        const { lhr } = await lighthouse(`${worker.origin}${path}`, options, config);
        const scores = CATEGORIES.map((name) => `${name} ${Math.round(lhr.categories[name].score * 100)}`);
        say(`  ${title}, ${device}: ${scores.join(", ")} (goal ${GOAL})`);
        const lost = CATEGORIES.flatMap((name) => lhr.categories[name].auditRefs).filter(({ weight, id }) => weight > 0 && (lhr.audits[id].score ?? 1) < 0.9);
        for (const { id } of lost) say(`    ${lhr.audits[id].title}${lhr.audits[id].displayValue ? `: ${lhr.audits[id].displayValue}` : ""}`);
      }
    }
  } finally {
    await browser.close();
    await worker.kill();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Installs Lighthouse on first use, and loads it. */
async function install() {
  const folder = join(target, "lighthouse");
  mkdirSync(folder, { recursive: true });
  for (const file of ["package.json", "package-lock.json"]) cpSync(join(root, "scripts", "lighthouse", file), join(folder, file));
  installPackages(folder, "Lighthouse");
  return import(pathToFileURL(createRequire(join(folder, "package.json")).resolve("lighthouse")).href);
}
