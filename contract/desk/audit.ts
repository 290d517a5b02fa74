import { z } from "zod";
import { endpoint, idSchema } from "../kernel/endpoint.ts";
import { instantSchema } from "../kernel/instants.ts";
import { formatRupees, rupeesFromPaise } from "../kernel/money.ts";
import { asSentence } from "../kernel/plain-text.ts";
import { deskList } from "./actions.ts";

export const auditLineSchema = z.object({
  /** Ids increase with time. */
  _id: z.string(),
  at: z.iso.datetime(),
  /** Null for the command line and the system; `actor` says which. */
  actorId: idSchema.nullable(),
  /** The name that the person had then and their address, `command line` or `system`. */
  actor: z.string(),
  /** `role.operator-granted` */
  action: z.string(),
  /** `user:<id>`, `booking:<id>`, `everybody` */
  subject: z.string(),
  /** The name that the subject had then; null if the subject is not a person. */
  subjectName: z.string().nullable(),
  details: z.record(z.string(), z.unknown()),
});
export type AuditLine = z.infer<typeof auditLineSchema>;

const personText = z.string().trim().min(1).max(100, "Search with at most 100 characters.").optional();

export const listAudit = deskList("/api/operator/audit", {
  summary: "The audit log, newest first",
  filters: {
    /** The id of a user, `command line` or `system`. */
    actor: z.union([idSchema, z.enum(["command line", "system"])]).optional(),
    action: z.string().max(100).optional(),
    subject: z.string().max(200).optional(),
    /** Part of the name or address of who did it, or their id. */
    doneBy: personText,
    /** The same for the person whom the action concerned. */
    about: personText,
    from: instantSchema.optional(),
    to: instantSchema.optional(),
  },
  row: auditLineSchema,
});

export const listAuditActions = endpoint("GET /api/operator/audit/actions", {
  confirmation: null,
  access: "operator",
  summary: "Every kind of action that the audit log has",
  output: z.array(z.string()),
});

/** What the desk shows for codes that say less by themselves. */
const texts: Readonly<Record<string, string>> = {
  "account.created": "Signed up",
  "application.asked": "Asked an applicant something",
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
  "credits.granted": "Granted sessions",
  "credits.taken-back": "Took granted sessions back",
  "desk.audit-viewed": "Read the audit log",
  "desk.cancel-done-alone": "Canceled without a second operator",
  "desk.data-exported": "Exported a person's data",
  "desk.grant-done-alone": "Granted without a second operator",
  "desk.payout-done-alone": "Paid out without a second operator",
  "desk.payouts-due-listed": "Listed what is due to interviewers",
  "desk.people-searched": "Searched people",
  "desk.refund-done-alone": "Refunded without a second operator",
  "desk.seen-as": "Looked at the product as a person",
  "desk.seen-as-read": "Read a page as a person",
  "desk.today-viewed": "Saw people in Today",
  "desk.work-done": "Marked work as done",
  "desk.work-released": "Gave work back",
  "desk.work-reopened": "Reopened work",
  "desk.work-taken": "Took work",
  "founding-terms.changed": "Changed the founding places",
  "mail.sent-again": "Sent an email again",
  "mentor.check-restored": "Let a checked fact stand again",
  "mentor.check-withdrawn": "Withdrew a checked fact",
  "mentor.checked": "Checked a fact about a mentor",
  "mentor-page.hidden": "Took a mentor's page down",
  "mentor-page.shown": "Showed a mentor's page again",
  "operator.confirmed": "Confirmed password and second factor",
  "operator.desk-opened": "Opened the desk",
  "operator.recovery-codes-replaced": "Replaced the recovery codes",
  "operator.second-factor-reset": "Removed a second factor",
  "operator.second-factor-set-up": "Set up a second factor",
  "order.check-asked": "Asked the provider about an order",
  "order.given-up": "Gave up an unpaid order",
  "payment.discount-again": "Granted a payment whose discount was used up",
  "payment.goodwill-refunded": "Refunded out of goodwill",
  "payment.refunded-at-provider": "A refund was made at the provider",
  "payment.provider-refund-failed": "A refund at the provider failed",
  "payment.sessions-left": "Left the sessions after a refund at the provider",
  "payment.sessions-taken-back": "Took back sessions after a refund at the provider",
  "payout-details.withdrawn": "Withdrew a change of payout details",
  "payout.paid": "Marked a payout as paid",
  "payout.returned": "Recorded a transfer that the bank returned",
  "price.withdrawn": "Withdrew a price",
  "role.interviewer-granted": "Became an interviewer",
  "role.interviewer-revoked": "Became an interviewee again",
  "role.operator-granted": "Became an operator, or changed level",
  "role.operator-revoked": "Lost the operator's desk",
  "session.ended": "Signed out",
  "session.opened": "Signed in",
  "transcript.given": "Agreed to a transcript",
  "transcript.withdrawn": "Ended the agreement to a transcript",
};

const withArticle = (noun: string) =>
  noun.endsWith("s") ? noun : `${/^[aeio]/.test(noun) ? "an" : "a"} ${noun}`;

/** An action of the audit log in words: `coupon.stopped` is "Stopped a coupon". */
export function auditActionText(action: string): string {
  const known = texts[action];
  if (known !== undefined) return known;
  const [domain = "", step = ""] = action.replaceAll("-", " ").split(".");
  const [, seen, verb] = /^(.*) (viewed|listed|exported|opened)$/.exec(step) ?? [];
  const words =
    domain === "command"
      ? `command line: ${step}`
      : domain === "desk" && seen !== undefined
        ? `${verb} ${withArticle(seen)}`
        : `${step} ${withArticle(domain === "user" ? "person" : domain)}`;
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/* The details of an audit line in words. An id is shown only as a link to the page of its record. */

/** A record that has a page at the desk. */
export interface AuditRecord {
  kind: "person" | "booking" | "payment" | "application";
  id: string;
}

type Details = Readonly<Record<string, unknown>>;

/** A text, or a record to link to. */
export type Part = string | AuditRecord;

const labels: Readonly<Record<string, string>> = {
  payload: "Asked for",
};

/** Text of a person or a provider, which stays as it is. */
const writtenDetails: ReadonlySet<string> = new Set(["code", "name", "note", "reason", "reference", "text"]);

/** Amounts in rupees, as an operator entered them. */
const rupeeDetails: ReadonlySet<string> = new Set(["discount", "goodwill", "listPrice"]);

/** Details whose ids are of records with a page. `about` is the subject of a mail. */
const recordKinds: Readonly<Record<string, AuditRecord["kind"]>> = {
  approvedBy: "person",
  askedBy: "person",
  bookingId: "booking",
  bookingIds: "booking",
  interviewerIds: "person",
  paymentId: "payment",
  userId: "person",
};

/** Details whose link says what they are. */
const isNamedByKind = (name: string) => name in recordKinds && /Ids?$/.test(name);

/** The text that stands for an id without a page. */
const idTexts: Readonly<Record<string, string>> = { replaced: "the one before" };

const onlyId = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const subject = /^(user|booking|payment|application):([0-9a-f-]{36})$/;

/** `canceledBy` and `canceled-by` as `canceled by` */
const toWords = (name: string) =>
  name
    .replaceAll(/([a-z])([A-Z])/g, "$1 $2")
    .replaceAll(/[-_]/g, " ")
    .toLowerCase();

/** The name of a detail in words: `canceledBy` is "Canceled by", and `amountPaise` "Amount". */
function labelOf(name: string): string {
  const words = labels[name] ?? toWords(name.replace(/.Paise$/, (end) => end.charAt(0)));
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** `2026-11-24T12:30:00.000Z` as `24 Nov 2026, 12:30 UTC`, and `2026-11-24` as `24 Nov 2026` */
const formatInstant = (_text: string, year: string, month: string, day: string, time: string | undefined) =>
  `${Number(day)} ${months[Number(month) - 1]} ${year}${time === undefined ? "" : `, ${time} UTC`}`;

function formatText(name: string, text: string): string {
  if (writtenDetails.has(name)) return text;
  // The name of a value in our code.
  if (/^[a-z]+(?:[A-Z][a-z]+|[-_][a-z]+)+$/.test(text)) return toWords(text);
  return text.replace(/^(\d{4})-(\d\d)-(\d\d)(?:T(\d\d:\d\d)[\d:.]*Z)?$/, formatInstant);
}

function kindOf(name: string, siblings: Details): AuditRecord["kind"] | undefined {
  if (name === "about" && "mail" in siblings) return siblings.mail === "receipt" ? "payment" : "booking";
  return recordKinds[name];
}

const joined = (lists: readonly Part[][]): Part[] =>
  lists.filter((parts) => parts.length > 0).flatMap((parts, at) => (at === 0 ? parts : [", ", ...parts]));

interface Context {
  /** The other details. */
  siblings: Details;
  hasLinks: boolean;
}

/** The parts of a value; none for an id that leads nowhere. */
function valueParts(name: string, value: unknown, context: Context): Part[] {
  if (value === null || value === undefined) return ["none"];
  if (Array.isArray(value)) {
    return value.length === 0 ? ["none"] : joined(value.map((one) => valueParts(name, one, context)));
  }
  if (typeof value === "boolean") return [value ? "yes" : "no"];
  if (typeof value === "number") {
    if (name.endsWith("Paise")) return [formatRupees(rupeesFromPaise(value), { decimals: true })];
    return [rupeeDetails.has(name) ? formatRupees(value) : String(value)];
  }
  if (typeof value === "object") {
    const inner = value as Details;
    return joined(
      Object.entries(inner).map(([part, of]) => {
        const parts = valueParts(part, of, { ...context, siblings: inner });
        return parts.length === 0 || isNamedByKind(part)
          ? parts
          : [`${labelOf(part).toLowerCase()} `, ...parts];
      }),
    );
  }
  const text = String(value);
  const [, table, id] = subject.exec(text) ?? [];
  if (table !== undefined && id !== undefined) {
    const kind = table === "user" ? "person" : (table as AuditRecord["kind"]);
    return context.hasLinks ? [{ kind, id }] : [];
  }
  if (!onlyId.test(text) || writtenDetails.has(name)) return [formatText(name, text)];
  const kind = kindOf(name, context.siblings);
  if (kind !== undefined) return context.hasLinks ? [{ kind, id: text }] : [];
  return name in idTexts ? [idTexts[name] as string] : [];
}

/** The reason is the longest, so it comes last. */
const byReason = ([a]: [string, unknown], [b]: [string, unknown]) =>
  Number(a === "reason") - Number(b === "reason");

function sentencesOf(details: Details, { hasLinks }: { hasLinks: boolean }): Part[][] {
  return Object.entries(details)
    .sort(byReason)
    .map(([name, value]): Part[] => {
      const parts = valueParts(name, value, { siblings: details, hasLinks });
      if (parts.length === 0) return [];
      const label = isNamedByKind(name) ? [] : [`${labelOf(name)}: `];
      const isText = parts.every((part) => typeof part === "string");
      return isText ? [asSentence([...label, ...parts].join(""))] : [...label, ...parts, "."];
    })
    .filter((parts) => parts.length > 0);
}

/** The details of an audit line as sentences, each with the records that it links to. */
export const auditDetailParts = (details: Details): Part[][] => sentencesOf(details, { hasLinks: true });

/** The same as one text, without the ids: "Sessions: 2. Reason: Asked by email." */
export function auditDetailsText(details: Details): string {
  return sentencesOf(details, { hasLinks: false })
    .map((parts) => parts.join(""))
    .join(" ");
}
