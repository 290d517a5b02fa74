import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { hoursFromNow, offerSlot, postBooking } from "../../schedule/bookings/bookings.testing.ts";
import { createTestApp, type SignedUpUser, type TestApp } from "../../testing/app.ts";
import { callAtOnce } from "../../testing/lock-waits.ts";
import { buy } from "../../testing/purchases.ts";
import { confirmAction, undoneId } from "../desk.testing.ts";

let app: TestApp;
let owner: SignedUpUser;
let support: SignedUpUser;
let person: SignedUpUser;
beforeAll(async () => {
  app = await createTestApp();
});
beforeEach(async () => {
  owner = await app.signUpOperator();
  support = await app.signUpOperator({ level: "support" });
  person = await app.signUp();
});
afterAll(() => app.close());

const grant = (sessions: number, { by = owner, to = person } = {}) =>
  confirmAction(app, by, `/api/operator/people/${to.user._id}/grant-sessions`, { sessions });
const pathOf = (lotId: string) => `/api/operator/grants/${lotId}/withdrawal`;
const takeBack = (lotId: string, { by = owner } = {}) =>
  confirmAction(app, by, pathOf(lotId), {}, { reason: "Given to the wrong person" });
const ledger = async () =>
  (await app.call("GET", "/api/user/credits", { token: person.token })).body.map(
    ({ kind, delta, balance, reason }: Record<string, unknown>) => [kind, delta, balance, reason],
  );

/** Books an interview with one of the person's sessions. */
async function book() {
  const interviewer = await app.signUpInterviewer();
  const startTime = hoursFromNow(app, 24);
  await offerSlot(app, interviewer, startTime);
  const { status } = await postBooking(app, person, { startTime, interviewerId: interviewer.user._id });
  expect(status).toBe(201);
}

it("takes granted sessions back through the ledger, and is audited with its reason", async () => {
  const lotId = undoneId(await grant(2));
  const shown = await app.call("POST", `${pathOf(lotId)}/preview`, { token: support.token, body: {} });
  expect(shown.body.lines[0].text).toBe(
    `2 sessions are taken back from ${person.user.email}: 2 left before, 0 after.`,
  );
  expect((await takeBack(lotId, { by: support })).body.msg).toBe(
    "2 sessions are taken back. The person has 0 now.",
  );
  expect(await ledger()).toEqual([
    ["taken-back", -1, 0, "Given to the wrong person"],
    ["taken-back", -1, 1, "Given to the wrong person"],
    ["grant", 2, 2, "Asked for by email"],
  ]);
  const line = await app.deps.database
    .selectFrom("auditLog")
    .select(["actorUserId", "subject", "details"])
    .where("action", "=", "credits.taken-back")
    .orderBy("id", "desc")
    .executeTakeFirstOrThrow();
  expect(line).toEqual({
    actorUserId: support.user._id,
    subject: `user:${person.user._id}`,
    details: { lotId, sessions: 2, reason: "Given to the wrong person" },
  });
  expect((await takeBack(lotId)).body.msg).toBe(
    "No sessions are left to take back: each was used, booked or already taken back.",
  );
});

it("leaves a session that is booked", async () => {
  const lotId = undoneId(await grant(2));
  await book();
  expect((await takeBack(lotId)).body.msg).toBe(
    "1 session is taken back. 1 of 2 is used or booked and stays. The person has 0 now.",
  );
});

it("is refused with an outdated preview, after a session was booked", async () => {
  const lotId = undoneId(await grant(2));
  const { version } = (await app.call("POST", `${pathOf(lotId)}/preview`, { token: owner.token, body: {} }))
    .body;
  await book();
  const body = { version, reason: "Given by mistake" };
  const stale = await app.call("POST", pathOf(lotId), { token: owner.token, body });
  expect([stale.status, stale.body.msg]).toEqual([409, expect.stringContaining("Something has changed")]);
});

it("by two operators at once happens once", async () => {
  const lotId = undoneId(await grant(3));
  const answers = await Promise.all([owner, support].map((by) => takeBack(lotId, { by })));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect((await ledger())[0]).toEqual(["taken-back", -1, 0, "Given to the wrong person"]);
});

it("lets the person book with another session at the same moment", async () => {
  const lotId = undoneId(await grant(1));
  await grant(1);
  const interviewer = await app.signUpInterviewer();
  const startTime = hoursFromNow(app, 24);
  await offerSlot(app, interviewer, startTime);
  const { token } = owner;
  const { version } = (await app.call("POST", `${pathOf(lotId)}/preview`, { token, body: {} })).body;
  const body = { version, reason: "Given by mistake" };
  const answers = await callAtOnce(app, "ledger_entries", [
    () => app.call("POST", pathOf(lotId), { token, body }),
    () => postBooking(app, person, { startTime, interviewerId: interviewer.user._id }),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([200, 201]);
});

it("counts neither sessions taken back nor refunded ones as bought or given", async () => {
  const figures = async () => {
    const { body } = await app.call("GET", `/api/operator/people/${person.user._id}`, { token: owner.token });
    return [body.sessionsLeft, body.sessionsGranted];
  };
  const lotId = undoneId(await grant(5));
  await book();
  expect(await figures()).toEqual([4, 5]);
  await takeBack(lotId);
  expect(await figures()).toEqual([0, 1]);
  await buy(app, person, "Pro");
  expect(await figures()).toEqual([3, 4]);
  const { id: paymentId } = await app.deps.database
    .selectFrom("payments")
    .select("id")
    .where("userId", "=", person.user._id)
    .executeTakeFirstOrThrow();
  await confirmAction(app, owner, "/api/operator/refunds", { items: [{ paymentId, sessions: 2 }] });
  expect(await figures()).toEqual([1, 2]);
});

it("does not touch sessions that were bought", async () => {
  await buy(app, person, "Pro");
  const { id } = await app.deps.database
    .selectFrom("creditLots")
    .select("id")
    .where("userId", "=", person.user._id)
    .executeTakeFirstOrThrow();
  expect((await takeBack(id)).status).toBe(404);
});

it("lets support give away again what was taken back", async () => {
  const lotId = undoneId(await grant(5, { by: support }));
  expect((await grant(1, { by: support })).status).toBe(409);
  await takeBack(lotId, { by: support });
  expect((await grant(5, { by: support })).status).toBe(200);
});

it("has nothing to take back while a second operator has to approve the grant", async () => {
  expect((await grant(50)).body).toEqual({
    msg: expect.stringContaining("Nothing has happened yet"),
    approvalId: expect.any(String),
    undo: expect.objectContaining({ label: "Withdraw the request" }),
  });
});
