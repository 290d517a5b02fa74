import { addMinutes } from "@greenroom/contract/kernel/time.ts";
import { describe, expect, it } from "vitest";
import type { SignedUpUser } from "../testing/app.ts";
import { app, booked, roomId, useOpenRoom } from "../testing/rooms.ts";

useOpenRoom();

describe("the room", () => {
  const room = (person: SignedUpUser, method = "GET") =>
    app.call(method, `/api/rooms/${roomId}${method === "GET" ? "" : "/presence"}`, {
      token: person.token,
    });
  const presence = async () =>
    (await room(booked.interviewee)).body.parties.map(({ isPresent }: { isPresent: boolean }) => isPresent);
  const at = (minutesFromStart: number, seconds = 0) => {
    app.clock.set(addMinutes(new Date(booked.booking.startTime), minutesFromStart));
    app.clock.advance({ seconds });
  };

  it("shows both parties and the interview's times", async () => {
    const start = new Date(booked.booking.startTime);
    const iso = (minutes: number) => addMinutes(start, minutes).toISOString();
    const { body } = await room(booked.interviewee);
    expect(body).toEqual({
      bookingId: roomId,
      goal: null,
      transcript: { agreed: [], bothSince: null, hasService: false, hasUtterances: false },
      status: "pending",
      isUnclear: false,
      startTime: iso(0),
      endTime: iso(45),
      feedbackAt: iso(30),
      wrapUpAt: iso(40),
      opensAt: iso(-10),
      closesAt: iso(75),
      now: app.clock.now().toISOString(),
      parties: [
        {
          _id: booked.interviewee.user._id,
          firstName: "Cand",
          lastName: "Idate",
          role: "interviewee",
          isYou: true,
          isPresent: false,
        },
        {
          _id: booked.interviewer.user._id,
          firstName: "Ira",
          lastName: "Viewer",
          role: "interviewer",
          isYou: false,
          isPresent: false,
        },
      ],
    });
  });

  it("opens 10 minutes before the start and closes 30 after the end, to the second", async () => {
    at(-10, -1);
    const early = await room(booked.interviewee, "POST");
    expect([early.status, early.body.msg]).toEqual([
      409,
      "The room opens 10 minutes before the interview starts.",
    ]);
    at(-10);
    expect((await room(booked.interviewee, "POST")).status).toBe(200);
    at(75, -1);
    expect((await room(booked.interviewee, "POST")).status).toBe(200);
    at(75);
    expect((await room(booked.interviewee, "POST")).body.msg).toBe(
      "This interview has ended and its room is closed.",
    );
    expect((await room(booked.interviewee)).status).toBe(409);
  });

  it("tracks who is there by heartbeats until they time out, and stores visits", async () => {
    at(0);
    await Promise.all([room(booked.interviewee, "POST"), room(booked.interviewee, "POST")]);
    expect(await presence()).toEqual([true, false]);
    at(0, 10);
    await room(booked.interviewee, "POST");
    await room(booked.interviewer, "POST");
    at(0, 25);
    expect(await presence()).toEqual([true, true]);
    at(0, 26);
    expect(await presence()).toEqual([false, false]);
    await room(booked.interviewee, "POST");
    const visits = await app.deps.database
      .selectFrom("roomVisits")
      .selectAll()
      .where("bookingId", "=", roomId)
      .orderBy("enteredAt")
      .orderBy("lastSeenAt")
      .execute();
    expect(
      visits.map(({ userId, enteredAt, lastSeenAt, leftAt }) => [
        userId === booked.interviewee.user._id,
        ...[enteredAt, lastSeenAt, leftAt].map((time) =>
          time === null ? null : (time.getTime() - new Date(booked.booking.startTime).getTime()) / 1000,
        ),
      ]),
    ).toEqual([
      [true, 0, 10, 10],
      [false, 10, 10, null],
      [true, 26, 26, null],
    ]);
  });

  it("admits nobody after a cancellation", async () => {
    at(0);
    await app.deps.database
      .updateTable("bookings")
      .set({ status: "cancelled" })
      .where("id", "=", roomId)
      .execute();
    expect((await room(booked.interviewee)).body.msg).toBe(
      "This interview was canceled, so its room is closed.",
    );
    expect((await room(booked.interviewee, "POST")).status).toBe(409);
  });
});
