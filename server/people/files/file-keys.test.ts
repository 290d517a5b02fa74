import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestApp, type SignedUpUser, type TestApp } from "../../testing/app.ts";
import { writePdf } from "../../testing/files/write-pdf.ts";

let app: TestApp;
let person: SignedUpUser;
beforeAll(async () => {
  app = await createTestApp();
  person = await app.signUp();
});
afterAll(() => app.close());

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
