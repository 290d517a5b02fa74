import { pino } from "pino";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../testing/database.ts";
import { openPool } from "../database.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

it("keeps the plan of a statement with a product, and of none with a star", async () => {
  const log = pino({ level: "silent" });
  const pool = openPool({ connectionString: database.connectionString, log, max: 1 });
  try {
    const prepared = ["select ($1::int) * (2) as product", "select upper($1::text)\n  || 'x' as text"];
    const stars = ["* from users", "users.* from users", "id, * from users", "count(*) from users"];
    for (const text of prepared) await pool.query(text, [1]);
    for (const star of stars) await pool.query(`select ${star} where id::text = $1`, [1]);
    const { rows } = await pool.query("select statement from pg_prepared_statements order by prepare_time");
    expect(rows.map(({ statement }) => statement)).toEqual(prepared);
  } finally {
    await pool.end();
  }
});
