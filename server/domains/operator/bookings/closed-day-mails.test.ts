import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createTestApp, type SignedUpUser, type TestApp } from "../../../testing/app.ts";
import { runCommand } from "../../../testing/run-command.ts";
import { grantTestCredits, offerSlot, postBooking } from "../../bookings/bookings.testing.ts";
import { confirmAction } from "../desk.testing.ts";

let app: TestApp;
let operator: SignedUpUser;
let interviewer: SignedUpUser;
/** Tuesday 24 November 2026, 10:30 and 18:00 in India. */
const [morning, evening] = ["2026-11-24T05:00:00.000Z", "2026-11-24T12:30:00.000Z"] as const;
const closedSubject = "We closed Tue 24 Nov 2026 in your calendar";
const openSubject = "Tue 24 Nov 2026 is open again in your calendar";

beforeAll(async () => {
  app = await createTestApp();
  operator = await app.signUpOperator();
});
afterAll(() => app.close());
beforeEach(async () => {
  interviewer = await app.signUpInterviewer();
  await offerSlot(app, interviewer, morning);
  await offerSlot(app, interviewer, evening);
});

/** Cancels the day's only interview, closes the day and returns its days off. */
async function closeDay(): Promise<string[]> {
  const person = await app.signUp();
  await grantTestCredits(app, person, { sessions: 1 });
  const booked = await postBooking(app, person, {
    startTime: evening,
    interviewerId: interviewer.user._id,
  });
  const asked = { bookingIds: [booked.body._id], closesDays: true };
  return (await confirmAction(app, operator, "/api/operator/bookings/cancellation", asked)).body.closedDays;
}
const reopen = (daysOff: string[]) =>
  confirmAction(app, operator, "/api/operator/closed-days/reopening", { daysOff });
async function dayMails() {
  await app.runJobs();
  const mails = await app.mailsTo(interviewer.user.email);
  return mails.filter(({ subject }) => subject?.includes("in your calendar"));
}
const subjects = async () => (await dayMails()).map(({ subject }) => subject);
const offered = async () =>
  (await app.call("GET", "/api/interviewer/availability", { token: interviewer.token })).body.map(
    ({ slotTime }: { slotTime: string }) => slotTime,
  );

describe("the mails about a day that an operator closes", () => {
  it("say that the free times come back when the interviewer ends the day off, and they do", async () => {
    const [id] = await closeDay();
    const [mail] = await dayMails();
    expect(mail?.text).toContain("If you end it there, your free times of that day come back.");
    expect(mail?.text).not.toContain("add them again");
    expect(await offered()).toEqual([]);
    await app.call("DELETE", `/api/interviewer/time-off/${id}`, { token: interviewer.token });
    expect(await offered()).toEqual([morning]);
    expect(await subjects()).toEqual([closedSubject]);
  });

  it("tell the interviewer that the day is open again", async () => {
    const daysOff = await closeDay();
    expect(await subjects()).toEqual([closedSubject]);
    expect((await reopen(daysOff)).status).toBe(200);
    const mails = await dayMails();
    expect(mails.map(({ subject }) => subject)).toEqual([closedSubject, openSubject]);
    expect(mails[1]?.text).toContain("people can book your free times of that day again");
    expect(mails[1]?.text).toContain("Interviews that were canceled stay canceled.");
  });

  it("do not say that a day is closed that was opened before the mail was sent", async () => {
    await reopen(await closeDay());
    expect(await subjects()).toEqual([openSubject]);
  });

  it("do not say that a day is open that was closed again before the mail was sent", async () => {
    await reopen(await closeDay());
    const day = [interviewer.user.email, "2026-11-24", "--reason", "Ill", "--yes"];
    await runCommand(app.deps, ["bookings", "cancel-day", ...day]);
    expect(await subjects()).toEqual([closedSubject]);
  });
});
