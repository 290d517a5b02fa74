import { addMinutes } from "@greenroom/contract/kernel/time.ts";
import { sql } from "kysely";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import type { SignedUpUser } from "../../testing/app.ts";
import { app, booked, callOff, useBookedInterview } from "../../testing/booked-interview.ts";
import { startLocalZoom, type ZoomFault } from "../../testing/providers/zoom.ts";
import { createBookedInterview, holdInterview } from "../bookings/bookings.testing.ts";
import { enqueueReminders } from "../bookings/reminders.ts";
import { makeDueMeetings } from "./create.ts";
import { sweepMeetings } from "./hosts.ts";

const localZoom = await startLocalZoom({ now: () => app.clock.now() });
afterAll(() => localZoom.close());
useBookedInterview({ environment: async () => localZoom.settings });
beforeEach(() => localZoom.reset());

const create = (person: SignedUpUser, change: object = {}) =>
  app.post(person, "/api/meeting/create", {
    bookingId: booked.booking._id,
    startTime: booked.booking.startTime,
    ...change,
  });

async function booking() {
  const { body } = await app.get(booked.interviewee, "/api/user/bookings");
  return body[0] as { status: string; zoomLink: string | null };
}

const created = "✅ Booking successful & Zoom meeting created!";
const room = () => `http://localhost:${app.deps.config.port}/room/${booked.booking._id}`;

describe("creating the meeting", () => {
  it("asks Zoom once, even if browser and job ask at once and again", async () => {
    const [answers] = await Promise.all([
      Promise.all([create(booked.interviewee), create(booked.interviewee), create(booked.interviewer)]),
      app.runJobs(),
    ]);
    await app.runJobs();
    answers.push(await create(booked.interviewee));
    const [meeting] = localZoom.store.meetings.values();
    const zoomLink = `${localZoom.url}/j/${meeting?.id}?pwd=${meeting?.password}.1`;
    for (const answer of answers) {
      expect([answer.status, answer.body]).toEqual([200, { zoomLink, msg: created }]);
    }
    expect(localZoom.store.createdCount).toBe(1);
    expect(meeting).toMatchObject({ topic: "Greenroom mock interview", duration: 45 });
  });

  it("is where the reminder links to, without mentioning our room", async () => {
    await app.runJobs();
    const { zoomLink } = await booking();
    app.clock.set(addMinutes(new Date(booked.booking.startTime), -60));
    await enqueueReminders(app.deps);
    await app.runJobs();
    for (const { user } of [booked.interviewee, booked.interviewer]) {
      const reminder = (await app.mailsTo(user.email)).at(-1);
      expect(reminder?.subject).toMatch(/^Reminder/);
      expect(reminder?.text).toContain(`You meet on Zoom. The link: ${zoomLink}`);
      expect(reminder?.text).not.toMatch(/\broom\b/);
    }
  });

  it("is at the booking's own time", async () => {
    await app.runJobs(); // The meeting exists now.
    expect((await create(booked.interviewee, { startTime: booked.booking.endTime })).status).toBe(409);
    expect(localZoom.store.createdCount).toBe(1);
  });

  it("creates none for a canceled or past booking", async () => {
    await callOff();
    expect((await create(booked.interviewee)).status).toBe(409);
    const { booking, interviewee } = await createBookedInterview(app);
    await holdInterview(app, booking);
    const past = { bookingId: booking._id, startTime: booking.startTime };
    expect((await create(interviewee, past)).status).toBe(409);
    await app.runJobs();
    expect(localZoom.store.createdCount).toBe(0);
  });

  it("takes over from a server that died while asking, and reuses the meeting that it created", async () => {
    localZoom.fail("lost-answer");
    expect((await create(booked.interviewee)).status).toBe(503);
    const claimedUntil = addMinutes(app.clock.now(), 0.75);
    await app.deps.database
      .updateTable("meetings")
      .set({ claimedUntil, nextTryAt: null })
      .where("bookingId", "=", booked.booking._id)
      .execute();
    app.clock.advance({ seconds: 45 });
    await makeDueMeetings(app.deps);
    expect(await booking()).toMatchObject({ zoomLink: expect.stringContaining(`${localZoom.url}/j/`) });
    expect(localZoom.store.createdCount).toBe(1);
  });
});

describe("while Zoom fails", () => {
  const faults: ZoomFault[][] = [
    ["cut"],
    ["hang"],
    [500],
    [429],
    ["malformed"],
    ["other-shape"],
    [401, 401],
    ["lost-answer"],
  ];
  it.each(faults)(
    "with %s, the person gets a message, and the meeting exists once Zoom is back",
    async (...fault) => {
      // Read beforehand, so that the first fault hits the creation.
      localZoom.fail(...fault);
      const asking = create(booked.interviewee);
      if (fault[0] === "hang") {
        await expect.poll(() => localZoom.calls.some((call) => call.endsWith("/meetings"))).toBe(true);
        const { rows } = await sql`select query from pg_stat_activity
        where datname = current_database() and state = 'idle in transaction'`.execute(app.deps.database);
        expect(rows).toEqual([]);
      }
      const away = await asking;
      expect([away.status, away.body.msg]).toEqual([
        503,
        expect.stringMatching(/^Zoom .* Please try again shortly\.$/),
      ]);
      expect(Number(away.headers.get("retry-after"))).toBeGreaterThan(0);
      expect(await booking()).toMatchObject({ status: "pending", zoomLink: null });
      // An attempt before its time does not call Zoom.
      const calls = localZoom.calls.length;
      const early = await create(booked.interviewee);
      expect([early.status, localZoom.calls.length]).toEqual([503, calls]);
      app.clock.advance({ seconds: 60 });
      await makeDueMeetings(app.deps);
      await makeDueMeetings(app.deps);
      await app.runJobs();
      expect(await booking()).toMatchObject({ zoomLink: expect.stringContaining(`${localZoom.url}/j/`) });
      expect((await create(booked.interviewee)).body.msg).toBe(created);
      expect([localZoom.store.createdCount, localZoom.store.meetings.size]).toEqual([1, 1]);
    },
  );

  it("waits as long as Zoom asks, while there is time", async () => {
    localZoom.fail(429);
    expect((await create(booked.interviewee)).headers.get("retry-after")).toBe("40");
    const { nextTryAt } = await app.deps.database
      .selectFrom("meetings")
      .select("nextTryAt")
      .where("bookingId", "=", booked.booking._id)
      .executeTakeFirstOrThrow();
    expect(nextTryAt).toEqual(addMinutes(app.clock.now(), 40 / 60));
  });

  it("for too long, they meet in our own room, and both get a mail; any meeting that Zoom created is deleted", async () => {
    localZoom.fail("lost-answer");
    await create(booked.interviewee);
    localZoom.failAlways("cut");
    app.clock.advance({ minutes: 15 });
    await makeDueMeetings(app.deps);
    localZoom.failAlways(null);
    const answer = await create(booked.interviewer);
    expect(answer.body).toEqual({
      zoomLink: room(),
      msg: "✅ Booking successful & Greenroom meeting created! Zoom cannot be reached, so you meet in the Greenroom room. The link is with your booking.",
    });
    await app.runJobs();
    await app.runJobs();
    for (const { user } of [booked.interviewee, booked.interviewer]) {
      const mails = await app.mailsTo(user.email, /^Where you'll meet/);
      expect(mails.map(({ text }) => text)).toEqual([
        expect.stringContaining("Zoom cannot be reached, so you meet in the Greenroom room."),
      ]);
    }
    expect(localZoom.store.meetings.size).toBe(1);
    expect(await sweepMeetings(app.deps)).toBe(1);
    expect([localZoom.store.meetings.size, await sweepMeetings(app.deps)]).toEqual([0, 0]);
  });

  it("shortly before the start, nobody waits for it", async () => {
    app.clock.set(addMinutes(new Date(booked.booking.startTime), -30));
    localZoom.failAlways(500);
    const answer = await create(booked.interviewee);
    expect([answer.status, answer.body.zoomLink]).toEqual([200, room()]);
  });
});
