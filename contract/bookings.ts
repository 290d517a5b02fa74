import { z } from "zod";
import { endpoint, messageSchema } from "./endpoint.ts";
import { aiReportSchema } from "./feedback.ts";
import { idParamsSchema, idSchema } from "./ids.ts";
import { instantSchema, wireInstantSchema } from "./time.ts";

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

/** What an interviewee said of a session. */
export const givenFeedbackSchema = z.object({ interviewScore: z.number().int(), overallSummary: z.string() });

/** What the policy lets this person do with this booking now. */
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

/** When somebody was in the room, as it saw them. */
const visitSchema = z.object({ enteredAt: wireInstantSchema, lastSeenAt: wireInstantSchema });

/** What the room recorded of both parties joining, soonest first. */
export const attendanceSchema = z.object({
  interviewee: z.array(visitSchema),
  interviewer: z.array(visitSchema),
});
export type Attendance = z.infer<typeof attendanceSchema>;

/** One party's word that the other did not come. `pending`: the room saw otherwise, so the operator decides. */
const noShowReportSchema = z.object({
  by: z.enum(parties),
  outcome: z.enum(["upheld", "pending", "dismissed"]),
  reportedAt: wireInstantSchema,
  record: attendanceSchema,
});
export type NoShowReport = z.infer<typeof noShowReportSchema>;

const bookingShape = {
  _id: idSchema,
  startTime: wireInstantSchema,
  endTime: wireInstantSchema,
  status: z.enum(bookingStatuses),
  /** The meeting's link, whichever provider is set; null until the meeting is made. */
  zoomLink: z.string().nullable(),
  feedbackFileUrl: z.string().nullable(),
  allowedActions: z.array(z.enum(bookingActions)),
  /** Until then the interviewee cancels or moves it for nothing; null when it is not pending. */
  freeUntil: wireInstantSchema.nullable(),
  cancellation: z
    .object({
      by: z.enum([...parties, "operator"]),
      at: wireInstantSchema,
      /** False when it was cancelled too late: the session stayed spent and the interviewer is paid. */
      sessionReturned: z.boolean(),
    })
    .nullable(),
  noShowReports: z.array(noShowReportSchema),
};

/** A booking as its interviewee sees it. */
export const bookingSchema = z.object({
  ...bookingShape,
  interviewerId: personSchema,
  feedback: givenFeedbackSchema.nullable(),
  /** The AI's report, null while there is none. */
  aiFeedback: aiReportSchema.nullable(),
  /** When a session was given for the mentor's late feedback, null while none was. */
  remediedAt: wireInstantSchema.nullable(),
});
export type Booking = z.infer<typeof bookingSchema>;

/** A booking as its interviewer sees it. */
export const interviewerBookingSchema = z.object({
  ...bookingShape,
  userId: personSchema.extend({ email: z.string() }),
  intervieweeFeedback: givenFeedbackSchema.nullable(),
});
export type InterviewerBooking = z.infer<typeof interviewerBookingSchema>;

export const listBookings = endpoint({
  method: "GET",
  path: "/api/user/bookings",
  access: "interviewee",
  summary: "My bookings, pending first",
  output: z.array(bookingSchema),
});

export const bookSlot = endpoint({
  method: "POST",
  path: "/api/user/bookings",
  access: "interviewee",
  summary: "Book a slot with one session; `Idempotency-Key` honoured",
  status: 201,
  body: z.strictObject({ startTime: instantSchema, interviewerId: idSchema }),
  output: bookingSchema,
});

export const listSessions = endpoint({
  method: "GET",
  path: "/api/user/sessions",
  access: "interviewee",
  summary: "All my bookings, newest first",
  output: z.array(bookingSchema),
});

export const listInterviewerBookings = endpoint({
  method: "GET",
  path: "/api/interviewer/bookings",
  access: "interviewer",
  summary: "Who booked me: upcoming, soonest first",
  output: z.array(interviewerBookingSchema),
});

export const listInterviewerHistory = endpoint({
  method: "GET",
  path: "/api/interviewer/history",
  access: "interviewer",
  summary: "My interviews that are not to come any more: completed, cancelled or missed, newest first",
  output: z.array(interviewerBookingSchema),
});

/** What becomes of the session that a booking was paid with when its interviewee cancels. */
export const cancellationOutcomes = ["session-returned", "session-forfeited"] as const;
export type CancellationOutcome = (typeof cancellationOutcomes)[number];

export const cancelBooking = endpoint({
  method: "POST",
  path: "/api/user/bookings/:id/cancel",
  access: "interviewee",
  summary: "Cancel my booking: the session comes back until the notice window, later it is forfeited",
  params: idParamsSchema,
  /** `expecting`: what the screen said would happen; 409 when it would be otherwise by now. */
  body: z.strictObject({ expecting: z.enum(cancellationOutcomes).optional() }).nullish(),
  output: messageSchema.extend({ booking: bookingSchema }),
});

export const rescheduleBooking = endpoint({
  method: "POST",
  path: "/api/user/bookings/:id/reschedule",
  access: "interviewee",
  summary: "Move my booking to another slot within the notice window, for nothing",
  params: idParamsSchema,
  body: z.strictObject({ startTime: instantSchema, interviewerId: idSchema }),
  output: messageSchema.extend({ booking: bookingSchema }),
});

export const cancelInterview = endpoint({
  method: "POST",
  path: "/api/interviewer/bookings/:id/cancel",
  access: "interviewer",
  summary: "Cancel an interview that I give: the interviewee's session always comes back",
  params: idParamsSchema,
  output: messageSchema.extend({ booking: interviewerBookingSchema }),
});

export const completeInterview = endpoint({
  method: "POST",
  path: "/api/interviewer/bookings/:id/complete",
  access: "interviewer",
  summary: "End an interview now, from its start on",
  params: idParamsSchema,
  output: messageSchema.extend({ booking: interviewerBookingSchema }),
});

export const getAttendance = endpoint({
  method: "GET",
  path: "/api/bookings/:id/attendance",
  access: "signed-in",
  summary: "What the room recorded of a booking's two parties joining; only for them",
  params: idParamsSchema,
  output: attendanceSchema,
});

/** From so long after the start, until so long after the end, it can be said that the other did not come. */
export const noShowFromMinutes = 10;
export const noShowUntilHours = 24;

export const reportNoShow = endpoint({
  method: "POST",
  path: "/api/bookings/:id/no-show",
  access: "signed-in",
  summary: "Say that the other party did not come; decided at once unless the room's record contradicts",
  params: idParamsSchema,
  output: messageSchema.extend({ status: z.enum(bookingStatuses), report: noShowReportSchema }),
});
