import { addMinutes } from "@greenroom/contract/kernel/time.ts";
import { sql } from "kysely";
import { z } from "zod";
import type { Database } from "../../kernel/db/database.ts";
import type { Deps } from "../../kernel/deps.ts";
import { defineHandler, defineMailJob, defineRecurringJob, type JobHandler } from "../../kernel/jobs.ts";
import { sendMail } from "../../kernel/mail/compose.ts";
import { findPeople } from "../accounts/profile.ts";

/** Removes files that no row refers to any more, every hour. */
const sweepFiles = defineRecurringJob("files.sweep", "23 * * * *", {
  // A large bucket is listed page by page, which takes time.
  expireSeconds: 600,
});

/** Tells a person that their file, which was held back for scanning, contained a virus. */
export const mailInfectedFile = defineMailJob(
  "files.mail-infected",
  z.object({ userId: z.string(), fileName: z.string(), found: z.string() }),
);

/** Folders in which every file belongs to a row. Everything else in the storage is left alone. */
const cleanedFolders = ["resumes/", "feedback/", "photos/", "resume-exports/"];

/**
 * The minimum age of a file, because its row may not be committed yet, and a generated PDF may still be downloaded.
 */
const minAgeHours = 24;

const batchSize = 500;

/**
 * The keys among these that no row refers to. Add every new column that names files here; otherwise its folder is
 * never swept.
 */
async function selectOrphanedKeys(database: Database, keys: string[]): Promise<string[]> {
  if (keys.length === 0) return [];
  const { rows } = await sql<{ key: string }>`
    select key from unnest(${keys}::text[]) as stored (key)
    where not exists (select from resume_files where storage_key = key)
      and not exists (select from feedback_files where storage_key = key)
      and not exists (select from interviewer_profiles where photo_key = key)`.execute(database);
  return rows.map(({ key }) => key);
}

/** Removes files without a row: replaced, cleared, or stored for a transaction that failed. Returns how many. */
export async function sweepOrphans(deps: Deps): Promise<number> {
  const before = addMinutes(deps.clock.now(), -60 * minAgeHours);
  let removed = 0;
  let batch: string[] = [];
  const removeOrphansInBatch = async () => {
    for (const key of await selectOrphanedKeys(deps.database, batch)) {
      await deps.storage.remove(key);
      removed += 1;
    }
    batch = [];
  };
  for await (const { key, storedAt } of deps.storage.list()) {
    if (storedAt >= before || !cleanedFolders.some((folder) => key.startsWith(folder))) continue;
    batch.push(key);
    if (batch.length === batchSize) await removeOrphansInBatch();
  }
  await removeOrphansInBatch();
  return removed;
}

export const fileJobs: JobHandler<Deps>[] = [
  defineHandler(sweepFiles, async (deps) => {
    const count = await sweepOrphans(deps);
    if (count > 0) deps.log.info({ count }, "removed files without a row");
  }),
  defineHandler(mailInfectedFile, async (deps, { userId, fileName, found }) => {
    const person = (await findPeople(deps.database, [userId])).get(userId);
    if (person === undefined) return;
    // The upload was accepted while the scanner was unavailable.
    await sendMail(deps, {
      to: person.email,
      subject: "One of your files was rejected",
      heading: "One of your files was rejected",
      paragraphs: [
        `Our virus scanner found ${found} in "${fileName}". The file was removed, and nobody could open it in the meantime.`,
        "Please scan your computer, and upload a clean file.",
      ],
    });
  }),
];
