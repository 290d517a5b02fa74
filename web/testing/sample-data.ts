import type { User } from "@greenroom/contract/people/accounts.ts";
import type { Room } from "@greenroom/contract/room/room.ts";
import type { QuestionSummary } from "@greenroom/contract/room/room-questions.ts";
import type { Booking, InterviewerBooking } from "@greenroom/contract/schedule/bookings.ts";
import { tokenKey, userKey } from "../session/session-store.ts";

/** An interviewee with a plan and two sessions. */
export const sampleUser: User = {
  _id: "0190a5b8-7c00-7000-8000-0000000000c1",
  role: "interviewee",
  isOperator: false,
  firstName: "Meera",
  lastName: "Iyer",
  email: "meera@greenroom.example",
  mobileNumber: "+91 98765 43210",
  timeZone: "Asia/Kolkata",
  planType: "Pro",
  sessionCount: 2,
  resumeData: null,
  resumeVersion: 0,
  resumeFileUrl: null,
  resumeFileHeld: false,
};

/** A completed interview without a rating. */
export const sampleBooking: Booking = {
  _id: "0190a5b8-7c00-7000-8000-0000000000b2",
  startTime: "2026-11-20T12:30:00.000Z",
  endTime: "2026-11-20T13:15:00.000Z",
  status: "completed",
  zoomLink: null,
  feedbackFileUrl: null,
  allowedActions: ["give-feedback"],
  interviewerId: { _id: "0190a5b8-7c00-7000-8000-00000000000a", firstName: "Kavya", lastName: "Menon" },
  feedback: null,
  aiFeedback: null,
  remediedAt: null,
  freeUntil: null,
  cancellation: null,
  noShowReports: [],
  unclear: null,
  feedbackAwaitedFrom: null,
  proposedMoveId: null,
  goal: null,
  mayEditGoal: false,
};

/** A booking of Nora's as its interviewer sees it. */
export function asInterviewer(booking: Booking): InterviewerBooking {
  const { interviewerId, feedback, aiFeedback, remediedAt, mayEditGoal, ...common } = booking;
  return {
    ...common,
    intervieweeFeedback: null,
    report: "awaited",
    userId: {
      ...{ _id: "0190a5b8-7c00-7000-8000-00000000000d", firstName: "Nora", lastName: "Rao" },
      email: "nora@b.example",
    },
  };
}

/** A question of the bank that the interviewee was never asked. */
export const sampleQuestion: QuestionSummary = {
  id: "ab-test-readout",
  title: "Read out an A/B test",
  source: "bank",
  topic: "sql",
  level: "mid",
  minutes: 18,
  language: null,
  isFavorite: false,
  askedBefore: null,
};

/** Six minutes into an interview, in which nobody is in the room. */
export const sampleRoom: Room = {
  bookingId: "0190a5b8-7c00-7000-8000-00000000000f",
  status: "pending",
  isUnclear: false,
  now: "2026-11-20T12:36:00.000Z",
  opensAt: "2026-11-20T12:20:00.000Z",
  startTime: "2026-11-20T12:30:00.000Z",
  feedbackAt: "2026-11-20T13:00:00.000Z",
  wrapUpAt: "2026-11-20T13:10:00.000Z",
  endTime: "2026-11-20T13:15:00.000Z",
  closesAt: "2026-11-20T13:45:00.000Z",
  parties: [],
  goal: null,
  transcript: { agreed: [], bothSince: null, hasService: false, hasUtterances: false },
};

/** Stores a session as an earlier visit would have. Call it before rendering a screen. */
export function storeSession(user: User): void {
  localStorage.setItem(tokenKey, "a token");
  localStorage.setItem(userKey, JSON.stringify(user));
}
