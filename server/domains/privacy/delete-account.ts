import type { DeletionTerms } from "@greenroom/contract/privacy.ts";
import type { Database, Tx } from "../../db/database.ts";
import { lockSubjects } from "../../db/transaction.ts";
import type { Deps } from "../../deps.ts";
import type { Actor } from "../../http/actor.ts";
import { AppError } from "../../http/errors.ts";
import { forgetRefusals } from "../../mail/refusals.ts";
import { closeAccount, getAddress } from "../accounts/close-account.ts";
import { redeemCode, requestCode } from "../accounts/codes.ts";
import { makeUselessHash } from "../accounts/passwords.ts";
import { forgetSlots } from "../availability/cache-slots.ts";
import { eraseAvailability } from "../availability/erase-availability.ts";
import { eraseFeed } from "../calendar-feed/keep-feed.ts";
import { findBalance } from "../credits/find-balance.ts";
import { eraseAiReports } from "../feedback/erase-ai-reports.ts";
import { eraseInvitations, eraseProfile } from "../interviewers/erase-profile.ts";
import { eraseWords } from "../meetings/erase-words.ts";
import { recordAudit } from "../operator/record-audit.ts";
import { eraseResume } from "../resumes/erase-resume.ts";
import { removeFiles } from "./job-definitions.ts";
import { deletionTerms } from "./rules.ts";
import { deleteContactMessages, selectStanding } from "./store.ts";

/** What deleting my account would mean now, before anything is asked for. */
export async function getDeletionTerms(deps: Deps, actor: Actor): Promise<DeletionTerms> {
  return await readTerms(deps, deps.database, actor);
}

/** Mails me the code. Throws `conflict` while something stands against it, and `too_many_requests`. */
export async function startDeletion(deps: Deps, actor: Actor): Promise<{ msg: string }> {
  refuseWhileBlocked(await readTerms(deps, deps.database, actor));
  const email = await getAddress(deps.database, actor.userId);
  await requestCode(deps, { purpose: "delete", email });
  return { msg: `We have sent a 6-digit code to ${email}. Enter it to delete your account.` };
}

/**
 * Closes my account with the mailed code: all that names me goes, and ledgers, interviews and what others need keep their
 * rows without a name. Throws `code_invalid`, and `conflict` when something came to stand against it in the meantime.
 */
export async function deleteAccount(deps: Deps, actor: Actor, otp: string): Promise<{ msg: string }> {
  const email = await getAddress(deps.database, actor.userId);
  const passwordHash = await makeUselessHash();
  await redeemCode(deps, { purpose: "delete", email, code: otp }, async (tx, now) => {
    // Nobody books this person from here on, and they book nobody.
    await lockSubjects(tx, [actor.userId]);
    refuseWhileBlocked(await readTerms(deps, tx, actor));
    const { userId } = actor;
    await eraseAvailability(tx, userId, now);
    await eraseFeed(tx, userId);
    await eraseWords(tx, userId);
    await eraseAiReports(tx, userId);
    await deleteContactMessages(tx, email);
    await forgetRefusals(tx, email);
    await eraseInvitations(tx, email);
    const photo = await eraseProfile(tx, userId);
    const keys = [...(await eraseResume(tx, userId)), ...(photo === null ? [] : [photo])];
    await closeAccount(tx, { userId, email, passwordHash, now });
    await recordAudit(tx, { actor: { userId }, action: "account.deleted", subject: `user:${userId}`, now });
    if (keys.length > 0) await deps.jobs.send(tx, removeFiles, { keys });
  });
  forgetSlots(deps);
  return { msg: "Your account is deleted. Thank you for having been here." };
}

async function readTerms(deps: Deps, database: Database | Tx, actor: Actor): Promise<DeletionTerms> {
  return deletionTerms({
    actor,
    standing: await selectStanding(database, actor.userId),
    sessions: await findBalance(database, actor.userId),
    supportEmail: deps.config.business.supportEmail,
  });
}

function refuseWhileBlocked({ blockers }: DeletionTerms): void {
  if (blockers.length > 0) throw new AppError("conflict", { msg: blockers.join(" ") });
}
