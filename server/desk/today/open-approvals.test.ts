import type { WorkLine } from "@greenroom/contract/desk/today.ts";
import { addMinutes } from "@greenroom/contract/kernel/time.ts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { newId } from "../../kernel/ids.ts";
import { createTestApp, type SignedUpUser, type TestApp } from "../../testing/app.ts";

let app: TestApp;
let operator: SignedUpUser;
beforeAll(async () => {
  app = await createTestApp();
  operator = await app.signUpOperator();
});
afterAll(() => app.close());

async function insertApproval(hoursAgo: number, reason: string) {
  const askedAt = addMinutes(app.clock.now(), -60 * hoursAgo);
  const row = { id: newId(), kind: "grant", payload: "{}", lines: "[]", version: "1", reason } as const;
  await app.deps.database
    .insertInto("operatorApprovals")
    .values({ ...row, askedBy: operator.user._id, askedAt, expiresAt: addMinutes(askedAt, 60 * 24) })
    .execute();
  return row.id;
}

it("lists an approval on Today until it expires, and it can be done", async () => {
  const subject = await insertApproval(1, "The room froze");
  await insertApproval(25, "Expired an hour ago");
  const read = async () => (await app.call("GET", "/api/operator/today", { token: operator.token })).body;
  const linesOf = async () => (await read()).lines.filter(({ kind }: WorkLine) => kind === "approval");
  const [line, ...others] = await linesOf();
  expect(others).toEqual([]);
  expect(line).toMatchObject({
    subject,
    people: [{ _id: operator.user._id }],
    detail: "A grant of sessions, which another owner decides within 24 hours: The room froze",
  });
  const body = { kind: "approval", subject, since: line.since, note: "Told the other owner" };
  const done = await app.call("POST", "/api/operator/today/lines/done", { token: operator.token, body });
  expect(done.status).toBe(204);
  expect(await linesOf()).toEqual([]);
});
