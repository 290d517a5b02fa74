import type { Readable } from "node:stream";
import type { Actor } from "../../core/actor.ts";
import type { Deps } from "../../deps.ts";
import { findPeople } from "../accounts/profile/find-people.ts";
import { listOwnPads } from "../code-pads/read-pad.ts";
import { personalDataTables } from "./personal-data.ts";
import { type PersonalFile, selectPersonalFiles, selectPersonalRows } from "./store.ts";
import { writeZip, type ZipEntry } from "./write-zip.ts";

/**
 * Everything that we store about the actor: a zip with every row in `data.json`, and their files, which are read
 * while the zip is sent.
 */
export async function downloadData(deps: Deps, actor: Pick<Actor, "userId">): Promise<Readable> {
  const me = (await findPeople(deps.database, [actor.userId])).get(actor.userId);
  if (me === undefined) throw new Error(`the signed-in ${actor.userId} has no account`);
  const now = deps.clock.now();
  const data: Record<string, unknown> = { madeAt: now.toISOString() };
  for (const rows of personalDataTables)
    data[rows.table] = await selectPersonalRows(deps.database, rows, { userId: me.id, email: me.email });
  // Both parties wrote these rows, so they refer to no user, and they are stored in a binary format.
  data.sessionCode = await listOwnPads(deps.database, me.id);
  const files = await selectPersonalFiles(deps.database, me.id);
  return writeZip(zipEntries(deps, data, files), now);
}

async function* zipEntries(
  deps: Deps,
  data: Record<string, unknown>,
  files: PersonalFile[],
): AsyncGenerator<ZipEntry> {
  const missing: string[] = [];
  for (const { key, name } of files) {
    const file = await deps.storage.read(key);
    if (file === null) missing.push(name);
    else yield { name, content: file };
  }
  const completeData = missing.length === 0 ? data : { ...data, filesThatCouldNotBeRead: missing };
  yield { name: "data.json", content: Buffer.from(JSON.stringify(completeData, null, 2)) };
}
