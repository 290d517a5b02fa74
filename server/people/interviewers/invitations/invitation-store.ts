import type { Selectable } from "kysely";
import type { Database, Tx } from "../../../kernel/db/database.ts";
import type { Invitations } from "../../../kernel/db/types.ts";
import { newId } from "../../../kernel/ids.ts";

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
