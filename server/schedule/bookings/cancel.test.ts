import { addMinutes } from "@greenroom/contract/kernel/time.ts";
import { describe, expect, it } from "vitest";
import {
  app,
  booked,
  callOff,
  cancel,
  earningsPage,
  useBookedInterview,
} from "../../testing/booked-interview.ts";
import { postBooking } from "./bookings.testing.ts";

useBookedInterview({ hours: 30 });

const ledger = async () => await app.read(booked.interviewee, "/api/user/credits");
const openSlots = async () =>
  (await app.read(booked.interviewee, "/api/user/slots")).filter(
    (slot: { interviewerId: { _id: string } }) => slot.interviewerId._id === booked.interviewer.user._id,
  );
/** Sets the clock to this many hours before the start. */
const before = (hours: number) => app.clock.set(addMinutes(new Date(booked.booking.startTime), -60 * hours));

describe("the interviewee cancels", () => {
  it("in time: the session is back as a line of the ledger, and the slot is free from the very next list", async () => {
    before(12);
    const answer = await cancel({ expecting: "session-returned" });
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      msg: "✅ Your interview is canceled and your session has been returned.",
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
      reason: "Interview canceled in time",
      bookingId: booked.booking._id,
    });
    expect(await openSlots()).toHaveLength(1);
    expect((await earningsPage()).transactions).toEqual([]);
    const again = await postBooking(app, booked.interviewee, {
      startTime: booked.booking.startTime,
      interviewerId: booked.interviewer.user._id,
    });
    expect(again.status).toBe(201);
  });

  it("too late: the credit stays spent, the interviewer is paid at once, and the slot is not offered again", async () => {
    before(12 - 1 / 60);
    const answer = await cancel();
    expect(answer.body.booking).toMatchObject({
      status: "cancelled",
      cancellation: { by: "interviewee", sessionReturned: false },
    });
    expect((await ledger()).map(({ kind }: { kind: string }) => kind)).toEqual(["spend", "grant"]);
    expect((await earningsPage()).transactions).toMatchObject([
      { status: "credited", amount: 349.3, without: "late-cancellation" },
    ]);
    expect(await openSlots()).toEqual([]);
  });

  it("is refused if the outcome differs from what they were shown, and changes nothing", async () => {
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
  });

  it("is refused after the start, and the second time", async () => {
    before(0);
    const begun = await cancel();
    expect([begun.status, begun.body.msg]).toEqual([
      409,
      "This interview has started, so it can no longer be canceled.",
    ]);
    before(20);
    expect((await cancel()).status).toBe(200);
    const twice = await cancel();
    expect([twice.status, twice.body.msg]).toEqual([409, "This interview was canceled already."]);
    expect(await ledger()).toHaveLength(3);
  });

  it("succeeds once when requested twice at once", async () => {
    before(20);
    const answers = await Promise.all([cancel(), cancel(), callOff(), cancel()]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    expect(await ledger()).toHaveLength(3);
  });
});

it("an interviewer's cancellation always returns the credit and removes the slot from the calendar", async () => {
  before(0.5);
  const answer = await callOff();
  expect(answer.body.booking).toMatchObject({
    status: "cancelled",
    cancellation: { by: "interviewer", sessionReturned: true },
  });
  expect((await ledger())[0]).toMatchObject({ kind: "return", reason: "The interviewer canceled" });
  expect((await earningsPage()).transactions).toEqual([]);
  expect(await openSlots()).toEqual([]);
  const calendar = await app.get(booked.interviewer, "/api/interviewer/availability");
  expect(calendar.body).toEqual([]);
  for (const [path, { token }] of [
    ["/api/interviewer/history", booked.interviewer],
    ["/api/user/bookings", booked.interviewee],
  ] as const) {
    expect(await app.read({ token }, path)).toEqual([]);
    for (const status of ["any", "cancelled"])
      expect(await app.read({ token }, `${path}?status=${status}`)).toMatchObject([{ status: "cancelled" }]);
  }
});

describe("mails of a cancellation", () => {
  it("remove the interview from both calendars, each in the reader's zone", async () => {
    await app.deps.database
      .updateTable("users")
      .set({ timeZone: "America/New_York" })
      .where("id", "=", booked.interviewer.user._id)
      .execute();
    await app.runJobs();
    await app.runJobs();
    before(20);
    await cancel();
    await app.runJobs();
    for (const [person, zone] of [
      [booked.interviewee, "IST"],
      [booked.interviewer, "EST"],
    ] as const) {
      const mails = await app.mailsTo(person.user.email);
      const invites = mails.map(calendarOf).filter((file) => file !== null);
      expect(invites.map((file) => file.method)).toEqual(["REQUEST", "CANCEL"]);
      expect(invites.map((file) => file.lines.SEQUENCE)).toEqual(["0", "1"]);
      expect(new Set(invites.map((file) => file.lines.UID))).toEqual(
        new Set([`booking-${booked.booking._id}@greenroom`]),
      );
      const { LOCATION, DESCRIPTION } = invites[0]?.lines ?? {};
      expect(LOCATION).toBe(`${app.deps.config.publicUrl}/room/${booked.booking._id}`);
      const addresses = DESCRIPTION?.replaceAll("\\n", "\n").match(/https?:\S+/g) ?? [];
      expect(addresses).toHaveLength(2);
      expect(new Set(addresses).size).toBe(2);
      expect(mails.at(-1)?.subject).toMatch(/^Canceled/);
      expect(mails.at(-1)?.text).toContain(zone);
    }
  });

  const rebook = async () => {
    const { interviewee, booking, interviewer } = booked;
    await postBooking(app, interviewee, {
      startTime: booking.startTime,
      interviewerId: interviewer.user._id,
    });
  };
  const wait = async () => {
    const { token } = await app.signUp();
    await app.post({ token }, "/api/user/waits", { mentor: booked.interviewer.user._id });
  };
  const withdraw = async () => {
    const [slot] = await openSlots();
    await app.delete(booked.interviewer, `/api/interviewer/availability/${slot._id}`);
  };
  const nothing = async () => undefined;
  it.each([
    ["that it is open to others again", nothing, nothing, "Your slot is open to others again."],
    ["that it is booked again", nothing, rebook, "Your slot is booked again already."],
    ["that it is held for who waited", wait, nothing, "Your slot is held for somebody else, who can book it"],
    ["that it is gone", nothing, withdraw, "Your slot is not open to others again:"],
  ])("tell the interviewer of the slot %s", async (_what, prepare, follow, text) => {
    before(20);
    await app.runJobs();
    await prepare();
    await cancel();
    await follow();
    await app.runJobs();
    const [mail] = await app.mailsTo(booked.interviewer.user.email, /^Canceled/);
    expect(mail?.text).toContain(text);
  });

  it("are not sent for an unannounced booking: the confirmation checks the booking first", async () => {
    before(20);
    await cancel();
    await app.runJobs();
    await app.runJobs();
    const subjects = (await app.mailsTo(booked.interviewee.user.email)).map(({ subject }) => subject);
    expect(subjects.filter((subject) => subject?.startsWith("Your mock interview"))).toEqual([]);
  });
});

it("a notice period of zero hours allows free cancellation until the start", async () => {
  const { cancelNoticeHours } = app.deps.config;
  Object.assign(app.deps.config, { cancelNoticeHours: 0 });
  before(1 / 60);
  expect((await cancel()).body.booking.cancellation.sessionReturned).toBe(true);
  Object.assign(app.deps.config, { cancelNoticeHours });
});

interface ReadMail {
  attachments: { mimeType: string; content: ArrayBuffer | string | Uint8Array }[];
}

/** The invitation attached to a mail, unfolded; null if there is none. */
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
