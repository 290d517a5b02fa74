import { z } from "zod";
import {
  endpoint,
  idSchema,
  messageSchema,
  messageToneSchema,
  pageQuerySchema,
  pageQueryShape,
} from "../kernel/endpoint.ts";
import { instantSchema, wireInstantSchema } from "../kernel/instants.ts";
import { optionalLine, optionalText } from "../kernel/text.ts";
import { goalSchema, wireGoalSchema } from "./goal-schemas.ts";
import { aiFeedbackSchema } from "./report-shape.ts";

/** `pending` is upcoming; every other status is history. */
export const bookingStatuses = [
  "pending",
  "completed",
  "cancelled",
  "no_show_interviewee",
  "no_show_interviewer",
] as const;
export type BookingStatus = (typeof bookingStatuses)[number];

const personSchema = z.object({ _id: idSchema, firstName: z.string(), lastName: z.string() });

/** An interviewee's rating of an interview. */
export const ratingSchema = z.object({ interviewScore: z.number().int(), overallSummary: z.string() });

/** The actions that this person may take on this booking now. */
export const bookingActions = [
  "join",
  "give-feedback",
  "download-feedback",
  "upload-feedback",
  "view-resume",
  "cancel",
  "reschedule",
  "end-now",
  "report-no-show",
] as const;

export const parties = ["interviewee", "interviewer"] as const;
export type Party = (typeof parties)[number];

const visitSchema = z.object({ enteredAt: wireInstantSchema, lastSeenAt: wireInstantSchema });

/** When each party was in the room, first visit first. */
export const attendanceSchema = z.object({
  interviewee: z.array(visitSchema),
  interviewer: z.array(visitSchema),
});
export type Attendance = z.infer<typeof attendanceSchema>;

/**
 * One party's statement that the other did not attend. `pending`: the room's record contradicts it, so the
 * operator decides.
 */
const noShowReportSchema = z.object({
  by: z.enum(parties),
  outcome: z.enum(["upheld", "pending", "dismissed"]),
  reportedAt: wireInstantSchema,
  record: attendanceSchema,
});
export type NoShowReport = z.infer<typeof noShowReportSchema>;

/** Whether the interviewer reported a no-show of an interview in our room to which they did not come either. */
export function isNeitherCame(
  { by, outcome, record }: Pick<NoShowReport, "by" | "outcome" | "record">,
  startTime: string,
): boolean {
  const visits = [...record.interviewee, ...record.interviewer];
  const wereAway = visits.every(({ lastSeenAt }) => Date.parse(lastSeenAt) <= Date.parse(startTime));
  return by === "interviewer" && outcome === "dismissed" && wereAway;
}

/**
 * An interview of which the room's record shows neither that it took place nor who missed it. Its session and pay wait
 * until the parties or an operator have answered.
 */
export const unclearInterviewSchema = z.object({
  /** Both came, but were together for too short a time; or nobody came. */
  found: z.enum(["ended-early", "nobody-came"]),
  foundAt: wireInstantSchema,
  minutesTogether: z.number().int(),
  /** Why it was short, in the interviewer's words; null until they say it. */
  reason: z.string().nullable(),
  /** `missed`: an operator found that one party did not come. Null while it waits. */
  outcome: z.enum(["took-place", "session-returned", "missed"]).nullable(),
});
export type UnclearInterview = z.infer<typeof unclearInterviewSchema>;

/**
 * What an operator can find of an interview that is disputed or unclear. Only the session of an unclear one can be
 * returned without anybody's fault.
 */
export const interviewDecisions = [
  "interviewee-absent",
  "interviewer-absent",
  "both-came",
  "session-returned",
] as const;
export type InterviewDecision = (typeof interviewDecisions)[number];

/** After this long without an answer of both, the session of an interview to which nobody came is returned. */
export const nobodyCameAnswerHours = 24;

const bookingShape = {
  _id: idSchema,
  startTime: wireInstantSchema,
  endTime: wireInstantSchema,
  status: z.enum(bookingStatuses),
  /** The meeting's link, from whichever provider; null until the meeting is created. */
  zoomLink: z.string().nullable(),
  feedbackFileUrl: z.string().nullable(),
  /** From when on the mentor's feedback is awaited: the end, or a later decision that it took place. Null if it is not. */
  feedbackAwaitedFrom: wireInstantSchema.nullable(),
  /** The interviewee's goal for this interview; null when they gave none. */
  goal: wireGoalSchema.nullable(),
  allowedActions: z.array(z.enum(bookingActions)),
  /** The interviewee can cancel or move the booking free of charge until then; null unless it is pending. */
  freeUntil: wireInstantSchema.nullable(),
  cancellation: z
    .object({
      by: z.enum([...parties, "operator"]),
      at: wireInstantSchema,
      /** False for a late cancellation: the credit stays spent, and the interviewer is paid. */
      sessionReturned: z.boolean(),
    })
    .nullable(),
  noShowReports: z.array(noShowReportSchema),
  /**
   * Null if the record is clear. `asks`: this person is asked now whether it took place, or, as the interviewer of a
   * short interview, why it was short. `mayReturn`: false if this person took back other short interviews lately, so that
   * our team decides.
   */
  unclear: unclearInterviewSchema
    .extend({ asks: z.enum(["took-place", "reason"]).nullable(), mayReturn: z.boolean() })
    .nullable(),
  /** Another time that we propose and this person can still accept; null without one, and once they have accepted. */
  proposedMoveId: idSchema.nullable(),
};

/** A booking as its interviewee sees it. */
export const bookingSchema = z.object({
  ...bookingShape,
  interviewerId: personSchema,
  feedback: ratingSchema.nullable(),
  /** The report of the interview, null until it exists. */
  aiFeedback: aiFeedbackSchema.nullable(),
  /** When a credit was given for the mentor's late feedback, null if none was. */
  remediedAt: wireInstantSchema.nullable(),
  /** True until the interview starts. */
  mayEditGoal: z.boolean(),
});
export type Booking = z.infer<typeof bookingSchema>;

/** A booking as its interviewer sees it. */
export const interviewerBookingSchema = z.object({
  ...bookingShape,
  userId: personSchema.extend({ email: z.string() }),
  intervieweeFeedback: ratingSchema.nullable(),
  /** Whether the interview has a report, awaits one, or has none and ended so long ago that none is expected. */
  report: z.enum(["made", "awaited", "none"]),
});
export type InterviewerBooking = z.infer<typeof interviewerBookingSchema>;

export const maxSearchLength = 100;

/** Asks a list for bookings of every status. */
export const anyStatus = "any";

/** Which bookings a list shows. */
export const bookingQuerySchema = z.strictObject({
  ...pageQueryShape,
  /** Only the booking with this id. */
  id: idSchema.optional(),
  /** Part of the other person's name; an interviewer may also search by email address. */
  search: optionalLine({ label: "Search", max: maxSearchLength }).optional(),
  /** Each list says what it shows without one. */
  status: z.enum([...bookingStatuses, anyStatus], "This is not a status that a booking can have.").optional(),
  /** Bookings that start at this instant or later. */
  from: instantSchema.optional(),
  /** Bookings that start before this instant. */
  to: instantSchema.optional(),
});
export type BookingQuery = z.infer<typeof bookingQuerySchema>;

export const listBookings = endpoint("GET /api/user/bookings", {
  access: "interviewee",
  isVisibleInSeeAs: true,
  summary: "My pending and completed bookings, pending first; others by `status`, all with `any`",
  query: bookingQuerySchema.pick({ limit: true, after: true, status: true }),
  output: z.array(bookingSchema),
});

export const bookSlot = endpoint("POST /api/user/bookings", {
  access: "interviewee",
  summary: "Book a slot with one session; `Idempotency-Key` honored",
  status: 201,
  body: z.strictObject({ startTime: instantSchema, interviewerId: idSchema, goal: goalSchema.nullish() }),
  output: bookingSchema,
});

export const setGoal = endpoint("PUT /api/user/bookings/:id/goal", {
  access: "interviewee",
  limit: "goal-by-user",
  summary: "Set the goal of my interview, until it starts; a blank goal removes it",
  body: goalSchema,
  output: messageSchema.extend({ booking: bookingSchema }),
});

export const listAllBookings = endpoint("GET /api/user/sessions", {
  access: "interviewee",
  isVisibleInSeeAs: true,
  summary: "All my bookings, newest first; searched by name, status and start",
  query: bookingQuerySchema,
  output: z.array(bookingSchema),
});

export const listInterviewerBookings = endpoint("GET /api/interviewer/bookings", {
  access: "interviewer",
  isVisibleInSeeAs: true,
  summary: "The upcoming interviews that I give, soonest first",
  query: pageQuerySchema,
  output: z.array(interviewerBookingSchema),
});

export const listInterviewerHistory = endpoint("GET /api/interviewer/history", {
  access: "interviewer",
  isVisibleInSeeAs: true,
  summary:
    "The completed interviews that I gave, newest first; past ones of another `status`, or `any`; searched by name and start",
  query: bookingQuerySchema,
  output: z.array(interviewerBookingSchema),
});

/** The fate of a booking's credit when its interviewee cancels. */
export const cancellationOutcomes = ["session-returned", "session-forfeited"] as const;
export type CancellationOutcome = (typeof cancellationOutcomes)[number];

export const cancelBooking = endpoint("POST /api/user/bookings/:id/cancel", {
  access: "interviewee",
  limit: "own-booking-change-by-user",
  summary: "Cancel my booking: the session comes back until the notice window, later it is forfeited",
  /** `expecting`: the outcome that the screen showed; 409 when it has changed since. */
  body: z.strictObject({ expecting: z.enum(cancellationOutcomes).optional() }).nullish(),
  output: messageSchema.extend({ booking: bookingSchema }),
});

export const rescheduleBooking = endpoint("POST /api/user/bookings/:id/reschedule", {
  access: "interviewee",
  limit: "own-booking-change-by-user",
  summary: "Move my booking to another slot within the notice window, free of charge",
  body: z.strictObject({ startTime: instantSchema, interviewerId: idSchema }),
  output: messageSchema.extend({ booking: bookingSchema }),
});

export const cancelInterview = endpoint("POST /api/interviewer/bookings/:id/cancel", {
  access: "interviewer",
  limit: "booking-change-by-user",
  summary:
    "Cancel an interview that I give, until both met: the interviewee's session always comes back; after the start it counts as missed",
  output: messageSchema.extend({ booking: interviewerBookingSchema }),
});

export const maxShortReason = 500;

export const completeInterview = endpoint("POST /api/interviewer/bookings/:id/complete", {
  access: "interviewer",
  limit: "booking-change-by-user",
  summary:
    "End an interview now, once both were there; 409 with `details.minutesTogether` if a short one needs a reason",
  /** Why it was short. Also accepted after its end, while it is unclear and has no reason yet. */
  body: z
    .strictObject({ reason: optionalText({ label: "A reason", max: maxShortReason }).optional() })
    .nullish(),
  output: messageSchema.extend({ booking: interviewerBookingSchema }),
});

export const answerUnclearInterview = endpoint("POST /api/bookings/:id/took-place", {
  access: "signed-in",
  limit: "booking-change-by-user",
  summary: "Answer whether my unclear interview took place; otherwise its session is returned",
  body: z.strictObject({ tookPlace: z.boolean({ error: "Say whether the interview took place." }) }),
  output: messageSchema.extend({ status: z.enum(bookingStatuses) }),
});

export const getAttendance = endpoint("GET /api/bookings/:id/attendance", {
  access: "signed-in",
  isVisibleInSeeAs: true,
  summary: "When each party of a booking was in the room; only for the two parties",
  output: attendanceSchema,
});

/**
 * From this long after the start until this long after the end, a party can report that the other did not
 * attend.
 */
export const noShowReportFromMinutes = 10;
export const noShowReportUntilHours = 24;

export const reportNoShow = endpoint("POST /api/bookings/:id/no-show", {
  access: "signed-in",
  limit: "booking-change-by-user",
  summary:
    "Report that the other party did not attend; decided at once unless the room's record contradicts it",
  output: messageSchema.extend({
    tone: messageToneSchema,
    status: z.enum(bookingStatuses),
    report: noShowReportSchema,
  }),
});

export const createMeeting = endpoint("POST /api/meeting/create", {
  access: "signed-in",
  limit: "room-ticket-by-user",
  summary: "Create the booking's meeting, or return the existing one",
  body: z.strictObject({ bookingId: idSchema, startTime: instantSchema }),
  output: z.object({ zoomLink: z.string(), msg: z.string() }),
});

export const getStartLink = endpoint("POST /api/meeting/:bookingId/start-link", {
  access: "interviewer",
  limit: "start-link-by-user",
  summary: "The address that opens the meeting as its host at another provider; valid for a short time",
  params: z.strictObject({ bookingId: idSchema }),
  output: z.object({ startUrl: z.string() }),
});
