import { z } from "zod";
import type { Config } from "../../kernel/config/config.ts";
import { defineJob, defineMailJob, emptyPayload } from "../../kernel/jobs.ts";

/** Generates a code and mails it. The plain code exists only in the mail. */
export const sendOneTimeCode = defineMailJob({
  name: "accounts.send-code",
  payload: z.object({ codeId: z.string() }),
});

/** Tells a user that their password was changed. */
export const sendPasswordNotice = defineMailJob({
  name: "accounts.send-password-notice",
  payload: z.object({ userId: z.string() }),
});

/** Tells a user that their new account has no password. */
export const sendNoPasswordNotice = defineMailJob({
  name: "accounts.send-no-password-notice",
  payload: z.object({ userId: z.string() }),
});

/** Tells a user that a browser signed in for the first time. */
export const sendNewDeviceNotice = defineMailJob({
  name: "accounts.send-new-device-notice",
  payload: z.object({ deviceId: z.string() }),
});

/** Tells a user that the attempts of unknown browsers are used up, and how they can still sign in. */
export const sendLockoutNotice = defineMailJob({
  name: "accounts.send-lockout-notice",
  payload: z.object({ noticeId: z.string() }),
});

/** Clears unfinished sign-ups and deletes old codes, every day. */
export const purgeCodesDaily = defineJob({
  name: "accounts.purge-codes",
  payload: emptyPayload,
  cron: "41 3 * * *",
});

interface OneTimeCodeMessageInput {
  purpose: string;
  to: string;
  code: string;
  publicUrl: string;
  /** The remaining validity when the code is mailed. */
  minutesLeft: number;
  /** `Started 20:15 IST in Chrome on Windows.` */
  started: string;
}

const ignoreIfUnexpected = "If this wasn't you, ignore this email: nothing happens without the code.";

/** The mail with a code, for each purpose. */
export function oneTimeCodeMessage({
  purpose,
  to,
  code,
  publicUrl,
  minutesLeft,
  started,
}: OneTimeCodeMessageInput) {
  const duration = minutesLeft === 1 ? "a minute" : `${minutesLeft} minutes`;
  const validity = `It works once and expires in ${duration}. Don't share it with anyone.`;
  const startedAndNotYou = `${started} ${ignoreIfUnexpected}`;
  if (purpose === "signup") {
    return {
      to,
      subject: `${code} is your sign-up code`,
      heading: "Finish your sign-up",
      highlight: code,
      paragraphs: [validity, startedAndNotYou],
    };
  }
  if (purpose === "signin") {
    return {
      to,
      subject: `${code} is your sign-in code`,
      heading: "Your sign-in code",
      highlight: code,
      paragraphs: [validity, startedAndNotYou],
    };
  }
  if (purpose === "delete") {
    return {
      to,
      subject: `${code} is the code that deletes your account`,
      heading: "Delete your account",
      highlight: code,
      paragraphs: [
        "Entering this code deletes your account for good.",
        validity,
        `${started} If this wasn't you, somebody is signed in as you: set a new password right away.`,
      ],
    };
  }
  return {
    to,
    subject: `${code} is your password-reset code`,
    heading: "Set a new password",
    highlight: code,
    paragraphs: [validity, startedAndNotYou],
    // A fragment, which neither a server nor a referrer receives.
    action: { label: "Set a new password", url: `${publicUrl}/signin#reset=${code}` },
  };
}

/** For a sign-up with an address that has an account. The page shows the same as for any other address. */
export function existingAccountMessage({
  to,
  publicUrl,
  started,
}: Pick<OneTimeCodeMessageInput, "to" | "publicUrl" | "started">) {
  return {
    to,
    subject: "You already have an account",
    heading: "You already have an account",
    paragraphs: [
      "Someone, probably you, tried to sign up with this address. You can simply sign in.",
      `${started} If this wasn't you, ignore this email: nothing has changed.`,
    ],
    action: { label: "Sign in", url: `${publicUrl}/signin` },
  };
}

export function passwordChangedMessage(to: string, { business }: Pick<Config, "business">) {
  return {
    to,
    subject: "Your password was changed",
    heading: "Your password was changed",
    paragraphs: [
      "Every device was signed out. Sign in with the new password.",
      `If this wasn't you, set a new password right away with "Forgot password" and write to ${business.supportEmail}.`,
    ],
  };
}

type Site = Pick<Config, "business" | "publicUrl">;

/** Tells the owner that an unknown browser signed in. */
export function newDeviceMessage(to: string, how: string, { business, publicUrl }: Site) {
  return {
    to,
    subject: "New sign-in to your account",
    heading: "A new browser signed in",
    paragraphs: [
      how,
      "If this was you, there is nothing to do.",
      `If this wasn't you, set a new password right away with "Forgot password": that signs every device out. Then write to ${business.supportEmail}.`,
    ],
    action: { label: "Set a new password", url: `${publicUrl}/signin` },
  };
}

/** Tells the owner that the attempts of unknown browsers are used up, which may lock out the owner too. */
export function lockoutMessage({ to, token, business, publicUrl }: Site & { to: string; token: string }) {
  return {
    to,
    subject: "Too many attempts to sign in to your account",
    heading: "Somebody is trying to sign in to your account",
    paragraphs: [
      "There were too many wrong passwords, wrong codes or requests for codes, so we slowed down browsers that have not signed in to your account before. Nobody got in.",
      "You can still sign in as usual in a browser that you have used here before. To sign in with another browser, open the link below in it: other people's attempts don't count there. The link works for a day. Don't share it with anyone.",
      `We send this email at most once a day. If you didn't try to sign in, there is nothing to do. Questions? Write to ${business.supportEmail}.`,
    ],
    // A fragment, which neither a server nor a referrer receives.
    action: { label: "Sign in with this browser", url: `${publicUrl}/signin#browser=${token}` },
  };
}

/** Tells the owner that several forms were sent for the new account's address, and none was proven to be theirs. */
export function noPasswordMessage(to: string, { publicUrl }: Pick<Config, "publicUrl">) {
  return {
    to,
    subject: "Set a password for your account",
    heading: "Your account has no password yet",
    paragraphs: [
      "More than one sign-up was started with your email, and we could not tell which one was yours. So your account is ready, but we kept none of the passwords, names and mobile numbers that were entered.",
      'To set a password, choose "Forgot password" on the sign-in page. You can also sign in with a code that we email you.',
    ],
    action: { label: "Sign in", url: `${publicUrl}/signin` },
  };
}
