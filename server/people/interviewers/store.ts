import type { PageQuery } from "@greenroom/contract/kernel/page.ts";
import type { Database, Tx } from "../../kernel/db/database.ts";
import { orderBy, readPage } from "../../kernel/db/keyset.ts";

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
