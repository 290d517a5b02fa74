import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestApp, type TestApp } from "../../testing/app.ts";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

it("is a page without an origin and without a network, which only our own pages may frame", async () => {
  const response = await fetch(`${app.url}/code-sandbox`);
  const policy = (response.headers.get("content-security-policy") ?? "").split("; ");
  expect(policy).toContain("sandbox allow-scripts");
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("frame-ancestors 'self'");
  expect(
    policy.filter((directive) => /^connect-src|'self' |https?:|'unsafe-(eval|inline)/.test(directive)),
  ).toEqual([]);
  expect(response.headers.get("x-frame-options")).toBe("SAMEORIGIN");
  expect(await response.text()).toContain("new Worker(");
});
