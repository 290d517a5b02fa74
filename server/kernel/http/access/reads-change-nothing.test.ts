import { afterAll, beforeAll, expect, it } from "vitest";
import { grantTestCredits } from "../../../schedule/bookings/bookings.testing.ts";
import { objectTable } from "../../../testing/access-objects.ts";
import { accessTable } from "../../../testing/access-table.ts";
import { createTestApp, type SignedUpUser, type TestApp } from "../../../testing/app.ts";
import { createRecords, createServerUnderTest, type Records } from "../../../testing/records.ts";

let app: TestApp;
let people: SignedUpUser[];
let records: Records;

beforeAll(async () => {
  app = await createTestApp();
  const [interviewee, interviewer] = [await app.signUp(), await app.signUpInterviewer()];
  await grantTestCredits(app, interviewee, { sessions: 4 });
  const party = ({ token, user }: SignedUpUser) => ({ token, id: user._id });
  records = await createRecords(createServerUnderTest(app), {
    interviewee: party(interviewee),
    interviewer: party(interviewer),
  });
  await app.runJobs();
  people = [interviewee, interviewer, await app.signUpOperator()];
}, 120_000);
afterAll(() => app.close());

/** When a sign-in was used, how often somebody called, who looked at whom, and PDFs that are kept for the next reader. */
const bookkeeping = new Set(["auth_sessions", "rate_limits", "audit_log", "generated_resumes"]);

async function fingerprintTables(): Promise<Record<string, string>> {
  const { rows } = await app.deps.pool.query<{ name: string }>(
    "select table_name as name from information_schema.tables where table_schema = 'public' order by 1",
  );
  const prints: Record<string, string> = {};
  for (const { name } of rows.filter((row) => !bookkeeping.has(row.name))) {
    const { rows: found } = await app.deps.pool.query<{ print: string }>(
      `select count(*) || ' ' || coalesce(md5(string_agg(line::text, ',' order by line::text)), '') as print
       from public.${name} line`,
    );
    prints[name] = found[0]?.print ?? "";
  }
  return prints;
}

it("GET, HEAD and OPTIONS change no row, whoever calls", async () => {
  const routes = Object.keys(accessTable).filter((name) => name.startsWith("GET "));
  const before = await fingerprintTables();
  let succeeded = 0;
  for (const route of routes) {
    const row = objectTable[route];
    const params = row?.params?.(records) ?? {};
    const path = (route.split(" ")[1] ?? "").replace(
      /\{(\w+)\}/g,
      (_, name: string) => params[name] ?? records.heldBookingId,
    );
    for (const { token } of people) {
      for (const method of ["GET", "HEAD", "OPTIONS"]) {
        const answer = await app.call(method, path + (row?.query?.(records) ?? ""), { token });
        expect(answer.status, `${method} ${path}`).toBeLessThan(500);
        if (method === "GET" && answer.status === 200) succeeded += 1;
      }
    }
  }
  expect(succeeded).toBeGreaterThan(100);
  expect(await fingerprintTables()).toEqual(before);
}, 120_000);
