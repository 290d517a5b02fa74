import { addMinutes } from "@greenroom/contract/kernel/time.ts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { inTransaction } from "../kernel/db/transaction.ts";
import { createTestApp, type TestApp } from "../testing/app.ts";
import { createDemoAccounts, grantDemoRoles } from "./create-demo-people.ts";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

it("the demo's people have their roles since they joined", async () => {
  const joinedAt = addMinutes(app.clock.now(), -20 * 24 * 60);
  await inTransaction(app.deps.database, (tx) =>
    createDemoAccounts(tx, { password: "brave-Otter-77!", joinedAt }),
  );
  await grantDemoRoles(app.deps, { joinedAt });
  const people = await app.deps.database
    .selectFrom("users")
    .select(["role", "operatorLevel", "createdAt"])
    .execute();
  expect(people.filter(({ role }) => role === "interviewer")).toHaveLength(4);
  expect(people.filter(({ operatorLevel }) => operatorLevel === "owner")).toHaveLength(1);
  expect(new Set(people.map(({ createdAt }) => createdAt.getTime()))).toEqual(new Set([joinedAt.getTime()]));
  const grants = await app.deps.database
    .selectFrom("auditLog")
    .select(["action", "createdAt"])
    .where("action", "like", "role.%")
    .execute();
  expect(grants).toHaveLength(5);
  expect(grants.filter(({ createdAt }) => createdAt.getTime() !== joinedAt.getTime())).toEqual([]);
});
