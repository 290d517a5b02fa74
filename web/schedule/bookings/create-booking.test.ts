import { afterEach, describe, expect, it, vi } from "vitest";
import { ApiError, NetworkError } from "../../api/client.ts";
import { sampleBooking } from "../../testing/sample-data.ts";
import { bookingFailureNotice, requestMeeting, slotGoneNotice } from "./create-booking.ts";
import { bookingPageState } from "./no-credits.tsx";

describe("create booking", () => {
  const interviewer = { _id: "i", firstName: "Arjun", lastName: "Rao" };
  const booking = { ...sampleBooking, _id: "b", status: "pending" as const, interviewerId: interviewer };

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
    expect(failure(new ApiError(409, { msg: "❌ This slot is taken." }, null))).toEqual([
      "bad",
      "❌ This slot is taken.",
    ]);
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
      bookingId: booking._id,
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
});

describe("booking page state", () => {
  const pending = { status: "pending" } as const;
  const completed = { status: "completed" } as const;
  const cancelled = { status: "cancelled" } as const;

  const isProfileChecked = true;

  it.each([
    // plan, sessions, bookings, expected state
    [null, 0, [], "no-plan"],
    [null, 0, undefined, "no-plan"],
    ["", 0, [completed], "no-plan"],
    [null, 0, [pending], "booking"],
    [null, 2, undefined, "booking"],
    ["", 2, [], "booking"],
    ["Pro", 2, undefined, "booking"],
    ["Pro", 1, [], "booking"],
    ["Pro", 1, [completed], "booking"],
    ["Pro", 0, undefined, "unknown"],
    ["Pro", 0, [], "no-credits"],
    ["Pro", 0, [completed, cancelled], "no-credits"],
    ["Pro", 0, [pending], "booking"],
    ["Pro", 0, [completed, pending], "booking"],
  ] as const)("plan %s, %i sessions, bookings %j: %s", (planType, sessionCount, bookings, state) => {
    expect(bookingPageState({ planType, sessionCount, isProfileChecked, bookings })).toBe(state);
  });

  it.each([
    // A session that is left is shown at once; that there is none is not said before the profile is checked.
    [null, 0, [], "unknown"],
    ["Pro", 0, [completed], "unknown"],
    ["Pro", 1, [], "booking"],
    [null, 0, [pending], "booking"],
  ] as const)(
    "not checked, plan %s, %i sessions, bookings %j: %s",
    (planType, sessionCount, bookings, state) => {
      expect(bookingPageState({ planType, sessionCount, isProfileChecked: false, bookings })).toBe(state);
    },
  );
});
