import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  type BookedInterview,
  createBookedInterview,
  holdInterview,
} from "../../../schedule/bookings/bookings.testing.ts";
import { createTestApp, type SignedUpUser, type TestApp } from "../../../testing/app.ts";
import { writePdf } from "../../../testing/files/write-pdf.ts";
import { type LocalS3, startLocalS3 } from "../../../testing/providers/s3.ts";

/* Uploads and links of both kinds with a bucket that is available or unavailable. */

let localS3: LocalS3;
let app: TestApp;
let booked: BookedInterview;
beforeAll(async () => {
  localS3 = await startLocalS3();
  app = await createTestApp({ environment: localS3.settings });
  app.clock.set(new Date()); // The bucket uses the machine's time.
  booked = await createBookedInterview(app);
});
beforeEach(() => localS3.failAlways(null));
afterAll(async () => {
  await app.close();
  await localS3.close();
});

const pdf = writePdf("Asha", ["Python, SQL."]);
const get = (path: string, person: SignedUpUser) => app.call("GET", path, { token: person.token });

function upload(path: string, field: string, person: SignedUpUser) {
  const form = new FormData();
  form.append(field, new Blob([pdf as Uint8Array<ArrayBuffer>], { type: "application/pdf" }), "Asha.pdf");
  return app.call("POST", path, { token: person.token, body: form });
}
const uploadResume = () => upload("/api/user/resume-upload", "resume", booked.interviewee);
const uploadFeedback = () =>
  upload(`/api/interviewer/feedback-upload/${booked.booking._id}`, "feedback", booked.interviewer);
const ownLink = () => get("/api/user/resume-pdf", booked.interviewee);
const candidateLink = () =>
  get(`/api/interviewer/resume-pdf/${booked.interviewee.user._id}`, booked.interviewer);
const feedbackLink = () => get(`/api/interviewer/feedback-file/${booked.booking._id}`, booked.interviewee);

async function opens(link: string): Promise<void> {
  expect(new URL(link).origin).toBe(localS3.url);
  const answer = await fetch(link);
  expect([answer.status, answer.headers.get("content-disposition")]).toEqual([
    200,
    expect.stringMatching(/^attachment; filename="Asha\.pdf"/),
  ]);
  const content = Buffer.from(await answer.arrayBuffer());
  expect(content.subarray(0, 5).toString()).toBe("%PDF-");
}

describe("files in a bucket", () => {
  it("while it is down each call returns the pinned message, and nothing is left incomplete", async () => {
    localS3.failAlways(503);
    const refused = await uploadResume();
    expect([refused.status, refused.body.msg]).toEqual([503, "Failed to upload resume file."]);
    expect(refused.headers.get("retry-after")).toBe("30");
    expect((await get("/api/user/profile", booked.interviewee)).body.resumeFileUrl).toBeNull();

    localS3.failAlways(null);
    expect((await uploadResume()).status).toBe(200);
    await opens((await ownLink()).body.resumeFileUrl);
    await opens((await candidateLink()).body.resumeFileUrl);

    localS3.failAlways(503);
    expect((await ownLink()).body.msg).toBe(
      "Failed to generate secure link. Ensure B2 is configured and file exists.",
    );
    expect((await candidateLink()).body.msg).toBe(
      "Failed to download uploaded file. Check S3 configuration or file permissions.",
    );
  });

  it("a mentor's PDF that could not be stored pays nothing, and is accepted once the bucket is back", async () => {
    await holdInterview(app, booked.booking);
    const earned = async () =>
      (await get("/api/interviewer/earnings", booked.interviewer)).body.totalEarnings;
    localS3.failAlways("cut");
    const refused = await uploadFeedback();
    expect([refused.status, refused.body.msg]).toEqual([503, "❌ Failed to upload feedback file."]);
    expect([(await feedbackLink()).status, await earned()]).toEqual([404, 0]);

    localS3.failAlways(null);
    expect((await uploadFeedback()).status).toBe(201);
    expect(await earned()).toBeGreaterThan(0);
    localS3.failAlways("cut");
    const away = await feedbackLink();
    expect([away.status, away.body.msg]).toEqual([
      503,
      "Failed to generate download link for the feedback file.",
    ]);
    localS3.failAlways(null);
    app.clock.set(new Date()); // A link from after the interview's end would not be valid yet.
    await opens((await feedbackLink()).body.feedbackFileUrl);
  });
});
