import type { Config } from "../../kernel/config/config.ts";

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
