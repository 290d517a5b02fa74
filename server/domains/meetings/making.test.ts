import { addMinutes } from "@greenroom/contract/time.ts";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createTestApp, type SignedUp, type TestApp } from "../../testing/app.ts";
import { startZoomPeer, type ZoomFault, type ZoomPeer } from "../../testing/peers/zoom.ts";
import { letItPass, type Staged, stageBooking } from "../bookings/bookings.testing.ts";
import { dealOutReminders } from "../bookings/deal-out-reminders.ts";
import { makeDueMeetings } from "./make-due-meetings.ts";
import { sweepMeetings } from "./sweep-meetings.ts";

// Each test has an app and people of its own, which takes a busy machine its time.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let peer: ZoomPeer;
let app: TestApp;
let staged: Staged;
beforeEach(async () => {
  peer = await startZoomPeer({ now: () => app?.clock.now() ?? new Date() });
  app = await createTestApp({ environment: peer.settings });
  staged = await stageBooking(app);
});
afterEach(async () => {
  await app.close();
  await peer.close();
});

const create = (person: SignedUp, change: object = {}) =>
  app.call("POST", "/api/meeting/create", {
    token: person.token,
    body: { bookingId: staged.booking._id, startTime: staged.booking.startTime, ...change },
  });

async function booking() {
  const { body } = await app.call("GET", "/api/user/bookings", { token: staged.interviewee.token });
  return body[0] as { status: string; zoomLink: string | null };
}

const created = "✅ Booking successful & Zoom meeting created!";
const room = () => `http://localhost:${app.deps.config.port}/room/${staged.booking._id}`;

describe("making the meeting", () => {
  it("asks Zoom once, though browser and outbox ask at once and again", async () => {
    const [answers] = await Promise.all([
      Promise.all([create(staged.interviewee), create(staged.interviewee), create(staged.interviewer)]),
      app.runJobs(),
    ]);
    await app.runJobs();
    answers.push(await create(staged.interviewee));
    const [meeting] = peer.books.meetings.values();
    const zoomLink = `${peer.url}/j/${meeting?.id}?pwd=${meeting?.password}.1`;
    for (const answer of answers) {
      expect([answer.status, answer.body]).toEqual([200, { zoomLink, msg: created }]);
    }
    expect(peer.books.made).toBe(1);
    expect(meeting).toMatchObject({ topic: "Greenroom mock interview", duration: 45 });
  });

  it("is where the reminder leads, which does not speak of our room", async () => {
    await app.runJobs();
    const { zoomLink } = await booking();
    app.clock.set(addMinutes(new Date(staged.booking.startTime), -60));
    await dealOutReminders(app.deps);
    await app.runJobs();
    for (const { user } of [staged.interviewee, staged.interviewer]) {
      const reminder = (await app.mailsTo(user.email)).at(-1);
      expect(reminder?.subject).toMatch(/^Reminder/);
      expect(reminder?.text).toContain(`You meet on Zoom. The link: ${zoomLink}`);
      expect(reminder?.text).not.toMatch(/\broom\b/);
    }
  });

  it("is for the two parties, at the booking's own time", async () => {
    const stranger = await app.signUp(); // Which runs the jobs: the outbox has made the meeting.
    expect((await create(stranger)).status).toBe(404);
    expect(
      (await create(staged.interviewee, { bookingId: "0190a5b8-7c00-7000-8000-00000000ffff" })).status,
    ).toBe(404);
    expect((await create(staged.interviewee, { startTime: staged.booking.endTime })).status).toBe(409);
    expect((await create(staged.interviewee, { startTime: "soon" })).status).toBe(400);
    expect((await create(staged.interviewee, { link: "https://evil.example" })).status).toBe(400);
    expect(peer.books.made).toBe(1);
  });

  it("makes none for what is cancelled or past", async () => {
    await app.deps.database.updateTable("bookings").set({ status: "cancelled" }).execute();
    expect((await create(staged.interviewee)).status).toBe(409);
    await app.deps.database.updateTable("bookings").set({ status: "pending" }).execute();
    letItPass(app, staged.booking);
    expect((await create(staged.interviewee)).status).toBe(409);
    await app.runJobs();
    expect(peer.books.made).toBe(0);
  });

  it("takes over from a server that died while asking, and takes what it had made", async () => {
    peer.fail("lost-answer");
    expect((await create(staged.interviewee)).status).toBe(503);
    const claimedUntil = addMinutes(app.clock.now(), 0.75);
    await app.deps.database.updateTable("meetings").set({ claimedUntil, nextTryAt: null }).execute();
    app.clock.advance({ seconds: 45 });
    await makeDueMeetings(app.deps);
    expect(await booking()).toMatchObject({ zoomLink: expect.stringContaining(`${peer.url}/j/`) });
    expect(peer.books.made).toBe(1);
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
    "with %s, the person is told, and the meeting is there once Zoom is back",
    async (...fault) => {
      // Read beforehand, so that the first fault is the creation's.
      peer.fail(...fault);
      const asking = create(staged.interviewee);
      if (fault[0] === "hang") {
        await expect.poll(() => peer.calls.some((call) => call.endsWith("/meetings"))).toBe(true);
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
      // Asked again before its time, it does not ask Zoom.
      const calls = peer.calls.length;
      const early = await create(staged.interviewee);
      expect([early.status, peer.calls.length]).toEqual([503, calls]);
      app.clock.advance({ seconds: 60 });
      await makeDueMeetings(app.deps);
      await makeDueMeetings(app.deps);
      await app.runJobs();
      expect(await booking()).toMatchObject({ zoomLink: expect.stringContaining(`${peer.url}/j/`) });
      expect((await create(staged.interviewee)).body.msg).toBe(created);
      expect([peer.books.made, peer.books.meetings.size]).toEqual([1, 1]);
    },
  );

  it("waits as long as it is asked to, while there is time", async () => {
    peer.fail(429);
    expect((await create(staged.interviewee)).headers.get("retry-after")).toBe("40");
    const { nextTryAt } = await app.deps.database
      .selectFrom("meetings")
      .select("nextTryAt")
      .executeTakeFirstOrThrow();
    expect(nextTryAt).toEqual(addMinutes(app.clock.now(), 40 / 60));
  });

  it("and goes on failing, they meet in our own room, and both are told; what Zoom made all the same is swept", async () => {
    peer.fail("lost-answer");
    await create(staged.interviewee);
    peer.failAlways("cut");
    app.clock.advance({ minutes: 15 });
    await makeDueMeetings(app.deps);
    peer.failAlways(null);
    const answer = await create(staged.interviewer);
    expect(answer.body).toEqual({
      zoomLink: room(),
      msg: "✅ Booking successful & Greenroom meeting created! Zoom cannot be reached, so you meet in the Greenroom room. The link is with your booking.",
    });
    await app.runJobs();
    await app.runJobs();
    for (const { user } of [staged.interviewee, staged.interviewer]) {
      const told = (await app.mailsTo(user.email)).filter(({ subject }) =>
        subject?.startsWith("Where you meet"),
      );
      expect(told.map(({ text }) => text)).toEqual([
        expect.stringContaining("Zoom cannot be reached, so you meet in the Greenroom room."),
      ]);
    }
    expect(peer.books.meetings.size).toBe(1);
    expect(await sweepMeetings(app.deps)).toBe(1);
    expect([peer.books.meetings.size, await sweepMeetings(app.deps)]).toEqual([0, 0]);
  });

  it("shortly before the start, nobody waits for it", async () => {
    app.clock.set(addMinutes(new Date(staged.booking.startTime), -30));
    peer.failAlways(500);
    const answer = await create(staged.interviewee);
    expect([answer.status, answer.body.zoomLink]).toEqual([200, room()]);
  });
});
