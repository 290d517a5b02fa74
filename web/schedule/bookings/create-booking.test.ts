import { afterEach, describe, expect, it, vi } from "vitest";
import { ApiError, NetworkError } from "../../api/client.ts";
import { sampleBooking } from "../../testing/sample-data.ts";
import {
  bookingFailureNotice,
  createBooking,
  requestMeeting,
  slotGoneNotice,
  withUnsavedGoal,
} from "./create-booking.ts";
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

  describe("a booking whose first answer was lost", () => {
    const slot = { _id: "s", slotTime: booking.startTime, interviewerId: interviewer };
    const goal = (role: string) => ({
      role,
      level: null,
      companyType: null,
      practice: ["sql" as const],
      practiceOther: "",
      note: "",
    });
    /** The booking that the first attempt made, and the answer to a change of its goal. */
    function serve(stored: ReturnType<typeof goal> | null, goalStatus = 200) {
      const changes: unknown[] = [];
      vi.stubGlobal("fetch", (url: string | URL | Request, { body }: { body: string }) => {
        const sent = JSON.parse(body);
        if (!String(url).endsWith("/goal"))
          return Promise.resolve(Response.json({ ...booking, goal: stored }, { status: 201 }));
        changes.push(sent);
        const answer = goalStatus === 200 ? { msg: "Saved.", booking: { ...booking, goal: sent } } : {};
        return Promise.resolve(Response.json(answer, { status: goalStatus }));
      });
      return changes;
    }

    it.each([
      ["with a changed goal, changes it", goal("Analyst"), goal("ML engineer"), goal("ML engineer")],
      ["with a goal that was removed, removes it", goal("Analyst"), null, goal("")],
      ["with a goal that was added, adds it", null, goal("ML engineer"), goal("ML engineer")],
    ])("%s", async (_what, stored, wanted, sent) => {
      const changes = serve(stored);
      const made = await createBooking(slot, wanted);
      expect(changes).toEqual([wanted === null ? { ...sent, practice: [] } : sent]);
      expect(made).toMatchObject({ booking: { goal: changes[0] }, hasGoal: true });
    });

    it("with the same goal changes nothing", async () => {
      const changes = serve(goal("Analyst"));
      expect(await createBooking(slot, goal("Analyst"))).toMatchObject({ hasGoal: true });
      expect(changes).toEqual([]);
    });

    it("stays a booking when its goal cannot be changed, and says so", async () => {
      serve(goal("Analyst"), 409);
      const made = await createBooking(slot, goal("ML engineer"));
      expect(made).toMatchObject({ booking: { goal: goal("Analyst") }, hasGoal: false });
      expect(withUnsavedGoal({ message: "Booked", tone: "good", note: "Fri" }).note).toBe(
        "Fri. Your changed goal was not saved. You can change it under Your Upcoming Bookings.",
      );
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
