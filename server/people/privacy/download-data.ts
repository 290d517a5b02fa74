import { addAbortSignal, Readable } from "node:stream";
import { finished } from "node:stream/promises";
import { sql } from "kysely";
import { ZipFile } from "yazl";
import type { Actor } from "../../kernel/actor.ts";
import type { Database, Tx } from "../../kernel/db/database.ts";
import { planForAllRows, readWithCursor } from "../../kernel/db/read-lists.ts";
import type { Deps } from "../../kernel/deps.ts";
import { exportTurns, Spool } from "../../kernel/files.ts";
import { findPeople } from "../accounts/profile.ts";
import { type PersonalDataTable, personalDataTables } from "./personal-data.ts";

interface PersonKeys {
  userId: string;
  email: string;
}

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

/** The rows of one table about a user, without its secrets, read in batches. */
export async function* readPersonalRows(
  tx: Tx,
  rows: PersonalDataTable,
  person: PersonKeys,
): AsyncGenerator<Record<string, unknown>> {
  const { omit = [] } = rows;
  for await (const row of readWithCursor(tx, selectPersonalRows(rows, person)))
    yield Object.fromEntries(Object.entries(row).filter(([key]) => !omit.includes(key)));
}

/** As two parts, because PostgreSQL uses no index for "mine, or of a row that is mine". */
export function selectPersonalRows({ table, owner, by, through }: PersonalDataTable, person: PersonKeys) {
  const name = sql.table(table.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`));
  const isOwn = isOwnedBy(owner, by, person);
  if (through === undefined) return sql<Record<string, unknown>>`select * from ${name} where ${isOwn}`;
  const isNotOwn = owner.length === 0 ? sql`true` : sql`(${isOwn}) is not true`;
  // With `offset 0` PostgreSQL looks the rows of each parent up by index. It would otherwise scan the whole table
  // once that holds some ten thousand rows.
  const others = sql<Record<string, unknown>>`
    select child.* from ${sql.table(through.table)} parent cross join lateral (
      select * from ${name} where ${sql.ref(through.column)} = parent.id and ${isNotOwn} offset 0) child
    where ${isOwnedBy(through.owner, through.by, person)}`;
  if (owner.length === 0) return others;
  return sql<Record<string, unknown>>`select * from ${name} where ${isOwn} union all (${others})`;
}

function isOwnedBy(columns: readonly string[], by: "email" | undefined, { email, userId }: PersonKeys) {
  const value = by === "email" ? email : userId;
  return sql.join(
    columns.map((column) => sql`${sql.raw(column)} = ${value}`),
    sql` or `,
  );
}

interface PersonalFile {
  key: string;
  name: string;
}

/** The files about a user: their resume and photo, and the feedback PDFs of their interviews. */
async function selectPersonalFiles(database: Database | Tx, userId: string): Promise<PersonalFile[]> {
  const { rows } = await sql<PersonalFile>`
    select storage_key as key, 'feedback/' || file.booking_id || '.pdf' as name
      from feedback_files file join bookings on bookings.id = file.booking_id
      where (bookings.interviewee_id = ${userId} or bookings.interviewer_id = ${userId}) and file.held_at is null
    union all select storage_key, 'resume.pdf' from resume_files where user_id = ${userId} and held_at is null
    union all select photo_key, 'photo' || substring(photo_key from '[.][a-z]+$')
      from interviewer_profiles where user_id = ${userId} and photo_key is not null`.execute(database);
  return rows;
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

interface ZipEntry {
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
