import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../server/testing/database.ts";
import { findOutdatedMutations } from "./find-outdated.ts";

let database: TestDatabase;
let pool: pg.Pool;
beforeAll(async () => {
  database = await createTestDatabase();
  pool = new pg.Pool({ connectionString: database.connectionString, max: 1 });
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

it("`npm run prove -- --sensitivity` can remove every rule", async () => {
  expect(await findOutdatedMutations(pool)).toEqual([]);
});
