import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestApp, type TestApp } from "../../testing/app.ts";

let app: TestApp;
const logged: string[] = [];
beforeAll(async () => {
  const log = pino({ level: "info" }, { write: (line) => void logged.push(line) });
  app = await createTestApp({ log, environment: { GREENROOM_RATE_LIMIT_FACTOR: "1" } });
});
afterAll(() => app.close());

const send = (body: unknown, type = "application/csp-report") =>
  app.call("POST", "/api/policy-reports", {
    body: typeof body === "string" ? body : JSON.stringify(body),
    headers: { "content-type": type },
  });
const violations = () =>
  logged.map((line) => JSON.parse(line)).flatMap(({ violation }) => (violation ? [violation] : []));

describe("a report of a policy violation", () => {
  it("is one line in the log, without queries, fragments and samples", async () => {
    const answer = await send({
      "csp-report": {
        "document-uri": "https://user:secret-1@greenroom.example/signin?token=secret-2#reset=secret-3",
        "effective-directive": "script-src-elem",
        "blocked-uri": "https://evil.example/x.js?secret-4",
        "source-file": "data:text/javascript,secret-5",
        "line-number": 7,
        "script-sample": "secret-6",
      },
    });
    expect(answer.status).toBe(204);
    expect(violations()).toEqual([
      {
        directive: "script-src-elem",
        page: "https://greenroom.example/signin",
        blocked: "https://evil.example/x.js",
        source: "data:",
        line: 7,
      },
    ]);
    expect(logged.join("")).not.toContain("secret");
  });

  it("is also accepted in the newer format, which ignores reports of other kinds", async () => {
    logged.length = 0;
    const report = {
      type: "csp-violation",
      age: 1,
      body: { effectiveDirective: "require-trusted-types-for", blockedURL: "trusted-types-sink" },
    };
    const bodies = [{ type: "deprecation", body: { id: "x" } }, ...new Array(30).fill(report)];
    expect((await send(bodies, "application/reports+json")).status).toBe(204);
    expect(violations()).toHaveLength(10);
    expect(violations()[0]).toMatchObject({ blocked: "trusted-types-sink" });
  });

  it.each([
    ["no JSON", "{", "application/csp-report", 400],
    ["nothing", "", "application/csp-report", 400],
    ["not a report", "{}", "application/csp-report", 400],
    ["too long", `"${"a".repeat(17_000)}"`, "application/csp-report", 413],
    ["of another type", "{}", "application/json", 415],
    ["sent with a content type of forms", "{}", "text/plain", 415],
  ])("that is %s is refused", async (_title, body, type, status) => {
    const answer = await send(body, type);
    expect([answer.status, typeof answer.body.requestId]).toEqual([status, "string"]);
  });

  it("is limited by network address", async () => {
    const report = { "csp-report": { "effective-directive": "img-src" } };
    const statuses = new Set<number>();
    for (let count = 0; count < 61; count += 1) statuses.add((await send(report)).status);
    expect([...statuses]).toEqual([204, 429]);
  });
});
