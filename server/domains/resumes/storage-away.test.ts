import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { writePdf } from "../../demo/write-pdf.ts";
import { createTestApp, type SignedUp, type TestApp } from "../../testing/app.ts";
import { type S3Peer, startS3Peer } from "../../testing/peers/s3.ts";
import { letItPass, type Staged, stageBooking } from "../bookings/bookings.testing.ts";

/* Uploads and links of both kinds over a bucket, while it is there and while it is not. */

let peer: S3Peer;
let app: TestApp;
let staged: Staged;
beforeAll(async () => {
  peer = await startS3Peer();
  app = await createTestApp({ environment: peer.settings });
  app.clock.set(new Date()); // The bucket lives in the machine's time.
  staged = await stageBooking(app);
});
beforeEach(() => peer.failAlways(null));
afterAll(async () => {
  await app.close();
  await peer.close();
});

const pdf = writePdf("Asha", ["Python, SQL."]);
const get = (path: string, person: SignedUp) => app.call("GET", path, { token: person.token });

function upload(path: string, field: string, person: SignedUp) {
  const form = new FormData();
  form.append(field, new Blob([pdf as Uint8Array<ArrayBuffer>], { type: "application/pdf" }), "Asha.pdf");
  return app.call("POST", path, { token: person.token, body: form });
}
const uploadResume = () => upload("/api/user/resume-upload", "resume", staged.interviewee);
const uploadFeedback = () =>
  upload(`/api/interviewer/feedback-upload/${staged.booking._id}`, "feedback", staged.interviewer);
const ownLink = () => get("/api/user/resume-pdf", staged.interviewee);
const candidateLink = () =>
  get(`/api/interviewer/resume-pdf/${staged.interviewee.user._id}`, staged.interviewer);
const feedbackLink = () => get(`/api/interviewer/feedback-file/${staged.booking._id}`, staged.interviewee);

async function opens(link: string): Promise<void> {
  expect(new URL(link).origin).toBe(peer.url);
  const answer = await fetch(link);
  expect([answer.status, answer.headers.get("content-disposition")]).toEqual([
    200,
    expect.stringMatching(/^attachment; filename="Asha\.pdf"/),
  ]);
  expect(Buffer.from(await answer.arrayBuffer())).toEqual(pdf);
}

describe("files in a bucket", () => {
  it("while it is away each call says so in the spec's words, and nothing is half done", async () => {
    peer.failAlways(503);
    const refused = await uploadResume();
    expect([refused.status, refused.body.msg]).toEqual([503, "Failed to upload resume file."]);
    expect(refused.headers.get("retry-after")).toBe("30");
    expect((await get("/api/user/profile", staged.interviewee)).body.resumeFileUrl).toBeNull();

    peer.failAlways(null);
    expect((await uploadResume()).status).toBe(200);
    await opens((await ownLink()).body.resumeFileUrl);
    await opens((await candidateLink()).body.resumeFileUrl);

    peer.failAlways(503);
    expect((await ownLink()).body.msg).toBe(
      "Failed to generate secure link. Ensure B2 is configured and file exists.",
    );
    expect((await candidateLink()).body.msg).toBe(
      "Failed to download uploaded file. Check S3 configuration or file permissions.",
    );
  });

  it("a mentor's PDF that could not be kept pays nothing, and is taken once the bucket is back", async () => {
    letItPass(app, staged.booking);
    const earned = async () =>
      (await get("/api/interviewer/earnings", staged.interviewer)).body.totalEarnings;
    peer.failAlways("cut");
    const refused = await uploadFeedback();
    expect([refused.status, refused.body.msg]).toEqual([503, "❌ Failed to upload feedback file."]);
    expect([(await feedbackLink()).status, await earned()]).toEqual([404, 0]);

    peer.failAlways(null);
    expect((await uploadFeedback()).status).toBe(201);
    expect(await earned()).toBeGreaterThan(0);
    peer.failAlways("cut");
    const away = await feedbackLink();
    expect([away.status, away.body.msg]).toEqual([
      503,
      "Failed to generate download link for the feedback file.",
    ]);
    peer.failAlways(null);
    app.clock.set(new Date()); // A link from after the interview's end would not open yet.
    await opens((await feedbackLink()).body.feedbackFileUrl);
  });
});
