import { pino } from "pino";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../testing/database.ts";
import { openPool } from "../database.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/** The statements that the database has prepared after a pool's only connection ran these, one after the other. */
async function findPrepared(texts: string[]): Promise<string[]> {
  const pool = openPool({
    connectionString: database.connectionString,
    log: pino({ level: "silent" }),
    max: 1,
  });
  try {
    for (const text of texts) await pool.query(text, [1]);
    const { rows } = await pool.query("select statement from pg_prepared_statements order by prepare_time");
    return rows.map(({ statement }) => statement);
  } finally {
    await pool.end();
  }
}

const twice = (texts: string[]) => texts.flatMap((text) => [text, text]);

it("keeps the plan of a statement that multiplies, and of none with a star", async () => {
  const products = ["select ($1::int) * (2) as product", "select upper($1::text)\n  || 'x' as text"];
  const stars = ["* from users", "users.* from users", "id, * from users", "count(*) from users"];
  expect(
    await findPrepared(twice([...products, ...stars.map((text) => `select ${text} where id::text = $1`)])),
  ).toEqual(products);
});

it("keeps the plan of a statement that runs again, however many others ran once before", async () => {
  const others = Array.from({ length: 1_100 }, (_, index) => `select $1::int + ${index} as sum`);
  const again = "select $1::int as again";
  expect(await findPrepared([...others, again, again])).toEqual([again]);
});

it("keeps at most a thousand plans, and none of a very long statement", async () => {
  const many = Array.from({ length: 1_001 }, (_, index) => `select $1::int - ${index} as difference`);
  const long = `select $1::int as long /* ${"x".repeat(10_000)} */`;
  expect(await findPrepared(twice([long, ...many]))).toEqual(many.slice(0, 1_000));
});
