import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createTestApp, type SignedUpUser, type TestApp } from "../../../testing/app.ts";

let app: TestApp;
let operator: SignedUpUser;
let person: SignedUpUser;
let interviewer: SignedUpUser;
beforeAll(async () => {
  app = await createTestApp();
});
beforeEach(async () => {
  operator = await app.signUpOperator({ level: "support" });
  person = await app.signUp();
  interviewer = await app.signUpInterviewer();
});
afterAll(() => app.close());

const start = (to: SignedUpUser) =>
  app.call("POST", `/api/operator/people/${to.user._id}/see-as`, {
    token: operator.token,
    body: { reason: "They see no slots" },
  });
const tokenFor = async (to: SignedUpUser): Promise<string> => (await start(to)).body.token;
const get = async (path: string, token: string) => (await app.call("GET", path, { token })).status;

describe("seeing as a person", () => {
  it("reads what the person reads, with their role, and is audited with its reason", async () => {
    const token = await tokenFor(person);
    const profile = await app.call("GET", "/api/user/profile", { token });
    expect(profile.body).toMatchObject({ _id: person.user._id, email: person.user.email });
    expect(await get("/api/user/sessions", token)).toBe(200);
    expect(await get("/api/interviewer/earnings", token)).toBe(403);
    expect(await get("/api/interviewer/earnings", await tokenFor(interviewer))).toBe(200);
    const line = await app.deps.database
      .selectFrom("auditLog")
      .select(["actorUserId", "details", "subject"])
      .where("action", "=", "desk.seen-as")
      .where("subject", "=", `user:${person.user._id}`)
      .orderBy("id")
      .executeTakeFirstOrThrow();
    expect(line).toMatchObject({
      ...{ actorUserId: operator.user._id, subject: `user:${person.user._id}` },
      details: { reason: "They see no slots" },
    });
  });

  it.each([
    ["POST", "/api/user/account", { firstName: "X", lastName: "", mobileNumber: "+91 90000 11111" }],
    ["POST", "/api/user/change-password", { currentPassword: "x", newPassword: "y" }],
    ["POST", "/api/auth/signout", undefined],
    ["DELETE", "/api/user/sign-ins", undefined],
    ["POST", "/api/user/purchase-plan", { planType: "Basic" }],
  ])("%s %s is refused", async (method, path, body) => {
    const token = await tokenFor(person);
    const answer = await app.call(method, path, { token, ...(body === undefined ? {} : { body }) });
    expect([answer.status, answer.body.msg]).toEqual([
      403,
      "You only see what this person sees: nothing can be changed.",
    ]);
    expect(await get("/api/user/profile", person.token)).toBe(200);
  });

  it("gives neither all their data at once nor the operator's desk", async () => {
    const token = await tokenFor(person);
    expect(await get("/api/user/my-data", token)).toBe(403);
    expect(await get("/api/operator/today", token)).toBe(403);
    expect(await get("/api/operator/access", token)).toBe(403);
  });

  it("ends after 15 minutes", async () => {
    const token = await tokenFor(person);
    app.clock.advance({ minutes: 14 });
    expect(await get("/api/user/profile", token)).toBe(200);
    app.clock.advance({ minutes: 1 });
    expect(await get("/api/user/profile", token)).toBe(401);
  });

  it.each<[string, () => Promise<unknown>]>([
    ["the desk is closed", () => app.call("DELETE", "/api/operator/access", { token: operator.token })],
    ["the operator signs out", () => app.call("POST", "/api/auth/signout", { token: operator.token })],
    [
      "the operator loses the flag",
      () =>
        app.deps.pool.query("update users set is_operator = false, operator_level = null where id = $1", [
          operator.user._id,
        ]),
    ],
  ])("ends when %s", async (_case, end) => {
    const token = await tokenFor(person);
    await end();
    expect(await get("/api/user/profile", token)).toBe(401);
  });

  it("is not possible for an operator, or with an invented token", async () => {
    expect((await start(await app.signUpOperator())).status).toBe(409);
    expect(await get("/api/user/profile", "see-as-invented")).toBe(401);
  });
});
