import { ECDH } from "node:crypto";
import type { EndpointRequest } from "@greenroom/contract/kernel/endpoint.ts";
import {
  type BrowserSubscription,
  type chooseNotification,
  maxPushDevices,
  type NotificationSettings,
  notificationChoices,
  notificationKinds,
} from "@greenroom/contract/people/notifications.ts";
import { sql } from "kysely";
import type { Actor } from "../../kernel/actor.ts";
import type { Database, Tx } from "../../kernel/db/database.ts";
import { inTransaction } from "../../kernel/db/transaction.ts";
import type { Deps } from "../../kernel/deps.ts";
import { AppError, invalidField } from "../../kernel/errors.ts";
import { lockAccount } from "../accounts/account.ts";

/** What the actor is told, and whether the browser of this sign-in shows notifications. */
export async function getNotificationSettings(
  { database, push }: { database: Database | Tx; push: Deps["push"] },
  { userId, role, sessionId }: Actor,
): Promise<NotificationSettings> {
  const muted = await database
    .selectFrom("mutedNotifications")
    .select(["kind", "channel"])
    .where("userId", "=", userId)
    .execute();
  const here = await database
    .selectFrom("pushSubscriptions")
    .select("sessionId")
    .where("sessionId", "=", sessionId)
    .executeTakeFirst();
  const choices = notificationChoices[role];
  return {
    choices: notificationKinds.flatMap((kind) => {
      const channels = choices[kind];
      if (channels === undefined) return [];
      const choiceOf = (channel: (typeof channels)[number]) =>
        channels.includes(channel)
          ? !muted.some((row) => row.kind === kind && row.channel === channel)
          : null;
      return [{ kind, mail: choiceOf("mail"), push: choiceOf("push") }];
    }),
    isOnHere: here !== undefined,
    publicKey: push.publicKey,
  };
}

/** Switches one kind on or off. Throws `invalid_input` where people of the actor's role have no choice. */
export async function choose(
  deps: Deps,
  actor: Actor,
  { kind, channel, isOn }: EndpointRequest<typeof chooseNotification>["body"],
): Promise<NotificationSettings> {
  if (notificationChoices[actor.role][kind]?.includes(channel) !== true)
    throw invalidField("channel", "This cannot be switched on or off.");
  const { userId } = actor;
  return await inTransaction(deps.database, async (tx) => {
    await lockAccount(tx, userId);
    if (isOn)
      await tx
        .deleteFrom("mutedNotifications")
        .where("userId", "=", userId)
        .where("kind", "=", kind)
        .where("channel", "=", channel)
        .execute();
    else
      await tx
        .insertInto("mutedNotifications")
        .values({ userId, kind, channel })
        .onConflict((same) => same.doNothing())
        .execute();
    return await getNotificationSettings({ ...deps, database: tx }, actor);
  });
}

/**
 * Lets the browser of this sign-in show notifications. Another account in the same browser then shows none there. Throws
 * `invalid_input` for an address that we do not call, or a key that nothing can be encrypted for.
 */
export async function saveSubscription(
  deps: Deps,
  actor: Actor,
  { endpoint, keys }: BrowserSubscription,
): Promise<NotificationSettings> {
  if (!deps.push.isKnownService(endpoint))
    throw invalidField("endpoint", "Your browser's push service is not supported.");
  const p256dh = Buffer.from(keys.p256dh, "base64url");
  if (!isPoint(p256dh))
    throw invalidField("keys.p256dh", "This is not a key of a browser's push subscription.");
  const { userId, sessionId } = actor;
  return await inTransaction(deps.database, async (tx) => {
    await lockAccount(tx, userId);
    // A sign-out waits, and then finds the row.
    const signIn = await tx
      .selectFrom("authSessions")
      .select("id")
      .where("id", "=", sessionId)
      .where("endedAt", "is", null)
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (signIn === undefined)
      throw new AppError("not_signed_in", { msg: "Your session has ended. Please sign in again." });
    const auth = Buffer.from(keys.auth, "base64url");
    const row = { sessionId, userId, p256dh, auth, createdAt: deps.clock.now() };
    await tx
      .deleteFrom("pushSubscriptions")
      .where("sessionId", "=", sessionId)
      .where("endpoint", "<>", endpoint)
      .execute();
    await tx
      .insertInto("pushSubscriptions")
      .values({ endpoint, ...row })
      .onConflict((conflict) => conflict.column("endpoint").doUpdateSet(row))
      .execute();
    await sql`
      delete from push_subscriptions where user_id = ${userId} and session_id not in (
        select session_id from push_subscriptions where user_id = ${userId}
        order by created_at desc, session_id desc limit ${maxPushDevices})`.execute(tx);
    return await getNotificationSettings({ ...deps, database: tx }, actor);
  });
}

function isPoint(p256dh: Buffer): boolean {
  try {
    ECDH.convertKey(p256dh, "prime256v1");
    return true;
  } catch {
    return false;
  }
}

export async function removeSubscription(deps: Deps, actor: Actor): Promise<NotificationSettings> {
  await deps.database.deleteFrom("pushSubscriptions").where("sessionId", "=", actor.sessionId).execute();
  return await getNotificationSettings(deps, actor);
}
