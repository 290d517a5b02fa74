import { fullName } from "@greenroom/contract/kernel/full-name.ts";
import type { accountDetailsSchema } from "@greenroom/contract/people/account-settings.ts";
import type { User } from "@greenroom/contract/people/accounts.ts";
import type { z } from "zod";
import type { Actor } from "../../../kernel/actor.ts";
import { recordFormerName } from "../../../kernel/audit/former-names.ts";
import { type AuditActor, recordAudit } from "../../../kernel/audit/record-audit.ts";
import type { Tx } from "../../../kernel/db/database.ts";
import { inTransaction } from "../../../kernel/db/transaction.ts";
import type { Deps } from "../../../kernel/deps.ts";
import { deletedAccountError } from "../lock-account.ts";
import { getProfile } from "../profile/find-people.ts";
import { presentUser } from "../profile/present.ts";
import { lockUser, setDetails, setTimeZone } from "../store.ts";

type Details = z.infer<typeof accountDetailsSchema>;

/** Changes a user's own name and mobile number. */
export async function changeAccount(deps: Deps, { userId }: Actor, details: Details): Promise<User> {
  return await inTransaction(deps.database, async (tx) => {
    await changeDetails(tx, userId, details, { actor: { userId }, now: deps.clock.now() });
    return await getProfile(tx, userId);
  });
}

/** Stores the time zone in which a user reads times. Throws `not_found` if their account was deleted meanwhile. */
export async function changeTimeZone(deps: Deps, { userId }: Actor, timeZone: string): Promise<User> {
  const user = await setTimeZone(deps.database, userId, timeZone);
  if (user === undefined) throw deletedAccountError();
  return await presentUser(deps.database, user);
}

/**
 * Changes a user's name and mobile number, and returns which of them changed. The audit log records that too, but not the
 * values. Throws `not_found` if the account was deleted meanwhile.
 */
export async function changeDetails(
  tx: Tx,
  userId: string,
  details: Details,
  { actor, reason, now }: { actor: AuditActor; reason?: string; now: Date },
): Promise<(keyof Details)[]> {
  const before = await lockUser(tx, userId);
  if (before.deletedAt !== null) throw deletedAccountError();
  const changed = changedDetails(before, details);
  if (changed.length === 0) return changed;
  if (changed.some((field) => field !== "mobileNumber")) {
    await recordFormerName(tx, { userId, name: fullName(before), now });
  }
  await setDetails(tx, userId, details);
  await recordAudit(tx, {
    actor,
    action: "account.changed",
    subject: `user:${userId}`,
    details: { changed, ...(reason === undefined ? {} : { reason }) },
    now,
  });
  return changed;
}

export function changedDetails(before: Details, after: Details): (keyof Details)[] {
  const names = ["firstName", "lastName", "mobileNumber"] as const;
  return names.filter((name) => before[name] !== after[name]);
}
