import type { InterviewerQuality } from "@greenroom/contract/desk/interviewers.ts";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import {
  type BookedInterview,
  createBookedInterview,
  holdInterview,
} from "../../../schedule/bookings/bookings.testing.ts";
import { createTestApp, type SignedUpUser, type TestApp, testNow } from "../../../testing/app.ts";
import { feedbackForm } from "../../../testing/feedback-form.ts";

let app: TestApp;
let booked: BookedInterview;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  app.clock.set(testNow);
  booked = await createBookedInterview(app);
  await holdInterview(app, booked.booking);
});

function write({ booking, interviewer }: BookedInterview) {
  const path = `/api/interviewer/feedback-report/${booking._id}`;
  return app.call("POST", path, { token: interviewer.token, body: feedbackForm() });
}

function tell(seconds: unknown, { token }: SignedUpUser = booked.interviewer) {
  const path = `/api/interviewer/feedback-report/${booked.booking._id}/writing-time`;
  return app.call("POST", path, { token, body: { seconds } });
}

async function quality(): Promise<InterviewerQuality | undefined> {
  const { token } = await app.signUpOperator();
  const { body } = await app.call("GET", "/api/operator/interviewers?limit=100", { token });
  return body.find(({ _id }: InterviewerQuality) => _id === booked.interviewer.user._id);
}

it("is in the interviewer's quality, and a repeated request changes nothing", async () => {
  await write(booked);
  expect(await quality()).toMatchObject({ writingMinutes: null, timedForms: 0 });
  expect((await tell(270)).status).toBe(204);
  expect((await tell(30)).status).toBe(204);
  expect(await quality()).toMatchObject({ writingMinutes: 4.5, timedForms: 1 });
});

it("is the median of the interviewer's forms, with what their pages told", async () => {
  const interviewer = booked.interviewer;
  for (const [index, seconds] of [240, 3_600, 300, null].entries()) {
    if (index > 0) booked = await createBookedInterview(app, { interviewer });
    await holdInterview(app, booked.booking);
    expect((await write(booked)).status).toBe(201);
    if (seconds !== null) expect((await tell(seconds)).status).toBe(204);
  }
  expect(await quality()).toMatchObject({ writingMinutes: 5, timedForms: 3 });
});

it("of feedback that was not written in the form, or by somebody else, is refused", async () => {
  expect((await tell(270)).status).toBe(404);
  await write(booked);
  expect((await tell(270, await app.signUpInterviewer())).status).toBe(404);
  expect((await tell(270, booked.interviewee)).status).toBe(403);
  expect(await quality()).toMatchObject({ timedForms: 0 });
});

it.each([0, -1, 1.5, 86_401, "270", null])(
  "of %j seconds is refused, with the field's name",
  async (seconds) => {
    await write(booked);
    const { status, body } = await tell(seconds);
    expect([status, body.details?.map(({ path }: { path: string }) => path)]).toEqual([400, ["seconds"]]);
    expect(await quality()).toMatchObject({ timedForms: 0 });
  },
);
