import type { Config } from "../../../kernel/config/config.ts";
import type { MailContent } from "../../../kernel/mail/mail-content.ts";

interface CalendarDate {
  /** `Fri 27 Nov 2026` */
  day: string;
  /** `IST` */
  zone: string;
}

interface Interviewer {
  email: string;
  firstName: string;
}

type Settings = Pick<Config, "business" | "publicUrl">;

/** The parts that both mails share: the way to the weekly hours, and to us. */
function toInterviewer({ email }: Interviewer, { business, publicUrl }: Settings) {
  return {
    to: email,
    action: { label: "Open weekly hours", url: `${publicUrl}/interviewer-dashboard/calendar/weekly-hours` },
    replyTo: business.supportEmail,
  };
}

const offerHelp = ({ business }: Settings) => `If you have questions, write to ${business.supportEmail}.`;

/** To an interviewer whose day an operator has closed. */
export function dayClosedMessage(
  interviewer: Interviewer,
  { day, zone }: CalendarDate,
  settings: Settings,
): MailContent {
  return {
    ...toInterviewer(interviewer, settings),
    subject: `We closed ${day} in your calendar`,
    heading: "You have a day off.",
    paragraphs: [
      `Hello ${interviewer.firstName}, we closed ${day} (${zone}) in your calendar, so nobody can book you that day.`,
      "The day off is under Weekly hours. If you end it there, your free times on that day come back.",
      offerHelp(settings),
    ],
  };
}

/** To an interviewer whose closed day an operator has opened again. */
export function dayReopenedMessage(
  interviewer: Interviewer,
  { day, zone }: CalendarDate,
  settings: Settings,
): MailContent {
  return {
    ...toInterviewer(interviewer, settings),
    subject: `${day} is open again in your calendar`,
    heading: "Your day off has ended.",
    paragraphs: [
      `Hello ${interviewer.firstName}, we have reopened ${day} (${zone}) in your calendar, so people can book your free times on that day again.`,
      "Interviews that were canceled stay canceled. If you'd rather keep the day off, add it under Weekly hours.",
      offerHelp(settings),
    ],
  };
}
