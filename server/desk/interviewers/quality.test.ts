import type { InterviewerQuality } from "@greenroom/contract/desk/interviewers.ts";
import type { WorkLine } from "@greenroom/contract/desk/today.ts";
import { beforeEach, describe, expect, it } from "vitest";
import {
  type BookedInterview,
  createBookedInterview,
  insertCompletedInterview,
  recordInterview,
} from "../../schedule/bookings/bookings.testing.ts";
import { completeDueBookings } from "../../schedule/bookings/end.ts";
import { type SignedUpUser, testNow, useTestApp } from "../../testing/app.ts";
import { writePdf } from "../../testing/files.ts";

const app = useTestApp();
let booked: BookedInterview;
let operator: SignedUpUser;
beforeEach(async () => {
  app.clock.set(testNow);
  booked = await createBookedInterview(app);
  await app.runJobs();
  operator = await app.signUpOperator();
});

const list = async (query = ""): Promise<InterviewerQuality[]> =>
  await app.read(operator, `/api/operator/interviewers${query}`);

async function uploadFeedback() {
  const form = new FormData();
  form.append(
    "feedback",
    new Blob([new Uint8Array(writePdf("Asha", ["Well done."]))], { type: "application/pdf" }),
    "f.pdf",
  );
  const { booking, interviewer } = booked;
  const answer = await app.post(interviewer, `/api/interviewer/feedback-upload/${booking._id}`, form);
  expect(answer.status).toBe(201);
}

/** A completed interview of an earlier day, with a score of one area. */
async function insertScored(
  interviewer: SignedUpUser,
  interviewee: SignedUpUser,
  { day, score }: { day: number; score: number },
) {
  const startsAt = new Date(Date.parse("2026-01-01T00:00:00Z") + day * 86_400_000);
  const people = { interviewerId: interviewer.user._id, intervieweeId: interviewee.user._id };
  const { bookingId, endsAt } = await insertCompletedInterview(app, { ...people, startsAt });
  await app.deps.database
    .insertInto("feedbackScores")
    .values({ bookingId, area: "coding", track: "ai-engineer", score, ...people, scoredAt: endsAt })
    .execute();
}

describe("the quality of interviewers", () => {
  const own = async () => (await list()).find(({ _id }) => _id === booked.interviewer.user._id);

  it("begins empty, on probation", async () => {
    expect(await own()).toMatchObject({
      ...{ name: "Ira Viewer", completed: 0, isOnProbation: true, rating: null, ratings: 0 },
      ...{ punctuality: null, feedbackHours: null },
      ...{ meanScore: null, noShows: 0, disputes: 0 },
    });
  });

  it("counts what happened: entering on time, the rating, and the time to feedback", async () => {
    const { booking, interviewer, interviewee } = booked;
    app.clock.set(new Date(Date.parse(booking.startTime) + 60_000));
    await app.post(interviewer, `/api/rooms/${booking._id}/presence`);
    await recordInterview(app, booking._id);
    app.clock.set(new Date(Date.parse(booking.endTime) + 60_000));
    await completeDueBookings(app.deps);
    await app.post(interviewee, "/api/user/feedback", {
      bookingId: booking._id,
      interviewerId: interviewer.user._id,
      interviewScore: 4,
      overallSummary: "Good.",
    });
    app.clock.set(new Date(Date.parse(booking.endTime) + 3 * 3_600_000));
    await uploadFeedback();
    operator = await app.signUpOperator();
    expect(await own()).toMatchObject({
      ...{ completed: 1, isOnProbation: true, rating: 4, ratings: 1, punctuality: 1, feedbackHours: 3 },
    });
    // The feedback of the first interviews is shown in Today.
    const { body } = await app.get(operator, "/api/operator/today");
    const lines = body.lines.filter(({ kind }: WorkLine) => kind === "probation-feedback");
    expect(lines).toMatchObject([{ subject: booking._id, people: [{ name: "Ira Viewer" }, {}] }]);
  });

  it("compares the scores given with what others gave the same people, from five interviews on", async () => {
    const [strict, mild] = [await app.signUpInterviewer(), await app.signUpInterviewer()];
    const candidate = await app.signUp();
    for (let day = 1; day <= 5; day += 1) {
      await insertScored(strict, candidate, { day, score: 2 });
      await insertScored(mild, candidate, { day: day + 10, score: 4 });
      const found = (await list()).find(({ _id }) => _id === strict.user._id);
      expect(found).toMatchObject({ comparedInterviews: day, severity: day < 5 ? null : -2 });
    }
    const other = (await list()).find(({ _id }) => _id === mild.user._id);
    expect(other).toMatchObject({ comparedInterviews: 5, severity: 2, meanScore: 4 });
    // Nobody else has scored these people.
    await insertScored(strict, await app.signUp(), { day: 30, score: 5 });
    const unchanged = (await list()).find(({ _id }) => _id === strict.user._id);
    expect(unchanged).toMatchObject({ comparedInterviews: 5, severity: -2 });
  });

  it("has pages by name", async () => {
    await app.signUpInterviewer({ firstName: "Aadi" });
    const first = await app.get(operator, "/api/operator/interviewers?limit=1");
    expect(first.body).toMatchObject([{ name: "Aadi Test" }]);
    const next = /<[^>]*(\?[^>]+)>/.exec(first.headers.get("link") ?? "")?.[1];
    expect(await list(next)).toMatchObject([{ name: "Ira Viewer" }]);
  });
});
