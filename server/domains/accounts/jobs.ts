import type { Deps } from "../../deps.ts";
import { handles, type JobHandler } from "../../jobs/job.ts";
import { composeMail } from "../../mail/compose.ts";
import { findCode, setCodeHash } from "./code-store.ts";
import { hashCode, makeCode } from "./codes.ts";
import { sendCode, sendPasswordNotice } from "./job-definitions.ts";
import { codeMessage, existingAccountMessage, passwordChangedMessage } from "./messages.ts";
import { findUserByEmail, getUser } from "./store.ts";

export const accountJobs: JobHandler<Deps>[] = [
  handles(sendCode, mailCode),
  handles(sendPasswordNotice, mailNotice),
];

/**
 * Tried again after a crash it makes a new code: the one in an earlier mail is void then, never wrong twice. A code that
 * would arrive with its last minute gone is not mailed at all, however long the mail server was away.
 */
async function mailCode(deps: Deps, { codeId }: { codeId: string }): Promise<void> {
  const row = await findCode(deps.database, codeId);
  if (row === undefined || row.usedAt !== null || row.voidedAt !== null) return;
  const minutesLeft = Math.floor((row.expiresAt.getTime() - deps.clock.now().getTime()) / 60_000);
  if (minutesLeft < 1) return;
  const { business, publicUrl } = deps.config;
  const user = await findUserByEmail(deps.database, row.email);
  if (row.purpose === "signup" && user !== undefined) {
    await deps.mail.send(composeMail(business, existingAccountMessage(row.email, publicUrl)));
    return;
  }
  // Nobody has this address, or the account is blocked: the request was answered like any other, no mail goes out.
  if (row.purpose !== "signup" && (user === undefined || user.blockedAt !== null)) return;
  const code = makeCode();
  if (!(await setCodeHash(deps.database, codeId, hashCode(deps, codeId, code)))) return;
  await deps.mail.send(
    composeMail(business, codeMessage({ purpose: row.purpose, to: row.email, code, publicUrl, minutesLeft })),
  );
}

async function mailNotice(deps: Deps, { userId }: { userId: string }): Promise<void> {
  const user = await getUser(deps.database, userId);
  await deps.mail.send(composeMail(deps.config.business, passwordChangedMessage(user.email, deps.config)));
}
