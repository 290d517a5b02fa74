import type { Attendance, Party } from "@greenroom/contract/bookings.ts";
import type { BusinessSettings } from "../../config.ts";
import type { MailContent } from "../../mail/compose.ts";
import type { Addressed } from "./address-party.ts";
import { nameSessionTime } from "./name-session-time.ts";

/* What the mails about a no-show say. Every time in them is on the reader's clock, named. */

/** How a report stands: decided for the reporter, by the record that saw neither, or waiting for us. */
export type ReportStanding = "upheld" | "neither-came" | "waiting";

/** To either party: what was reported, and what follows for them. */
export function noShow(
  { reader, role, otherName, when, bookingUrl }: Addressed,
  { accused, standing }: { accused: Party; standing: ReportStanding },
): MailContent {
  const isAccused = accused === role;
  return {
    to: reader.email,
    subject: `About your interview on ${when.short}`,
    heading: isAccused ? "You were reported as not having come." : "We have your report.",
    paragraphs: [
      `It is about your interview with ${otherName}: ${when.long}`,
      sayStanding(standing, accused, role),
      ...(isAccused ? ["If that is not so, answer by reporting it with the booking, or write to us."] : []),
    ],
    action: { label: "See the booking", url: bookingUrl },
  };
}

function sayStanding(standing: ReportStanding, accused: Party, role: Party): string {
  if (standing === "waiting") return "It does not go with what is on record, so a person of ours decides.";
  if (standing === "upheld") return sayNoShow(accused, role);
  return `The room saw neither of you. ${sayNoShow("interviewer", role)}`;
}

/** To either party: what we decided of a report that waited. */
export function noShowDecision(
  { reader, role, otherName, when, bookingUrl }: Addressed,
  { accused, outcome, reason }: { accused: Party; outcome: "upheld" | "rejected"; reason: string },
): MailContent {
  const who = accused === role ? "you" : otherName;
  return {
    to: reader.email,
    subject: `Decided: your interview on ${when.short}`,
    heading: "We looked into what was reported.",
    paragraphs: [
      `It is about your interview with ${otherName}: ${when.long}`,
      outcome === "upheld"
        ? `We find that ${who} did not come. ${sayNoShow(accused, role)}`
        : `We do not find that ${who} did not come. Everything stays as it was.`,
      `Why: ${reason}`,
    ],
    action: { label: "See the booking", url: bookingUrl },
  };
}

function sayNoShow(accused: Party, role: Party): string {
  if (accused === "interviewer") {
    return role === "interviewee"
      ? "Your session is back, and you can book with it at once."
      : "The session went back to your interviewee. Nothing is paid for it.";
  }
  return role === "interviewee" ? "The session stays spent." : "The interview is paid to you as booked.";
}

/** To the operator. Times are on the clock of the business. */
export function noShowForUs(
  business: BusinessSettings,
  { booking, reader }: Addressed,
  /** `record` is null where another provider holds the meeting. */
  report: { accused: Party; record: Attendance | null; isOpen: boolean },
): MailContent {
  const ours = (startsAt: Date, endsAt: Date) => nameSessionTime({ startsAt, endsAt }, business.timeZone);
  const when = ours(booking.startsAt, booking.endsAt);
  const { record } = report;
  const visits = (party: Party) =>
    record?.[party]
      .map(({ enteredAt, lastSeenAt }) => ours(new Date(enteredAt), new Date(lastSeenAt)).long)
      .join("; ") || "never";
  const { isOpen } = report;
  return {
    to: business.supportEmail,
    subject: `${isOpen ? "To decide: n" : "N"}o-show of the ${report.accused}, ${when.short}`,
    heading: isOpen ? "A no-show report that the record contradicts" : "A no-show was reported",
    paragraphs: [
      `Booking ${booking.id}: ${when.long}`,
      `Reported by ${reader.email}.`,
      record === null
        ? "It was not in our room, so there is no record of who came."
        : `The room saw the interviewee: ${visits("interviewee")}\nThe room saw the interviewer: ${visits("interviewer")}`,
      isOpen
        ? `Nothing has moved: please decide, with\nbookings settle-no-show ${booking.id} --outcome upheld|rejected --reason "…" --yes`
        : "It was decided at once by what is on record.",
    ],
  };
}
