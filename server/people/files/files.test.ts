import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  type BookedInterview,
  createBookedInterview,
  holdInterview,
} from "../../schedule/bookings/bookings.testing.ts";
import {
  createTestApp,
  requeueActiveJobs,
  type SignedUpUser,
  type TestApp,
  useTestApp,
} from "../../testing/app.ts";
import { fileForm, writePdf } from "../../testing/files.ts";
import { eicar, type LocalClamd, startLocalClamd } from "../../testing/providers/clamd.ts";
import { sweepOrphans } from "./jobs.ts";

describe("file keys", () => {
  const app = useTestApp();
  let person: SignedUpUser;
  beforeAll(async () => {
    person = await app.signUp();
  });

  /** Sends an upload whose name is written as it is, which a browser's form would not do. */
  async function upload(name: string) {
    const boundary = "----boundary";
    const body = Buffer.concat([
      Buffer.from(
        `--${boundary}\r\nContent-Disposition: form-data; name="resume"; filename="${name}"\r\nContent-Type: application/pdf\r\n\r\n`,
      ),
      Buffer.from(writePdf("My resume", ["Python, SQL."])),
      Buffer.from(`\r\n--${boundary}--\r\n`),
    ]);
    return await app.call("POST", "/api/user/resume-upload", {
      token: person.token,
      body,
      headers: { "content-type": `multipart/form-data; boundary=${boundary}` },
    });
  }

  describe("the key of a stored file", () => {
    it.each([
      "../../../../etc/cron.d/x.pdf",
      "..\\..\\windows\\x.pdf",
      "/etc/passwd.pdf",
      "%2e%2e%2f%2e%2e%2fx.pdf",
      "a\0b.pdf",
      "\u202efdp.exe.pdf",
      `${"x".repeat(1000)}.pdf`,
      "feedback/00000000-0000-7000-8000-000000000000.pdf",
    ])("is a new id, whatever the file is called: %j", async (name) => {
      const answer = await upload(name);
      expect([200, 400, 415]).toContain(answer.status);
      const { rows } = await app.deps.pool.query<{ storage_key: string; file_name: string }>(
        "select storage_key, file_name from resume_files",
      );
      for (const row of rows) {
        expect(row.storage_key).toMatch(/^resumes\/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.pdf$/);
        // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be there
        expect(row.file_name).not.toMatch(/[\0-\x1f/\\\u202e]/);
      }
    });

    it("was tried with names that are accepted", async () => {
      expect((await upload("../../x.pdf")).status).toBe(200);
    });
  });
});

describe("held files", () => {
  let clamd: LocalClamd;
  let app: TestApp;
  let booked: BookedInterview;
  beforeAll(async () => {
    clamd = await startLocalClamd();
    app = await createTestApp({ environment: clamd.settings });
  });
  beforeEach(async () => {
    clamd.failAlways(null);
    booked = await createBookedInterview(app);
    await app.runJobs();
  });
  afterAll(async () => {
    await app.close();
    await clamd.close();
  });

  const clean = writePdf("Asha", ["Python, SQL."]);
  /**
   * A valid PDF with a test virus in a comment inside its page, because rewriting removes everything outside the
   * page.
   */
  const infected = Buffer.from(
    clean.toString("latin1").replace("BT\n", () => `%${eicar}\nBT\n`),
    "latin1",
  );

  const get = (path: string, person: SignedUpUser) => app.get(person, path);
  const uploadResume = (content: Uint8Array) =>
    app.post(booked.interviewee, "/api/user/resume-upload", fileForm("resume", content, "Asha.pdf"));
  const uploadFeedback = (content: Uint8Array) =>
    app.post(
      booked.interviewer,
      `/api/interviewer/feedback-upload/${booked.booking._id}`,
      fileForm("feedback", content, "Asha.pdf"),
    );
  const ownLink = () => get("/api/user/resume-pdf", booked.interviewee);
  const candidateLink = () =>
    get(`/api/interviewer/resume-pdf/${booked.interviewee.user._id}`, booked.interviewer);
  const feedbackLink = () => get(`/api/interviewer/feedback-file/${booked.booking._id}`, booked.interviewee);
  const earned = async () => (await get("/api/interviewer/earnings", booked.interviewer)).body.totalEarnings;
  async function storedKeys(): Promise<string[]> {
    const keys: string[] = [];
    for await (const { key } of app.deps.storage.list()) keys.push(key);
    return keys;
  }

  const held = "It can be opened once it has been checked for viruses, usually within minutes.";
  const checking = [409, `This file is being checked. ${held}`];
  const refused = "This file was rejected: our virus scanner found Eicar-Signature in it.";
  const infectedMails = async ({ user }: SignedUpUser) =>
    await app.mailsTo(user.email, /^One of your files was rejected$/);

  it("with a virus scanner, a clean file is available at once, an infected one is refused and not stored", async () => {
    const before = await storedKeys();
    const answer = await uploadResume(infected);
    expect([answer.status, answer.body.msg]).toEqual([415, refused]);
    expect((await get("/api/user/profile", booked.interviewee)).body.resumeFileUrl).toBeNull();
    expect(await storedKeys()).toEqual(before);
    expect((await uploadResume(clean)).body.msg).toBe(
      "Resume file uploaded. Interviewers see this file now.",
    );
    expect((await get("/api/user/profile", booked.interviewee)).body.resumeFileHeld).toBe(false);
    expect([(await ownLink()).status, (await candidateLink()).status]).toEqual([200, 200]);
    await holdInterview(app, booked.booking);
    expect((await uploadFeedback(infected)).body.msg).toBe(refused);
    expect((await uploadFeedback(clean)).body.msg).toBe("✅ Feedback file uploaded successfully!");
  });

  describe("with the virus scanner unavailable", () => {
    it("a resume is held back from everyone until it is found clean", async () => {
      clamd.failAlways("cut");
      expect((await uploadResume(clean)).body.msg).toBe(`Resume file uploaded. ${held}`);
      expect((await get("/api/user/profile", booked.interviewee)).body.resumeFileHeld).toBe(true);
      for (const link of [await ownLink(), await candidateLink()])
        expect([link.status, link.body.msg]).toEqual(checking);
      // The job fails while the scanner is unavailable, and is retried.
      await expect(app.runJobs()).rejects.toMatchObject({ code: "unavailable" });
      expect((await ownLink()).status).toBe(409);
      clamd.failAlways(null);
      await requeueActiveJobs(app);
      await app.runJobs();
      for (const link of [await ownLink(), await candidateLink()]) expect(link.status).toBe(200);
    });

    it("an infected resume cannot be opened, is removed, and is reported once", async () => {
      clamd.failAlways("cut");
      await uploadResume(infected);
      const before = await storedKeys();
      clamd.failAlways(null);
      await app.runJobs();
      const gone = await ownLink();
      expect(gone.body).toMatchObject({ isUploadedFile: false });
      expect((await get("/api/user/profile", booked.interviewee)).body.resumeFileUrl).toBeNull();
      expect((await storedKeys()).filter((key) => key.startsWith("resumes/")).length).toBe(
        before.filter((key) => key.startsWith("resumes/")).length - 1,
      );
      const [mail, ...more] = await infectedMails(booked.interviewee);
      expect(mail?.text).toContain('Our virus scanner found Eicar-Signature in "Asha.pdf".');
      expect(more).toEqual([]);
    });

    it("a held file that was replaced meanwhile is deleted", async () => {
      clamd.failAlways("cut");
      await uploadResume(infected);
      clamd.failAlways(null);
      expect((await uploadResume(clean)).status).toBe(200);
      await app.runJobs();
      expect((await ownLink()).status).toBe(200);
      expect(await infectedMails(booked.interviewee)).toEqual([]);
    });

    it("the mentor's PDF pays after it is found clean", async () => {
      await holdInterview(app, booked.booking);
      clamd.failAlways("cut");
      const answer = await uploadFeedback(clean);
      expect([answer.status, answer.body.msg]).toEqual([
        201,
        `✅ Feedback file uploaded successfully! ${held}`,
      ]);
      const link = await feedbackLink();
      expect([link.status, link.body.msg]).toEqual(checking);
      expect(await earned()).toBe(0);
      const announced = async () => await app.mailsTo(booked.interviewee.user.email, /feedback is here/);
      expect(await announced()).toEqual([]);
      clamd.failAlways(null);
      await app.runJobs();
      expect((await feedbackLink()).status).toBe(200);
      expect(await earned()).toBeGreaterThan(0);
      expect(await announced()).toHaveLength(1);
    });

    it("an infected PDF pays nothing, and the interviewer is told and can upload another", async () => {
      await holdInterview(app, booked.booking);
      clamd.failAlways("cut");
      await uploadFeedback(infected);
      expect((await uploadFeedback(clean)).status).toBe(409);
      clamd.failAlways(null);
      await app.runJobs();
      expect([(await feedbackLink()).status, await earned()]).toEqual([404, 0]);
      expect(await infectedMails(booked.interviewer)).toHaveLength(1);
      expect((await uploadFeedback(clean)).status).toBe(201);
    });
  });
});

describe("sweep orphans", () => {
  const app = useTestApp();
  let person: SignedUpUser;
  beforeAll(async () => {
    person = await app.signUp();
    app.clock.set(new Date()); // Files carry the system's time.
  });

  async function storedKeys(): Promise<string[]> {
    const keys: string[] = [];
    for await (const { key } of app.deps.storage.list()) keys.push(key);
    return keys.sort();
  }

  it("files without a row are removed after a day, and no others", async () => {
    const pdf = writePdf("Asha", ["Python"]);
    const body = fileForm("resume", pdf);
    await app.post(person, "/api/user/resume-upload", body);
    const [known] = await storedKeys();
    const orphans = ["resumes", "feedback", "photos", "resume-exports"].map(
      (folder) => `${folder}/${randomUUID()}.pdf`,
    );
    const elsewhere = "backups/2026.pdf";
    for (const key of [...orphans, elsewhere]) await app.deps.storage.put(key, pdf, "application/pdf");

    app.clock.advance({ hours: 23 });
    expect(await sweepOrphans(app.deps)).toBe(0);
    app.clock.advance({ hours: 2 });
    expect(await sweepOrphans(app.deps)).toBe(4);
    expect(await storedKeys()).toEqual([elsewhere, known].sort());
    expect(await sweepOrphans(app.deps)).toBe(0);
  });
});
