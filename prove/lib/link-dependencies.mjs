import { existsSync } from "node:fs";
import { mkdir, readdir, symlink } from "node:fs/promises";
import path from "node:path";

/**
 * Gives a copy of the tree our installed packages, without installing: a `node_modules` of links, in which the names of
 * the workspaces lead to the copy's own folders.
 */
export async function linkDependencies(root, copy) {
  const [from, to] = [path.join(root, "node_modules"), path.join(copy, "node_modules")];
  await mkdir(path.join(to, "@greenroom"), { recursive: true });
  for (const name of await readdir(from)) {
    if (name !== "@greenroom" && !name.startsWith("."))
      await symlink(path.join(from, name), path.join(to, name));
  }
  for (const name of await readdir(path.join(from, "@greenroom"))) {
    const folder = path.join(copy, name);
    if (existsSync(folder)) await symlink(folder, path.join(to, "@greenroom", name));
  }
  return to;
}
