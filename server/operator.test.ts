import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "./testing/database.ts";
import { builtProgram } from "./testing/servers/spawned-server.ts";
import { withDatabase } from "./testing/servers/throwaway-postgres.ts";

let database: TestDatabase;
let dataDirectory: string;
beforeAll(async () => {
  database = await createTestDatabase();
  dataDirectory = await mkdtemp(join(tmpdir(), "greenroom-operator-"));
});
afterAll(async () => {
  await database.drop();
  await rm(dataDirectory, { recursive: true, force: true });
});

interface Ended {
  code: number;
  said: string;
  complained: string;
}

/** Runs a command in a separate process, as `npm run operator` starts it. */
function operator(given: string[], databaseUrl = database.connectionString): Promise<Ended> {
  const env = { PATH: process.env.PATH, GREENROOM_DATA: dataDirectory, DATABASE_URL: databaseUrl };
  return new Promise((resolve) => {
    execFile(process.execPath, [builtProgram("operator"), ...given], { env }, (error, said, complained) => {
      resolve({ code: error === null ? 0 : Number(error.code), said, complained });
    });
  });
}

it("returns JSON with exit code 0, 2 for wrong arguments or a missing --yes, and 1 for a failed command", async () => {
  // One after the other, because concurrent processes would starve each other on a small machine.
  const listed = await operator(["list-users", "--json"]);
  const misspelt = await operator(["users", "lst", "--json"]);
  const unconfirmed = await operator(["users", "reset-second-factor", "a@test.example", "--json"]);
  const helped = await operator(["credits", "grant", "a@test.example", "--help"]);
  const unknown = await operator(["users", "grant-operator", "a@test.example", "--json"]);
  const away = await operator(["users", "list"], withDatabase(database.connectionString, "no_such_database"));
  expect(listed).toEqual({ code: 0, said: "[]\n", complained: "" });
  expect(misspelt).toMatchObject({ code: 2, said: "" });
  expect(misspelt.complained).toContain('Did you mean "users list"?');
  expect(helped).toMatchObject({
    code: 0,
    said: expect.stringContaining("credits grant <email> --sessions <n>"),
  });
  expect(helped.said).not.toContain("users list");
  expect(unconfirmed).toMatchObject({ code: 2, said: "" });
  expect(unconfirmed.complained).toContain("add --yes to do it");
  expect(unknown).toMatchObject({
    code: 1,
    said: "",
    complained: "Nobody has an account with a@test.example.\n",
  });
  expect(away.code).toBe(1);
  expect(away.complained).toMatch(/^[^\n]*no_such_database[^\n]*\n$/);
}, 120_000);
