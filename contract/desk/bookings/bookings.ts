import { z } from "zod";
import {
  endpoint,
  idParamsSchema,
  idSchema,
  messageSchema,
  pageQuerySchema,
  pageQueryShape,
} from "../../kernel/endpoint.ts";
import { instantSchema, wireInstantSchema } from "../../kernel/time.ts";
import {
  attendanceSchema,
  bookingStatuses,
  interviewDecisions,
  parties,
  unclearInterviewSchema,
} from "../../schedule/bookings.ts";
import { moveProposalSchema } from "../../schedule/move-proposals.ts";
import { actionIdsSchema, confirmedActionSchema, previewSchema } from "../actions.ts";
import { deskPersonSchema, personSearch } from "../desk-people.ts";
import { actionResultSchema } from "../money/approvals.ts";

/** The provider of a booking's meeting; `none` means upcoming bookings without a link yet. */
export const meetingFilters = ["none", "room", "zoom"] as const;

const deskBookingShape = {
  _id: idSchema,
  startTime: wireInstantSchema,
  endTime: wireInstantSchema,
  status: z.enum(bookingStatuses),
  interviewee: deskPersonSchema,
  interviewer: deskPersonSchema,
  /** The provider that holds the meeting; null until the meeting is created. */
  meeting: z.string().nullable(),
  /** A no-show report waits for an operator. */
  isDisputed: z.boolean(),
};

export const deskBookingSchema = z.object(deskBookingShape);
export type DeskBooking = z.infer<typeof deskBookingSchema>;

export const listDeskBookings = endpoint({
  method: "GET",
  path: "/api/operator/bookings",
  access: "operator",
  needsRecentConfirmation: true,
  summary: "Bookings by day, person, state and meeting; the latest start first, or the earliest",
  query: z.strictObject({
    ...pageQueryShape,
    person: personSearch,
    status: z.enum(bookingStatuses, "This is not a status that a booking can have.").optional(),
    meeting: z.enum(meetingFilters).optional(),
    /** Bookings that start at this instant or later, and before that one. */
    from: instantSchema.optional(),
    to: instantSchema.optional(),
    order: z.enum(["earliest", "latest"]).optional(),
  }),
  output: z.array(deskBookingSchema),
});

const reportSchema = z.object({
  by: z.enum(parties),
  outcome: z.enum(["upheld", "pending", "dismissed"]),
  reportedAt: wireInstantSchema,
  decidedAt: wireInstantSchema.nullable(),
  /** The attendance that the room had recorded when the report was made. */
  record: attendanceSchema,
});

export const deskBookingDetailSchema = z.object({
  ...deskBookingShape,
  bookedAt: wireInstantSchema,
  completedAt: wireInstantSchema.nullable(),
  cancellation: z
    .object({ at: wireInstantSchema, by: z.enum([...parties, "operator"]), sessionReturned: z.boolean() })
    .nullable(),
  moves: z.array(z.object({ fromTime: wireInstantSchema, movedAt: wireInstantSchema })),
  /** The credit that the booking was paid with; null if none was spent. */
  session: z
    .object({
      /** Rupees. */
      value: z.number(),
      source: z.enum(["purchase", "remedy", "gift"]),
      paymentId: idSchema.nullable(),
      wasReturned: z.boolean(),
    })
    .nullable(),
  earning: z
    .object({
      /** Rupees. */
      amount: z.number(),
      status: z.enum(["pending", "credited", "void"]),
      voidReason: z.string().nullable(),
      paidAt: wireInstantSchema.nullable(),
    })
    .nullable(),
  rating: z.object({ score: z.number().int(), givenAt: wireInstantSchema }).nullable(),
  feedbackFileAt: wireInstantSchema.nullable(),
  remediedAt: wireInstantSchema.nullable(),
  /** The other time that was proposed last. */
  moveProposal: moveProposalSchema.nullable(),
  reports: z.array(reportSchema),
  /** The record shows neither that it took place nor who missed it; null otherwise. */
  unclear: unclearInterviewSchema.nullable(),
  /** The attendance that the room has recorded by now. */
  attendance: attendanceSchema,
});
export type DeskBookingDetail = z.infer<typeof deskBookingDetailSchema>;

export const getDeskBooking = endpoint({
  method: "GET",
  path: "/api/operator/bookings/:id",
  access: "operator",
  needsRecentConfirmation: true,
  summary: "One booking with its money, moves, feedback, no-show reports and attendance",
  params: idParamsSchema,
  output: deskBookingDetailSchema,
});

export const getDeskFeedbackFile = endpoint({
  method: "GET",
  path: "/api/operator/bookings/:id/feedback-file",
  access: "operator",
  needsRecentConfirmation: true,
  summary: "A short-lived link to the mentor's PDF of a booking",
  params: idParamsSchema,
  output: messageSchema.extend({ feedbackFileUrl: z.string() }),
});

const bookingIds = actionIdsSchema({ row: "A booking", action: "bookings can be canceled" });

/** Closes the interviewer's other free times of each day that these bookings would leave without an interview. */
const closesDays = z.boolean().optional();

export const previewCancellations = endpoint({
  method: "POST",
  path: "/api/operator/bookings/cancellation/preview",
  access: "operator",
  limit: "desk-preview-by-user",
  needsRecentConfirmation: true,
  summary: "What canceling these bookings would do",
  body: z.strictObject({ bookingIds, closesDays }),
  output: previewSchema.extend({
    /** How many free times `closesDays` would close. */
    freeTimes: z.number().int(),
  }),
});

/** The outcome of an action for each of its rows. */
export const outcomesSchema = actionResultSchema.extend({
  /** Empty while a second operator has to approve it. */
  outcomes: z.array(z.object({ _id: idSchema, label: z.string(), text: z.string() })),
  /** The days off that closing days has made, which `reopenDays` ends. */
  closedDays: z.array(idSchema),
});

export const cancelBookings = endpoint({
  method: "POST",
  path: "/api/operator/bookings/cancellation",
  access: "operator",
  limit: "desk-action-by-user",
  needsRecentConfirmation: true,
  summary: "Cancel bookings, all or none of them; sessions come back and both parties are told by email",
  body: confirmedActionSchema.extend({ bookingIds, closesDays }).strict(),
  output: outcomesSchema,
});

export const listDisputes = endpoint({
  method: "GET",
  path: "/api/operator/no-shows",
  access: "operator",
  needsRecentConfirmation: true,
  summary: "Bookings with a no-show report that waits for a decision, the oldest report first",
  query: pageQuerySchema,
  output: z.array(deskBookingSchema.extend({ reportedAt: wireInstantSchema, reportedBy: z.enum(parties) })),
});

const decision = {
  outcome: z.enum(interviewDecisions, { error: "Choose what became of the interview." }),
};

export const previewInterviewDecision = endpoint({
  method: "POST",
  path: "/api/operator/bookings/:id/no-show-decision/preview",
  access: "owner",
  limit: "desk-preview-by-user",
  needsRecentConfirmation: true,
  summary: "What deciding a disputed or unclear interview would do",
  params: idParamsSchema,
  body: z.strictObject(decision),
  output: previewSchema,
});

export const decideDeskInterview = endpoint({
  method: "POST",
  path: "/api/operator/bookings/:id/no-show-decision",
  access: "owner",
  limit: "desk-action-by-user",
  needsRecentConfirmation: true,
  summary: "Decide a disputed or unclear interview for good; both parties read the reason by email",
  params: idParamsSchema,
  body: confirmedActionSchema.extend(decision).strict(),
  output: z.object({ msg: z.string() }),
});
