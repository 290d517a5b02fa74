import { emptyResume } from "@greenroom/contract/resumes/resume-data.ts";
import { PDFDocument } from "pdf-lib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ApiResponse, createTestApp, type SignedUpUser, type TestApp } from "../../testing/app.ts";
import { callDuring } from "../../testing/lock-waits.ts";
import { hashRandomPassword } from "../accounts/passwords/hash-password.ts";
import { eraseAccount } from "./delete-account.ts";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

async function uploadResume({ token }: SignedUpUser): Promise<ApiResponse> {
  const document = await PDFDocument.create();
  document.addPage();
  const form = new FormData();
  const content = new Uint8Array(await document.save()) as Uint8Array<ArrayBuffer>;
  form.append("resume", new Blob([content], { type: "application/pdf" }), "cv.pdf");
  return await app.call("POST", "/api/user/resume-upload", { token, body: form });
}

const saveResume = ({ token }: SignedUpUser) =>
  app.call("POST", "/api/user/resume-data", { token, body: { resumeData: emptyResume } });

describe("while an account is being deleted", () => {
  const calls: [string, (person: SignedUpUser) => Promise<ApiResponse>][] = [
    ["a file", uploadResume],
    ["a resume", saveResume],
  ];

  it.each(calls)("%s that is being stored is refused, and nothing of it stays", async (_, call) => {
    const person = await app.signUp();
    const userId = person.user._id;
    const passwordHash = await hashRandomPassword();
    const answer = await callDuring(
      app,
      () => call(person),
      (tx) => eraseAccount(app.deps, tx, { userId, passwordHash, actor: { userId }, now: app.clock.now() }),
    );
    expect([answer.status, answer.body.code]).toEqual([404, "not_found"]);
    const { rows } = await app.deps.pool.query(
      "select user_id from resumes where user_id = $1 union all select user_id from resume_files where user_id = $1",
      [userId],
    );
    expect(rows).toEqual([]);
  });
});
