import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestApp, type TestApp } from "../../../testing/app.ts";
import { callAtOnce } from "../../../testing/postgres/lock-waits.ts";
import { runCommand } from "../../../testing/run-command.ts";
import { grantTestCredits, offerSlot, postBooking } from "../../bookings/bookings.testing.ts";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

it("a day on which somebody books at the same moment is left as it is, and the operator is told", async () => {
  const interviewer = await app.signUpInterviewer();
  const [earlier, later] = ["2026-11-24T05:00:00.000Z", "2026-11-24T07:00:00.000Z"] as const;
  for (const startTime of [earlier, later]) await offerSlot(app, interviewer, startTime);
  const book = async (startTime: string) => {
    const person = await app.signUp();
    await grantTestCredits(app, person, { sessions: 1 });
    return () => postBooking(app, person, { startTime, interviewerId: interviewer.user._id });
  };
  await (await book(earlier))();
  const { email } = interviewer.user;
  const words = ["bookings", "cancel-day", email, "2026-11-24", "--reason", "Ill", "--yes"];
  const [booked, canceled] = await callAtOnce<unknown>(app, "bookings", [
    await book(later),
    () => runCommand(app.deps, words).catch((error: Error) => error.message),
  ]);
  expect(booked).toMatchObject({ status: 201 });
  expect(canceled).toBe("The day's interviews have just changed. Run the command again.");
  const { body } = await app.call("GET", "/api/interviewer/availability", { token: interviewer.token });
  const statuses = body.map(({ booking }: { booking: { status: string } | null }) => booking?.status);
  expect(statuses).toEqual(["pending", "pending"]);
});
