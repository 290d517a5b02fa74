import { z } from "zod";
import { endpoint, idSchema, messageSchema } from "../kernel/endpoint.ts";
import { instantSchema, wireInstantSchema } from "../kernel/instants.ts";
import { roomRecordSchema } from "../room/room-record.ts";
import {
  attendanceSchema,
  bookingStatuses,
  interviewDecisions,
  parties,
  unclearInterviewSchema,
} from "../schedule/bookings.ts";
import { moveProposalSchema } from "../schedule/move-proposals.ts";
import { actionIdsSchema, deskAction, deskList, deskPersonSchema, personSearch } from "./actions.ts";

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

export const listDeskBookings = deskList("/api/operator/bookings", {
  summary: "Bookings by day, person, state and meeting; the latest start first, or the earliest",
  filters: {
    person: personSearch,
    status: z.enum(bookingStatuses, "This is not a status that a booking can have.").optional(),
    /** Only bookings with a no-show report that waits for a decision. */
    disputed: z.literal("true").optional(),
    meeting: z.enum(meetingFilters).optional(),
    /** Bookings that start at this instant or later, and before that one. */
    from: instantSchema.optional(),
    to: instantSchema.optional(),
    order: z.enum(["earliest", "latest"]).optional(),
  },
  row: deskBookingSchema,
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

export const getDeskBooking = endpoint("GET /api/operator/bookings/:id", {
  access: "operator",
  summary: "One booking with its money, moves, feedback, no-show reports and attendance",
  output: deskBookingDetailSchema,
});

export const getDeskFeedbackFile = endpoint("GET /api/operator/bookings/:id/feedback-file", {
  access: "operator",
  summary: "A short-lived link to the mentor's PDF of a booking",
  output: messageSchema.extend({ feedbackFileUrl: z.string() }),
});

export const cancelBookings = deskAction("/api/operator/bookings/cancellation", {
  access: "operator",
  summary: "Cancel bookings, all or none of them; sessions come back and both parties are told by email",
  shape: {
    bookingIds: actionIdsSchema({ row: "A booking", action: "bookings can be canceled" }),
    /** Closes the interviewer's other free times of each day that these bookings would leave without an interview. */
    closesDays: z.boolean().optional(),
  },
  answer: {
    /** What became of each booking; absent while a second operator has to approve it. */
    outcomes: z.array(z.object({ _id: idSchema, label: z.string(), text: z.string() })).optional(),
  },
});

export const decideDeskInterview = deskAction("/api/operator/bookings/:id/no-show-decision", {
  access: "owner",
  summary: "Decide a disputed or unclear interview for good; both parties read the reason by email",
  shape: {
    outcome: z.enum(interviewDecisions, { error: "Choose what became of the interview." }),
  },
});

/**
 * The items that can settle a dispute. Transcript, questions, marks and notes are left out, because an
 * operator does not need them.
 */
export const deskRecordKinds = ["joined", "left", "phase", "chat", "code", "run"] as const;

/** The room's record of an interview as an operator may read it. `isYou` is never true. */
export const deskRoomRecordSchema = roomRecordSchema
  .pick({ bookingId: true, startTime: true, endTime: true, people: true, code: true })
  .extend({
    items: roomRecordSchema.shape.items.refine(
      (items) => items.every(({ kind }) => (deskRecordKinds as readonly string[]).includes(kind)),
      "The record has an item that operators must not read.",
    ),
  });
export type DeskRoomRecord = z.infer<typeof deskRoomRecordSchema>;

export const getDeskRoomRecord = endpoint("GET /api/operator/bookings/:id/room-record", {
  access: "operator",
  summary:
    "Arrivals and departures, chat, code and runs of an interview, to settle a dispute; each read is audited",
  output: deskRoomRecordSchema,
});

export const closedDaySchema = z.object({
  /** Of the day off, which `reopenDays` ends. */
  _id: idSchema,
  /** A day of the zone, `2026-11-25`. */
  day: z.string(),
  timeZone: z.string(),
  interviewer: deskPersonSchema,
});
export type ClosedDay = z.infer<typeof closedDaySchema>;

export const listClosedDays = deskList("/api/operator/closed-days", {
  summary: "Days that operators closed and that are not over, by person and time, the earliest first",
  filters: {
    person: personSearch,
    /** Days that end after this instant, and begin before that one. */
    from: instantSchema.optional(),
    to: instantSchema.optional(),
  },
  row: closedDaySchema,
});

export const reopenDays = deskAction("/api/operator/closed-days/reopening", {
  access: "operator",
  summary: "Open days again that a cancellation closed, all or none of them; the interviews stay canceled",
  shape: {
    /** Days off that a cancellation has made. */
    daysOff: actionIdsSchema({ row: "A day off", action: "days off can be ended" }),
  },
});

/** The maximum length of the list of offered slots; later slots are left out. */
export const maxOfferedSlots = 100;

export const listOfferedSlots = endpoint("GET /api/operator/bookings/:id/offered-slots", {
  access: "operator",
  summary: "The slots that a booking's interviewer offers now, soonest first",
  output: z.array(z.object({ startTime: wireInstantSchema, endTime: wireInstantSchema })),
});

export const proposeMove = deskAction("/api/operator/bookings/:id/move-proposal", {
  access: "operator",
  summary:
    "Propose another time for a booking; both parties are asked by email, and it moves when both accept",
  shape: { startTime: instantSchema },
  answer: { proposalId: idSchema },
});

export const withdrawMoveProposal = deskAction("/api/operator/bookings/:id/move-proposal/withdrawal", {
  access: "operator",
  summary: "Withdraw an open proposal of another time; both parties are told by email",
  shape: {
    /** The proposal that the page shows. Any other one is left as it is. */
    replaces: idSchema.optional(),
  },
});
