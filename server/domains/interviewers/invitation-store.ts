import type { Selectable } from "kysely";
import type { Database, Tx } from "../../db/database.ts";
import { newId } from "../../db/ids.ts";
import type { Invitations } from "../../db/types.ts";

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

/** Takes the open invitation of an address back, run out or not; its id, or null when there is none. */
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

/** Uses up the invitation of an address; its id, or null when none stands. */
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
