import { type ApprovalKind, approvalHours } from "@greenroom/contract/desk/approvals.ts";
import type { WorkKind } from "@greenroom/contract/desk/today.ts";
import { formatRupees, rupeesFromPaise } from "@greenroom/contract/kernel/money.ts";
import { cutText } from "@greenroom/contract/kernel/plain-text.ts";
import { sql } from "kysely";
import type { Waiting, WaitingFilter } from "../../kernel/db/read-lists.ts";
import type { Deps } from "../../kernel/deps.ts";
import { listWaitingRefusals } from "../../kernel/mail/deliveries.ts";
import { listProviderRefunds } from "../../money/payments/provider-refunds.ts";
import { listRefusedRefunds } from "../../money/payments/refund.ts";
import { listMismatches } from "../../money/payments/settle.ts";
import { listHeldFiles } from "../../people/files/scan.ts";
import { listWaitingApplications } from "../../people/interviewers/applications.ts";
import { probationInterviews } from "../../people/interviewers/invitations.ts";
import { listUsedUpDay } from "../../practice/model-calls.ts";
import { listOverdueFeedback } from "../../review/feedback/deadline.ts";
import { listProbationFeedback } from "../../review/feedback/feedback-file.ts";
import { listLowRatings } from "../../review/ratings.ts";
import { listPendingReports } from "../../schedule/bookings/no-show.ts";
import { listShortInterviews } from "../../schedule/bookings/unclear.ts";
import { listMissingMeetings } from "../../schedule/meetings/create.ts";
import { listOpenApprovals } from "../approvals/approvals.ts";
import { listWaitingFailedJobs } from "../health/failed-jobs.ts";

/** Waiting work, before the names of its people and its work states are added. */
export interface WaitingLine extends Waiting {
  userIds: string[];
  detail: string;
  startsAt: Date | null;
  bookingId: string | null;
  paymentId: string | null;
}

type SourceDeps = Pick<Deps, "database" | "clock" | "config">;
type Source = (deps: SourceDeps, filter: WaitingFilter) => Promise<WaitingLine[]>;

const formatPaise = (paise: number) => formatRupees(rupeesFromPaise(paise));
const formatTaken = (amountPaise: number, currency: string) =>
  currency === "INR" ? formatPaise(amountPaise) : `${(amountPaise / 100).toFixed(2)} ${currency}`;
/** Messages of providers and mail servers can be long. The subject's own page shows them in full. */
const shorten = (text: string) => (text.length > 160 ? `${cutText(text, 159)}…` : text);

const line = (fields: Waiting & Partial<WaitingLine>): WaitingLine => ({
  subject: fields.subject,
  since: fields.since,
  userIds: fields.userIds ?? [],
  detail: shorten(fields.detail ?? ""),
  startsAt: fields.startsAt ?? null,
  bookingId: fields.bookingId ?? null,
  paymentId: fields.paymentId ?? null,
});

const applicationDetails: Record<string, string> = {
  received: "has applied",
  asked: "was asked a question, and nothing followed",
  trial: "was invited to a trial, and nothing followed",
};

const approvalNames: Record<ApprovalKind, string> = {
  refund: "A refund",
  payout: "A payout",
  grant: "A grant of sessions",
  cancel: "A cancellation",
  price: "A price",
  coupon: "A coupon",
};

/** The query for the lines of each kind. */
export const sources: Readonly<Record<WorkKind, Source>> = {
  application: async ({ database, clock }, filter) =>
    (await listWaitingApplications(database, clock.now(), filter)).map((application) => {
      const { name, years, state } = application;
      const experience = years === 1 ? "1 year" : `${years} years`;
      return line({ ...application, detail: `${name}, ${experience}: ${applicationDetails[state]}` });
    }),
  "probation-feedback": async ({ database, clock }, filter) =>
    (await listProbationFeedback(database, clock.now(), filter)).map((feedback) =>
      line({
        ...feedback,
        bookingId: feedback.subject,
        userIds: [feedback.interviewerId, feedback.intervieweeId],
        detail: `Review ${feedback.number} of ${probationInterviews} for ${feedback.interviewerName}`,
      }),
    ),
  approval: async ({ database, clock }, filter) =>
    (await listOpenApprovals(database, clock.now(), filter)).map((approval) =>
      line({
        ...approval,
        userIds: [approval.askedBy],
        detail: `${approvalNames[approval.kind]}, which another owner decides within ${approvalHours} hours: ${[approval.change, approval.reason].filter(Boolean).join(" · ")}`,
      }),
    ),
  "no-show": async ({ database }, filter) =>
    (await listPendingReports(database, filter)).map((report) =>
      line({
        ...report,
        userIds: [report.intervieweeId, report.interviewerId],
        detail: `Reported by the ${report.reportedBy}, contradicted by the room's record`,
      }),
    ),
  "short-interview": async ({ database }, filter) =>
    (await listShortInterviews(database, filter)).map((interview) => {
      const { secondsTogether, reason } = interview;
      const why = reason === null ? "no reason yet" : reason;
      return line({
        ...interview,
        bookingId: interview.subject,
        userIds: [interview.intervieweeId, interview.interviewerId],
        detail: `Ended after ${Math.floor(secondsTogether / 60)} min: ${why}`,
      });
    }),
  "late-feedback": async ({ database, clock, config }, filter) => {
    const deadline = { deadlineHours: config.feedback.deadlineHours, now: clock.now() };
    return (await listOverdueFeedback(database, deadline, filter)).map((booking) =>
      line({
        ...booking,
        bookingId: booking.subject,
        userIds: [booking.interviewerId, booking.intervieweeId],
        detail: booking.isRemedied
          ? "The interviewee got a session for it"
          : "No session has been given for it yet",
      }),
    );
  },
  "refused-refund": async ({ database }, filter) =>
    (await listRefusedRefunds(database, filter)).map((refund) =>
      line({
        ...refund,
        userIds: [refund.userId],
        detail: `${formatPaise(refund.amountPaise)}: ${refund.refusal}`,
      }),
    ),
  "provider-refund": async ({ database }, filter) =>
    (await listProviderRefunds(database, filter)).map((refund) =>
      line({
        ...refund,
        userIds: [refund.userId],
        detail: `Receipt ${refund.receipt}, ${formatPaise(refund.amountPaise)}: take back its sessions, or leave them?`,
      }),
    ),
  "payment-mismatch": async ({ database }, filter) =>
    (await listMismatches(database, filter)).map((payment) =>
      line({
        ...payment,
        userIds: [payment.userId],
        detail: `${formatTaken(payment.amountPaise, payment.currency)} was paid instead of ${formatPaise(payment.expectedPaise)}, payment ${payment.providerPaymentId}`,
      }),
    ),
  "failed-job": async ({ database }, filter) =>
    (await listWaitingFailedJobs(database, filter)).map((job) =>
      line({ ...job, detail: job.reason === "" ? job.name : `${job.name}: ${job.reason}` }),
    ),
  "practice-budget": async (deps, filter) =>
    (await listUsedUpDay(deps, filter)).map((day) =>
      line({
        ...day,
        detail: `All ${deps.config.practiceCalls.perDay} calls of today are used. Follow-ups are the bank's.`,
      }),
    ),
  "held-file": async ({ database }, filter) =>
    (await listHeldFiles(database, filter)).map((file) =>
      line({
        ...file,
        userIds: [file.userId],
        detail: `${file.fileName} is not checked for viruses yet`,
      }),
    ),
  "refused-mail": async ({ database }, filter) =>
    (await listWaitingRefusals(database, filter)).map((refusal) =>
      line({
        ...refusal,
        userIds: refusal.userId === null ? [] : [refusal.userId],
        detail: `${refusal.address}: ${refusal.reply}`,
      }),
    ),
  "missing-meeting": async ({ database, clock }, filter) =>
    (await listMissingMeetings(database, clock.now(), filter)).map((booking) =>
      line({
        ...booking,
        bookingId: booking.subject,
        userIds: [booking.intervieweeId, booking.interviewerId],
        detail: "Nobody can join yet",
      }),
    ),
  "low-rating": async ({ database, config }, filter) =>
    (await listLowRatings(database, config.operator.ratingFloor, filter)).map((person) =>
      line({
        ...person,
        userIds: [person.subject],
        detail: `${person.average.toFixed(1)} over the last ${person.ratings} ratings`,
      }),
    ),
};

/**
 * Lines of this kind that no operator has marked as done. Times are cut to milliseconds, as the API sends
 * them.
 */
export function isOpen(kind: WorkKind): WaitingFilter["matches"] {
  return (subject, since) => sql<boolean>`not exists (
    select from work_states state where state.kind = ${kind} and state.subject = ${subject}
      and state.done_since >= date_trunc('milliseconds', ${since}))`;
}
