import type { WorkKind, WorkLine } from "@greenroom/contract/desk/today.ts";
import { paths } from "../../paths.ts";

interface NextStep {
  label: string;
  to: string;
}

/** The page of the desk where work of a kind is done, whose link shows how much waits. */
export type WorkArea = "bookings" | "money" | "interviewers" | "health";

interface WorkKindText {
  title: string;
  area: WorkArea;
  /** Somebody's money, session or interview is at stake. */
  isUrgent: boolean;
  /** The page on which the operator with this id continues. */
  nextStep: (line: WorkLine, userId: string) => NextStep;
}

const openBooking =
  (label: string) =>
  ({ bookingId }: WorkLine): NextStep => ({
    label,
    to: bookingId === null ? paths.operatorBookings : paths.operatorBooking(bookingId),
  });

const openPerson =
  (label: string, query = "") =>
  ({ people: [person] }: WorkLine): NextStep => ({
    label,
    to: person === undefined ? paths.operatorHealth : `${paths.operatorPerson(person._id)}${query}`,
  });

export const workKindTexts: Record<WorkKind, WorkKindText> = {
  "no-show": {
    area: "bookings",
    title: "Disputed no-show",
    isUrgent: true,
    nextStep: openBooking("Compare the records"),
  },
  "short-interview": {
    area: "bookings",
    title: "Short interview",
    isUrgent: true,
    nextStep: openBooking("Compare the records"),
  },
  "late-feedback": {
    area: "bookings",
    title: "Feedback is late",
    isUrgent: true,
    nextStep: openBooking("Open the booking"),
  },
  "refused-refund": {
    area: "money",
    title: "Refund refused",
    isUrgent: true,
    nextStep: ({ paymentId }) => ({
      label: "Retry the refund",
      to: paymentId === null ? paths.operatorMoney : paths.operatorPayment(paymentId),
    }),
  },
  "provider-refund": {
    area: "money",
    title: "Refund at the provider",
    isUrgent: true,
    nextStep: ({ paymentId }) => ({
      label: "Decide about its sessions",
      to: paymentId === null ? paths.operatorMoney : paths.operatorPayment(paymentId),
    }),
  },
  "payment-mismatch": {
    area: "money",
    title: "Payment with a different amount",
    isUrgent: true,
    nextStep: openPerson("Grant sessions or refund"),
  },
  application: {
    area: "interviewers",
    title: "Application to interview",
    isUrgent: false,
    nextStep: ({ subject }) => ({ label: "Read the application", to: paths.operatorApplication(subject) }),
  },
  "failed-job": {
    area: "health",
    title: "Job given up",
    isUrgent: true,
    nextStep: () => ({ label: "Retry or discard", to: paths.operatorHealth }),
  },
  "practice-budget": {
    area: "health",
    title: "Practice's model calls are used up",
    isUrgent: false,
    nextStep: () => ({ label: "See the switch", to: paths.operatorSiteTexts }),
  },
  "held-file": {
    area: "health",
    title: "File held",
    isUrgent: false,
    nextStep: openPerson("Ask for a clean PDF"),
  },
  "refused-mail": {
    area: "health",
    title: "Email refused",
    isUrgent: false,
    nextStep: openPerson("Check the address"),
  },
  "missing-meeting": {
    area: "bookings",
    title: "No meeting within 24 hours",
    isUrgent: true,
    nextStep: openBooking("Open the booking"),
  },
  "low-rating": {
    area: "interviewers",
    title: "Rating is low",
    isUrgent: false,
    nextStep: openPerson("Read the ratings", "?kind=rating"),
  },
  "probation-feedback": {
    area: "interviewers",
    title: "Feedback on probation",
    isUrgent: false,
    nextStep: openBooking("Read the feedback"),
  },
  approval: {
    area: "money",
    title: "Approval needed",
    isUrgent: true,
    // An operator cannot decide about their own request.
    nextStep: ({ people: [requester] }, userId) => ({
      label: requester?._id === userId ? "See your request" : "Approve or decline",
      to: paths.operatorMoneyPart("approvals"),
    }),
  },
};
