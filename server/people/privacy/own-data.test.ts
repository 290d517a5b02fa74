import { buffer } from "node:stream/consumers";
import { type KyselyPlugin, sql } from "kysely";
import { expect, it } from "vitest";
import * as Y from "yjs";
import { newId } from "../../kernel/ids.ts";
import { type SignedUpUser, unzip, useTestApp } from "../../testing/app.ts";
import { downloadData, selectPersonalRows } from "./download-data.ts";
import { personalDataTables } from "./personal-data.ts";

/** The signal of a reader who stays. */
const present = new AbortController().signal;
const app = useTestApp();

/** Inserts past interviews of these two people, each with a pad of two updates and two snapshots. */
async function insertInterviews(interviewer: SignedUpUser, interviewee: SignedUpUser, count: number) {
  const doc = new Y.Doc();
  doc.getText("code").insert(0, "def f():");
  const first = Buffer.from(Y.encodeStateAsUpdate(doc));
  const known = Y.encodeStateVector(doc);
  doc.getText("code").insert(8, " pass");
  const second = Buffer.from(Y.encodeStateAsUpdate(doc, known));
  await sql`
    with numbered as (
      select gen_random_uuid() as slot, gen_random_uuid() as id, timestamptz '2026-01-01T10:00:00Z' + n * interval '1 hour' as at
      from generate_series(1, ${count}::int) n),
    slots as (
      insert into availability (id, interviewer_id, starts_at, ends_at, status, created_at)
      select slot, ${interviewer.user._id}::uuid, at, at + interval '45 minutes', 'booked', at from numbered),
    booked as (
      insert into bookings (id, slot_id, interviewer_id, interviewee_id, starts_at, ends_at, status, created_at, completed_at)
      select id, slot, ${interviewer.user._id}::uuid, ${interviewee.user._id}::uuid, at, at + interval '45 minutes', 'completed', at, at
      from numbered),
    pads as (insert into room_code (booking_id, language, state, updated_at) select id, 'sql', ${first}, at from numbered),
    updates as (
      insert into room_code_updates (booking_id, content, made_at) select id, ${second}, at + interval '1 minute' from numbered)
    insert into room_code_snapshots (id, booking_id, position, taken_at, language, by_interviewee, by_interviewer, content, total_bytes)
    select gen_random_uuid(), id, n, at, 'sql', true, false, 'step ' || n, 6 from numbered, generate_series(0, 1) n`.execute(
    app.deps.database,
  );
}

/** The number of statements that an export runs. */
async function countQueries(person: SignedUpUser): Promise<number> {
  let queries = 0;
  const counter: KyselyPlugin = {
    transformQuery: ({ node }) => {
      queries += 1;
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  const deps = { ...app.deps, database: app.deps.database.withPlugin(counter) };
  const zip = await downloadData(deps, { userId: person.user._id }, present);
  for await (const part of zip) expect(part).toBeDefined();
  return queries;
}

interface Export {
  availability: unknown[];
  sessionCode: { bookingId: string; changedAt: string; history: unknown[] }[];
}

/** The rows of an export. */
async function readExport({ user }: SignedUpUser): Promise<Export> {
  const files = unzip(await buffer(await downloadData(app.deps, { userId: user._id }, present)));
  return JSON.parse(String(files.get("data.json"))) as Export;
}

it("runs three more queries for each further pad, and none for anything else", async () => {
  const [newcomer, busy] = [await app.signUpInterviewer(), await app.signUpInterviewer()];
  await insertInterviews(newcomer, await app.signUp(), 2);
  await insertInterviews(busy, await app.signUp(), 100);
  const few = await countQueries(newcomer);
  expect(await countQueries(busy)).toBe(few + 3 * 98);
  expect(few).toBeLessThan(300);
});

it("contains the code of each interview and its history, oldest interview first", async () => {
  const interviewer = await app.signUpInterviewer();
  await insertInterviews(interviewer, await app.signUp(), 3);
  const { sessionCode: pads } = await readExport(interviewer);
  expect(pads.map(({ changedAt }) => changedAt)).toEqual([
    "2026-01-01T11:01:00.000Z",
    "2026-01-01T12:01:00.000Z",
    "2026-01-01T13:01:00.000Z",
  ]);
  for (const pad of pads) {
    expect(pad).toMatchObject({ text: "def f(): pass", language: "sql" });
    expect(pad.history).toMatchObject([{ text: "step 0", editedBy: ["interviewee"] }, { text: "step 1" }]);
  }
});

it("contains more rows than are read at once", async () => {
  const interviewer = await app.signUpInterviewer();
  await insertInterviews(interviewer, await app.signUp(), 1100);
  const { availability, sessionCode } = await readExport(interviewer);
  expect(availability).toHaveLength(1100);
  expect(new Set(sessionCode.map(({ bookingId }) => bookingId)).size).toBe(1100);
  expect(sessionCode.filter(({ history }) => history.length === 2)).toHaveLength(1100);
});

it("holds no database connection for people who do not read their export", async () => {
  const person = await app.signUp();
  // More than the pool has connections.
  const exports = [];
  for (let times = 0; times < 20; times += 1)
    exports.push(await downloadData(app.deps, { userId: person.user._id }, present));
  expect(await readExport(person)).toMatchObject({ sessionCode: [] });
  for (const zip of exports) zip.destroy();
});

it("of a reader who has left is not written", async () => {
  const person = await app.signUp();
  const left = new Error("left");
  await expect(downloadData(app.deps, { userId: person.user._id }, AbortSignal.abort(left))).rejects.toBe(
    left,
  );
});

it.each(personalDataTables)("finds a person's $table by an index", async (rows) => {
  const query = selectPersonalRows(rows, { userId: newId(), email: "a@b.example" });
  const plan = await app.deps.database.transaction().execute(async (tx) => {
    // Without this, the planner of a small table would ignore the index; with it, it scans only if no index
    // fits.
    await sql`set local enable_seqscan = off`.execute(tx);
    return await sql<Record<string, string>>`explain ${query}`.execute(tx);
  });
  expect(JSON.stringify(plan.rows)).not.toContain("Seq Scan");
});
