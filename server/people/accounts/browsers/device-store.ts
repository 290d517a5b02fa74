import { sql } from "kysely";
import type { Database, Tx } from "../../../kernel/db/database.ts";
import { lockSubjects } from "../../../kernel/db/transaction.ts";
import { newId } from "../../../kernel/ids.ts";
import { deviceCutoff, knownDevicesPerUser } from "../rules.ts";
import type { Requester } from "./identify-requester.ts";

/** Whether this browser has signed in to the account of this address within the last 180 days. */
export async function isKnownBrowser(
  database: Database | Tx,
  { email, requester, now }: { email: string; requester: Requester; now: Date },
): Promise<boolean> {
  const found = await database
    .selectFrom("knownDevices as device")
    .innerJoin("users as user", "user.id", "device.userId")
    .select("device.id")
    .where("user.email", "=", email)
    .where("device.tokenHash", "=", requester.browserHash)
    .where("device.lastSeenAt", ">", deviceCutoff(now))
    .executeTakeFirst();
  return found !== undefined;
}

/**
 * Remembers that the browser signed in. Returns the new device's id, or null if the account already knew the
 * browser.
 */
export async function saveDevice(
  tx: Tx,
  { userId, requester, now }: { userId: string; requester: Requester; now: Date },
): Promise<string | null> {
  // Without this lock, two sign-ins of one person that delete the same old device would deadlock.
  await lockSubjects(tx, [`devices:${userId}`]);
  const { rows } = await sql<{ id: string; isNew: boolean }>`
    insert into known_devices (id, user_id, token_hash, browser_name, created_at, last_seen_at)
    values (${newId()}, ${userId}, ${requester.browserHash}, ${requester.browserName}, ${now}, ${now})
    on conflict (user_id, token_hash) do update set last_seen_at = ${now}, browser_name = ${requester.browserName}
    returning id, xmax = 0 as is_new`.execute(tx);
  const device = rows[0];
  if (device === undefined || !device.isNew) return null;
  await sql`
    delete from known_devices where user_id = ${userId} and id not in (
      select id from known_devices where user_id = ${userId}
      order by last_seen_at desc, id desc limit ${knownDevicesPerUser})`.execute(tx);
  return device.id;
}

export function findDevice(database: Database, deviceId: string) {
  return database
    .selectFrom("knownDevices")
    .select(["userId", "browserName", "createdAt"])
    .where("id", "=", deviceId)
    .executeTakeFirst();
}

/** Deletes the browsers that an account knows, except the one that makes the request. */
export async function forgetOtherDevices(tx: Tx, userId: string, requester: Requester): Promise<void> {
  await tx
    .deleteFrom("knownDevices")
    .where("userId", "=", userId)
    .where("tokenHash", "!=", requester.browserHash)
    .execute();
}

export async function deleteDevicesOf(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom("knownDevices").where("userId", "=", userId).execute();
}
