import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { writePdf } from "../../demo/write-pdf.ts";
import { createTestApp, type SignedUp, type TestApp } from "../../testing/app.ts";
import { type ClamdPeer, eicar, startClamdPeer } from "../../testing/peers/clamd.ts";
import { putBackJobs } from "../../testing/put-back-jobs.ts";
import { letItPass, type Staged, stageBooking } from "../bookings/bookings.testing.ts";

let clamd: ClamdPeer;
let app: TestApp;
let staged: Staged;
beforeAll(async () => {
  clamd = await startClamdPeer();
  app = await createTestApp({ environment: clamd.settings });
});
beforeEach(async () => {
  clamd.failAlways(null);
  staged = await stageBooking(app);
  await app.runJobs();
});
afterAll(async () => {
  await app.close();
  await clamd.close();
});

const clean = writePdf("Asha", ["Python, SQL."]);
/** A PDF in every respect, with what a scanner finds in a comment before its end. */
const end = clean.lastIndexOf("%%EOF");
const infected = Buffer.concat([clean.subarray(0, end), Buffer.from(`%${eicar}\n`), clean.subarray(end)]);

const get = (path: string, person: SignedUp) => app.call("GET", path, { token: person.token });
function upload(
  path: string,
  { field, content, person }: { field: string; content: Uint8Array; person: SignedUp },
) {
  const form = new FormData();
  form.append(field, new Blob([content as Uint8Array<ArrayBuffer>], { type: "application/pdf" }), "Asha.pdf");
  return app.call("POST", path, { token: person.token, body: form });
}
const uploadResume = (content: Uint8Array) =>
  upload("/api/user/resume-upload", { field: "resume", content, person: staged.interviewee });
const uploadFeedback = (content: Uint8Array) =>
  upload(`/api/interviewer/feedback-upload/${staged.booking._id}`, {
    field: "feedback",
    content,
    person: staged.interviewer,
  });
const ownLink = () => get("/api/user/resume-pdf", staged.interviewee);
const candidateLink = () =>
  get(`/api/interviewer/resume-pdf/${staged.interviewee.user._id}`, staged.interviewer);
const feedbackLink = () => get(`/api/interviewer/feedback-file/${staged.booking._id}`, staged.interviewee);
const earned = async () => (await get("/api/interviewer/earnings", staged.interviewer)).body.totalEarnings;
async function storedKeys(): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of app.deps.storage.list()) keys.push(key);
  return keys;
}

const held = "It can be opened once it has been checked for viruses, usually within minutes.";
const checking = [409, `This file is being checked. ${held}`];
const refused = "This file was refused: our virus scanner found Eicar-Signature in it.";
const infectedMails = async ({ user }: SignedUp) =>
  (await app.mailsTo(user.email)).filter(({ subject }) => subject === "A file of yours was refused");

describe("with a virus scanner", () => {
  it("a clean file is there at once, an infected one is refused and nothing of it is kept", async () => {
    const before = await storedKeys();
    const answer = await uploadResume(infected);
    expect([answer.status, answer.body.msg]).toEqual([415, refused]);
    expect((await get("/api/user/profile", staged.interviewee)).body.resumeFileUrl).toBeNull();
    expect(await storedKeys()).toEqual(before);
    expect((await uploadResume(clean)).body.msg).toBe(
      "Resume file uploaded. Interviewers see this file now.",
    );
    expect([(await ownLink()).status, (await candidateLink()).status]).toEqual([200, 200]);
    letItPass(app, staged.booking);
    expect((await uploadFeedback(infected)).body.msg).toBe(refused);
    expect((await uploadFeedback(clean)).body.msg).toBe("✅ Feedback file uploaded successfully!");
  });
});

describe("with the virus scanner away", () => {
  it("a resume is held back from everybody until it was found clean", async () => {
    clamd.failAlways("cut");
    expect((await uploadResume(clean)).body.msg).toBe(`Resume file uploaded. ${held}`);
    for (const link of [await ownLink(), await candidateLink()])
      expect([link.status, link.body.msg]).toEqual(checking);
    // The job fails while the scanner is away, and is tried again.
    await expect(app.runJobs()).rejects.toMatchObject({ code: "unavailable" });
    expect((await ownLink()).status).toBe(409);
    clamd.failAlways(null);
    await putBackJobs(app);
    await app.runJobs();
    for (const link of [await ownLink(), await candidateLink()]) expect(link.status).toBe(200);
  });

  it("an infected resume is opened by nobody, removed, and told of once", async () => {
    clamd.failAlways("cut");
    await uploadResume(infected);
    const before = await storedKeys();
    clamd.failAlways(null);
    await app.runJobs();
    const gone = await ownLink();
    expect(gone.body).toMatchObject({ isUploadedFile: false });
    expect((await get("/api/user/profile", staged.interviewee)).body.resumeFileUrl).toBeNull();
    expect((await storedKeys()).filter((key) => key.startsWith("resumes/")).length).toBe(
      before.filter((key) => key.startsWith("resumes/")).length - 1,
    );
    const [mail, ...more] = await infectedMails(staged.interviewee);
    expect(mail?.text).toContain('Our virus scanner found Eicar-Signature in "Asha.pdf".');
    expect(more).toEqual([]);
  });

  it("one that was replaced in the meantime is forgotten", async () => {
    clamd.failAlways("cut");
    await uploadResume(infected);
    clamd.failAlways(null);
    expect((await uploadResume(clean)).status).toBe(200);
    await app.runJobs();
    expect((await ownLink()).status).toBe(200);
    expect(await infectedMails(staged.interviewee)).toEqual([]);
  });

  it("the mentor's PDF pays once it was found clean", async () => {
    letItPass(app, staged.booking);
    clamd.failAlways("cut");
    const answer = await uploadFeedback(clean);
    expect([answer.status, answer.body.msg]).toEqual([
      201,
      `✅ Feedback file uploaded successfully! ${held}`,
    ]);
    const link = await feedbackLink();
    expect([link.status, link.body.msg]).toEqual(checking);
    expect(await earned()).toBe(0);
    clamd.failAlways(null);
    await app.runJobs();
    expect((await feedbackLink()).status).toBe(200);
    expect(await earned()).toBeGreaterThan(0);
  });

  it("an infected one pays nothing, and the interviewer is told and can upload another", async () => {
    letItPass(app, staged.booking);
    clamd.failAlways("cut");
    await uploadFeedback(infected);
    expect((await uploadFeedback(clean)).status).toBe(409);
    clamd.failAlways(null);
    await app.runJobs();
    expect([(await feedbackLink()).status, await earned()]).toEqual([404, 0]);
    expect(await infectedMails(staged.interviewer)).toHaveLength(1);
    expect((await uploadFeedback(clean)).status).toBe(201);
  });
});
