import type { Config } from "../../../config/config.ts";
import type { MailContent } from "../../../mail/mail-content.ts";

interface ClosedDay {
  /** `Fri 27 Nov 2026` */
  day: string;
  timeZone: string;
}

/** To an interviewer whose day an operator has closed. */
export function dayClosedMessage(
  { email, firstName }: { email: string; firstName: string },
  { day, timeZone }: ClosedDay,
  { business, publicUrl }: Pick<Config, "business" | "publicUrl">,
): MailContent {
  return {
    to: email,
    subject: `We closed ${day} in your calendar`,
    heading: "You have a day off.",
    paragraphs: [
      `Hello ${firstName}, we closed ${day} (${timeZone}) in your calendar, so nobody can book you that day.`,
      "The day off is under Weekly hours. If you end it there, your free times of that day come back.",
      `If you have questions, write to ${business.supportEmail}.`,
    ],
    action: { label: "Open weekly hours", url: `${publicUrl}/interviewer-dashboard/calendar/weekly-hours` },
    replyTo: business.supportEmail,
  };
}
