import type { ResumeData } from "@greenroom/contract/people/resume-data.ts";
import type { Database, Tx } from "../../kernel/db/database.ts";

export async function selectResume(
  database: Database | Tx,
  userId: string,
): Promise<{ data: ResumeData; version: number } | undefined> {
  return await database
    .selectFrom("resumes")
    .select(["data", "version"])
    .where("userId", "=", userId)
    .executeTakeFirst();
}

interface NewVersion {
  userId: string;
  data: ResumeData;
  version: number;
  now: Date;
}

export async function upsertResume(tx: Tx, { userId, data, version, now }: NewVersion): Promise<void> {
  const values = { data: JSON.stringify(data), version, updatedAt: now };
  await tx
    .insertInto("resumes")
    .values({ userId, ...values })
    .onConflict((conflict) => conflict.column("userId").doUpdateSet(values))
    .execute();
}

export async function deleteResume(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom("resumes").where("userId", "=", userId).execute();
}

export function selectResumeFile(database: Database | Tx, userId: string) {
  return database
    .selectFrom("resumeFiles")
    .select(["storageKey", "fileName", "heldAt"])
    .where("userId", "=", userId)
    .executeTakeFirst();
}

interface NewResumeFile {
  userId: string;
  storageKey: string;
  fileName: string;
  sizeBytes: number;
  uploadedAt: Date;
  /** Set while the file is held and nobody may open it. */
  heldAt: Date | null;
}

/** Sets the uploaded file that replaces the structured resume. */
export async function insertResumeFile(tx: Tx, file: NewResumeFile): Promise<void> {
  await tx.insertInto("resumeFiles").values(file).execute();
}

/** Deletes the file's row and returns its storage key; undefined if there was none. */
export async function deleteResumeFile(tx: Tx, userId: string): Promise<string | undefined> {
  const row = await tx
    .deleteFrom("resumeFiles")
    .where("userId", "=", userId)
    .returning("storageKey")
    .executeTakeFirst();
  return row?.storageKey;
}

export function selectGeneratedResume(database: Database | Tx, userId: string) {
  return database
    .selectFrom("generatedResumes")
    .select(["contentHash", "storageKey", "madeAt"])
    .where("userId", "=", userId)
    .executeTakeFirst();
}

interface GeneratedResume {
  userId: string;
  contentHash: Buffer;
  storageKey: string;
  madeAt: Date;
}

export async function upsertGeneratedResume(tx: Tx, { userId, ...values }: GeneratedResume): Promise<void> {
  await tx
    .insertInto("generatedResumes")
    .values({ userId, ...values })
    .onConflict((conflict) => conflict.column("userId").doUpdateSet(values))
    .execute();
}

/** Deletes the generated PDF's row and returns its storage key; undefined if there was none. */
export async function deleteGeneratedResume(tx: Tx, userId: string): Promise<string | undefined> {
  const row = await tx
    .deleteFrom("generatedResumes")
    .where("userId", "=", userId)
    .returning("storageKey")
    .executeTakeFirst();
  return row?.storageKey;
}

/** Releases a file that was held. */
export async function releaseHeldFile(database: Database, storageKey: string): Promise<void> {
  await database
    .updateTable("resumeFiles")
    .set({ heldAt: null })
    .where("storageKey", "=", storageKey)
    .execute();
}

/** Deletes the row of a held file and returns its owner; undefined if it was replaced or removed meanwhile. */
export async function deleteHeldFile(tx: Tx, storageKey: string) {
  return await tx
    .deleteFrom("resumeFiles")
    .where("storageKey", "=", storageKey)
    .where("heldAt", "is not", null)
    .returning(["userId", "fileName"])
    .executeTakeFirst();
}
