import type { PageQuery } from "@greenroom/contract/kernel/endpoint.ts";
import { type Selectable, sql } from "kysely";
import type { Database, Tx } from "../../kernel/db/database.ts";
import { orderBy, readPage } from "../../kernel/db/read-lists.ts";
import type { InterviewerApplications, Invitations } from "../../kernel/db/types.ts";
import { newId } from "../../kernel/ids.ts";

export interface ProfileRow {
  headline: string;
  topics: string[];
  photoKey: string | null;
}

/** A person's profile; empty if they never saved one. */
export async function getProfileRow(database: Database | Tx, userId: string): Promise<ProfileRow> {
  const row = await database
    .selectFrom("interviewerProfiles")
    .select(["headline", "topics", "photoKey"])
    .where("userId", "=", userId)
    .executeTakeFirst();
  return row ?? { headline: "", topics: [], photoKey: null };
}

/** Updates the given fields of a profile; the others stay. */
export async function saveProfileRow(
  tx: Database | Tx,
  { userId, changes, now }: { userId: string; changes: Partial<ProfileRow>; now: Date },
): Promise<void> {
  await tx
    .insertInto("interviewerProfiles")
    .values({ userId, ...changes, updatedAt: now })
    .onConflict((conflict) => conflict.column("userId").doUpdateSet({ ...changes, updatedAt: now }))
    .execute();
}

const byName = orderBy("asc", ["text", "users.firstName"], ["text", "users.lastName"], ["id", "users.id"]);

/** Interviewers who can be booked, with their profiles, by name, or only the one with this id. */
export function selectInterviewers(database: Database, id: string | undefined, page: PageQuery) {
  const query = database
    .selectFrom("users")
    .leftJoin("interviewerProfiles as profile", "profile.userId", "users.id")
    .select([
      "users.id",
      "users.firstName",
      "users.lastName",
      "profile.headline",
      "profile.topics",
      "profile.photoKey",
    ])
    .where("users.role", "=", "interviewer")
    .where("users.blockedAt", "is", null)
    .$if(id !== undefined, (all) => all.where("users.id", "=", id ?? ""));
  return readPage(query, byName, page);
}

/** True while a profile uses the photo; a replaced photo is no longer served. */
export async function hasPhoto(database: Database, photoKey: string): Promise<boolean> {
  const row = await database
    .selectFrom("interviewerProfiles")
    .select("userId")
    .where("photoKey", "=", photoKey)
    .executeTakeFirst();
  return row !== undefined;
}

export async function deleteProfileRow(tx: Tx, userId: string): Promise<string | null> {
  const row = await tx
    .deleteFrom("interviewerProfiles")
    .where("userId", "=", userId)
    .returning("photoKey")
    .executeTakeFirst();
  return row?.photoKey ?? null;
}

export type InvitationRow = Selectable<Invitations>;

interface NewInvitation {
  email: string;
  name: string;
  createdAt: Date;
  expiresAt: Date;
}

export async function insertInvitation(tx: Tx, invitation: NewInvitation): Promise<string> {
  const id = newId();
  await tx
    .insertInto("invitations")
    .values({ id, ...invitation })
    .execute();
  return id;
}

/** Closes the open invitation of an address, also if it has expired. Returns its id, or null if there is none. */
export async function closeInvitation(tx: Tx, email: string, now: Date): Promise<string | null> {
  const closed = await tx
    .updateTable("invitations")
    .set({ revokedAt: now })
    .where("email", "=", email)
    .where("acceptedAt", "is", null)
    .where("revokedAt", "is", null)
    .returning("id")
    .executeTakeFirst();
  return closed?.id ?? null;
}

interface Acceptance {
  email: string;
  userId: string;
  now: Date;
}

/** Accepts the invitation of an address. Returns its id, or null if none is valid. */
export async function markAccepted(tx: Tx, { email, userId, now }: Acceptance): Promise<string | null> {
  const accepted = await tx
    .updateTable("invitations")
    .set({ acceptedAt: now, acceptedBy: userId })
    .where("email", "=", email)
    .where("acceptedAt", "is", null)
    .where("revokedAt", "is", null)
    .where("expiresAt", ">", now)
    .returning("id")
    .executeTakeFirst();
  return accepted?.id ?? null;
}

/** The invitation of an address that can be accepted now. */
export async function findOpenInvitation(
  database: Database | Tx,
  email: string,
  now: Date,
): Promise<InvitationRow | undefined> {
  return await database
    .selectFrom("invitations")
    .selectAll()
    .where("email", "=", email)
    .where("acceptedAt", "is", null)
    .where("revokedAt", "is", null)
    .where("expiresAt", ">", now)
    .executeTakeFirst();
}

export async function findInvitation(database: Database, id: string): Promise<InvitationRow | undefined> {
  return await database.selectFrom("invitations").selectAll().where("id", "=", id).executeTakeFirst();
}

/** Newest first. */
export async function selectInvitations(database: Database): Promise<InvitationRow[]> {
  const newestFirst = database.selectFrom("invitations").selectAll().orderBy("createdAt", "desc");
  return await newestFirst.orderBy("id", "desc").execute();
}

export async function deleteInvitations(tx: Tx, email: string): Promise<void> {
  await tx.deleteFrom("invitations").where("email", "=", email).execute();
}

export type ApplicationRecord = Selectable<InterviewerApplications>;
type NewApplication = Omit<ApplicationRecord, "state" | "decidedAt" | "waitsFrom">;

export async function insertApplication(tx: Tx, application: NewApplication): Promise<void> {
  await tx
    .insertInto("interviewerApplications")
    .values({ ...application, waitsFrom: application.submittedAt })
    .execute();
}

export async function findApplication(
  database: Database | Tx,
  id: string,
): Promise<ApplicationRecord | undefined> {
  return await database
    .selectFrom("interviewerApplications")
    .selectAll()
    .where("id", "=", id)
    .executeTakeFirst();
}

/** A step with the address of its applicant; undefined if the application was erased. */
export async function findStep(database: Database, id: string) {
  return await database
    .selectFrom("applicationSteps as step")
    .innerJoin("interviewerApplications as application", "application.id", "step.applicationId")
    .select(["step.state", "step.text", "application.email", "application.name"])
    .where("step.id", "=", id)
    .executeTakeFirst();
}

/**
 * Deletes applications of which nothing is newer than `before`: neither a decision, nor our last answer, nor their arrival.
 * An undecided one of them waits from before `waitedBefore`, which the index finds.
 */
export async function deleteApplicationsBefore(
  database: Database,
  { before, waitedBefore }: { before: Date; waitedBefore: Date },
): Promise<void> {
  await database.deleteFrom("interviewerApplications").where("decidedAt", "<", before).execute();
  await sql`delete from interviewer_applications application
    where waits_from < ${waitedBefore} and submitted_at < ${before}
      and not exists (select from application_steps step
        where step.application_id = application.id and step.taken_at >= ${before})`.execute(database);
}
