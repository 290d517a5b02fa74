import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestApp, type SignedUpUser, type TestApp } from "../../testing/app.ts";
import { writePdf } from "../../testing/files/write-pdf.ts";
import { sweepOrphans } from "./sweep-orphans.ts";

let app: TestApp;
let person: SignedUpUser;
beforeAll(async () => {
  app = await createTestApp();
  person = await app.signUp();
  app.clock.set(new Date()); // Files carry the system's time.
});
afterAll(() => app.close());

async function storedKeys(): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of app.deps.storage.list()) keys.push(key);
  return keys.sort();
}

it("files without a row are removed after a day, and no others", async () => {
  const form = new FormData();
  const pdf = writePdf("Asha", ["Python"]) as Uint8Array<ArrayBuffer>;
  form.append("resume", new Blob([pdf], { type: "application/pdf" }), "Asha.pdf");
  await app.call("POST", "/api/user/resume-upload", { token: person.token, body: form });
  const [known] = await storedKeys();
  const orphans = ["resumes", "feedback", "photos", "resume-exports"].map(
    (folder) => `${folder}/${randomUUID()}.pdf`,
  );
  const elsewhere = "backups/2026.pdf";
  for (const key of [...orphans, elsewhere])
    await app.deps.storage.put(key, Buffer.from(pdf), "application/pdf");

  app.clock.advance({ hours: 23 });
  expect(await sweepOrphans(app.deps)).toBe(0);
  app.clock.advance({ hours: 2 });
  expect(await sweepOrphans(app.deps)).toBe(4);
  expect(await storedKeys()).toEqual([elsewhere, known].sort());
  expect(await sweepOrphans(app.deps)).toBe(0);
});
