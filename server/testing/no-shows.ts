import { addMinutes } from "@greenroom/contract/time.ts";
import { afterEach, beforeEach } from "vitest";
import { type Staged, stageBooking } from "../domains/bookings/bookings.testing.ts";
import { createTestApp, type SignedUp, type TestApp } from "./app.ts";

/** The product and the booked interview of the test that runs. */
export let app: TestApp;
export let staged: Staged;

/** Gives each test of a file a product and an interview of its own. */
export function stageEach(): void {
  beforeEach(async () => {
    app = await createTestApp();
    staged = await stageBooking(app);
  });
  afterEach(() => app.close());
}

/** So many minutes after the interview's start. */
export function after(minutes: number): void {
  app.clock.set(addMinutes(new Date(staged.booking.startTime), minutes));
}

export function report({ token }: SignedUp) {
  return app.call("POST", `/api/bookings/${staged.booking._id}/no-show`, { token });
}

/** Is seen by the room. */
export function enter({ token }: SignedUp) {
  return app.call("POST", `/api/rooms/${staged.booking._id}/presence`, { token });
}
