import type { Config } from "../../config.ts";

interface CodeMessageInput {
  purpose: string;
  to: string;
  code: string;
  publicUrl: string;
  /** How long it is still good when it is mailed. */
  minutesLeft: number;
}

const notYou = "If you did not ask for this, you can ignore this mail: nothing happens without the code.";

/** The mail that carries a code, for each purpose. */
export function codeMessage({ purpose, to, code, publicUrl, minutesLeft }: CodeMessageInput) {
  const length = minutesLeft === 1 ? "a minute" : `${minutesLeft} minutes`;
  const lives = `It works once, for ${length}. Never read it out to anybody.`;
  if (purpose === "signup") {
    return {
      to,
      subject: `${code} is your sign-up code`,
      heading: "Finish your sign-up",
      highlight: code,
      paragraphs: [lives, notYou],
    };
  }
  if (purpose === "signin") {
    return {
      to,
      subject: `${code} is your sign-in code`,
      heading: "Your sign-in code",
      highlight: code,
      paragraphs: [lives, notYou],
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
        lives,
        "If you did not ask for this, somebody is signed in as you: set a new password at once.",
      ],
    };
  }
  return {
    to,
    subject: `${code} is your password-reset code`,
    heading: "Set a new password",
    highlight: code,
    paragraphs: [lives, notYou],
    // A fragment: neither a server nor a referrer ever sees it.
    action: { label: "Set a new password", url: `${publicUrl}/signin#reset=${code}` },
  };
}

/** For somebody who signs up again with an address that has an account; the page said the same as to everybody. */
export function existingAccountMessage(to: string, publicUrl: string) {
  return {
    to,
    subject: "You already have an account",
    heading: "You already have an account",
    paragraphs: [
      "Somebody, probably you, tried to sign up with this address. You can simply sign in.",
      notYou,
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
      `If this was not you, set a new password at once with "Forgot password" and write to ${business.supportEmail}.`,
    ],
  };
}
