import { auditActionText, auditDetailsText } from "@greenroom/contract/desk/audit.ts";
import type { ResendableMail, TimelineEvent, TimelineKind } from "@greenroom/contract/desk/people.ts";
import { formatRupees } from "@greenroom/contract/kernel/money.ts";
import { asSentence, countOf } from "@greenroom/contract/kernel/plain-text.ts";
import { type QuestionRole, questionRoleNames } from "@greenroom/contract/room/questions.ts";

/* Events of a person's timeline in words, for an operator. Details are sentences. */

type EventOf<Kind extends TimelineKind> = Extract<TimelineEvent, { kind: Kind }>;

interface Words {
  title: string;
  detail: string;
}

const sessions = (count: number) => countOf(count, "session");
/** The parts that say something, with a space between them. */
const join = (...parts: (string | false)[]) =>
  parts.filter((part) => part !== false && part !== "").join(" ");

const orderStates = {
  open: "Open: we still ask the provider about it.",
  "given-up": "Given up: the provider has no payment for it.",
  failed: "The payment provider could not open it.",
};

const interviewStates: Partial<Record<EventOf<"interview">["status"], string>> = {
  pending: "Booked.",
  no_show_interviewee: "The interviewee did not attend.",
  no_show_interviewer: "The interviewer did not attend.",
};

const applicationTitles: Record<EventOf<"application">["state"], string> = {
  received: "Application to become an interviewer, with this address",
  asked: "Application: asked a question",
  trial: "Application: invited to a trial",
  approved: "Application approved",
  declined: "Application declined",
};

const payoutTitles = {
  paid: (amount: string) => `Paid out ${amount}`,
  returned: (amount: string) => `The bank returned a payout of ${amount}`,
  "taken-back": (amount: string) => `An earning of ${amount} was taken back`,
};

function ledgerTitle({ entry, delta, by }: EventOf<"ledger">): string {
  const isByOperator = by !== null;
  if (delta === 0) return "Goodwill, no session taken";
  if (delta > 0) return `${sessions(delta)} ${isByOperator ? "granted" : "added"}`;
  return isByOperator
    ? `${-delta} granted session${delta === -1 ? "" : "s"} taken back`
    : `${sessions(-delta)} ${entry === "refund" ? "refunded" : "taken"}`;
}

function interviewDetail({ status, canceledBy, hasFeedback }: EventOf<"interview">): string {
  if (status === "completed")
    return hasFeedback ? "Completed. The feedback file is uploaded." : "Completed. No feedback file yet.";
  return interviewStates[status] ?? (canceledBy === null ? "Canceled." : `Canceled by the ${canceledBy}.`);
}

const words: { [Kind in TimelineKind]: (event: EventOf<Kind>) => Words } = {
  payment: ({ rupees, plan, sessions: count, receipt }) => ({
    title: `Paid ${formatRupees(rupees)}, ${plan}`,
    detail: `${sessions(count)}, receipt ${receipt}.`,
  }),
  order: ({ rupees, plan, state, isDeclined, decline, receipt }) => ({
    title: `Ordered ${plan} for ${formatRupees(rupees)}, not paid`,
    detail: join(
      orderStates[state],
      isDeclined && `The last attempt to pay was declined${decline === null ? "." : `: “${decline}”`}`,
      `Receipt ${receipt}.`,
    ),
  }),
  refund({ rupees, isSent, refusal, reason }) {
    const state = isSent ? "was sent" : "is on its way";
    return {
      title: `Refund of ${formatRupees(rupees)} ${refusal === null ? state : "is refused by the provider"}`,
      detail: join(refusal !== null && asSentence(refusal), `Reason: ${asSentence(reason)}`),
    };
  },
  ledger: (event) => ({
    title: ledgerTitle(event),
    detail: join(
      event.by !== null && asSentence(`by ${event.by}`),
      asSentence(event.reason),
      `${event.left} left.`,
    ),
  }),
  interview: (event) => ({ title: `Interview with ${event.other}`, detail: interviewDetail(event) }),
  mail: ({ subject, outcome }) => ({
    title: `Email: ${subject}`,
    detail: outcome === "taken" ? "Accepted by the mail server." : "Refused by the mail server.",
  }),
  resume: ({ fileName, isHeld }) =>
    fileName === null
      ? { title: "Resume filled in on the site", detail: "When it was last saved." }
      : {
          title: "Resume uploaded",
          detail: `The file is ${fileName}${isHeld ? ", not checked for viruses yet" : ""}.`,
        },
  profile: ({ headline, hasPhoto }) => ({
    title: "Interviewer's profile last changed",
    detail: join(headline !== "" && `“${headline}”`, `${hasPhoto ? "With" : "Without"} a photo.`),
  }),
  practice: ({ role, minutes, usedMinutes }) => ({
    title: `Practice round of ${minutes} minutes`,
    detail: join(
      `${questionRoleNames[role as QuestionRole] ?? role}.`,
      usedMinutes === null ? "Not ended." : `Ended after ${countOf(usedMinutes, "minute")}.`,
    ),
  }),
  rating: ({ by, score, text }) => ({
    title: by === "given" ? `Rated an interview ${score} of 5` : `Was rated ${score} of 5`,
    detail: text === "" ? "" : `“${text}”`,
  }),
  payout: ({ step, rupees, reference, reason }) => ({
    title: payoutTitles[step](formatRupees(rupees)),
    detail: join(
      reference !== null && `Reference ${reference}.`,
      reason !== null && `Reason: ${asSentence(reason)}`,
    ),
  }),
  application: ({ state, years, name, answer }) => ({
    title: applicationTitles[state],
    detail:
      answer === null
        ? asSentence(`As “${name}”, with ${countOf(years, "year")} of experience`)
        : join(asSentence(`by ${answer.by}`), answer.text !== "" && `“${answer.text}”`),
  }),
  audit: ({ action, details, by }) => ({
    title: auditActionText(action),
    detail: join(by !== null && asSentence(`by ${by}`), auditDetailsText(details)),
  }),
};

const longestDetail = 300;

export function describeEvent(event: TimelineEvent): Words {
  const { title, detail } = words[event.kind](event as never);
  return { title, detail: detail.length > longestDetail ? `${detail.slice(0, longestDetail - 1)}…` : detail };
}

/** The mail about an event that can be sent again; null without one. */
export function resendableOf(event: TimelineEvent): { mail: ResendableMail; about: string } | null {
  if (event.kind === "payment") return { mail: "receipt", about: event.paymentId };
  return event.kind === "interview" && event.status === "pending"
    ? { mail: "booking-confirmation", about: event.bookingId }
    : null;
}
