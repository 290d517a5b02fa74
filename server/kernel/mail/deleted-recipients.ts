import type { MailSender } from "../../vendors/mail/port.ts";

const domain = "@deleted.invalid";

/** The address of a deleted account. Nobody has it, because RFC 2606 reserves `.invalid`. */
export function addressOfDeleted(userId: string): string {
  return `deleted-${userId}${domain}`;
}

/**
 * Wraps the sender and sends nothing to deleted accounts. Jobs about a past interview or payment still reach them, and a
 * mail server would refuse each of these mails.
 */
export function skipDeletedRecipients(sender: MailSender): MailSender {
  return {
    ...sender,
    async send(message) {
      if (!message.to.toLowerCase().endsWith(domain)) await sender.send(message);
    },
  };
}
