import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestApp, type TestApp } from "../../testing/app.ts";
import { readWithCursor } from "./read-with-cursor.ts";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const numbersUpTo = (last: number) =>
  sql<{ number: number }>`select n as number from generate_series(1, ${last}::int) n order by n`;

async function read(last: number): Promise<number[]> {
  const numbers: number[] = [];
  for await (const { number } of readWithCursor(app.deps.database, numbersUpTo(last), { batchSize: 10 }))
    numbers.push(number);
  return numbers;
}

it.each([0, 1, 9, 10, 11, 20, 25])("reads %i rows, each once and in order", async (last) => {
  expect(await read(last)).toEqual(Array.from({ length: last }, (_, index) => index + 1));
});

it("reads a built query with its parameters", async () => {
  const person = await app.signUp();
  const query = app.deps.database.selectFrom("users").select(["firstName"]).where("id", "=", person.user._id);
  const names: string[] = [];
  for await (const { firstName } of readWithCursor(app.deps.database, query)) names.push(firstName);
  expect(names).toEqual([person.user.firstName]);
});

it("lets two readers take turns in one transaction", async () => {
  const pairs = await app.deps.database.transaction().execute(async (tx) => {
    const second = readWithCursor(tx, numbersUpTo(25), { batchSize: 10, cursor: "second" });
    const read: [number, number | undefined][] = [];
    for await (const { number } of readWithCursor(tx, numbersUpTo(25), { batchSize: 7 }))
      read.push([number, (await second.next()).value?.number]);
    return read;
  });
  expect(pairs).toEqual(Array.from({ length: 25 }, (_, index) => [index + 1, index + 1]));
});

it("releases its connection when the reader stops early or a statement fails", async () => {
  // More often than the pool has connections.
  for (let times = 0; times < 40; times += 1) {
    for await (const { number } of readWithCursor(app.deps.database, numbersUpTo(25), { batchSize: 10 })) {
      if (number === 12) break;
    }
    const failing = readWithCursor(
      app.deps.database,
      sql`select 1 / (n - 15) from generate_series(1, 25) n`,
      { batchSize: 10 },
    );
    await expect(
      (async () => {
        for await (const row of failing) expect(row).toBeDefined();
      })(),
    ).rejects.toThrow("division by zero");
  }
  expect(await read(3)).toEqual([1, 2, 3]);
});

it("lets other work run while a reader uses its rows", async () => {
  let turns = 0;
  let isReading = true;
  const countTurns = () => {
    turns += 1;
    if (isReading) setImmediate(countTurns);
  };
  setImmediate(countTurns);
  let [rowsSinceTurn, most, seen] = [0, 0, 0];
  for await (const _ of readWithCursor(app.deps.database, numbersUpTo(500))) {
    const until = performance.now() + 1;
    while (performance.now() < until);
    rowsSinceTurn = turns === seen ? rowsSinceTurn + 1 : 1;
    seen = turns;
    most = Math.max(most, rowsSinceTurn);
  }
  isReading = false;
  // Each row takes a millisecond.
  expect(most).toBeLessThanOrEqual(10);
});
