import { formatNamedMoment, formatNamedTime } from "@greenroom/contract/kernel/time-zones.ts";
import type { Deps } from "../../kernel/deps.ts";
import { defineHandler, type JobHandler } from "../../kernel/jobs.ts";
import { composeMail } from "../../kernel/mail/compose.ts";
import {
  existingAccountMessage,
  lockoutMessage,
  newDeviceMessage,
  noPasswordMessage,
  oneTimeCodeMessage,
  passwordChangedMessage,
  purgeCodesDaily,
  sendLockoutNotice,
  sendNewDeviceNotice,
  sendNoPasswordNotice,
  sendOneTimeCode,
  sendPasswordNotice,
} from "./mails.ts";
import {
  findLockoutNotice,
  findOneTimeCode,
  setNoticeToken,
  setOneTimeCodeHash,
} from "./one-time-code-store.ts";
import { generateOneTimeCode, hashOneTimeCode, purgeCodes } from "./one-time-codes.ts";
import { hashToken, newToken } from "./requester.ts";
import { findDevice, findUserByEmail, getUser } from "./store.ts";

export const accountJobs: JobHandler<Deps>[] = [
  defineHandler(sendOneTimeCode, mailOneTimeCode),
  defineHandler(sendPasswordNotice, mailPasswordNotice),
  defineHandler(sendNoPasswordNotice, mailNoPasswordNotice),
  defineHandler(sendNewDeviceNotice, mailNewDeviceNotice),
  defineHandler(sendLockoutNotice, mailLockoutNotice),
  defineHandler(purgeCodesDaily, purgeCodes),
];

/**
 * A retry after a crash generates a new code and voids the one in the earlier mail. A code that would arrive in its
 * last minute is not mailed, even after a long outage of the mail server.
 */
async function mailOneTimeCode(deps: Deps, { codeId }: { codeId: string }): Promise<void> {
  const row = await findOneTimeCode(deps.database, codeId);
  if (row === undefined || row.usedAt !== null || row.voidedAt !== null) return;
  const minutesLeft = (row.expiresAt.getTime() - deps.clock.now().getTime()) / 60_000;
  if (minutesLeft < 1) return;
  const { business, publicUrl } = deps.config;
  const user = await findUserByEmail(deps.database, row.email);
  const clock = formatNamedTime(row.createdAt, user?.timeZone ?? row.timeZone ?? business.timeZone);
  const started = `Started ${clock}${row.browserName === null ? "" : ` in ${row.browserName}`}.`;
  if (row.purpose === "signup" && user !== undefined) {
    await deps.mail.send(
      composeMail(business, existingAccountMessage({ to: row.email, publicUrl, started })),
    );
    return;
  }
  // No account has this address, or it is blocked. The request got the usual response, but no mail is sent.
  if (row.purpose !== "signup" && (user === undefined || user.blockedAt !== null)) return;
  const code = generateOneTimeCode();
  if (!(await setOneTimeCodeHash(deps.database, codeId, hashOneTimeCode(deps, codeId, code)))) return;
  const message = oneTimeCodeMessage({
    purpose: row.purpose,
    to: row.email,
    code,
    publicUrl,
    minutesLeft: Math.round(minutesLeft),
    started,
  });
  await deps.mail.send(composeMail(business, message));
}

async function mailPasswordNotice(deps: Deps, { userId }: { userId: string }): Promise<void> {
  const user = await getUser(deps.database, userId);
  await deps.mail.send(composeMail(deps.config.business, passwordChangedMessage(user.email, deps.config)));
}

async function mailNoPasswordNotice(deps: Deps, { userId }: { userId: string }): Promise<void> {
  const user = await getUser(deps.database, userId);
  await deps.mail.send(composeMail(deps.config.business, noPasswordMessage(user.email, deps.config)));
}

async function mailNewDeviceNotice(deps: Deps, { deviceId }: { deviceId: string }): Promise<void> {
  const device = await findDevice(deps.database, deviceId);
  // Deleted meanwhile by a change of password or with the account.
  if (device === undefined) return;
  const user = await getUser(deps.database, device.userId);
  const moment = formatNamedMoment(device.createdAt, user.timeZone ?? deps.config.business.timeZone);
  const how = `${device.browserName ?? "An unknown browser"}, ${moment}.`;
  await deps.mail.send(composeMail(deps.config.business, newDeviceMessage(user.email, how, deps.config)));
}

async function mailLockoutNotice(deps: Deps, { noticeId }: { noticeId: string }): Promise<void> {
  const notice = await findLockoutNotice(deps.database, noticeId);
  if (notice === undefined) return;
  const user = await findUserByEmail(deps.database, notice.email);
  if (user === undefined || user.blockedAt !== null) return;
  const token = newToken();
  await setNoticeToken(deps.database, noticeId, hashToken(token));
  const message = lockoutMessage({ to: user.email, token, ...deps.config });
  await deps.mail.send(composeMail(deps.config.business, message));
}
