import { beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { useTestApp } from "../../testing/app.ts";
import { endpointsByRoute } from "../../testing/endpoints.ts";
import { feedbackForm } from "../../testing/records.ts";

const app = useTestApp();
let interviewee: string;
let interviewer: string;
beforeAll(async () => {
  interviewee = (await app.signUp()).token;
  interviewer = (await app.signUpInterviewer()).token;
});

const id = "0190a5b8-7c00-7000-8000-00000000000f";

describe("bad input", () => {
  /** Valid bodies of a few routes: `bind` reads every body by its schema. Each test case breaks them. */
  const bodies: [string, "nobody" | "interviewee" | "interviewer", Record<string, unknown>][] = [
    ["/api/auth/signup-verify", "nobody", { email: "a@test.example", otp: "123456" }],
    ["/api/user/resume-data", "interviewee", { resumeData: {} }],
    ["/api/payment/create-order", "interviewee", { planType: "Pro", newPrice: 499, amount: 499 }],
    ["/api/user/bookings", "interviewee", { startTime: "2026-11-21T10:00:00Z", interviewerId: id }],
    [`/api/interviewer/feedback-report/${id}`, "interviewer", feedbackForm()],
  ];

  /** Each of the forms that a schema allows, besides null, is an object without other keys. */
  const isStrict = ({ anyOf, oneOf, type, additionalProperties }: z.core.JSONSchema.BaseSchema): boolean =>
    (anyOf ?? oneOf)?.every((form) => isStrict(form as z.core.JSONSchema.BaseSchema)) ??
    (type === "null" || additionalProperties === false);

  it("every body of the contract is an object without unknown keys, but for reports of browsers", () => {
    const open = [...endpointsByRoute].filter(
      ([, { body }]) => body && !isStrict(body.toJSONSchema({ io: "input", unrepresentable: "any" })),
    );
    expect(open.map(([route]) => route)).toEqual(["POST /api/policy-reports"]);
  });

  const tokenOf = (who: string) =>
    who === "nobody" ? undefined : who === "interviewee" ? interviewee : interviewer;

  /** The row count of every table, because a refused request must not change the database. */
  async function countRows(): Promise<string> {
    const tables = [
      "users",
      "codes",
      "orders",
      "payments",
      "ledger_entries",
      "availability",
      "bookings",
      "feedback",
      "contact_messages",
    ];
    const { rows } = await app.deps.pool.query(
      tables.map((table) => `select '${table}' as name, count(*) as count from ${table}`).join(" union all "),
    );
    return JSON.stringify(rows);
  }

  const evil: [string, unknown][] = [
    ["a number", 123_456_789_012_345_680_000],
    ["null", null],
    ["an array", [1, 2]],
    ["an object", { $gt: "" }],
    ["true", true],
    ["a NUL", "a\u0000b"],
    ["a lone surrogate", "\ud800"],
    ["a year far away", "9999-12-31T23:59:59Z"],
    ["a long string", "x".repeat(20_000)],
    ["SQL", "'; drop table users; --"],
  ];

  describe.each(bodies)("POST %s", (path, who, good) => {
    const post = (body: unknown, headers: Record<string, string> = {}) =>
      app.call("POST", path, { token: tokenOf(who), body, headers });

    it("refuses each field that is missing or of the wrong type, and names it", async () => {
      const before = await countRows();
      for (const field of Object.keys(good)) {
        const { [field]: _, ...rest } = good;
        const missing = await post(rest);
        expect(`${field} missing: ${missing.status}`).toBe(`${field} missing: 400`);
        expect(missing.body.details.map((problem: { path: string }) => problem.path)).toContain(field);
        for (const [kind, value] of evil) {
          const answer = await post({ ...good, [field]: value });
          // Some fields accept some of these strings, but no string may cause a 5xx.
          expect(`${field} = ${kind}: ${answer.status < 500}`).toBe(`${field} = ${kind}: true`);
          const isOfItsType = typeof value !== "object" && typeof value === typeof good[field];
          if (typeof value !== "string" && !isOfItsType) {
            expect(`${field} = ${kind}: ${answer.status}`).toBe(`${field} = ${kind}: 400`);
          }
        }
      }
      expect(await countRows()).toBe(before);
    });

    it("refuses an unknown key and prototype pollution", async () => {
      for (const [key, value] of Object.entries({
        role: "interviewer",
        isOperator: true,
        userId: id,
        status: "paid",
        price: 1,
      })) {
        const answer = await post({ ...good, [key]: value });
        expect(answer.status).toBe(400);
        expect(answer.body.details.map((problem: { path: string }) => problem.path)).toContain(key);
      }
      const polluted = await post(`{"__proto__": {"isOperator": true}, ${JSON.stringify(good).slice(1)}`);
      expect(polluted.status).toBe(400);
    });

    it("refuses a body that is not a JSON object of the right shape", async () => {
      expect((await post("{")).status).toBe(400);
      expect((await post("[]")).status).toBe(400);
      expect((await post('"text"')).status).toBe(400);
      expect((await post("")).status).toBe(400);
      expect((await post("[".repeat(5000) + "]".repeat(5000))).status).toBe(400);
      expect((await post(JSON.stringify({ ...good, filler: "x".repeat(1_048_576) }))).status).toBe(413);
      expect((await post(JSON.stringify(good), { "content-type": "text/plain" })).status).toBe(415);
      expect((await post("a=b", { "content-type": "application/x-www-form-urlencoded" })).status).toBe(415);
    });
  });

  describe("paths", () => {
    it.each([
      ["DELETE", "/api/interviewer/availability/not-an-id", 400],
      ["DELETE", `/api/interviewer/availability/${id}`, 404],
      ["DELETE", `/api/interviewer/availability/${"a".repeat(500)}`, 400],
      ["GET", "/api/interviewer/availability?from=yesterday", 400],
      ["GET", "/api/interviewer/availability?from=2026-11-20T00:00:00Z&from=2026-11-21T00:00:00Z", 400],
      ["GET", "/api/interviewer/availability?unknown=1", 400],
      ["GET", "/api/interviewer/feedback-file/%00", 400],
      ["GET", `/api/rooms/${id}`, 404],
      ["GET", "/api/rooms/%E0%A4%A", 400],
      ["GET", "/api/nothing", 404],
      ["PATCH", "/api/user/profile", 404],
    ])("%s %s: %i", async (method, path, status) => {
      const answer = await app.call(method, path, { token: interviewer });
      expect(answer.status).toBe(status);
      expect(answer.body).toMatchObject({
        msg: expect.any(String),
        code: expect.any(String),
        requestId: expect.any(String),
      });
    });
  });

  describe("the sentence about an address", () => {
    it.each([
      [`/api/practice/drills/${"a".repeat(3000)}`, "The address is too long."],
      ["/api/rooms/%E0%A4%A", "The address is not a valid URL."],
    ])("of %.40s is %s", async (path, msg) => {
      const answer = await app.get({ token: interviewee }, path);
      expect([answer.status, answer.body.code, answer.body.msg]).toEqual([400, "invalid_input", msg]);
    });
  });

  describe("every response", () => {
    it.each(["/api/nothing", "/api/site", "/health/live", "/api/user/profile"])(
      "to %s carries the security headers",
      async (path) => {
        const { headers } = await app.call("GET", path, { headers: { origin: "https://evil.example" } });
        expect(headers.get("x-content-type-options")).toBe("nosniff");
        expect(headers.get("strict-transport-security")).toContain("max-age=31536000");
        expect(headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
        expect(headers.get("referrer-policy")).toBe("same-origin");
        expect(headers.get("access-control-allow-origin")).toBeNull();
        expect(headers.get("content-type")).toMatch(/^application\/json; charset=utf-8$/);
      },
    );

    it("for a signed-in user is never cached", async () => {
      const { headers } = await app.get({ token: interviewee }, "/api/user/profile");
      expect(headers.get("cache-control")).toBe("no-store");
    });

    it.each(["/api/plans", "/api/nothing", "/api/interviewers/nobody", "/api/openapi.json", "/health/live"])(
      "is never cached when a token came with the request for %s",
      async (path) => {
        for (const authorization of [`Bearer ${interviewee}`, "Bearer expired", "Basic eDp5"]) {
          const { headers } = await app.call("GET", path, { headers: { authorization } });
          expect(headers.get("cache-control")).toBe("no-store");
        }
      },
    );

    it("is never cached when it contains a token", async () => {
      const { user, password } = await app.signUp();
      const body = { email: user.email, password };
      const { headers, status } = await app.call("POST", "/api/auth/signin-password", { body });
      expect([status, headers.get("cache-control")]).toEqual([200, "no-store"]);
    });
  });
});

describe("input that a schema refuses without a sentence of its own", () => {
  // The app of this file has set the sentences for every schema.
  it.each<[string, z.ZodType, unknown, string]>([
    ["a field that is missing", z.object({ day: z.string() }), {}, '"day" is missing.'],
    ["a field of another type", z.object({ day: z.string() }), { day: 5 }, '"day" must be text.'],
    ["a list that is none", z.object({ days: z.array(z.int()) }), { days: "x" }, '"days" must be a list.'],
    [
      "a text that is too long",
      z.object({ day: z.string().max(3) }),
      { day: "long" },
      '"day" must be at most 3 characters long.',
    ],
    [
      "a number that is too small",
      z.object({ page: z.int().min(1) }),
      { page: 0 },
      '"page" must be at least 1.',
    ],
    ["half a number", z.object({ page: z.int() }), { page: 0.5 }, '"page" must be a whole number.'],
    [
      "a list that is too long",
      z.object({ a: z.array(z.int()).max(1) }),
      { a: [1, 2] },
      '"a" must have at most 1 entry.',
    ],
    [
      "one wrong entry",
      z.object({ a: z.array(z.int()) }),
      { a: [1, "2"] },
      'Entry 2 of "a" must be a number.',
    ],
    [
      "an unknown choice",
      z.object({ kind: z.enum(["in", "out"]) }),
      { kind: "x" },
      "must be one of in, out.",
    ],
    [
      "a wrong form",
      z.object({ from: z.iso.date() }),
      { from: "today" },
      '"from" does not have the right form.',
    ],
    [
      "nothing of several forms",
      z.object({ a: z.union([z.string(), z.null()]) }),
      { a: 1 },
      '"a" is not valid.',
    ],
    ["no object", z.object({}), "x", "The request must be an object."],
  ])("says what is wrong with %s", (_, schema, input, sentence) => {
    expect(schema.safeParse(input).error?.issues[0]?.message).toContain(sentence);
  });

  it("keeps a sentence that the schema has", () => {
    expect(z.object({ a: z.string("Write it.") }).safeParse({}).error?.issues[0]?.message).toBe("Write it.");
  });

  it.each<[string, string, object | undefined, string, string]>([
    ["GET", `/practice/drills/${"x".repeat(150)}`, undefined, "setId", "This is not the id of a drill."],
    ["GET", "/practice/drills/A", undefined, "setId", "This is not the id of a drill."],
    [
      "POST",
      `/practice/cards/${"x".repeat(150)}.code/reveal`,
      undefined,
      "cardId",
      "This is not the id of a card.",
    ],
    [
      "PUT",
      `/practice/answers/${id}/tests`,
      { visible: 3, hidden: { passed: 1, total: 1 }, failed: [] },
      "visible",
      "The test results must say how many tests passed, of how many.",
    ],
    [
      "POST",
      `/practice/answers/${id}/explanation`,
      { text: "x", speech: "fast" },
      "speech",
      "The measurements of the speech are the words and two numbers of seconds.",
    ],
    [
      "PUT",
      `/rooms/${id}/asked-questions/${id}/marks`,
      { scores: "5", note: "", outcome: null },
      "scores",
      "The scores must be a list, with one score for each criterion.",
    ],
    [
      "POST",
      `/rooms/${id}/utterances`,
      { id, text: "x", language: "en", startedSecondsAgo: 601, durationSeconds: 1 },
      "startedSecondsAgo",
      "The words can have started 0 to 600 seconds ago.",
    ],
    [
      "POST",
      `/rooms/${id}/marks`,
      { id, label: "good", secondsAgo: "now" },
      "secondsAgo",
      "A moment can be 0 to 120 seconds ago.",
    ],
  ])("refuses %s %s", async (method, path, body, field, msg) => {
    const answer = await app.call(method, `/api${path}`, { token: interviewer, ...(body && { body }) });
    expect([answer.status, answer.body.code, answer.body.msg]).toEqual([400, "invalid_input", msg]);
    expect(answer.body.details[0]).toEqual({ path: field, msg });
  });
});
