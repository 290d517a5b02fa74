import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createTestApp, type TestApp } from "../../testing/app.ts";
import { letItPass, stageBooking } from "./bookings.testing.ts";
import { completeDueBookings } from "./complete-due-bookings.ts";

let app: TestApp;
beforeEach(async () => {
  app = await createTestApp();
});
afterEach(() => app.close());

const earnings = () => app.deps.database.selectFrom("earnings").selectAll().execute();

describe("completion", () => {
  it("leaves a session alone until its very end", async () => {
    const { booking } = await stageBooking(app);
    app.clock.set(new Date(new Date(booking.endTime).getTime() - 1));
    expect(await completeDueBookings(app.deps)).toBe(0);
    app.clock.set(booking.endTime);
    expect(await completeDueBookings(app.deps)).toBe(1);
  });

  it("completes once and earns once, however many servers do so at once", async () => {
    const { booking, interviewer, interviewee } = await stageBooking(app, { pricePaise: 16_633 });
    letItPass(app, booking);
    const counts = await Promise.all(Array.from({ length: 8 }, () => completeDueBookings(app.deps)));
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(1);
    expect(await earnings()).toEqual([
      expect.objectContaining({
        bookingId: booking._id,
        sessionPricePaise: 16_633,
        sharePercent: 70,
        amountPaise: 11_643,
        status: "pending",
      }),
    ]);
    const history = await app.call("GET", "/api/interviewer/history", { token: interviewer.token });
    expect(history.body).toMatchObject([
      {
        _id: booking._id,
        status: "completed",
        allowedActions: ["upload-feedback", "view-resume", "report-no-show"],
      },
    ]);
    const mine = await app.call("GET", "/api/user/sessions", { token: interviewee.token });
    expect(mine.body).toMatchObject([
      { status: "completed", allowedActions: ["give-feedback", "report-no-show"] },
    ]);
    expect((await app.call("GET", "/api/interviewer/bookings", { token: interviewer.token })).body).toEqual(
      [],
    );
  });

  it("earns nothing for a cancelled booking", async () => {
    const { booking } = await stageBooking(app);
    await app.deps.database.updateTable("bookings").set({ status: "cancelled" }).execute();
    letItPass(app, booking);
    expect(await completeDueBookings(app.deps)).toBe(0);
    expect(await earnings()).toEqual([]);
  });
});
