import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import type { Deps } from "../../deps.ts";
import type { Actor } from "../../http/actor.ts";
import { findPeople } from "../accounts/find-people.ts";
import { listOwnCode } from "../meetings/read-pad.ts";
import { heldRows } from "./held-data.ts";
import { type HeldFile, selectHeldFiles, selectHeldRows } from "./store.ts";
import { writeZip, type ZipEntry } from "./write-zip.ts";

/** Everything held about me: a zip with every row as `data.json`, and my files, read one at a time. */
export async function downloadData(deps: Deps, actor: Actor): Promise<Readable> {
  const me = (await findPeople(deps.database, [actor.userId])).get(actor.userId);
  if (me === undefined) throw new Error(`the signed-in ${actor.userId} has no account`);
  const now = deps.clock.now();
  const held: Record<string, unknown> = { madeAt: now.toISOString() };
  for (const rows of heldRows)
    held[rows.table] = await selectHeldRows(deps.database, rows, { userId: me.id, email: me.email });
  // It refers to no person, for both wrote it, and is kept in a form that nobody reads.
  held.sessionCode = await listOwnCode(deps.database, me.id);
  const files = await selectHeldFiles(deps.database, me.id);
  return Readable.from(writeZip(entriesOf(deps, held, files), now));
}

async function* entriesOf(
  deps: Deps,
  held: Record<string, unknown>,
  files: HeldFile[],
): AsyncGenerator<ZipEntry> {
  const missing: string[] = [];
  for (const { key, name } of files) {
    const file = await deps.storage.read(key);
    if (file === null) missing.push(name);
    else yield { name, content: await buffer(file) };
  }
  const data = missing.length === 0 ? held : { ...held, filesThatCouldNotBeRead: missing };
  yield { name: "data.json", content: Buffer.from(JSON.stringify(data, null, 2)) };
}
