import type { Config } from "../../../config/config.ts";
import type { MailContent } from "../../../mail/mail-content.ts";

interface CalendarDate {
  /** `Fri 27 Nov 2026` */
  day: string;
  /** `IST` */
  zone: string;
}

/** To an interviewer whose day an operator has closed. */
export function dayClosedMessage(
  { email, firstName }: { email: string; firstName: string },
  { day, zone }: CalendarDate,
  { business, publicUrl }: Pick<Config, "business" | "publicUrl">,
): MailContent {
  return {
    to: email,
    subject: `We closed ${day} in your calendar`,
    heading: "You have a day off.",
    paragraphs: [
      `Hello ${firstName}, we closed ${day} (${zone}) in your calendar, so nobody can book you that day.`,
      "The day off is under Weekly hours. If you end it there, your free times on that day come back.",
      `If you have questions, write to ${business.supportEmail}.`,
    ],
    action: { label: "Open weekly hours", url: `${publicUrl}/interviewer-dashboard/calendar/weekly-hours` },
    replyTo: business.supportEmail,
  };
}

/** To an interviewer whose closed day an operator has opened again. */
export function dayReopenedMessage(
  { email, firstName }: { email: string; firstName: string },
  { day, zone }: CalendarDate,
  { business, publicUrl }: Pick<Config, "business" | "publicUrl">,
): MailContent {
  return {
    to: email,
    subject: `${day} is open again in your calendar`,
    heading: "Your day off has ended.",
    paragraphs: [
      `Hello ${firstName}, we have reopened ${day} (${zone}) in your calendar, so people can book your free times on that day again.`,
      "Interviews that were canceled stay canceled. If you'd rather keep the day off, add it under Weekly hours.",
      `If you have questions, write to ${business.supportEmail}.`,
    ],
    action: { label: "Open weekly hours", url: `${publicUrl}/interviewer-dashboard/calendar/weekly-hours` },
    replyTo: business.supportEmail,
  };
}
