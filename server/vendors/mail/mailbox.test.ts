import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestApp, type TestApp } from "../../testing/app.ts";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

it("the mailbox shows a mail as text and as mail programs show it, and nothing in it can run", async () => {
  await app.signUpThroughApi("asha@test.example");
  const list = await app.call("GET", "/dev/mailbox");
  expect(list.body).toContain("is your sign-up code");
  const path = /href="(\/dev\/mailbox\/[^"]+)"/.exec(list.body)?.[1] ?? "";
  const mail = await app.call("GET", path);
  expect([mail.status, mail.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
  expect(mail.body).toContain("Finish your sign-up");
  const policy = mail.headers.get("content-security-policy") ?? "";
  expect(policy).toContain("sandbox");
  expect(policy).not.toContain("allow-scripts");
  expect((await app.call("GET", "/dev/mailbox/none")).status).toBe(404);
});
