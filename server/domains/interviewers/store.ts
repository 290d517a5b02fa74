import type { Database, Tx } from "../../db/database.ts";

export interface ProfileRow {
  headline: string;
  topics: string[];
  photoKey: string | null;
}

/** A person's profile; one who never saved one has an empty one. */
export async function getProfileRow(database: Database | Tx, userId: string): Promise<ProfileRow> {
  const row = await database
    .selectFrom("interviewerProfiles")
    .select(["headline", "topics", "photoKey"])
    .where("userId", "=", userId)
    .executeTakeFirst();
  return row ?? { headline: "", topics: [], photoKey: null };
}

/** Writes the given parts of a profile; the others stay. */
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

/** Interviewers who can be booked, with their profiles, by name. */
export function selectInterviewers(database: Database) {
  return database
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
    .orderBy("users.firstName")
    .orderBy("users.lastName")
    .execute();
}

/** True while a photo belongs to a profile: one that was replaced is no longer shown. */
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
