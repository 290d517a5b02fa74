import { nameProblem } from "@greenroom/contract/kernel/contact-details.ts";
import { fullName } from "@greenroom/contract/kernel/plain-text.ts";
import type { PlanType } from "@greenroom/contract/money/plans.ts";
import type { accountDetailsSchema, User } from "@greenroom/contract/people/accounts.ts";
import type { z } from "zod";
import type { Actor } from "../../kernel/actor.ts";
import { type AuditActor, recordAudit, recordFormerName } from "../../kernel/audit.ts";
import type { Database, Tx } from "../../kernel/db/database.ts";
import { inTransaction } from "../../kernel/db/transaction.ts";
import type { Deps } from "../../kernel/deps.ts";
import { AppError } from "../../kernel/errors.ts";
import { withdrawChecksOfFormerName } from "../interviewers/mentor-checks.ts";
import { findResume, ownFileUrl } from "../resumes/resume.ts";
import { deletedAccountError } from "./account.ts";
import { getUser, lockUser, type UserRow } from "./store.ts";

/** The data with which other areas name a user and write to them. */
export interface Person {
  id: string;
  firstName: string;
  lastName: string;
  email: string;
  timeZone: string | null;
}

/** The account with this address. */
export async function findUserRoleByEmail(database: Database | Tx, email: string) {
  return await database
    .selectFrom("users")
    .select(["id", "role"])
    .where("email", "=", email)
    .executeTakeFirst();
}

/** Users by id; unknown ids are left out. */
export async function findPeople(database: Database | Tx, ids: string[]): Promise<Map<string, Person>> {
  if (ids.length === 0) return new Map();
  const rows = await database
    .selectFrom("users")
    .select(["id", "firstName", "lastName", "email", "timeZone"])
    .where("id", "in", [...new Set(ids)])
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/** A user by id, as they see their own account. Throws if the id is unknown. */
export async function getProfile(database: Database | Tx, userId: string): Promise<User> {
  return presentUser(database, await getUser(database, userId));
}

/**
 * A user as they see their own account. Plan and credits come from payments and the ledger, and are not stored with
 * the user.
 */
export async function presentUser(database: Database | Tx, user: UserRow): Promise<User> {
  const resume = await findResume(database, user.id);
  return {
    _id: user.id,
    role: user.role,
    isOperator: user.isOperator,
    firstName: user.firstName,
    lastName: user.lastName,
    email: user.email,
    mobileNumber: user.mobileNumber,
    timeZone: user.timeZone,
    planType: await findCurrentPlan(database, user.id),
    sessionCount: await findBalance(database, user.id),
    sessionsByPlan: await findSessionsByPlan(database, user.id),
    resumeData: resume.data,
    resumeVersion: resume.version,
    resumeFileUrl: resume.hasFile ? ownFileUrl : null,
    resumeFileHeld: resume.isFileHeld,
  };
}

/* What an account has bought, as its owner sees it. Only the money area writes these tables. */

/** The user's remaining credits; 0 for a user who never had any. */
export async function findBalance(database: Database | Tx, userId: string): Promise<number> {
  const account = await database
    .selectFrom("creditAccounts")
    .select("balance")
    .where("userId", "=", userId)
    .executeTakeFirst();
  return account?.balance ?? 0;
}

/** The remaining credits by plan, starting with the plan whose credit is spent next. */
function findSessionsByPlan(database: Database | Tx, userId: string) {
  return database
    .selectFrom("credits")
    .innerJoin("creditLots as lot", "lot.id", "credits.lotId")
    .leftJoin("payments", "payments.id", "lot.paymentId")
    .leftJoin("orders", "orders.id", "payments.orderId")
    .leftJoin("quotes", "quotes.id", "orders.quoteId")
    .select(({ fn }) => ["quotes.planType", fn.countAll<number>().as("sessions")])
    .where("credits.userId", "=", userId)
    .where("credits.status", "=", "available")
    .groupBy("quotes.planType")
    .orderBy(({ fn }) => fn.min("credits.grantedAt"))
    .execute();
}

/** The plan of the last captured payment that was not refunded. */
export async function findCurrentPlan(database: Database | Tx, userId: string): Promise<PlanType | null> {
  const row = await database
    .selectFrom("payments")
    .innerJoin("orders", "orders.id", "payments.orderId")
    .innerJoin("quotes", "quotes.id", "orders.quoteId")
    .select("quotes.planType")
    .where("payments.userId", "=", userId)
    .where("payments.status", "=", "captured")
    .orderBy("payments.capturedAt", "desc")
    .orderBy("payments.id", "desc")
    .executeTakeFirst();
  return row?.planType ?? null;
}

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
  const user = await deps.database
    .updateTable("users")
    .set({ timeZone })
    .where("id", "=", userId)
    .where("deletedAt", "is", null)
    .returningAll()
    .executeTakeFirst();
  if (user === undefined) throw deletedAccountError();
  return await presentUser(deps.database, user);
}

/**
 * Changes a user's name and mobile number, and returns which of them changed. The audit log records that too, but not the
 * values. Facts that were checked for the former name leave a mentor's page. Throws `not_found` if the account was
 * deleted meanwhile.
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
    // Each is checked alone; together they can be a number.
    const msg = nameProblem("Your name", fullName(details));
    if (msg !== null) throw new AppError("invalid_input", { msg, details: [{ path: "lastName", msg }] });
    await recordFormerName(tx, { userId, name: fullName(before), now });
    await withdrawChecksOfFormerName(tx, userId, { actor, now });
  }
  await tx.updateTable("users").set(details).where("id", "=", userId).execute();
  const audited = { changed, ...(reason === undefined ? {} : { reason }) };
  const subject = `user:${userId}`;
  await recordAudit(tx, { actor, action: "account.changed", subject, details: audited, now });
  return changed;
}

export function changedDetails(before: Details, after: Details): (keyof Details)[] {
  const names = ["firstName", "lastName", "mobileNumber"] as const;
  return names.filter((name) => before[name] !== after[name]);
}
