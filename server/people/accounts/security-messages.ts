import type { Config } from "../../kernel/config/config.ts";

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
