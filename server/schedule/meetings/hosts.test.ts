import { addMinutes } from "@greenroom/contract/kernel/time.ts";
import { sql } from "kysely";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import type { SignedUpUser } from "../../testing/app.ts";
import { app, booked, callOff, cancel, useBookedInterview } from "../../testing/booked-interview.ts";
import { type LocalZoom, startLocalZoom } from "../../testing/providers/zoom.ts";
import {
  createBookedInterview,
  createUsers,
  grantTestCredits,
  hoursFromNow,
  offerSlot,
  postBooking,
} from "../bookings/bookings.testing.ts";
import { makeBookedMeeting, makeDueMeetings } from "./create.ts";
import { sweepMeetings } from "./hosts.ts";

const [host1, host2] = ["host1@zoom.example", "host2@zoom.example"];

let localZoom: LocalZoom;
function useZoom(meetingsAtATime: number): void {
  afterAll(() => localZoom.close());
  useBookedInterview({
    hours: 30,
    environment: async () => {
      localZoom = await startLocalZoom({ meetingsAtATime, now: () => app.clock.now() });
      return localZoom.settings;
    },
  });
  beforeEach(() => localZoom.reset());
}

const held = () =>
  [...localZoom.store.meetings.values()].map(({ host_id, start_time }) => [host_id, start_time.slice(0, 16)]);
const linkOf = async (by: SignedUpUser) => (await app.read(by, "/api/user/bookings"))[0].zoomLink as string;

/** Books this many interviews at one time, each with two new people. */
async function bookAtOnce(count: number): Promise<SignedUpUser[]> {
  const interviewees = await createUsers(app, count);
  const interviewers = await createUsers(app, count);
  const ids = interviewers.map(({ user }) => user._id);
  await app.deps.database.updateTable("users").set({ role: "interviewer" }).where("id", "in", ids).execute();
  const startTime = hoursFromNow(app, 60);
  for (const [index, interviewer] of interviewers.entries()) {
    await grantTestCredits(app, interviewees[index] as SignedUpUser, { sessions: 1 });
    await offerSlot(app, interviewer, startTime);
  }
  const answers = await Promise.all(
    interviewees.map(async (interviewee, index) => {
      const booked = await postBooking(app, interviewee, { startTime, interviewerId: ids[index] ?? "" });
      const body = { bookingId: booked.body._id, startTime };
      return await app.post(interviewee, "/api/meeting/create", body);
    }),
  );
  expect(answers.map(({ status }) => status)).toEqual(Array(count).fill(200));
  return interviewees;
}

describe.each([1, 2])("twenty interviews at one time over two hosts with %i seats each", (seats) => {
  useZoom(seats);

  it("use each seat once; the others are in our room, and all get a mail", async () => {
    await callOff();
    const people = await bookAtOnce(20);
    await app.runJobs();
    const links = await Promise.all(people.map(linkOf));
    expect(links.filter((link) => link.startsWith(`${localZoom.url}/j/`))).toHaveLength(2 * seats);
    expect(links.filter((link) => link.includes("/room/"))).toHaveLength(20 - 2 * seats);
    expect(localZoom.hosts.map((host) => localZoom.store.maxConcurrent(host))).toEqual([seats, seats]);
    expect(localZoom.store.createdCount).toBe(2 * seats);
    const inRoom = people.filter((_, index) => links[index]?.includes("/room/"));
    for (const { user } of inRoom.slice(0, 3)) {
      const mails = await app.mailsTo(user.email, /^Where you'll meet/);
      expect(mails).toHaveLength(1);
      expect(mails[0]?.text).toContain("Zoom has no host free at that time");
    }
  });
});

describe("one seat each", () => {
  useZoom(1);

  describe("a booking that changes", () => {
    beforeEach(() => app.runJobs());

    async function bookInterview(hours: number) {
      const another = await createBookedInterview(app, { hours });
      await app.runJobs();
      return another;
    }

    async function move(hours: number, interviewer = booked.interviewer) {
      const { interviewee, booking } = booked;
      const startTime = hoursFromNow(app, hours);
      await offerSlot(app, interviewer, startTime);
      const path = `/api/user/bookings/${booking._id}/reschedule`;
      const body = { startTime, interviewerId: interviewer.user._id };
      const moved = await app.post(interviewee, path, body);
      expect(moved.status).toBe(200);
      await app.runJobs();
      return startTime.slice(0, 16);
    }

    /** The seats that the booking holds. */
    async function countSeats(): Promise<number> {
      const { rows } = await sql`select from host_allocations
      where state in ('taken', 'made') and booking_id = ${booked.booking._id}`.execute(app.deps.database);
      return rows.length;
    }

    it("holds its host at that time alone, which the database enforces", async () => {
      await expect(
        sql`insert into host_allocations (id, booking_id, reference, host_id, seat, starts_at, ends_at, created_at)
        select gen_random_uuid(), booking_id, gen_random_uuid(), host_id, seat, ends_at - interval '1 minute', ends_at + interval '1 hour', created_at
        from host_allocations where booking_id = ${booked.booking._id}`.execute(app.deps.database),
      ).rejects.toMatchObject({
        constraint: expect.stringMatching(/^host_allocations_(no_overlap|one_a_booking)$/),
      });
    });

    it("has a new meeting when it moves; a former interviewer's mail and link lead nowhere", async () => {
      const formerLink = await linkOf(booked.interviewee);
      const other = await app.signUpInterviewer({ firstName: "Other" });
      await move(50, other);
      await app.runJobs();
      const link = await linkOf(booked.interviewee);
      expect(link).toContain("/j/");
      expect(link).not.toBe(formerLink);
      expect(held()).toHaveLength(1);
      const [mail] = await app.mailsTo(booked.interviewer.user.email, /moved the interview/);
      const content = mail?.attachments.at(-1)?.content ?? "";
      const calendar =
        typeof content === "string" ? content : new TextDecoder().decode(content as ArrayBuffer);
      expect(calendar).toContain("METHOD:CANCEL");
      // A line of a calendar continues after a line break and a space.
      for (const text of [mail?.text ?? "", mail?.html ?? "", calendar.replaceAll("\r\n ", "")]) {
        expect(text).not.toContain("/j/");
      }
    });

    it("that moves again while Zoom is slow has one meeting, at its last time", async () => {
      const { interviewee, interviewer, booking } = booked;
      const times = [50, 60, 70].map((hours) => hoursFromNow(app, hours));
      for (const startTime of times) await offerSlot(app, interviewer, startTime);
      const creations = () => localZoom.calls.filter((call) => call.endsWith("/meetings")).length;
      // The first answer arrives last.
      localZoom.delayNext(600, 300, 0);
      const making: Promise<unknown>[] = [];
      for (const startTime of times) {
        const body = { startTime, interviewerId: interviewer.user._id };
        const path = `/api/user/bookings/${booking._id}/reschedule`;
        expect((await app.post(interviewee, path, body)).status).toBe(200);
        making.push(makeBookedMeeting(app.deps, { bookingId: booking._id }));
        await expect.poll(creations).toBeGreaterThan(1);
      }
      await Promise.all(making);
      await app.runJobs();
      await makeDueMeetings(app.deps);
      expect(held().map(([, startTime]) => startTime)).toEqual([times[2]?.slice(0, 16)]);
      expect(await linkOf(interviewee)).toContain("/j/");
      expect(await countSeats()).toBe(1);
    });

    it("gets another host if its own is busy then, and the old meeting is deleted", async () => {
      // The host with the fewest meetings ahead is used first, so the next booking gets the second host and the third the
      // first.
      const second = await bookInterview(40);
      const third = await bookInterview(50);
      expect(held().map(([host]) => host)).toEqual([host1, host2, host1]);
      const startTime = await move(50);
      expect(
        held()
          .map(([host]) => host)
          .sort(),
      ).toEqual([host1, host2, host2]);
      expect(held()).toContainEqual([host2, startTime]);
      const links = await Promise.all([booked, second, third].map(({ interviewee }) => linkOf(interviewee)));
      expect(new Set(links).size).toBe(3);
    });

    it("releases its seat and has its meeting deleted when it is canceled, even if Zoom is unavailable then", async () => {
      localZoom.fail(500);
      expect((await cancel()).status).toBe(200);
      await expect(app.runJobs()).rejects.toThrow("Zoom");
      expect(held()).toHaveLength(1);
      // The sweep deletes what the job could not delete in all its attempts.
      expect(await sweepMeetings(app.deps)).toBe(1);
      expect(held()).toEqual([]);
      expect(await countSeats()).toBe(0);
    });

    it("that is canceled while Zoom creates its meeting leaves none behind", async () => {
      const { booking, interviewee } = await createBookedInterview(app, { hours: 60 });
      const { token } = interviewee;
      const body = { bookingId: booking._id, startTime: booking.startTime };
      localZoom.fail("lost-answer");
      await app.post({ token }, "/api/meeting/create", body);
      await app.post({ token }, `/api/user/bookings/${booking._id}/cancel`);
      await app.runJobs();
      expect([held().length, await sweepMeetings(app.deps), held().length]).toEqual([2, 1, 1]);
    });
  });

  describe("Zoom's limit of a hundred requests a day", () => {
    it("excludes a host for the day, and leaves our room when all are excluded", async () => {
      localZoom.store.exhaustDailyLimit(host1 ?? "");
      await app.runJobs();
      expect(held()).toEqual([[host2, booked.booking.startTime.slice(0, 16)]]);
      localZoom.store.exhaustDailyLimit(host2 ?? "");
      const second = await createBookedInterview(app, { hours: 40 });
      await app.runJobs();
      expect(await linkOf(second.interviewee)).toContain("/room/");
      app.clock.advance({ days: 1 });
      const third = await createBookedInterview(app, { hours: 60 });
      await app.runJobs();
      expect(await linkOf(third.interviewee)).toContain("/j/");
    });
  });

  it("opening the meeting as its host is possible near the time; the URL is new each time and never stored", async () => {
    await app.runJobs();
    const path = `/api/meeting/${booked.booking._id}/start-link`;
    const ask = (by: SignedUpUser) => app.post(by, path);
    const start = new Date(booked.booking.startTime);
    expect((await ask(booked.interviewer)).body.msg).toBe(
      "You can start the meeting from 10 minutes before the interview.",
    );
    app.clock.set(addMinutes(start, -10));
    const [first, again] = [await ask(booked.interviewer), await ask(booked.interviewer)];
    expect(first.body.startUrl).toMatch(/\/s\/\d+\?zak=/);
    expect(again.body.startUrl).not.toBe(first.body.startUrl);
    expect(first.headers.get("cache-control")).toContain("no-store");
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from
      (select to_jsonb(m)::text as t from meetings m union all select to_jsonb(a)::text from host_allocations a
        union all select to_jsonb(j)::text from pgboss.job j) kept where t like '%zak%'`.execute(
      app.deps.database,
    );
    expect(rows).toEqual([{ count: 0 }]);
    const mails = [
      ...(await app.mailsTo(booked.interviewee.user.email)),
      ...(await app.mailsTo(booked.interviewer.user.email)),
    ];
    expect(JSON.stringify(mails)).not.toContain("zak=");
    localZoom.fail(500);
    const away = await ask(booked.interviewer);
    expect([away.status, away.body.msg]).toEqual([503, expect.stringContaining("Zoom")]);
    app.clock.set(addMinutes(start, 75));
    expect((await ask(booked.interviewer)).status).toBe(409);
  });
});
