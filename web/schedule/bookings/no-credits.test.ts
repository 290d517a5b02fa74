import { describe, expect, it } from "vitest";
import { bookingPageState } from "./no-credits.tsx";

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
