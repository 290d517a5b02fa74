import { rateLimitRules } from "@greenroom/contract/kernel/rate-limits.ts";
import { describe, expect, it } from "vitest";
import { offerSlot } from "../../schedule/bookings/bookings.testing.ts";
import { createTestApp, type SignedUpUser, useBeforeEach, useTestApp } from "../../testing/app.ts";
import { findEndpoints } from "../../testing/endpoints.ts";

const app = useTestApp();
const operator = useBeforeEach(() => app.signUpOperator({ level: "support" }));
const person = useBeforeEach(() => app.signUp());
const interviewer = useBeforeEach(() => app.signUpInterviewer());

const start = (to: SignedUpUser) =>
  app.post(operator, `/api/operator/people/${to.user._id}/see-as`, { reason: "They see no slots" });
const open = (token: string | undefined, code: string) =>
  app.call("POST", "/api/operator/see-as", { token, body: { code } });
const tokenFor = async (to: SignedUpUser): Promise<string> =>
  (await open(operator.token, (await start(to)).body.code)).body.token;
const get = async (path: string, token: string) => (await app.get({ token }, path)).status;

/**
 * What support may look at. Whoever adds a line decides that an operator may read it about anybody: never transcripts,
 * drafts, notes, private marks, answer keys, files, exports or payout details.
 */
const visible = [
  "/api/bookings/:id/attendance",
  "/api/bookings/:id/move-proposal",
  "/api/interviewer/availability",
  "/api/interviewer/bookings",
  "/api/interviewer/calendar-feed",
  "/api/interviewer/dashboard-stats",
  "/api/interviewer/earnings",
  "/api/interviewer/history",
  "/api/interviewer/numbers",
  "/api/interviewer/profile",
  "/api/interviewer/time-off",
  "/api/interviewer/weekly-rules",
  "/api/practice/drills",
  "/api/practice/progress",
  "/api/slots/:id",
  "/api/user/bookings",
  "/api/user/credits",
  "/api/user/favorites",
  "/api/user/feedback",
  "/api/user/interviewer-invitation",
  "/api/user/interviewers",
  "/api/user/profile",
  "/api/user/progress",
  "/api/user/purchases",
  "/api/user/purchases/:id",
  "/api/user/sessions",
  "/api/user/slot-hold",
  "/api/user/slots",
  "/api/user/waits",
];

it("shows what is listed here, and refuses every other GET of the contract", async () => {
  const endpoints = (await findEndpoints()).flatMap((found) => found.endpoints);
  const allowed = endpoints.filter(({ isVisibleInSeeAs }) => isVisibleInSeeAs === true);
  expect(allowed.map(({ method, path }) => `${method} ${path}`).sort()).toEqual(
    visible.map((path) => `GET ${path}`),
  );
  const reads = endpoints.filter(({ method, access }) => method === "GET" && access !== "public");
  const hidden = reads.filter(({ path }) => !visible.includes(path));
  expect(hidden.length).toBeGreaterThan(70);
  const answers: string[] = [];
  for (const token of [await tokenFor(person), await tokenFor(interviewer)]) {
    for (const { path } of hidden) {
      const { status, body } = await app.get({ token }, path.replaceAll(/:\w+/g, person.user._id));
      answers.push(`${path}: ${status} ${body.code} ${body.msg}`);
    }
  }
  const refused = hidden.map(({ path }) => `${path}: 403 not_in_see_as Not shown in See as.`);
  expect(answers).toEqual([...refused, ...refused]);
});

describe("seeing as a person", () => {
  it("reads what the person reads, with their role, and is audited with its reason", async () => {
    const token = await tokenFor(person);
    const profile = await app.get({ token }, "/api/user/profile");
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

  it("leaves one line in the audit log for each address that was read in a view", async () => {
    const token = await tokenFor(person);
    for (const path of ["/api/user/sessions", "/api/user/sessions?limit=5", "/api/user/credits"])
      expect(await get(path, token)).toBe(200);
    expect(await get("/api/user/my-data", token)).toBe(403);
    app.clock.advance({ minutes: 1 });
    expect(await get("/api/user/sessions", await tokenFor(person))).toBe(200);
    expect(await get("/api/user/sessions", person.token)).toBe(200);
    const lines = await app.deps.database
      .selectFrom("auditLog")
      .select(["actorUserId", "details"])
      .where("action", "=", "desk.seen-as-read")
      .where("subject", "=", `user:${person.user._id}`)
      .orderBy("id")
      .execute();
    expect(lines).toEqual(
      ["/api/user/sessions", "/api/user/credits", "/api/user/sessions"].map((address) => ({
        ...{ actorUserId: operator.user._id, details: { address } },
      })),
    );
  });

  it("shows the state of a slot as the person has it", async () => {
    const slotId = await offerSlot(app, interviewer, "2026-11-27T13:30:00.000Z");
    const hold = await app.post(person, "/api/user/slot-hold", { slotId });
    expect(hold.status).toBe(201);
    const path = `/api/slots/${slotId}`;
    const stateFor = async (token?: string) => (await app.call("GET", path, { token })).body.state;
    expect(await stateFor(await tokenFor(person))).toBe("yours");
    expect(await stateFor(operator.token)).toBe("gone");
    expect(await stateFor()).toBe("gone");
  });

  it("ends after 15 minutes", async () => {
    const token = await tokenFor(person);
    app.clock.advance({ minutes: 14 });
    expect(await get("/api/user/profile", token)).toBe(200);
    app.clock.advance({ minutes: 1 });
    expect(await get("/api/user/profile", token)).toBe(401);
  });

  it.each<[string, () => Promise<unknown>]>([
    ["the desk is closed", () => app.delete(operator, "/api/operator/access")],
    ["the operator signs out", () => app.post(operator, "/api/auth/signout")],
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

  it("opens with its code once, within a minute, in the sign-in that started it, and nowhere else", async () => {
    const { code } = (await start(person)).body;
    const other = await app.signUpOperator();
    const answers = [
      await open(undefined, code),
      await open(person.token, code),
      await open(other.token, code),
      await open(await tokenFor(interviewer), code),
      await open(operator.token, code),
      await open(operator.token, code),
    ];
    expect(answers.map(({ status }) => status)).toEqual([401, 403, 400, 403, 200, 400]);
    expect(answers[2]?.body.msg).toBe(
      "This link has been used or is too old. Start again from the person's page.",
    );
    expect(await get("/api/user/profile", answers[4]?.body.token)).toBe(200);
    const late = (await start(person)).body.code;
    app.clock.advance({ minutes: 1 });
    expect((await open(operator.token, late)).status).toBe(400);
  });

  it("is not possible for an operator, or with an invented token", async () => {
    expect((await start(await app.signUpOperator())).status).toBe(409);
    expect(await get("/api/user/profile", "see-as-invented")).toBe(401);
  });
});

it("counts towards the operator's limits, and not towards those of the person", async () => {
  const strict = await createTestApp({ environment: { GREENROOM_RATE_LIMIT_FACTOR: "1" } });
  try {
    const [support, seen] = [await strict.signUpOperator({ level: "support" }), await strict.signUp()];
    const started = await strict.call("POST", `/api/operator/people/${seen.user._id}/see-as`, {
      ...{ token: support.token, body: { reason: "They see no progress" } },
    });
    const opened = await strict.call("POST", "/api/operator/see-as", {
      ...{ token: support.token, body: { code: started.body.code } },
    });
    const read = async (token: string) => (await strict.get({ token }, "/api/practice/progress")).status;
    const useUp = async (userId: string) => {
      const limit = "practice-read-by-user";
      for (let call = 0; call < rateLimitRules[limit].points - 1; call += 1)
        await strict.deps.limits.count(limit, userId);
    };
    await useUp(support.user._id);
    expect([await read(opened.body.token), await read(opened.body.token)]).toEqual([200, 429]);
    await useUp(seen.user._id);
    expect([await read(seen.token), await read(seen.token)]).toEqual([200, 429]);
  } finally {
    await strict.close();
  }
});
