import { addMinutes } from "@greenroom/contract/core/time.ts";
import { afterEach, beforeEach } from "vitest";
import { type BookedInterview, createBookedInterview } from "../../domains/bookings/bookings.testing.ts";
import { createTestApp, type SignedUpUser, type TestApp } from "../app.ts";

/** The app and the booked interview of the current test. */
export let app: TestApp;
export let booked: BookedInterview;

/** Gives each test of a file its own app and interview. */
export function setUpEachTest(): void {
  beforeEach(async () => {
    app = await createTestApp();
    booked = await createBookedInterview(app);
  });
  afterEach(() => app.close());
}

/** Moves the clock to this many minutes after the interview's start. */
export function advanceToMinute(minutes: number): void {
  app.clock.set(addMinutes(new Date(booked.booking.startTime), minutes));
}

export function postNoShowReport({ token }: SignedUpUser) {
  return app.call("POST", `/api/bookings/${booked.booking._id}/no-show`, { token });
}

/** Records this person's presence in the room. */
export function postPresence({ token }: SignedUpUser) {
  return app.call("POST", `/api/rooms/${booked.booking._id}/presence`, { token });
}
