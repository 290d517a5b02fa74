import { nameInSubject } from "@greenroom/contract/kernel/names.ts";
import type { BusinessSettings } from "../../kernel/config/config.ts";
import type { ContactMessage } from "./store.ts";

/** To us; replies go directly to the sender. */
export function forwardedMessage({ name, email, message }: ContactMessage, business: BusinessSettings) {
  return {
    to: business.supportEmail,
    subject: `Message from ${nameInSubject(name)}`,
    listedSubject: "Message from the contact form",
    heading: `${name} wrote`,
    paragraphs: [message, `Reply to: ${email}`],
    replyTo: email,
  };
}

/**
 * To the sender. Does not repeat the message, because anyone can enter another person's address, and our mail must
 * not carry a stranger's text.
 */
export function confirmationMessage({ email }: ContactMessage, { name, supportEmail }: BusinessSettings) {
  return {
    to: email,
    subject: `${name} received your message`,
    heading: "We've received your message",
    paragraphs: [
      "Thank you for writing. A person reads every message, and we will contact you soon.",
      `If you did not write to us, someone mistyped their address and you don't need to do anything. Anything to add? Write to ${supportEmail}.`,
    ],
    replyTo: supportEmail,
  };
}
