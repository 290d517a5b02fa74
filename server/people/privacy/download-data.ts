import { addAbortSignal, Readable } from "node:stream";
import { finished } from "node:stream/promises";
import { ZipFile } from "yazl";
import type { Actor } from "../../kernel/actor.ts";
import type { Tx } from "../../kernel/db/database.ts";
import { planForAllRows } from "../../kernel/db/read-lists.ts";
import type { Deps } from "../../kernel/deps.ts";
import { exportTurns, Spool } from "../../kernel/files.ts";
import { findPeople } from "../accounts/profile.ts";
import { personalDataTables } from "./personal-data.ts";
import { type PersonalFile, type PersonKeys, readPersonalRows, selectPersonalFiles } from "./store.ts";

/**
 * Everything that we store about the actor: a zip with every row in `data.json`, and their files, which are
 * read while the zip is sent. The rows are written to disk first, so that a slow reader occupies neither
 * memory nor a database connection, and a failed query is an error and not a broken zip. Throws the signal's reason once
 * the reader has left.
 */
export async function downloadData(
  deps: Deps,
  actor: Pick<Actor, "userId">,
  reader: AbortSignal,
): Promise<Readable> {
  const me = (await findPeople(deps.database, [actor.userId])).get(actor.userId);
  if (me === undefined) throw new Error(`the signed-in ${actor.userId} has no account`);
  const now = deps.clock.now();
  const spool = await Spool.open();
  try {
    const read = deps.database.transaction().setIsolationLevel("repeatable read").setAccessMode("read only");
    const files = await exportTurns.run(
      () =>
        read.execute(async (tx) => {
          await planForAllRows(tx);
          await writeRows(
            { spool, reader, personalData: deps.personalData },
            tx,
            { userId: me.id, email: me.email },
            now,
          );
          return await selectPersonalFiles(tx, me.id);
        }),
      reader,
    );
    const zip = writeZip(zipEntries(deps, spool, files), now);
    // A reader that goes away ends the stream before it began, where a `finally` would not run.
    zip.once("close", () =>
      spool.close().catch((error) => deps.log.warn({ error }, "a spool did not close")),
    );
    return zip;
  } catch (error) {
    await spool.close();
    throw error;
  }
}

interface Output {
  spool: Spool;
  reader: AbortSignal;
}

/** Everything in `data.json` but its end. */
async function writeRows(
  { personalData, ...output }: Output & Pick<Deps, "personalData">,
  tx: Tx,
  person: PersonKeys,
  now: Date,
): Promise<void> {
  await output.spool.write(`{\n  "madeAt": ${JSON.stringify(now)}`);
  for (const rows of personalDataTables)
    await writeList(output, rows.table, readPersonalRows(tx, rows, person));
  for (const { exports: more } of personalData)
    if (more !== undefined) await writeList(output, more.name, more.read(tx, person.userId));
}

/** As `JSON.stringify` writes a list inside an object, indented by two. */
async function writeList(
  { spool, reader }: Output,
  name: string,
  rows: AsyncIterable<unknown>,
): Promise<void> {
  reader.throwIfAborted();
  await spool.write(`,\n  ${JSON.stringify(name)}: [`);
  let separator = "";
  for await (const row of rows) {
    reader.throwIfAborted();
    const text = JSON.stringify(row, null, 2).replaceAll("\n", "\n    ");
    await spool.write(`${separator}\n    ${text}`);
    separator = ",";
  }
  await spool.write(separator === "" ? "]" : "\n  ]");
}

async function* zipEntries(deps: Deps, spool: Spool, files: PersonalFile[]): AsyncGenerator<ZipEntry> {
  const missing: string[] = [];
  for (const { key, name } of files) {
    const file = await deps.storage.read(key);
    if (file === null) missing.push(name);
    else yield { name, content: file };
  }
  if (missing.length > 0) await spool.write(`,\n  "filesThatCouldNotBeRead": ${JSON.stringify(missing)}`);
  await spool.write("\n}");
  yield { name: "data.json", content: await spool.read() };
}

export interface ZipEntry {
  name: string;
  content: Buffer | Readable;
}

/**
 * Writes a zip while it is read, one entry after the other, so that no file is in memory as a whole. An error of an
 * entry ends the zip with that error.
 */
export function writeZip(entries: AsyncIterable<ZipEntry>, now: Date): Readable {
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  const closed = new AbortController();
  // A download that is canceled must not keep its current file open.
  output.once("close", () => closed.abort());
  zip.on("error", (cause) => output.destroy(cause));
  addEntries(zip, entries, { mtime: now, signal: closed.signal }).catch((cause) => output.destroy(cause));
  return output;
}

async function addEntries(
  zip: ZipFile,
  entries: AsyncIterable<ZipEntry>,
  { mtime, signal }: { mtime: Date; signal: AbortSignal },
): Promise<void> {
  for await (const { name, content } of entries) {
    const source = addAbortSignal(signal, content instanceof Readable ? content : Readable.from([content]));
    zip.addReadStream(source, name, { mtime });
    // The next file is opened when this one has been read.
    await finished(source);
  }
  zip.end();
}
