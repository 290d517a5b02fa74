import { build, findStale } from "./lib-build.mjs";
import { install, isInstalled } from "./lib-install.mjs";
import { withLock } from "./lib-lock.mjs";
import { PlainFailure } from "./lib-steps.mjs";

const OLDEST_NODE = [20, 19];

/**
 * Makes a clone ready to run: the right Node, the dependencies, and (with `built`) an up-to-date `dist`.
 * Takes only a few dozen milliseconds when everything is there already.
 */
export async function prepare({ built }) {
  checkNode();
  if ((await isInstalled()) && !(built && (await findStale()).length > 0)) return;
  await withLock(async () => {
    // Checked again, because the previous holder of the lock may have done it.
    if (!(await isInstalled())) await install();
    const stale = built ? await findStale() : [];
    if (stale.length > 0) await build(stale);
  });
}

function checkNode() {
  const [major, minor] = process.versions.node.split(".").map(Number);
  if (major > OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor >= OLDEST_NODE[1])) return;
  throw new PlainFailure(
    `Greenroom needs Node ${OLDEST_NODE.join(".")} or newer; this is ${process.versions.node}. Get a newer one from https://nodejs.org.`,
  );
}
