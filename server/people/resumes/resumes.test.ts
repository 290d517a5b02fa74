import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { resumeTooLongMessage } from "@greenroom/contract/people/resume-data.ts";
import { emptyResume } from "@greenroom/contract/people/resume-labels.ts";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import {
  type BookedInterview,
  countStatuses,
  createBookedInterview,
  holdInterview,
} from "../../schedule/bookings/bookings.testing.ts";
import { createTestApp, type SignedUpUser, signInAs, type TestApp, useTestApp } from "../../testing/app.ts";
import { fileForm, longResumes, writePdf } from "../../testing/files.ts";
import { type LocalS3, startLocalS3 } from "../../testing/providers/s3.ts";
import { fullResume, readPdf } from "./resumes.testing.ts";

describe("resumes", () => {
  const app = useTestApp();
  let booked: BookedInterview;
  let filesBefore: string[];
  beforeAll(async () => {
    await app.deps.workers.warmUp();
  });
  beforeEach(async () => {
    booked = await createBookedInterview(app);
    await app.runJobs();
    filesBefore = await readdir(filesFolder()).catch(() => []);
  });
  afterEach(() => void vi.restoreAllMocks());

  const pdf = writePdf("My resume", ["Python, SQL."]);
  const get = (path: string, person: SignedUpUser) => app.get(person, path);

  function save(resumeData: unknown, version?: string) {
    const headers: Record<string, string> = version === undefined ? {} : { "if-match": version };
    const { token } = booked.interviewee;
    return app.call("POST", "/api/user/resume-data", { token, body: { resumeData }, headers });
  }

  function upload(content: Uint8Array = pdf, { name = "Meera Iyer.pdf", field = "resume" } = {}) {
    const body = fileForm(field, content, name);
    return app.post(booked.interviewee, "/api/user/resume-upload", body);
  }

  const clear = () => app.post(booked.interviewee, "/api/user/resume-upload", { clear: true });

  async function download(link: string): Promise<{ headers: Headers; content: Buffer }> {
    const { pathname, search } = new URL(link);
    const answer = await fetch(app.url + pathname + search);
    expect(answer.status).toBe(200);
    return { headers: answer.headers, content: Buffer.from(await answer.arrayBuffer()) };
  }

  const filesFolder = () => join(app.deps.config.dataDirectory, "files", "resumes");
  /** The resumes that the current test has stored. */
  const storedFiles = async () =>
    (await readdir(filesFolder()).catch(() => [] as string[])).filter((file) => !filesBefore.includes(file));

  describe("the structured resume", () => {
    it("is saved as a whole, returned with the user, and counted", async () => {
      const first = await save(fullResume);
      expect([first.status, first.headers.get("etag")]).toEqual([200, '"1"']);
      expect(first.body).toMatchObject({ resumeData: fullResume, resumeVersion: 1, resumeFileUrl: null });
      expect((await get("/api/user/profile", booked.interviewee)).body).toEqual(first.body);
      const second = await save({ skills: [{ name: " Python " }], education: [{ startYear: "2018" }] });
      expect(second.body.resumeData).toEqual({
        ...emptyResume,
        skills: [{ name: "Python", level: "Beginner" }],
        education: [{ school: "", degree: "", fieldOfStudy: "", startYear: 2018, endYear: null }],
      });
    });

    it("can be as long as the form allows, also in a script with three bytes a letter", async () => {
      for (const name of ["Devanagari words, each another one", "invisible letters"]) {
        const longest = longResumes[name];
        expect([name, (await save(longest)).status]).toEqual([name, 200]);
      }
      const experience = Array.from({ length: 30 }, () => ({ description: "न".repeat(3_900) }));
      const tooLong = await save({ experience });
      expect([tooLong.status, tooLong.body.msg]).toEqual([400, resumeTooLongMessage]);
    });

    it("stores no empty entries", async () => {
      const blank = {
        skills: [{ level: "Advanced" }],
        education: [{}],
        experience: [{}],
        projects: [{ name: " " }],
      };
      expect((await save(blank)).body.resumeData).toEqual(emptyResume);
      const { body } = await save({ experience: [{}, { company: "Acme" }] });
      expect(body.resumeData.experience).toMatchObject([{ company: "Acme", jobTitle: "" }]);
    });

    it("in two tabs: the later save is refused and gets the earlier one's data", async () => {
      expect((await save(fullResume, '"0"')).status).toBe(200);
      const late = await save(emptyResume, '"0"');
      expect(late.status).toBe(409);
      expect(late.body).toMatchObject({
        code: "conflict",
        details: { resumeData: fullResume, resumeVersion: 1 },
      });
      expect((await save(emptyResume, 'W/"1"')).body.resumeVersion).toBe(2);
      expect((await save(fullResume, "*")).body.resumeVersion).toBe(3);
      expect((await save(fullResume, '"a"')).status).toBe(400);
    });

    it("with 20 saves based on one version, one succeeds", async () => {
      const answers = await Promise.all(Array.from({ length: 20 }, () => save(fullResume, '"0"')));
      expect(countStatuses(answers)).toEqual({ 200: 1, 409: 19 });
    });

    it("refuses invalid data, and names the field", async () => {
      const answer = await save({ ...fullResume, personal: { linkedin: "javascript:alert(1)" } });
      expect(answer.status).toBe(400);
      expect(answer.body.details).toEqual([
        {
          path: "resumeData.personal.linkedin",
          msg: "Enter a full web address that starts with http:// or https://.",
        },
      ]);
      expect((await get("/api/user/profile", booked.interviewee)).body.resumeVersion).toBe(0);
    });
  });

  describe("the uploaded PDF", () => {
    it("replaces the structured resume until it is removed", async () => {
      await save(fullResume);
      const sent = await upload();
      expect([sent.status, sent.body.resumeFileUrl]).toEqual([200, "/api/user/resume-pdf"]);
      const mine = await get("/api/user/resume-pdf", booked.interviewee);
      expect(mine.body).toMatchObject({ isUploadedFile: true, isStructuredPdfUnavailable: false });
      const { content, headers } = await download(mine.body.resumeFileUrl);
      expect((await readPdf(content)).join()).toBe((await readPdf(pdf)).join());
      expect(headers.get("content-disposition")).toContain('filename="Meera Iyer.pdf"');
      expect(headers.get("content-security-policy")).toContain("sandbox");
      const structured = await get("/api/user/resume-pdf?structured=true", booked.interviewee);
      expect(structured.body.isUploadedFile).toBe(false);

      const path = `/api/interviewer/resume-pdf/${booked.interviewee.user._id}`;
      expect((await get(path, booked.interviewer)).body.isUploadedFile).toBe(true);
      expect((await clear()).body.resumeFileUrl).toBeNull();
      expect((await get(path, booked.interviewer)).body).toMatchObject({
        isUploadedFile: false,
        resumeFileUrl: null,
      });
      expect((await get("/api/user/profile", booked.interviewee)).body.resumeFileUrl).toBeNull();
      expect((await clear()).status).toBe(200);
      await app.runJobs();
      expect(await storedFiles()).toEqual([]);
    });

    it("that is replaced leaves one file", async () => {
      await upload();
      await upload(writePdf("Newer", ["R"]));
      await app.runJobs();
      expect(await storedFiles()).toHaveLength(1);
    });

    it.each([
      ["a text", Buffer.from("hello"), 415, "Only PDF files are supported."],
      ["nothing", Buffer.alloc(0), 415, "Only PDF files are supported."],
      [
        "a truncated PDF",
        pdf.subarray(0, 400),
        415,
        "Only PDF files are supported. This one is damaged or cut short: please export it again.",
      ],
      ["11 MB", Buffer.concat([pdf, Buffer.alloc(11_000_000)]), 413, "The file is too large: at most 10 MB."],
    ])("refuses %s and stores nothing", async (_name, content, status, msg) => {
      const answer = await upload(content);
      expect([answer.status, answer.body.msg]).toEqual([status, msg]);
      expect(await storedFiles()).toEqual([]);
    });

    it("refuses a body that is neither an upload nor a removal", async () => {
      const { token } = booked.interviewee;
      const post = (body?: unknown) => app.post({ token }, "/api/user/resume-upload", body);
      expect((await post()).body.msg).toBe("Please select a file to upload.");
      expect((await upload(pdf, { field: "feedback" })).body.msg).toBe("Please select a file to upload.");
      expect((await post({ clear: false })).status).toBe(400);
      expect((await post({ clear: true, all: 1 })).body.msg).toBe("Unknown field: all.");
    });
  });

  describe("the generated PDF", () => {
    const structured = "/api/user/resume-pdf?structured=true";

    it("reads the same for machines and people", async () => {
      await save(fullResume);
      const { body } = await get("/api/user/resume-pdf", booked.interviewee);
      const { content } = await download(body.resumeFileUrl);
      expect(content.subarray(0, 5).toString()).toBe("%PDF-");
      expect(content.toString("latin1")).toContain("/URI (https://github.com/meera-iyer)");
      const text = (await readPdf(content)).join("\n");
      const inOrder = ["SUMMARY", "EXPERIENCE", "EDUCATION", "SKILLS", "PROJECTS"].map((head) =>
        text.indexOf(head),
      );
      expect(inOrder).toEqual([...inOrder].sort((a, b) => a - b));
      expect(inOrder[0]).toBeGreaterThan(0);
      for (const whole of [booked.interviewee.user.email, fullResume.personal.linkedin, "Jun 2023 – Present"])
        expect(text).toContain(whole);
    });

    it("is that of the latest change", async () => {
      await save(fullResume);
      await get(structured, booked.interviewee);
      await save({ ...fullResume, skills: [{ name: "Rust" }] });
      const { body } = await get(structured, booked.interviewee);
      const text = (await readPdf((await download(body.resumeFileUrl)).content)).join("\n");
      expect([text.includes("Rust"), text.includes("Python")]).toEqual([true, false]);
    });

    it("is generated up to the user's limit, and then refused", async () => {
      // A fiftieth of every limit allows one PDF.
      const limited = await createTestApp({ environment: { GREENROOM_RATE_LIMIT_FACTOR: "0.02" } });
      try {
        const person = await limited.signUp();
        const ask = () => limited.get(person, structured);
        expect((await ask()).status).toBe(200);
        expect((await ask()).status).toBe(429);
      } finally {
        await limited.close();
      }
    });

    it("that cannot be generated gets the pinned message", async () => {
      vi.spyOn(app.deps.workers, "run").mockRejectedValue(new Error("no font"));
      expect((await get("/api/user/resume-pdf", booked.interviewee)).body).toMatchObject({
        resumeFileUrl: null,
        isStructuredPdfUnavailable: true,
        msg: "PDF export from structured data is temporarily unavailable.",
      });
      const path = `/api/interviewer/resume-structured-pdf/${booked.interviewee.user._id}`;
      expect((await get(path, booked.interviewer)).status).toBe(503);
    });
  });

  describe("a candidate", () => {
    const paths = ["candidate-profile", "resume-pdf", "resume-structured-pdf"];
    const statuses = async (person: SignedUpUser) =>
      Promise.all(
        paths.map(
          async (path) =>
            (await get(`/api/interviewer/${path}/${booked.interviewee.user._id}`, person)).status,
        ),
      );

    it("is shown to the interviewer whom they booked, without private data", async () => {
      await save(fullResume);
      const { body } = await get(
        `/api/interviewer/candidate-profile/${booked.interviewee.user._id}`,
        booked.interviewer,
      );
      expect(Object.keys(body).sort()).toEqual(
        ["_id", "email", "firstName", "lastName", "mobileNumber", "resumeData", "resumeFileUrl"].sort(),
      );
      expect(body.resumeData).toEqual(fullResume);
      const structured = await get(
        `/api/interviewer/resume-structured-pdf/${booked.interviewee.user._id}`,
        booked.interviewer,
      );
      const { headers } = await download(structured.body.resumeFileUrl);
      expect(headers.get("content-disposition")).toContain('filename="Cand Idate - resume.pdf"');
    });

    it("is hidden from the interviewer after 90 days", async () => {
      expect(await statuses(booked.interviewer)).toEqual([200, 200, 200]);
      await holdInterview(app, booked.booking);
      const end = new Date(booked.booking.endTime).getTime();
      for (const [days, expected] of [
        [89, [200, 200, 200]],
        [90, [404, 404, 404]],
      ] as const) {
        app.clock.set(new Date(end + days * 86_400_000));
        // That day's sign-in has expired long ago.
        const { email } = booked.interviewer.user;
        const again = await signInAs(app, email, booked.interviewer.password);
        expect(await statuses(again.body)).toEqual(expected);
      }
    });

    it("is hidden once they have canceled", async () => {
      const { token } = booked.interviewee;
      await app.post({ token }, `/api/user/bookings/${booked.booking._id}/cancel`);
      expect(await statuses(booked.interviewer)).toEqual([404, 404, 404]);
    });
  });
});

describe("storage unavailable", () => {
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
  const get = (path: string, person: SignedUpUser) => app.get(person, path);

  const upload = (path: string, field: string, by: SignedUpUser) =>
    app.post(by, path, fileForm(field, pdf, "Asha.pdf"));
  const uploadResume = () => upload("/api/user/resume-upload", "resume", booked.interviewee);
  const uploadFeedback = () =>
    upload(`/api/interviewer/feedback-upload/${booked.booking._id}`, "feedback", booked.interviewer);
  const ownLink = () => get("/api/user/resume-pdf", booked.interviewee);
  const candidateLink = () =>
    get(`/api/interviewer/resume-pdf/${booked.interviewee.user._id}`, booked.interviewer);
  const feedbackLink = () => get(`/api/interviewer/feedback-file/${booked.booking._id}`, booked.interviewee);

  async function opens(link: string): Promise<void> {
    const { pathname, search } = new URL(link);
    const answer = await fetch(app.url + pathname + search);
    expect([answer.status, answer.headers.get("content-disposition")]).toEqual([
      200,
      expect.stringMatching(/^inline; filename="Asha\.pdf"/),
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
});
