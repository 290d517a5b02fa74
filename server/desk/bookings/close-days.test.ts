import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { generateWeeklySlots } from "../../schedule/availability/weekly-hours.ts";
import { grantTestCredits, offerSlot, postBooking } from "../../schedule/bookings/bookings.testing.ts";
import { type SignedUpUser, testNow, useTestApp } from "../../testing/app.ts";
import { confirmAction, previewAction } from "../desk.testing.ts";

const app = useTestApp();
let operator: SignedUpUser;
const path = "/api/operator/bookings/cancellation";
const reopening = "/api/operator/closed-days/reopening";
/** Tuesday 24 November 2026, 10:30 in India, by hand. */
const byHand = "2026-11-24T05:00:00.000Z";
/** Tuesday 24 November 2026, 18:00, 18:45 and 19:30 in India, by weekly hours. */
const [six, quarterToSeven, halfPastSeven] = ["12:30", "13:15", "14:00"].map(
  (at) => `2026-11-24T${at}:00.000Z`,
);

beforeAll(async () => {
  operator = await app.signUpOperator();
});

describe("a closed day", () => {
  let interviewer: SignedUpUser;
  /** Tuesday 24 November 2026, 10:30 and 18:00 in India. */
  const [morning, evening] = ["2026-11-24T05:00:00.000Z", "2026-11-24T12:30:00.000Z"] as const;
  const closedSubject = "We closed Tue 24 Nov 2026 in your calendar";
  const openSubject = "Tue 24 Nov 2026 is open again in your calendar";

  beforeEach(async () => {
    interviewer = await app.signUpInterviewer();
    await offerSlot(app, interviewer, morning);
    await offerSlot(app, interviewer, evening);
  });

  /** Cancels the day's only interview, closes the day and returns its days off. */
  async function closeDay(startTime: string = evening): Promise<string[]> {
    const person = await app.signUp();
    await grantTestCredits(app, person, { sessions: 1 });
    const booked = await postBooking(app, person, {
      startTime,
      interviewerId: interviewer.user._id,
    });
    const asked = { bookingIds: [booked.body._id], closesDays: true };
    const { body } = await confirmAction(app, operator, path, asked);
    return body.undo.body.daysOff;
  }
  const reopen = (daysOff: string[]) => confirmAction(app, operator, reopening, { daysOff });
  async function dayMails() {
    await app.runJobs();
    const mails = await app.mailsTo(interviewer.user.email);
    return mails.filter(({ subject }) => subject?.includes("in your calendar"));
  }
  const subjects = async () => (await dayMails()).map(({ subject }) => subject);
  const offered = async () =>
    (await app.read(interviewer, "/api/interviewer/availability")).map(
      ({ slotTime }: { slotTime: string }) => slotTime,
    );

  it("comes back with a slot that somebody was paying for", async () => {
    const [slot] = await app.read(interviewer, "/api/interviewer/availability");
    const { token } = await app.signUp();
    const held = await app.post({ token }, "/api/user/slot-hold", { slotId: slot._id });
    expect(held.status).toBe(201);
    await reopen(await closeDay());
    expect(await offered()).toEqual([morning]);
  });

  describe("the mails about a day that an operator closes", () => {
    it("say that the free times come back when the interviewer ends the day off, and they do", async () => {
      const [id] = await closeDay();
      const [mail] = await dayMails();
      expect(mail?.text).toContain("If you end it there, your free times on that day come back.");
      expect(mail?.text).not.toContain("add them again");
      expect(mail?.text).toContain("we closed Tue 24 Nov 2026 (IST) in your calendar");
      expect(await offered()).toEqual([]);
      await app.delete(interviewer, `/api/interviewer/time-off/${id}`);
      expect(await offered()).toEqual([morning]);
      expect(await subjects()).toEqual([closedSubject]);
    });

    it("tell the interviewer that the day is open again", async () => {
      const daysOff = await closeDay();
      expect(await subjects()).toEqual([closedSubject]);
      expect((await reopen(daysOff)).status).toBe(200);
      const mails = await dayMails();
      expect(mails.map(({ subject }) => subject)).toEqual([closedSubject, openSubject]);
      expect(mails[1]?.text).toContain("we have reopened Tue 24 Nov 2026 (IST) in your calendar");
      expect(mails[1]?.text).toContain("people can book your free times on that day again");
      expect(mails[1]?.text).toContain("Interviews that were canceled stay canceled.");
    });

    it("do not say that a day is closed that was opened before the mail was sent", async () => {
      await reopen(await closeDay());
      expect(await subjects()).toEqual([openSubject]);
    });

    it("do not say that a day is open that was closed again before the mail was sent", async () => {
      await offerSlot(app, interviewer, "2026-11-24T08:00:00.000Z");
      await reopen(await closeDay());
      await closeDay(morning);
      expect(await subjects()).toEqual([closedSubject]);
    });
  });

  describe("the list of closed days", () => {
    const list = async (query: Record<string, string> = {}) =>
      await app.get(operator, `/api/operator/closed-days?${new URLSearchParams(query)}`);
    const daysOf = async (query: Record<string, string> = {}) =>
      (await list({ person: interviewer.user.email, ...query })).body;
    const [day, after] = ["2026-11-23T18:30:00.000Z", "2026-11-24T18:30:00.000Z"];

    it("names a day that an operator closed until it is opened again", async () => {
      expect(await daysOf()).toEqual([]);
      const [id = ""] = await closeDay();
      const { _id, firstName, lastName, email } = interviewer.user;
      const closed = {
        ...{ _id: id, day: "2026-11-24", timeZone: "Asia/Kolkata" },
        interviewer: { _id, name: `${firstName} ${lastName}`, email },
      };
      expect(await daysOf()).toEqual([closed]);
      expect((await list({ from: day, to: after })).body).toContainEqual(closed);
      expect(await daysOf({ person: _id })).toEqual([closed]);
      expect(await daysOf({ from: after })).toEqual([]);
      expect(await daysOf({ to: day })).toEqual([]);
      expect((await reopen([id])).status).toBe(200);
      expect(await daysOf()).toEqual([]);
    });

    it("has neither the interviewer's own days off nor days that are over", async () => {
      await app.post(interviewer, "/api/interviewer/time-off", {
        firstDay: "2026-11-25",
        lastDay: "2026-11-25",
        timeZone: "Asia/Kolkata",
      });
      expect(await daysOf()).toEqual([]);
      await closeDay();
      app.clock.set(after);
      operator = await app.signUpOperator();
      expect(await daysOf({ from: day })).toEqual([]);
      app.clock.set(testNow);
      operator = await app.signUpOperator();
      expect(await daysOf({ from: day })).toHaveLength(1);
    });

    it("comes in pages, and each read is a line of the audit log", async () => {
      const looks = async () =>
        Number(
          (
            await app.deps.pool.query(
              "select count(*) from audit_log where action = 'desk.closed-days-listed'",
            )
          ).rows[0].count,
        );
      const first = await closeDay();
      interviewer = await app.signUpInterviewer();
      await offerSlot(app, interviewer, morning);
      await offerSlot(app, interviewer, evening);
      const second = await closeDay();
      const before = await looks();
      const all = (await list()).body.map(({ _id }: { _id: string }) => _id);
      expect(all).toEqual(expect.arrayContaining([...first, ...second]));
      const page = await list({ limit: "1" });
      expect(page.body.map(({ _id }: { _id: string }) => _id)).toEqual(all.slice(0, 1));
      expect(page.headers.get("link")).toContain('rel="next"');
      expect(await looks()).toBe(before + 2);
    });

    it.each([
      ["from", { from: "soon" }],
      ["to", { to: "2026-11-24" }],
      ["person", { person: "x".repeat(101) }],
      ["limit", { limit: "0" }],
    ])("refuses a wrong %s", async (field, query) => {
      const { status, body } = await list(query);
      expect([status, body.details[0].path]).toEqual([400, field]);
    });
  });
});

async function bookAt(interviewer: SignedUpUser, startTime = "") {
  const person = await app.signUp();
  await grantTestCredits(app, person, { sessions: 1 });
  return await postBooking(app, person, { startTime, interviewerId: interviewer.user._id });
}

/** An interviewer with three weekly times on a day and one by hand, of which some are booked. */
async function createDay(...booked: (string | undefined)[]) {
  const interviewer = await app.signUpInterviewer();
  const hours = {
    weekdays: [2],
    windows: [{ from: "18:00", to: "20:15" }],
    timeZone: "Asia/Kolkata",
    startsOn: "2026-11-20",
    endsOn: "2026-11-24",
    exceptions: [],
    minimumNoticeHours: 0,
    mostPerDay: null,
  };
  await app.post(interviewer, "/api/interviewer/weekly-rules", hours);
  await offerSlot(app, interviewer, byHand);
  const bookingIds: string[] = [];
  for (const startTime of booked) bookingIds.push((await bookAt(interviewer, startTime)).body._id);
  return { interviewer, bookingIds };
}
const preview = async (body: object) => (await previewAction(app, operator, path, body)).body;
const slotsOf = async (by: SignedUpUser) =>
  (await app.read(by, "/api/interviewer/availability")) as {
    slotTime: string;
    booking: { status: string } | null;
  }[];
const timeOffOf = async (by: SignedUpUser) =>
  (await app.read(by, "/api/interviewer/time-off")) as { _id: string; firstDay: string }[];

describe("canceling an interviewer's whole day", () => {
  it("closes the free times that are left with a day off that the interviewer can end", async () => {
    const { interviewer, bookingIds } = await createDay(six, halfPastSeven);
    const kept = await preview({ bookingIds });
    expect(kept.lines.map(({ label }: { label: string }) => label)).not.toContain("Free times");
    const closing = await preview({ bookingIds, closesDays: true });
    expect(closing.lines).toContainEqual({
      label: "Free times",
      text: `${interviewer.user.email} gets a day off on Tue 24 Nov 2026, so nobody can book them then. They see it as time off under Weekly hours. When they end it there, the free times come back.`,
    });
    const done = await confirmAction(app, operator, path, { bookingIds, closesDays: true });
    expect([done.status, done.body.msg]).toEqual([
      200,
      "2 interviews are canceled. The sessions have been returned, and everybody gets an email. Nobody can book the other times of the day any more.",
    ]);
    await generateWeeklySlots(app.deps);
    expect(await slotsOf(interviewer)).toEqual([]);
    expect((await bookAt(interviewer, quarterToSeven)).status).toBe(409);
    const { rows } = await app.deps.pool.query("select action, details from audit_log where subject = $1", [
      `user:${interviewer.user._id}`,
    ]);
    expect(rows).toContainEqual({
      action: "availability.day-closed",
      details: { day: "2026-11-24", timeZone: "Asia/Kolkata", reason: "Asked for by email" },
    });

    const [off] = await timeOffOf(interviewer);
    expect(off).toMatchObject({ firstDay: "2026-11-24", lastDay: "2026-11-24", booked: [] });
    await app.delete(interviewer, `/api/interviewer/time-off/${off?._id}`);
    expect((await slotsOf(interviewer)).map(({ slotTime }) => slotTime)).toEqual([byHand, quarterToSeven]);
  });

  it("can be undone at the desk: every free time comes back, and the interviews stay canceled", async () => {
    const { interviewer, bookingIds } = await createDay(six, halfPastSeven);
    const canceled = await confirmAction(app, operator, path, { bookingIds, closesDays: true });
    const { daysOff } = canceled.body.undo.body;
    expect(daysOff).toHaveLength(1);
    const shown = await previewAction(app, operator, reopening, { daysOff });
    expect(shown.body.lines).toEqual([
      {
        label: "Day off",
        text: `The day off of ${interviewer.user.email} on Tue 24 Nov 2026 ends, and its free times can be booked again.`,
      },
      { label: "Interviews", text: "Those that were canceled stay canceled." },
    ]);
    const undone = await confirmAction(app, operator, reopening, { daysOff });
    expect([undone.status, undone.body.msg]).toEqual([
      200,
      "The day off has ended. 2 free times can be booked again. The interviews stay canceled.",
    ]);
    await generateWeeklySlots(app.deps);
    expect((await slotsOf(interviewer)).map(({ slotTime }) => slotTime)).toEqual([byHand, quarterToSeven]);
    expect(await timeOffOf(interviewer)).toEqual([]);
    expect((await bookAt(interviewer, byHand)).status).toBe(201);
    const { rows } = await app.deps.pool.query(
      "select action, details from audit_log where subject = $1 order by id desc limit 1",
      [`user:${interviewer.user._id}`],
    );
    expect(rows).toEqual([
      {
        action: "availability.day-reopened",
        details: { day: "2026-11-24", timeZone: "Asia/Kolkata", reason: "Asked for by email" },
      },
    ]);
    const again = await confirmAction(app, operator, reopening, { daysOff });
    expect([again.status, again.body.msg]).toEqual([
      409,
      "This day off has ended already, so there is nothing to undo.",
    ]);
  });

  it("has nothing to undo if no day was closed, or if the days off are the interviewer's own", async () => {
    const { interviewer, bookingIds } = await createDay(six);
    const canceled = await confirmAction(app, operator, path, { bookingIds });
    expect(canceled.body.undo).toBeNull();
    const { body } = await app.post(interviewer, "/api/interviewer/time-off", {
      firstDay: "2026-11-24",
      lastDay: "2026-11-24",
      timeZone: "Asia/Kolkata",
    });
    const refused = await confirmAction(app, operator, reopening, { daysOff: [body.timeOff._id] });
    expect(refused.status).toBe(409);
    expect(await timeOffOf(interviewer)).toHaveLength(1);
  });

  it("brings nothing back into other days off that the interviewer has added since", async () => {
    const { interviewer, bookingIds } = await createDay(six, halfPastSeven);
    const canceled = await confirmAction(app, operator, path, { bookingIds, closesDays: true });
    await app.post(interviewer, "/api/interviewer/time-off", {
      firstDay: "2026-11-23",
      lastDay: "2026-11-25",
      timeZone: "Asia/Kolkata",
    });
    const undone = await confirmAction(app, operator, reopening, {
      daysOff: canceled.body.undo.body.daysOff,
    });
    expect([undone.status, undone.body.msg]).toEqual([
      200,
      "The day off has ended. No free time is left on it. The interviews stay canceled.",
    ]);
    expect(await slotsOf(interviewer)).toEqual([]);
  });

  it("keeps the free times unless it was asked to close them", async () => {
    const { interviewer, bookingIds } = await createDay(six, halfPastSeven);
    expect((await confirmAction(app, operator, path, { bookingIds })).status).toBe(200);
    await generateWeeklySlots(app.deps);
    expect((await slotsOf(interviewer)).map(({ booking }) => booking)).toEqual([null, null]);
    expect(await timeOffOf(interviewer)).toEqual([]);
  });

  it("closes nothing while the interviewer has another interview that day", async () => {
    const { interviewer, bookingIds } = await createDay(six, halfPastSeven);
    const chosen = { bookingIds: bookingIds.slice(1), closesDays: true };
    const seen = await preview(chosen);
    expect(seen.lines).toContainEqual({
      label: "Free times",
      text: "There are none to close: the interviewer has other interviews that day, or no free time left.",
    });
    expect((await confirmAction(app, operator, path, chosen)).status).toBe(200);
    expect(await slotsOf(interviewer)).toHaveLength(3);
    expect(await timeOffOf(interviewer)).toEqual([]);
  });

  it("does nothing if a free time was booked since the preview", async () => {
    const { interviewer, bookingIds } = await createDay(six, halfPastSeven);
    const body = { bookingIds, closesDays: true };
    const { version, typedConfirmation: typed } = await preview(body);
    expect((await bookAt(interviewer, quarterToSeven)).status).toBe(201);
    const answer = await app.post(operator, path, { ...body, version, typed, reason: "She fell ill" });
    expect([answer.status, answer.body.msg]).toEqual([
      409,
      "Something has changed since you opened this. Look at it again before you confirm.",
    ]);
    const slots = await slotsOf(interviewer);
    expect(slots.filter(({ booking }) => booking?.status === "pending")).toHaveLength(3);
    expect(await timeOffOf(interviewer)).toEqual([]);
  });

  it("either closes a free time or lets it be booked, if both happen at once", async () => {
    for (let round = 0; round < 6; round += 1) {
      const { interviewer, bookingIds } = await createDay(six, halfPastSeven);
      const person = await app.signUp();
      await grantTestCredits(app, person, { sessions: 1 });
      const body = { bookingIds, closesDays: true };
      const { version, typedConfirmation: typed } = await preview(body);
      const [closed, booked] = await Promise.all([
        app.post(operator, path, { ...body, version, typed, reason: "She fell ill" }),
        postBooking(app, person, { startTime: quarterToSeven ?? "", interviewerId: interviewer.user._id }),
      ]);
      expect([
        [200, 409],
        [409, 201],
      ]).toContainEqual([closed.status, booked.status]);
      const pending = (await slotsOf(interviewer)).filter(({ booking }) => booking?.status === "pending");
      expect([pending.length, (await timeOffOf(interviewer)).length]).toEqual(
        closed.status === 200 ? [0, 1] : [3, 0],
      );
    }
  });

  it("tells the interviewer once by mail which day we closed", async () => {
    const closedMails = async ({ user }: SignedUpUser) => {
      await app.runJobs();
      return (await app.mailsTo(user.email)).filter(({ subject }) => subject?.startsWith("We closed"));
    };
    const { interviewer, bookingIds } = await createDay(six, halfPastSeven);
    await confirmAction(app, operator, path, { bookingIds, closesDays: true });
    const mails = await closedMails(interviewer);
    expect(mails.map(({ subject }) => subject)).toEqual(["We closed Tue 24 Nov 2026 in your calendar"]);
    expect(mails[0]?.text).toContain("Weekly hours");
    const { interviewer: kept, bookingIds: two } = await createDay(six, halfPastSeven);
    await confirmAction(app, operator, path, { bookingIds: two });
    expect(await closedMails(kept)).toEqual([]);
  });

  describe("while one of the interviews is under way", () => {
    /** From the first interview on; the morning is over. */
    const statusesOf = async (person: SignedUpUser) =>
      (await slotsOf(person))
        .filter(({ slotTime }) => slotTime >= (six ?? ""))
        .map(({ slotTime, booking }) => [slotTime, booking?.status]);
    const begun = "Tue 24 Nov 2026, 18:00 IST";

    it("leaves it alone at the desk, names it, and cancels and closes the rest of the day", async () => {
      const { interviewer, bookingIds } = await createDay(six, halfPastSeven);
      app.clock.set("2026-11-24T12:45:00.000Z");
      operator = await app.signUpOperator();
      const seen = await preview({ bookingIds, closesDays: true });
      expect(seen.typedConfirmation).toBeNull();
      expect(seen.lines[0]).toEqual({
        label: "Left alone",
        text: `${begun}: it has begun, and both people may be in the room.`,
      });
      const done = await confirmAction(app, operator, path, { bookingIds, closesDays: true });
      expect([done.status, done.body.msg]).toEqual([
        200,
        `1 interview is canceled. The sessions have been returned, and everybody gets an email. Nobody can book the other times of the day any more. Left alone, because it has begun: ${begun}.`,
      ]);
      expect(done.body.outcomes.map(({ text }: { text: string }) => text)).toEqual([
        "Left alone: it has begun.",
        "Canceled; the session has been returned.",
      ]);
      expect(await statusesOf(interviewer)).toEqual([[six, "pending"]]);
    });

    it("does not close its day if the canceled ones are of other days", async () => {
      const running = await createDay(six);
      const later = await createDay(halfPastSeven);
      app.clock.set("2026-11-24T12:45:00.000Z");
      operator = await app.signUpOperator();
      const bookingIds = [...running.bookingIds, ...later.bookingIds];
      const done = await confirmAction(app, operator, path, { bookingIds, closesDays: true });
      expect(done.body.undo).toMatchObject({
        body: { daysOff: [expect.any(String)] },
        label: "Open the day again",
      });
      expect(await statusesOf(running.interviewer)).toEqual([
        [six, "pending"],
        [quarterToSeven, undefined],
        [halfPastSeven, undefined],
      ]);
      // The free times that have passed by now stay.
      expect(await statusesOf(later.interviewer)).toEqual([[six, undefined]]);
    });

    it("cancels it if it is the only one that was chosen and is not over, after a warning", async () => {
      const { interviewer, bookingIds } = await createDay(six);
      app.clock.set("2026-11-24T12:45:00.000Z");
      operator = await app.signUpOperator();
      const seen = await preview({ bookingIds });
      expect([seen.typedConfirmation, seen.lines[0].label]).toEqual(["CANCEL 1", "Careful"]);
      const early = operator;
      app.clock.set("2026-11-24T13:15:00.000Z");
      operator = await app.signUpOperator();
      const refused = await previewAction(app, operator, path, { bookingIds });
      expect([refused.status, refused.body.msg]).toEqual([
        409,
        `Nothing is canceled. Left alone, because it has begun: ${begun}.`,
      ]);
      app.clock.set("2026-11-24T12:50:00.000Z");
      expect((await confirmAction(app, early, path, { bookingIds })).status).toBe(200);
      expect((await statusesOf(interviewer)).flat()).not.toContain("pending");
    });
  });
});
