import { addMinutes } from "@greenroom/contract/kernel/time.ts";
import { formatNamedMoment } from "@greenroom/contract/kernel/time-zones.ts";
import {
  type Attendance,
  type InterviewDecision,
  interviewDecisions,
  isNeitherCame,
  nobodyCameAnswerHours,
  type Party,
  parties,
} from "@greenroom/contract/schedule/bookings.ts";
import { z } from "zod";
import type { BusinessSettings } from "../../kernel/config/config.ts";
import type { Deps } from "../../kernel/deps.ts";
import { defineHandler, defineMailJob, type JobHandler } from "../../kernel/jobs.ts";
import { composeMail, type MailContent } from "../../kernel/mail/compose.ts";
import { type PayoutState, payoutStates, reversalEffects } from "../../money/payouts/rules.ts";
import { isInOwnRoom } from "../meetings/meeting-place.ts";
import { findUnclear, type UnclearRow } from "./find-booking.ts";
import {
  type BookingMailContext,
  bookingPayload,
  formatInterviewTime,
  loadMailContext,
  partyPayload,
} from "./mail-context.ts";
import { noShowStatusOf, otherParty } from "./rules.ts";

export const mailNoShow = defineMailJob(
  "bookings.mail-no-show",
  bookingPayload.extend({ reportedBy: z.enum(parties), to: z.enum([...parties, "operator"]) }),
);

function aboutInterview(
  { reader, otherName, when, bookingUrl }: BookingMailContext,
  heading: string,
  text: string[],
): MailContent {
  return {
    to: reader.email,
    subject: `About your interview on ${when.short}`,
    heading,
    paragraphs: [`It is about your interview with ${otherName}: ${when.long}`, ...text],
    action: { label: "See the booking", url: bookingUrl },
  };
}

const contradiction = "If that is wrong, report a mistake with the booking, or write to us.";

/** Tells a party, or us, who was reported as absent and what follows from it. */
async function sendNoShow(
  deps: Deps,
  { bookingId, reportedBy, to }: z.infer<typeof mailNoShow.payload>,
): Promise<void> {
  const report = await deps.database
    .selectFrom("noShowReports")
    .select(["outcome", "record"])
    .where("bookingId", "=", bookingId)
    .where("reportedBy", "=", reportedBy)
    .executeTakeFirstOrThrow();
  const accused = otherParty(reportedBy);
  const context = await loadMailContext(deps, bookingId, to === "operator" ? reportedBy : to);
  if (context === null) return;
  const { business } = deps.config;
  if (to === "operator") {
    const isSeen = await isInOwnRoom(deps, deps.database, bookingId);
    const facts = { accused, record: isSeen ? report.record : null, isOpen: report.outcome === "pending" };
    return await deps.mail.send(composeMail(business, noShowOperatorMessage(business, context, facts)));
  }
  const { outcome, record } = report;
  const isNobody =
    (await isInOwnRoom(deps, deps.database, bookingId)) &&
    isNeitherCame({ by: reportedBy, outcome, record }, context.booking.startsAt.toISOString());
  // Decided before its mail went out: that has a mail of its own.
  if (outcome === "dismissed" && !isNobody) return;
  const consequence =
    outcome === "upheld"
      ? describeConsequence(accused, to)
      : isNobody
        ? `Neither of you was in the room. ${describeConsequence("interviewer", to)}`
        : "The room's record alone doesn't settle it, so our team will decide.";
  const message =
    accused === to
      ? aboutInterview(context, "You were reported as absent.", [consequence, contradiction])
      : aboutInterview(context, "We have your report.", [consequence]);
  await deps.mail.send(composeMail(business, message));
}

/** Mail to the operator. Times are in the business's time zone. */
function noShowOperatorMessage(
  business: BusinessSettings,
  { booking, reader }: BookingMailContext,
  /** `record` is null if another provider hosts the meeting. */
  report: { accused: Party; record: Attendance | null; isOpen: boolean },
): MailContent {
  const formatBusinessTime = (startsAt: Date, endsAt: Date) =>
    formatInterviewTime({ startsAt, endsAt }, business.timeZone);
  const when = formatBusinessTime(booking.startsAt, booking.endsAt);
  const { record } = report;
  const formatVisits = (party: Party) =>
    record?.[party]
      .map(({ enteredAt, lastSeenAt }) => formatBusinessTime(new Date(enteredAt), new Date(lastSeenAt)).long)
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
        ? "It did not take place in our room, so there is no record of who attended."
        : `The interviewee was in the room: ${formatVisits("interviewee")}\nThe interviewer was in the room: ${formatVisits("interviewer")}`,
      isOpen
        ? "Nothing has changed yet. To decide, open the booking at the operator's desk."
        : "It was decided at once, because the record does not contradict it.",
    ],
  };
}

export const mailDecision = defineMailJob(
  "bookings.mail-no-show-decision",
  partyPayload.extend({
    /** Open jobs of commit 6b64bc83 say whether a report was upheld, and whose. */
    outcome: z.enum([...interviewDecisions, "upheld", "rejected"]),
    reportedBy: z.enum(parties).optional(),
    reason: z.string(),
    /** Of an earning that was taken back. */
    payoutState: z.enum(payoutStates).default("unpaid"),
  }),
);

/** Tells a party how we decided a disputed or unclear interview. */
async function sendDecision(
  deps: Deps,
  { bookingId, to, outcome: decided, reportedBy, reason, payoutState }: z.infer<typeof mailDecision.payload>,
): Promise<void> {
  const context = await loadMailContext(deps, bookingId, to);
  if (context === null) return;
  const earning = await deps.database
    .selectFrom("earnings")
    .select("status")
    .where("bookingId", "=", bookingId)
    .executeTakeFirst();
  const upheld = reportedBy === "interviewee" ? "interviewer-absent" : "interviewee-absent";
  const outcome = decided === "upheld" ? upheld : decided;
  const isPaid = earning?.status === "credited";
  const text = [describeDecision(outcome, context, { payoutState, isPaid }), `Why: ${reason}`];
  await deps.mail.send(
    composeMail(deps.config.business, {
      ...aboutInterview(context, "We looked into your interview.", text),
      subject: `Decided: your interview on ${context.when.short}`,
    }),
  );
}

function describeDecision(
  outcome: InterviewDecision | "rejected",
  { role, otherName, booking: { status } }: BookingMailContext,
  { payoutState, isPaid }: { payoutState: PayoutState; isPaid: boolean },
): string {
  switch (outcome) {
    case "interviewee-absent":
    case "interviewer-absent": {
      const absent = outcome === "interviewee-absent" ? "interviewee" : "interviewer";
      const who = absent === role ? "you" : otherName;
      return `We find that ${who} did not attend. ${describeConsequence(absent, role, payoutState)}`;
    }
    case "session-returned":
      return `We return the session. ${describeConsequence("interviewer", role)}`;
    case "both-came":
      if (status === "cancelled") return "We find that both of you came. The session stays returned.";
      if (status === "pending") return "We find that both of you came.";
      if (role === "interviewee") return "We find that both of you came. The session is used up.";
      return `We find that both of you came. You are paid for the interview${isPaid ? "." : " once you send your feedback."}`;
    case "rejected":
      return "We could not confirm the report. Everything stays as it was.";
  }
}

/** What a mail about the outcome of an interview tells. */
const outcomeNews = [
  /** The record shows that one party missed it. */
  "missed",
  /** The record is unclear, so the parties are asked. */
  "ended-early",
  "nobody-came",
  /** It is clear now. */
  "took-place",
  "session-returned",
  /** The interviewer canceled after the start. */
  "canceled-late",
] as const;

export const mailOutcome = defineMailJob(
  "bookings.mail-outcome",
  partyPayload.extend({ about: z.enum(outcomeNews) }),
);

/** Tells a party what the room's record says about the interview, and what follows. */
async function sendOutcome(
  deps: Deps,
  { bookingId, to, about }: z.infer<typeof mailOutcome.payload>,
): Promise<void> {
  const context = await loadMailContext(deps, bookingId, to);
  if (context === null) return;
  const unclear = await findUnclear(deps.database, bookingId);
  // A question that was answered before its mail went out.
  if (unclear !== null && unclear.outcome !== null && about === unclear.found) return;
  // We decided otherwise before the mail went out.
  if (about === "missed" && !context.booking.status.startsWith("no_show")) return;
  const { business, publicUrl } = deps.config;
  const { heading, text } = describeNews(about, context, unclear, business.timeZone);
  const page = to === "interviewee" ? "interviewee-dashboard/my-sessions" : "interviewer-dashboard/history";
  const message = aboutInterview({ ...context, bookingUrl: `${publicUrl}/${page}` }, heading, text);
  await deps.mail.send(composeMail(business, message));
}

function describeNews(
  about: (typeof outcomeNews)[number],
  { booking, role, reader, otherName }: BookingMailContext,
  unclear: UnclearRow | null,
  /** For readers who have none of their own. */
  timeZone: string,
): { heading: string; text: string[] } {
  const isInterviewer = role === "interviewer";
  const returned = describeConsequence("interviewer", role);
  const together = `You were together for ${Math.floor((unclear?.secondsTogether ?? 0) / 60)} min.`;
  const reason = unclear?.reason ?? null;
  switch (about) {
    case "missed": {
      const accused = booking.status === noShowStatusOf("interviewee") ? "interviewee" : "interviewer";
      const isAccused = accused === role;
      return {
        heading: isAccused ? "You missed this interview." : `${otherName} missed this interview.`,
        text: [
          `The room's record shows that ${isAccused ? "you were" : "they were"} not there, or hardly. ${describeConsequence(accused, role)}`,
          ...(isAccused ? [contradiction] : []),
        ],
      };
    }
    case "ended-early":
      return isInterviewer
        ? {
            heading: "This interview ended early.",
            text: [
              `${together} We ask ${otherName} whether that was fine. Your earning waits for the answer.`,
              ...(reason === null ? ["Please say with the booking why it was short."] : []),
            ],
          }
        : {
            heading: "Did this end too early?",
            text: [
              together,
              ...(reason === null ? [] : [`${otherName} says why: ${reason}`]),
              "You can have your session back with one tap, or say that it was fine.",
            ],
          };
    case "nobody-came": {
      const until = addMinutes(booking.endsAt, 60 * nobodyCameAnswerHours);
      return {
        heading: "Did this interview take place?",
        text: [
          "Neither of you stayed in the room. If you met elsewhere, please both say so with the booking.",
          `Otherwise, after ${formatNamedMoment(until, reader.timeZone ?? timeZone)}, the session is returned and nothing is paid.`,
        ],
      };
    }
    case "took-place":
      return {
        heading: "The interview is completed.",
        text: [
          unclear?.found === "nobody-came"
            ? "You both said that it took place."
            : unclear?.intervieweeConfirmed
              ? `${otherName} says that it was fine.`
              : `After the early end you both went on. ${together}`,
          "You are paid for it once you send your feedback.",
        ],
      };
    case "session-returned":
      return {
        heading: "The session was returned.",
        text: [unclear?.found === "ended-early" ? together : "Neither of you stayed in the room.", returned],
      };
    case "canceled-late":
      return isInterviewer
        ? { heading: "You canceled after the start.", text: [`It counts as missed. ${returned}`] }
        : { heading: `${otherName} canceled after the start.`, text: [returned] };
  }
}

/** What an interviewer who did not attend is paid, after the session was returned to the interviewee. */
const payOfAbsent: Record<PayoutState, string> = {
  unpaid: "you are not paid for the interview.",
  exported: `your earning for the interview was taken back. ${reversalEffects.exported}`,
  paid: `your earning for the interview was taken back. ${reversalEffects.paid}`,
};

function describeConsequence(accused: Party, role: Party, payoutState: PayoutState = "unpaid"): string {
  if (accused === "interviewer") {
    return role === "interviewee"
      ? "Your session has been returned, and you can book with it right away."
      : `The session was returned to your interviewee, and ${payOfAbsent[payoutState]}`;
  }
  return role === "interviewee" ? "The session is used up." : "You are paid for the interview as booked.";
}

export const outcomeMails: JobHandler<Deps>[] = [
  defineHandler(mailNoShow, sendNoShow),
  defineHandler(mailDecision, sendDecision),
  defineHandler(mailOutcome, sendOutcome),
];
