import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { inTransaction } from "../../kernel/db/transaction.ts";
import { createTestApp, type TestApp } from "../../testing/app.ts";
import { createBookedInterview, holdInterview, recordInterview } from "./bookings.testing.ts";
import { completeDueBookings } from "./end.ts";
import { findBooking } from "./find-booking.ts";
import type { BookingRecord } from "./rules.ts";
import { completeBooking } from "./settle.ts";

let app: TestApp;
beforeEach(async () => {
  app = await createTestApp();
});
afterEach(() => app.close());

const earnings = () => app.deps.database.selectFrom("earnings").selectAll().execute();

describe("completion", () => {
  it("leaves an interview pending until its end", async () => {
    const { booking } = await createBookedInterview(app);
    await recordInterview(app, booking._id);
    app.clock.set(new Date(new Date(booking.endTime).getTime() - 1));
    expect(await completeDueBookings(app.deps)).toBe(0);
    app.clock.set(booking.endTime);
    expect(await completeDueBookings(app.deps)).toBe(1);
  });

  it("is not repeated by a server that read the booking before another completed it", async () => {
    const booked = await createBookedInterview(app);
    await holdInterview(app, booked.booking);
    const read = await findBooking(app.deps.database, booked.booking._id);
    const complete = () =>
      inTransaction(app.deps.database, (tx) =>
        completeBooking(app.deps, tx, read as BookingRecord, app.clock.now()),
      );
    expect(await complete()).toBe(true);
    expect(await complete()).toBe(false);
    expect(await earnings()).toHaveLength(1);
  });

  it("completes and pays once, however many servers try at once", async () => {
    const { booking, interviewer, interviewee } = await createBookedInterview(app, { pricePaise: 16_633 });
    await holdInterview(app, booking);
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
        allowedActions: ["upload-feedback", "view-resume"],
      },
    ]);
    const mine = await app.call("GET", "/api/user/sessions", { token: interviewee.token });
    expect(mine.body).toMatchObject([{ status: "completed", allowedActions: ["give-feedback"] }]);
    expect((await app.call("GET", "/api/interviewer/bookings", { token: interviewer.token })).body).toEqual(
      [],
    );
  });

  it("earns nothing for a canceled booking", async () => {
    const { booking } = await createBookedInterview(app);
    await app.deps.database.updateTable("bookings").set({ status: "cancelled" }).execute();
    await holdInterview(app, booking);
    expect(await completeDueBookings(app.deps)).toBe(0);
    expect(await earnings()).toEqual([]);
  });
});
