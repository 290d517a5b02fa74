import type { Config } from "../../kernel/config/config.ts";

const sentences = {
  "set up": "A second factor was set up for your operator account.",
  "recovery code used": "Somebody opened the operator's desk with one of your recovery codes.",
  reset: "Your second factor was removed. You will be asked to set up a new one when you open the desk.",
} as const;

/** A change of an operator's second factor. */
export function secondFactorMessage(
  to: string,
  change: keyof typeof sentences,
  { business, publicUrl }: Pick<Config, "business" | "publicUrl">,
) {
  return {
    to,
    subject: "Your second factor",
    heading: "Your second factor",
    paragraphs: [
      sentences[change],
      "If this was you, there is nothing to do.",
      `If this wasn't you, set a new password right away with "Forgot password". Then tell another operator or write to ${business.supportEmail}.`,
    ],
    action: { label: "Sign in", url: `${publicUrl}/signin` },
  };
}
