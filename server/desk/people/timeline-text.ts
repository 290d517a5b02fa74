import { auditActionText } from "@greenroom/contract/desk/audit-actions.ts";
import { auditDetailsText } from "@greenroom/contract/desk/audit-details.ts";
import type { TimelineKind } from "@greenroom/contract/desk/people.ts";
import type { ResendableMail } from "@greenroom/contract/desk/person-actions.ts";
import { formatRupees, rupeesFromPaise } from "@greenroom/contract/kernel/money.ts";
import { asSentence } from "@greenroom/contract/kernel/plain-text.ts";
import { type QuestionRole, questionRoleNames } from "@greenroom/contract/room/questions.ts";
import { formatSessionCount } from "../../money/payments/rules.ts";

/** An event as `timelineSources` selects it. */
// biome-ignore lint/suspicious/noExplicitAny: each kind has fields of its own, which its source names
export type EventData = Record<string, any>;

interface TimelineText {
  title: string;
  detail: string;
}

const formatPaise = (paise: number) => formatRupees(rupeesFromPaise(paise));

const refundTitles: Record<string, string> = {
  done: "was sent",
  refused: "is refused by the provider",
  pending: "is on its way",
};

const interviewStatuses: Record<string, string> = {
  pending: "Booked.",
  no_show_interviewee: "The interviewee did not attend.",
  no_show_interviewer: "The interviewer did not attend.",
};

function describeEntry({ kind, delta, by }: EventData): string {
  const isByOperator = by !== null;
  if (delta === 0) return "Goodwill, no session taken";
  if (delta > 0) return `${formatSessionCount(delta)} ${isByOperator ? "granted" : "added"}`;
  return isByOperator
    ? `${-delta} granted session${delta === -1 ? "" : "s"} taken back`
    : `${formatSessionCount(-delta)} ${kind === "refund" ? "refunded" : "taken"}`;
}

function describeUnpaid({ status, isGivenUp }: EventData): string {
  if (status === "failed") return "The payment provider could not open it.";
  return isGivenUp === true
    ? "Given up: the provider has no payment for it."
    : "Open: we still ask the provider about it.";
}

function describeDecline({ isDeclined, decline }: EventData): string {
  if (isDeclined !== true) return "";
  return ` The last attempt to pay was declined${typeof decline === "string" ? `: “${decline}”` : "."}`;
}

const applicationTitles: Record<string, string> = {
  received: "Application to become an interviewer, with this address",
  asked: "Application: asked a question",
  trial: "Application: invited to a trial",
  approved: "Application approved",
  declined: "Application declined",
};

function describeApplication({ state, years, name, text, actor }: EventData): string {
  if (state === "received") {
    return `${asSentence(`As “${name}”, with ${years} ${years === 1 ? "year" : "years"} of experience`)}`;
  }
  return `${asSentence(`by ${actor}`)}${text === "" ? "" : ` “${text}”`}`;
}

function describeInterview({ status, canceledBy, hasFeedback }: EventData): string {
  if (status === "completed")
    return hasFeedback ? "Completed. The feedback file is uploaded." : "Completed. No feedback file yet.";
  const canceled = canceledBy === null ? "Canceled." : `Canceled by the ${canceledBy}.`;
  return interviewStatuses[status] ?? canceled;
}

function describeRoundEnd(usedMinutes: number | null): string {
  if (usedMinutes === null) return "Not ended.";
  return `Ended after ${usedMinutes} ${usedMinutes === 1 ? "minute" : "minutes"}.`;
}

/** An event in words, for an operator. Details are sentences. */
const words: Record<TimelineKind, (data: EventData) => TimelineText> = {
  payment: ({ paise, plan, sessions, receipt }) => ({
    title: `Paid ${formatPaise(paise)}, ${plan}`,
    detail: `${formatSessionCount(sessions)}, receipt ${receipt}.`,
  }),
  order: (data) => ({
    title: `Ordered ${data.plan} for ${formatPaise(data.paise)}, not paid`,
    detail: `${describeUnpaid(data)}${describeDecline(data)} Receipt ${data.receipt}.`,
  }),
  refund: ({ paise, status, refusal, reason }) => ({
    title: `Refund of ${formatPaise(paise)} ${refundTitles[refusal === null ? status : "refused"]}`,
    detail: `${refusal === null ? "" : `${asSentence(refusal)} `}Reason: ${asSentence(reason)}`,
  }),
  ledger: ({ kind, delta, reason, left, by }) => ({
    title: describeEntry({ kind, delta, by }),
    detail: `${by === null ? "" : `${asSentence(`by ${by}`)} `}${asSentence(reason)} ${left} left.`,
  }),
  interview: (data) => ({ title: `Interview with ${data.other}`, detail: describeInterview(data) }),
  mail: ({ subject, outcome }) => ({
    title: `Email: ${subject}`,
    detail: outcome === "taken" ? "Accepted by the mail server." : "Refused by the mail server.",
  }),
  resume: ({ name, isHeld }) => ({
    title: name === null ? "Resume filled in on the site" : "Resume uploaded",
    detail:
      name === null
        ? "When it was last saved."
        : `The file is ${name}${isHeld ? ", not checked for viruses yet" : ""}.`,
  }),
  profile: ({ headline, hasPhoto }) => ({
    title: "Interviewer's profile last changed",
    detail: `${headline === "" ? "" : `“${headline}” `}${hasPhoto === true ? "With" : "Without"} a photo.`,
  }),
  practice: ({ role, minutes, usedMinutes }) => ({
    title: `Practice round of ${minutes} minutes`,
    detail: `${questionRoleNames[role as QuestionRole] ?? role}. ${describeRoundEnd(usedMinutes)}`,
  }),
  rating: ({ score, text, by }) => ({
    title: by === "given" ? `Rated an interview ${score} of 5` : `Was rated ${score} of 5`,
    detail: text === "" ? "" : `“${text}”`,
  }),
  payout: ({ paise, reference, returnedPaise, takenBackPaise, reason }) => {
    // Reasons of earnings are stored since migration 24.
    const why = reason == null ? "" : `Reason: ${asSentence(reason)}`;
    if (takenBackPaise !== undefined)
      return { title: `An earning of ${formatPaise(takenBackPaise)} was taken back`, detail: why };
    if (returnedPaise !== undefined)
      return {
        title: `The bank returned a payout of ${formatPaise(returnedPaise)}`,
        detail: `Reference ${reference}. ${why}`,
      };
    return { title: `Paid out ${formatPaise(paise)}`, detail: `Reference ${reference}.` };
  },
  application: (data) => ({ title: applicationTitles[data.state] ?? "", detail: describeApplication(data) }),
  audit: ({ action, details, actor, isOwn }) => ({
    title: auditActionText(action),
    detail: [isOwn === true ? "" : asSentence(`by ${actor}`), auditDetailsText(details as EventData)]
      .filter((part) => part !== "")
      .join(" "),
  }),
};

const longestDetail = 300;

/** The mail about an event that can be sent again, if there is one. */
export function resendableOf(kind: TimelineKind, { status }: EventData): ResendableMail | null {
  if (kind === "payment") return "receipt";
  return kind === "interview" && status === "pending" ? "booking-confirmation" : null;
}

export function describeEvent(kind: TimelineKind, data: EventData): TimelineText {
  const { title, detail } = words[kind](data);
  return { title, detail: detail.length > longestDetail ? `${detail.slice(0, longestDetail - 1)}…` : detail };
}
