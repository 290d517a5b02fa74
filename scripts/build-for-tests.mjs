import { mkdir, mkdtemp, rm } from "node:fs/promises";
import path from "node:path";
import { buildServer, DIST } from "./lib-build.mjs";

/**
 * A global setup of Vitest: builds the server once for all tests that start one in a process of its own, because from
 * the sources each start takes several times as long. The folder is in `dist`, where Node finds the dependencies, and
 * has no built site beside it.
 */
export default async function setUp(project) {
  await mkdir(DIST, { recursive: true });
  const directory = await mkdtemp(path.join(DIST, ".tests-"));
  const remove = () => rm(directory, { recursive: true, force: true });
  const server = path.join(directory, "server");
  try {
    await buildServer(server);
  } catch (cause) {
    await remove();
    throw cause;
  }
  project.provide("builtServer", server);
  return remove;
}
