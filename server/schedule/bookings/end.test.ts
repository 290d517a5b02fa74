import { addMinutes } from "@greenroom/contract/kernel/time.ts";
import { describe, expect, it } from "vitest";
import { inTransaction } from "../../kernel/db/transaction.ts";
import {
  app,
  booked,
  callOff,
  currentOutcome,
  earningsPage,
  useBookedInterview,
} from "../../testing/booked-interview.ts";
import { createBookedInterview, holdInterview, recordInterview } from "./bookings.testing.ts";
import { completeDueBookings } from "./end.ts";
import { getBooking } from "./find-booking.ts";
import { completeBooking } from "./settle.ts";

useBookedInterview();

describe("completion", () => {
  it("leaves an interview pending until its end", async () => {
    await recordInterview(app, booked.booking._id);
    app.clock.set(addMinutes(new Date(booked.booking.endTime), -1 / 60_000));
    expect(await completeDueBookings(app.deps)).toBe(0);
    app.clock.set(booked.booking.endTime);
    expect(await completeDueBookings(app.deps)).toBe(1);
  });

  it("is not repeated by a server that read the booking before another completed it", async () => {
    await holdInterview(app, booked.booking);
    const read = await getBooking(app.deps.database, booked.booking._id);
    const complete = () =>
      inTransaction(app.deps.database, (tx) => completeBooking(app.deps, tx, read, app.clock.now()));
    expect(await complete()).toBe(true);
    expect(await complete()).toBe(false);
    expect((await earningsPage()).transactions).toHaveLength(1);
  });

  it("completes and pays once, however many servers try at once", async () => {
    const { booking, interviewer, interviewee } = await createBookedInterview(app, {
      hours: 3,
      pricePaise: 16_633,
    });
    await callOff();
    await holdInterview(app, booking);
    const counts = await Promise.all(Array.from({ length: 8 }, () => completeDueBookings(app.deps)));
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(1);
    const earnings = app.deps.database.selectFrom("earnings").where("bookingId", "=", booking._id);
    expect(
      await earnings.select(["sessionPricePaise", "sharePercent", "amountPaise", "status"]).execute(),
    ).toEqual([{ sessionPricePaise: 16_633, sharePercent: 70, amountPaise: 11_643, status: "pending" }]);
    const list = async (path: string, by = interviewer) => await app.read(by, path);
    expect(await list("/api/interviewer/history")).toMatchObject([
      { _id: booking._id, status: "completed", allowedActions: ["upload-feedback", "view-resume"] },
    ]);
    expect(await list("/api/user/sessions", interviewee)).toMatchObject([
      { status: "completed", allowedActions: ["give-feedback"] },
    ]);
    expect(await list("/api/interviewer/bookings")).toEqual([]);
  });

  it("earns nothing for a canceled booking", async () => {
    await callOff();
    await holdInterview(app, booked.booking);
    expect(await completeDueBookings(app.deps)).toBe(0);
    expect(await currentOutcome()).toEqual({ status: "cancelled", sessions: 1, earning: undefined });
  });
});
