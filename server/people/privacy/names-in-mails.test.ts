import type { TimelineEvent } from "@greenroom/contract/desk/people.ts";
import { addMinutes } from "@greenroom/contract/kernel/time.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { enqueueFeedbackReminders } from "../../review/feedback/deadline/enqueue-feedback-reminders.ts";
import { grantDueRemedies } from "../../review/feedback/deadline/grant-due-remedies.ts";
import {
  type BookedInterview,
  createBookedInterview,
  hoursFromNow,
  offerSlot,
  recordInterview,
} from "../../schedule/bookings/bookings.testing.ts";
import { completeDueBookings } from "../../schedule/bookings/end.ts";
import { enqueueReminders } from "../../schedule/bookings/reminders.ts";
import { createTestApp, type TestApp } from "../../testing/app.ts";
import { deleteOwnAccount } from "../../testing/delete-account.ts";

/* The names of people who have deleted their account, in the subjects of mails that others got. */

let app: TestApp;
let booked: BookedInterview;
/** A second interview, which moved to another interviewer. */
let moved: BookedInterview;
beforeAll(async () => {
  app = await createTestApp();
  booked = await createBookedInterview(app);
  await app.runJobs();
  moved = await createBookedInterview(app, { hours: 40 });
  await app.runJobs();
  await moveToThirdInterviewer();
  await sendEveryMail();
});
afterAll(() => app.close());

async function moveToThirdInterviewer(): Promise<void> {
  const third = await app.signUpInterviewer({ firstName: "Theo", lastName: "Third" });
  const startTime = hoursFromNow(app, 50);
  await offerSlot(app, third, startTime);
  const { status } = await app.call("POST", `/api/user/bookings/${moved.booking._id}/reschedule`, {
    token: moved.interviewee.token,
    body: { startTime, interviewerId: third.user._id },
  });
  if (status !== 200) throw new Error(`the interview was not moved: ${status}`);
}

/** Sends what a message, reminders, late feedback and its remedy send. */
async function sendEveryMail(): Promise<void> {
  const { interviewee, booking } = booked;
  await app.call("POST", "/api/contact", {
    body: { name: "Cand Idate", email: interviewee.user.email, message: "Do you have SQL drills?" },
  });
  app.clock.set(addMinutes(new Date(booking.startTime), -50));
  await enqueueReminders(app.deps);
  await app.runJobs();
  await recordInterview(app, booking._id);
  for (const hours of [1, 24, 100]) {
    app.clock.set(addMinutes(new Date(booking.endTime), 60 * hours));
    await completeDueBookings(app.deps);
    await enqueueFeedbackReminders(app.deps);
    await grantDueRemedies(app.deps);
    await app.runJobs();
  }
}

const stored = async (): Promise<string[]> =>
  (await app.deps.pool.query("select subject from sent_mails order by sent_at, id")).rows.map(
    ({ subject }) => subject,
  );

describe("the list of sent mails", () => {
  it("has no name of another person, though the mails have", async () => {
    const { interviewer, interviewee } = booked;
    const sent = [];
    for (const address of [interviewer, interviewee, moved.interviewer].map(({ user }) => user.email)) {
      sent.push(...(await app.mailsTo(address)).map(({ subject }) => subject ?? ""));
    }
    sent.push(...(await app.mailsTo("support@greenroom.example")).map(({ subject }) => subject ?? ""));
    const kinds = [
      ...[
        /^Cand Idate booked you: /,
        /^Reminder: interview with Cand Idate, /,
        /^Reminder: interview with Ira/,
      ],
      ...[/^Cand Idate is waiting for your feedback, due /, /^Your feedback for Cand Idate is late$/],
      ...[/^Your interview with Ira Viewer has a report without points$/, /^Message from Cand Idate$/],
      /^Cand Idate rescheduled: /,
    ];
    for (const kind of kinds) expect(sent).toContainEqual(expect.stringMatching(kind));
    expect((await stored()).filter((subject) => /Idate|Viewer|Third/.test(subject))).toEqual([]);
  });

  it("leaves no name of a deleted person on the page of the other", async () => {
    const { interviewer, interviewee } = booked;
    const owner = await app.signUpOperator();
    await deleteOwnAccount(app, interviewee);
    const path = `/api/operator/people/${interviewer.user._id}/timeline?limit=200`;
    const { body } = await app.call("GET", path, { token: owner.token });
    const titles = body.map(({ title }: TimelineEvent) => title);
    expect(titles).toContain("Interview with Deleted user");
    expect(titles).toContainEqual(expect.stringMatching(/^Email: An interviewee booked you: /));
    expect(JSON.stringify(body)).not.toContain("Idate");
  });
});
