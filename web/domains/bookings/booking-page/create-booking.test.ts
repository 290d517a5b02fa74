import { afterEach, expect, it, vi } from "vitest";
import { ApiError, NetworkError } from "../../../api/errors.ts";
import { bookingFailureNotice, requestMeeting, slotGoneNotice } from "./create-booking.ts";

const interviewer = { _id: "i", firstName: "Arjun", lastName: "Rao" };
const booking = {
  _id: "b",
  startTime: "2026-11-20T12:30:00.000Z",
  endTime: "2026-11-20T13:15:00.000Z",
  status: "pending" as const,
  zoomLink: null,
  feedbackFileUrl: null,
  allowedActions: [],
  interviewerId: interviewer,
  feedback: null,
  aiFeedback: null,
  remediedAt: null,
  freeUntil: null,
  cancellation: null,
  noShowReports: [],
  goal: null,
  mayEditGoal: true,
};

function mockResponse(status: number, body: object) {
  vi.stubGlobal("fetch", () => Promise.resolve(new Response(JSON.stringify(body), { status })));
}

afterEach(() => vi.unstubAllGlobals());

it("shows why a booking failed, in red, or that the connection is lost", () => {
  const failure = (error: unknown) => {
    const { message, tone } = bookingFailureNotice(error);
    return [tone, message];
  };
  expect(failure(new ApiError(409, { msg: "This slot is taken." }, null))).toEqual([
    "bad",
    "❌ This slot is taken.",
  ]);
  expect(failure(new ApiError(409, { msg: "❌ Taken." }, null))).toEqual(["bad", "❌ Taken."]);
  expect(failure(new ApiError(500, {}, null))).toEqual(["bad", "❌ Booking failed"]);
  expect(failure(new NetworkError("gone"))).toEqual([
    "wait",
    "⚠️ Network error. Please check your connection.",
  ]);
});

it("names the provider in the server's words when the meeting was created", async () => {
  mockResponse(200, {
    zoomLink: "https://zoom.us/j/1",
    msg: "✅ Booking successful & Zoom meeting created!",
  });
  expect(await requestMeeting(booking, "Asia/Kolkata")).toEqual({
    message: "✅ Booking successful & Zoom meeting created!",
    tone: "good",
    note: "Fri 20 Nov, 18:00 – 18:45 with Arjun Rao",
  });
});

it("keeps the booking when its meeting fails, and says so", async () => {
  mockResponse(503, { msg: "Zoom is away.", code: "unavailable", requestId: "r" });
  expect(await requestMeeting(booking, "Asia/Kolkata")).toMatchObject({
    message: "❌ Zoom is away.",
    tone: "bad",
    note: expect.stringContaining("You're booked"),
  });
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("offline")));
  expect(await requestMeeting(booking, "Asia/Kolkata")).toMatchObject({
    message: "⚠️ Network error. Please check your connection.",
    note: expect.stringContaining("You're booked"),
  });
});

it("names the slot that is no longer available, in the viewer's zone", () => {
  const slot = { _id: "s", slotTime: booking.startTime, interviewerId: interviewer };
  expect(slotGoneNotice(slot, "Asia/Kolkata").message).toBe(
    "⚠️ Fri 20 Nov, 18:00 with Arjun Rao is no longer available. Please choose another slot.",
  );
});
