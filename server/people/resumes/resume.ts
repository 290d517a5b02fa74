import { addMinutes } from "@greenroom/contract/kernel/time.ts";
import type { User } from "@greenroom/contract/people/accounts.ts";
import { type ResumeData, removeBlankEntries } from "@greenroom/contract/people/resume-data.ts";
import { emptyResume } from "@greenroom/contract/people/resume-labels.ts";
import type { Candidate, ResumeConflict } from "@greenroom/contract/people/resumes.ts";
import type { BookingStatus } from "@greenroom/contract/schedule/bookings.ts";
import type { Actor } from "../../kernel/actor.ts";
import type { Database, Tx } from "../../kernel/db/database.ts";
import { inTransaction, lockSubjects } from "../../kernel/db/transaction.ts";
import type { Deps } from "../../kernel/deps.ts";
import { AppError, invalidField } from "../../kernel/errors.ts";
import { lockAccount } from "../accounts/account.ts";

interface Resume {
  /** Null until it was first saved. */
  data: ResumeData | null;
  version: number;
  hasFile: boolean;
  /** The uploaded file waits for the virus scanner. */
  isFileHeld: boolean;
}

/** A user's resume, for their profile and for people who may read it. */
export async function findResume(database: Database | Tx, userId: string): Promise<Resume> {
  const resume = await selectResume(database, userId);
  const file = await selectResumeFile(database, userId);
  return {
    data: resume?.data ?? null,
    version: resume?.version ?? 0,
    hasFile: file !== undefined,
    isFileHeld: file !== undefined && file.heldAt !== null,
  };
}

async function selectResume(database: Database | Tx, userId: string) {
  return await database
    .selectFrom("resumes")
    .select(["data", "version"])
    .where("userId", "=", userId)
    .executeTakeFirst();
}

export function selectResumeFile(database: Database | Tx, userId: string) {
  return database
    .selectFrom("resumeFiles")
    .select(["storageKey", "fileName", "heldAt"])
    .where("userId", "=", userId)
    .executeTakeFirst();
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

/** The endpoint that links to one's own file; the link itself is valid for minutes. */
export const ownFileUrl = "/api/user/resume-pdf";

/** A candidate as their interviewer sees them: without plan, credits or settings. */
export function presentCandidate(user: User): Candidate {
  return {
    _id: user._id,
    firstName: user.firstName,
    lastName: user.lastName,
    email: user.email,
    mobileNumber: user.mobileNumber,
    resumeData: user.resumeData,
    resumeFileUrl: user.resumeFileUrl === null ? null : `/api/interviewer/resume-pdf/${user._id}`,
  };
}

/** How long after an interview its interviewer may still read the candidate's resume. */
const readableDays = 90;

/** True if this booking lets its interviewer read the resume: while it is pending, and for some weeks after. */
export function canReadResume(booking: { status: BookingStatus; endsAt: Date }, now: Date): boolean {
  return booking.status !== "cancelled" && now < addMinutes(booking.endsAt, readableDays * 24 * 60);
}

/**
 * The version that a save is based on, from its `If-Match` header; null if the client wants no check. Weak entity
 * tags (`W/"3"`) are accepted, because compressing proxies create them. Throws `invalid_input` for anything else.
 */
export function readExpectedVersion(header: string | undefined): number | null {
  if (header === undefined || header.trim() === "*") return null;
  const version = /^\s*(?:W\/)?"?(\d{1,9})"?\s*$/.exec(header)?.[1];
  if (version === undefined) throw invalidField("If-Match", "If-Match holds one resume version.");
  return Number(version);
}

/** Throws `conflict` with the saved data if the save is based on an older version. */
function checkVersion(expected: number | null, saved: { data: ResumeData; version: number }): void {
  if (expected === null || expected === saved.version) return;
  const details: ResumeConflict = { resumeData: saved.data, resumeVersion: saved.version };
  throw new AppError("conflict", {
    msg: "Your resume was changed somewhere else in the meantime. Nothing was overwritten.",
    details: { ...details },
  });
}

/**
 * Saves the whole structured resume, without empty entries, and returns its new version. Throws `conflict` if
 * another save came in between `expectedVersion`, which the client last read, and this one; null overwrites any version.
 */
export async function saveResume(
  deps: Deps,
  actor: Actor,
  { data, expectedVersion }: { data: ResumeData; expectedVersion: number | null },
): Promise<number> {
  return inTransaction(deps.database, async (tx) => {
    await lockAccount(tx, actor.userId);
    await lockSubjects(tx, [`resume:${actor.userId}`]);
    const saved = (await selectResume(tx, actor.userId)) ?? { data: emptyResume, version: 0 };
    checkVersion(expectedVersion, saved);
    const version = saved.version + 1;
    const values = { data: JSON.stringify(removeBlankEntries(data)), version, updatedAt: deps.clock.now() };
    await tx
      .insertInto("resumes")
      .values({ userId: actor.userId, ...values })
      .onConflict((conflict) => conflict.column("userId").doUpdateSet(values))
      .execute();
    return version;
  });
}

/** Where the last PDF of a structured resume is, until the cleanup removes it after a day. */
export function generatedPdfKey(userId: string): string {
  return `resume-exports/${userId}.pdf`;
}

/** Deletes a user's resume; returns the storage keys of its files, to be removed after the commit. */
export async function eraseResume(tx: Tx, userId: string): Promise<string[]> {
  for (const table of ["resumes", "generatedResumes"] as const)
    await tx.deleteFrom(table).where("userId", "=", userId).execute();
  const uploaded = await deleteResumeFile(tx, userId);
  return [generatedPdfKey(userId), ...(uploaded === undefined ? [] : [uploaded])];
}
