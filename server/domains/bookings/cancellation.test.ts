import { addMinutes } from "@greenroom/contract/time.ts";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createTestApp, type SignedUp, type TestApp } from "../../testing/app.ts";
import { book, type Staged, stageBooking } from "./bookings.testing.ts";

let app: TestApp;
let staged: Staged;
beforeEach(async () => {
  app = await createTestApp();
  staged = await stageBooking(app, { hours: 30 });
});
afterEach(() => app.close());

const cancel = (body?: object, { token }: SignedUp = staged.interviewee) =>
  app.call("POST", `/api/user/bookings/${staged.booking._id}/cancel`, {
    token,
    ...(body ? { body } : {}),
  });
const callOff = ({ token }: SignedUp = staged.interviewer) =>
  app.call("POST", `/api/interviewer/bookings/${staged.booking._id}/cancel`, { token });
const ledger = async () =>
  (await app.call("GET", "/api/user/credits", { token: staged.interviewee.token })).body;
const openSlots = async () =>
  (await app.call("GET", "/api/user/slots", { token: staged.interviewee.token })).body;
const earnings = () => app.deps.database.selectFrom("earnings").selectAll().execute();
/** So many hours before the start. */
const before = (hours: number) => app.clock.set(addMinutes(new Date(staged.booking.startTime), -60 * hours));

describe("the interviewee cancels", () => {
  it("in time: the session is back as a line of the ledger, and the slot is free from the very next list", async () => {
    before(12);
    const answer = await cancel({ expecting: "session-returned" });
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      msg: "✅ Your interview is cancelled and your session is back.",
      booking: {
        status: "cancelled",
        cancellation: { by: "interviewee", sessionReturned: true },
        allowedActions: [],
        freeUntil: null,
      },
    });
    expect((await ledger())[0]).toMatchObject({
      kind: "return",
      delta: 1,
      balance: 1,
      reason: "Interview cancelled in time",
      bookingId: staged.booking._id,
    });
    expect(await openSlots()).toHaveLength(1);
    expect(await earnings()).toEqual([]);
    const again = await book(app, staged.interviewee, {
      startTime: staged.booking.startTime,
      interviewerId: staged.interviewer.user._id,
    });
    expect(again.status).toBe(201);
  });

  it("too late: the session stays spent, the interviewer is paid at once, and the slot is nobody's", async () => {
    app.clock.set(addMinutes(new Date(staged.booking.startTime), -12 * 60 + 1));
    const answer = await cancel();
    expect(answer.body.booking).toMatchObject({
      status: "cancelled",
      cancellation: { by: "interviewee", sessionReturned: false },
    });
    expect((await ledger()).map(({ kind }: { kind: string }) => kind)).toEqual(["spend", "grant"]);
    expect(await earnings()).toMatchObject([{ status: "credited", amountPaise: 34_930 }]);
    expect(await openSlots()).toEqual([]);
  });

  it("is refused when it would not end as they were told, and nothing moves", async () => {
    before(3);
    const late = await cancel({ expecting: "session-returned" });
    expect([late.status, late.body.code, late.body.details]).toEqual([
      409,
      "conflict",
      { outcome: "session-forfeited" },
    ]);
    before(13);
    expect((await cancel({ expecting: "session-forfeited" })).status).toBe(409);
    expect(await ledger()).toHaveLength(2);
    for (const body of [{ expecting: "x" }, { expecting: null }, { force: true }, []]) {
      expect((await cancel(body)).status).toBe(400);
    }
  });

  it("is refused once it has begun, a second time, and for anybody else", async () => {
    const stranger = await app.signUp();
    expect((await cancel(undefined, stranger)).status).toBe(404);
    before(0);
    const begun = await cancel();
    expect([begun.status, begun.body.msg]).toEqual([
      409,
      "This interview has begun, so it cannot be cancelled any more.",
    ]);
    before(20);
    expect((await cancel()).status).toBe(200);
    const twice = await cancel();
    expect([twice.status, twice.body.msg]).toEqual([409, "This interview was cancelled already."]);
    expect(await ledger()).toHaveLength(3);
  });

  it("of two at once, one does it", async () => {
    before(20);
    const answers = await Promise.all([cancel(), cancel(), callOff(), cancel()]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    expect(await ledger()).toHaveLength(3);
  });
});

describe("the interviewer cancels", () => {
  it("always gives the session back, and the slot is off the calendar", async () => {
    before(0.5);
    const answer = await callOff();
    expect(answer.body.booking).toMatchObject({
      status: "cancelled",
      cancellation: { by: "interviewer", sessionReturned: true },
    });
    expect((await ledger())[0]).toMatchObject({ kind: "return", reason: "The interviewer cancelled" });
    expect(await earnings()).toEqual([]);
    expect(await openSlots()).toEqual([]);
    const calendar = await app.call("GET", "/api/interviewer/availability", {
      token: staged.interviewer.token,
    });
    expect(calendar.body).toEqual([]);
    const history = await app.call("GET", "/api/interviewer/history", { token: staged.interviewer.token });
    expect(history.body).toMatchObject([{ status: "cancelled", allowedActions: [] }]);
  });

  it("is refused for another's interview", async () => {
    const other = await app.signUpInterviewer();
    expect((await callOff(other)).status).toBe(404);
  });
});

describe("mails of a cancellation", () => {
  it("takes the interview out of both calendars, each in their own zone", async () => {
    await app.deps.database
      .updateTable("users")
      .set({ timeZone: "America/New_York" })
      .where("id", "=", staged.interviewer.user._id)
      .execute();
    await app.runJobs();
    await app.runJobs();
    before(20);
    await cancel();
    await app.runJobs();
    for (const [person, zone] of [
      [staged.interviewee, "Asia/Kolkata"],
      [staged.interviewer, "America/New_York"],
    ] as const) {
      const mails = await app.mailsTo(person.user.email);
      const invites = mails.map(calendarOf).filter((file) => file !== null);
      expect(invites.map((file) => file.method)).toEqual(["REQUEST", "CANCEL"]);
      expect(invites.map((file) => file.lines.SEQUENCE)).toEqual(["0", "1"]);
      expect(new Set(invites.map((file) => file.lines.UID))).toEqual(
        new Set([`booking-${staged.booking._id}@greenroom`]),
      );
      const { LOCATION, DESCRIPTION } = invites[0]?.lines ?? {};
      expect(LOCATION).toBe(`${app.deps.config.publicUrl}/room/${staged.booking._id}`);
      const addresses = DESCRIPTION?.replaceAll("\\n", "\n").match(/https?:\S+/g) ?? [];
      expect(addresses).toHaveLength(2);
      expect(new Set(addresses).size).toBe(2);
      expect(mails.at(-1)?.subject).toMatch(/^Cancelled/);
      expect(mails.at(-1)?.text).toContain(zone);
    }
  });

  it("are not sent of a session that nobody was told of: the confirmation looks again first", async () => {
    before(20);
    await cancel();
    await app.runJobs();
    await app.runJobs();
    const subjects = (await app.mailsTo(staged.interviewee.user.email)).map(({ subject }) => subject);
    expect(subjects.filter((subject) => subject?.startsWith("Your mock interview"))).toEqual([]);
  });
});

describe("the notice window", () => {
  it("is told to every screen", async () => {
    expect((await app.call("GET", "/api/site")).body.cancelNoticeHours).toBe(12);
  });

  it("of nothing lets one cancel for free to the last", async () => {
    const other = await createTestApp({ environment: { GREENROOM_CANCEL_NOTICE_HOURS: "0" } });
    const { booking, interviewee } = await stageBooking(other);
    other.clock.set(addMinutes(new Date(booking.startTime), -1));
    const answer = await other.call("POST", `/api/user/bookings/${booking._id}/cancel`, {
      token: interviewee.token,
    });
    expect(answer.body.booking.cancellation.sessionReturned).toBe(true);
    await other.close();
  });
});

interface ReadMail {
  attachments: { mimeType: string; content: ArrayBuffer | string | Uint8Array }[];
}

/** The invitation in a mail, unfolded; null without one. */
function calendarOf(mail: ReadMail): { method: string; lines: Record<string, string> } | null {
  const file = mail.attachments.find(({ mimeType }) => /calendar|ics/.test(mimeType));
  if (file === undefined) return null;
  const text =
    typeof file.content === "string" ? file.content : new TextDecoder().decode(file.content as ArrayBuffer);
  const lines = Object.fromEntries(
    text
      .replaceAll(/\r?\n /g, "")
      .split(/\r?\n/)
      .map((line) => [line.split(/[:;]/)[0] ?? "", line.slice(line.indexOf(":") + 1)]),
  );
  return { method: lines.METHOD ?? "", lines };
}
