import { formatNamedMoment } from "@greenroom/contract/kernel/time-zones.ts";
import { z } from "zod";
import type { Deps } from "../../kernel/deps.ts";
import { defineHandler, defineMailJob, type JobHandler } from "../../kernel/jobs.ts";
import { sendMail } from "../../kernel/mail/compose.ts";
import { hashToken, newToken } from "./requester.ts";
import { findUserByEmail, getUser } from "./store.ts";

const personPayload = z.object({ userId: z.string() });

/** Tells a user that their password was changed. */
export const sendPasswordNotice = defineMailJob("accounts.send-password-notice", personPayload);

/** Tells a user that their new account has no password. */
export const sendNoPasswordNotice = defineMailJob("accounts.send-no-password-notice", personPayload);

/** Tells a user that a browser signed in for the first time. */
export const sendNewDeviceNotice = defineMailJob(
  "accounts.send-new-device-notice",
  z.object({ deviceId: z.string() }),
);

/** Tells a user that the attempts of unknown browsers are used up, and how they can still sign in. */
export const sendLockoutNotice = defineMailJob(
  "accounts.send-lockout-notice",
  z.object({ noticeId: z.string() }),
);

export const noticeJobs: JobHandler<Deps>[] = [
  defineHandler(sendPasswordNotice, mailPasswordNotice),
  defineHandler(sendNoPasswordNotice, mailNoPasswordNotice),
  defineHandler(sendNewDeviceNotice, mailNewDeviceNotice),
  defineHandler(sendLockoutNotice, mailLockoutNotice),
];

async function mailPasswordNotice(deps: Deps, { userId }: { userId: string }): Promise<void> {
  const { business } = deps.config;
  await sendMail(deps, {
    to: (await getUser(deps.database, userId)).email,
    subject: "Your password was changed",
    heading: "Your password was changed",
    paragraphs: [
      "Every device was signed out. Sign in with the new password.",
      `If this wasn't you, set a new password right away with "Forgot password" and write to ${business.supportEmail}.`,
    ],
  });
}

/** Several forms were sent for the new account's address, and none was proven to be its owner's. */
async function mailNoPasswordNotice(deps: Deps, { userId }: { userId: string }): Promise<void> {
  const { publicUrl } = deps.config;
  await sendMail(deps, {
    to: (await getUser(deps.database, userId)).email,
    subject: "Set a password for your account",
    heading: "Your account has no password yet",
    paragraphs: [
      "More than one sign-up used your email, and we could not tell which was yours. Your account is ready, but without the passwords, names and numbers from those forms.",
      'To set a password, choose "Forgot password" on the sign-in page. You can also sign in with a code that we email you.',
    ],
    action: { label: "Sign in", url: `${publicUrl}/signin` },
  });
}

async function mailNewDeviceNotice(deps: Deps, { deviceId }: { deviceId: string }): Promise<void> {
  const device = await deps.database
    .selectFrom("knownDevices")
    .select(["userId", "browserName", "createdAt"])
    .where("id", "=", deviceId)
    .executeTakeFirst();
  // Deleted meanwhile by a change of password or with the account.
  if (device === undefined) return;
  const { business, publicUrl } = deps.config;
  const user = await getUser(deps.database, device.userId);
  const moment = formatNamedMoment(device.createdAt, user.timeZone ?? business.timeZone);
  await sendMail(deps, {
    to: user.email,
    subject: "New sign-in to your account",
    heading: "A new browser signed in",
    paragraphs: [
      `${device.browserName ?? "An unknown browser"}, ${moment}.`,
      "If this was you, there is nothing to do.",
      `If this wasn't you, set a new password right away with "Forgot password": that signs every device out. Then write to ${business.supportEmail}.`,
    ],
    action: { label: "Set a new password", url: `${publicUrl}/signin` },
  });
}

async function mailLockoutNotice(deps: Deps, { noticeId }: { noticeId: string }): Promise<void> {
  const notice = await deps.database
    .selectFrom("lockoutNotices")
    .select("email")
    .where("id", "=", noticeId)
    .executeTakeFirst();
  if (notice === undefined) return;
  const user = await findUserByEmail(deps.database, notice.email);
  if (user === undefined || user.blockedAt !== null) return;
  const token = newToken();
  const tokenHash = hashToken(token);
  await deps.database.updateTable("lockoutNotices").set({ tokenHash }).where("id", "=", noticeId).execute();
  const { business, publicUrl } = deps.config;
  await sendMail(deps, {
    to: user.email,
    subject: "Too many attempts to sign in to your account",
    heading: "Somebody is trying to sign in to your account",
    paragraphs: [
      "Too many wrong passwords or codes were tried, so new browsers have to wait. Nobody got in.",
      "You can sign in as usual where you have signed in before. For another browser, open the link below in it. The link works for a day. Don't share it.",
      `We send this email at most once a day. If you didn't try to sign in, there is nothing to do. Questions? Write to ${business.supportEmail}.`,
    ],
    // A fragment, which neither a server nor a referrer receives.
    action: { label: "Sign in with this browser", url: `${publicUrl}/signin#browser=${token}` },
  });
}
