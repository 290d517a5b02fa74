import type { BusinessSettings } from "../../config.ts";
import type { ContactMessage } from "./store.ts";

/** To us, answered straight to whoever wrote. */
export function forwardedMessage({ name, email, message }: ContactMessage, business: BusinessSettings) {
  return {
    to: business.supportEmail,
    subject: `Message from ${name}`,
    heading: `${name} wrote`,
    paragraphs: [message, `Answer to: ${email}`],
    replyTo: email,
  };
}

/**
 * To the sender. It repeats nothing of what was typed: anybody can type anybody's address,
 * and our mail must not carry a stranger's words there.
 */
export function confirmationMessage({ email }: ContactMessage, { name, supportEmail }: BusinessSettings) {
  return {
    to: email,
    subject: `${name} has your message`,
    heading: "Your message has come",
    paragraphs: [
      "Thank you for writing. A person reads every message, and we will contact you soon.",
      `If you did not write to us, somebody mistyped their address and you need not do anything. Anything to add? Write to ${supportEmail}.`,
    ],
    replyTo: supportEmail,
  };
}
