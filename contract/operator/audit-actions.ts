import { formatRupees, rupeesFromPaise } from "../core/money.ts";
import { asSentence } from "../core/sentences.ts";

/**
 * The text that the desk shows for each code of the audit log. A code that is missing here is shown as it is
 * spelled.
 */
const texts: Readonly<Record<string, string>> = {
  "account.changed": "Changed name or mobile number",
  "account.created": "Signed up",
  "account.deleted": "Deleted the account",
  "application.approved": "Approved an application",
  "application.asked": "Asked an applicant something",
  "application.declined": "Declined an application",
  "application.erased": "Erased an applicant's data",
  "application.trial": "Invited an applicant to a trial",
  "approval.approved": "Approved another operator's action",
  "approval.asked": "Asked a second operator",
  "approval.declined": "Declined another operator's action",
  "approval.withdrawn": "Withdrew their own request",
  "availability.day-closed": "Closed a day of an interviewer",
  "availability.day-reopened": "Opened a closed day again",
  "booking.cancelled": "Canceled a booking",
  "booking.move-accepted": "Accepted another time",
  "booking.move-declined": "Declined another time",
  "booking.move-proposed": "Proposed another time",
  "booking.move-withdrawn": "Withdrew a proposed time",
  "booking.no-show-decided": "Decided a no-show report",
  "coupon.made": "Made a coupon",
  "coupon.resumed": "Resumed a coupon",
  "coupon.stopped": "Stopped a coupon",
  "credits.granted": "Granted sessions",
  "credits.taken-back": "Took granted sessions back",
  "desk.application-exported": "Exported an applicant's data",
  "desk.application-viewed": "Opened an application",
  "desk.applications-viewed": "Listed applications",
  "desk.audit-exported": "Exported the audit log",
  "desk.audit-viewed": "Read the audit log",
  "desk.booking-viewed": "Opened a booking",
  "desk.bookings-listed": "Listed bookings",
  "desk.cancel-done-alone": "Canceled without a second operator",
  "desk.cohorts-exported": "Exported the cohorts",
  "desk.data-exported": "Exported a person's data",
  "desk.disputes-listed": "Listed no-show disputes",
  "desk.feedback-file-opened": "Opened a feedback file",
  "desk.figures-exported": "Exported the figures",
  "desk.grant-done-alone": "Granted without a second operator",
  "desk.interviewer-figures-exported": "Exported the interviewers' figures",
  "desk.orders-listed": "Listed orders",
  "desk.payment-viewed": "Opened a payment",
  "desk.payments-listed": "Listed payments",
  "desk.payout-batch-viewed": "Opened the export for the bank",
  "desk.payout-details-exported": "Exported payout details",
  "desk.payouts-due-listed": "Listed what is due to interviewers",
  "desk.payouts-listed": "Listed payouts",
  "desk.payout-done-alone": "Paid out without a second operator",
  "desk.people-searched": "Searched people",
  "desk.person-viewed": "Opened a person's page",
  "desk.refund-done-alone": "Refunded without a second operator",
  "desk.refunds-listed": "Listed refunds",
  "desk.refused-addresses-viewed": "Listed refused addresses",
  "desk.room-record-viewed": "Read a room's record",
  "desk.seen-as": "Looked at the product as a person",
  "desk.settings-viewed": "Read the settings",
  "desk.settlement-exported": "Exported a settlement's differences",
  "desk.slots-listed": "Listed slots for a move",
  "desk.timeline-viewed": "Read a person's timeline",
  "desk.today-viewed": "Saw people in Today",
  "desk.work-done": "Marked work as done",
  "desk.work-released": "Gave work back",
  "desk.work-reopened": "Reopened work",
  "desk.work-taken": "Took work",
  "earning.reversed": "Reversed an earning",
  "founding-terms.changed": "Changed the founding places",
  "interviewer.invited": "Invited an interviewer",
  "invitation.declined": "Declined an invitation to interview",
  "invitation.revoked": "Took an invitation back",
  "job.discarded": "Discarded a failed job",
  "job.restored": "Put a discarded job back",
  "job.retried": "Retried a failed job",
  "mail.sent-again": "Sent a mail again",
  "operator.confirmed": "Confirmed password and second factor",
  "operator.desk-opened": "Opened the desk",
  "operator.recovery-codes-replaced": "Replaced the recovery codes",
  "operator.second-factor-reset": "Removed a second factor",
  "operator.second-factor-set-up": "Set up a second factor",
  "order.check-asked": "Asked the provider about an order",
  "order.given-up": "Gave up an unpaid order",
  "password.replaced": "Replaced the password",
  "payment.goodwill-refunded": "Refunded out of goodwill",
  "payment.refunded": "Refunded a payment",
  "payout-details.changed": "Changed payout details",
  "payout-details.withdrawn": "Withdrew a change of payout details",
  "payout.exported": "Exported payouts for the bank",
  "payout.paid": "Marked a payout as paid",
  "price.changed": "Changed a price",
  "price.withdrawn": "Withdrew a price",
  "refund.retried": "Tried a refund again",
  "role.interviewer-granted": "Became an interviewer",
  "role.interviewer-revoked": "Became an interviewee again",
  "role.operator-granted": "Became an operator, or changed level",
  "role.operator-revoked": "Lost the operator's desk",
  "session.ended": "Signed out",
  "session.opened": "Signed in",
  "settlement.compared": "Compared a settlement file",
  "site-text.edited": "Edited a text of the site",
  "transcript.ended": "Ended a transcript",
  "transcript.given": "Agreed to a transcript",
  "transcript.withdrawn": "Ended the agreement to a transcript",
  "user.blocked": "Blocked a person",
  "user.unblocked": "Unblocked a person",
};

/** An action of the audit log in words: "Canceled a booking". */
export function auditActionText(action: string): string {
  const known = texts[action];
  if (known !== undefined) return known;
  const [domain = "", step = ""] = action.split(".");
  const words = `${domain === "command" ? "command line" : domain}: ${step}`.replaceAll("-", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const detailLabels: Readonly<Record<string, string>> = {
  payload: "Asked for",
};

/** What a person or a provider wrote, which stays as it is. */
const writtenDetails: ReadonlySet<string> = new Set(["code", "name", "note", "reason", "reference", "text"]);

/** `canceledBy` and `canceled-by` as `canceled by` */
const toWords = (name: string) =>
  name
    .replaceAll(/([a-z])([A-Z])/g, "$1 $2")
    .replaceAll(/[-_]/g, " ")
    .toLowerCase();

/** The name of a detail in words: `canceledBy` is "Canceled by", and `amountPaise` "Amount". */
function detailText(name: string): string {
  const words = detailLabels[name] ?? toWords(name.replace(/.Paise$/, (end) => end.charAt(0)));
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** `2026-11-24T12:30:00.000Z` as `24 Nov 2026, 12:30 UTC`, and `2026-11-24` as `24 Nov 2026` */
const formatInstant = (_text: string, year: string, month: string, day: string, time: string | undefined) =>
  `${Number(day)} ${months[Number(month) - 1]} ${year}${time === undefined ? "" : `, ${time} UTC`}`;

function detailValue(name: string, value: unknown): string {
  if (value === null || value === undefined) return "none";
  if (Array.isArray(value)) return value.map((one) => detailValue(name, one)).join(", ") || "none";
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value === "number") {
    return name.endsWith("Paise") ? formatRupees(rupeesFromPaise(value), { decimals: true }) : String(value);
  }
  if (typeof value === "object") {
    return Object.entries(value)
      .map(([part, inner]) => `${detailText(part).toLowerCase()} ${detailValue(part, inner)}`)
      .join(", ");
  }
  const text = String(value);
  if (writtenDetails.has(name)) return text;
  // The name of a value in our code.
  if (/^[a-z]+(?:[A-Z][a-z]+|[-_][a-z]+)+$/.test(text)) return toWords(text);
  return (
    text
      .replace(/^(\d{4})-(\d\d)-(\d\d)(?:T(\d\d:\d\d)[\d:.]*Z)?$/, formatInstant)
      .replace(/^user:/, "person ")
      // An id as the desk shortens it elsewhere.
      .replace(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{4}([0-9a-f]{8})/g, "$1")
  );
}

/** The details of an audit line, as sentences: "Reason: Asked by mail. Sessions: 2." */
export function auditDetailsText(details: Readonly<Record<string, unknown>>): string {
  return Object.entries(details)
    .map(([name, value]) => asSentence(`${detailText(name)}: ${detailValue(name, value)}`))
    .join(" ");
}
