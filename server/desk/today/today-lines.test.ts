import type { WorkKind, WorkLine } from "@greenroom/contract/desk/today.ts";
import { addMinutes } from "@greenroom/contract/kernel/time.ts";
import { beforeEach, describe, expect, it } from "vitest";
import type { Database, Tx } from "../../kernel/db/database.ts";
import { newId } from "../../kernel/ids.ts";
import { insertCompletedInterview } from "../../schedule/bookings/bookings.testing.ts";
import { testNow, useBeforeAll, useTestApp } from "../../testing/app.ts";
import { settledOrLocked } from "../../testing/lock-waits.ts";

/* Today's lines about feedback, whose candidates the database keeps by triggers. */

const app = useTestApp();
const operator = useBeforeAll(() => app.signUpOperator());
let interviewerId: string;
let intervieweeId: string;
beforeEach(async () => {
  app.clock.set(testNow);
  interviewerId = (await app.signUpInterviewer()).user._id;
  intervieweeId = (await app.signUp()).user._id;
});

/** The subjects of this test's interviewer. */
async function subjectsOf(kind: WorkKind): Promise<string[]> {
  const { body } = await app.get(operator, "/api/operator/today");
  const isOurs = ({ people }: WorkLine) => people.some(({ _id }) => _id === interviewerId);
  return body.lines
    .filter((line: WorkLine) => line.kind === kind && isOurs(line))
    .map(({ subject }: WorkLine) => subject);
}

/** An interview of so many days after the first one. */
const interview = async (day: number) =>
  await insertCompletedInterview(app, {
    ...{ interviewerId, intervieweeId },
    startsAt: addMinutes(app.clock.now(), 60 * 24 * (day - 60)),
  });

describe("feedback of a probation", () => {
  /** Interviews whose feedback arrives today, from the first day on; returns their bookings. */
  async function arrange(count: number): Promise<string[]> {
    const ids: string[] = [];
    for (let day = 0; day < count; day += 1) {
      const { bookingId } = await interview(day);
      ids.push(bookingId);
      await upload(bookingId, day);
    }
    return ids;
  }

  const upload = (bookingId: string, minutes: number) =>
    app.deps.database
      .insertInto("feedbackFiles")
      .values({
        ...{ bookingId, storageKey: `feedback/${bookingId}.pdf`, fileName: "f.pdf", sizeBytes: 9 },
        uploadedAt: addMinutes(app.clock.now(), minutes - 60),
      })
      .execute();

  const setStatus = (ids: readonly string[], status: "completed" | "no_show_interviewee") =>
    app.deps.database.updateTable("bookings").set({ status }).where("id", "in", ids).execute();

  it("is that of the first five interviews, whatever is decided about earlier ones", async () => {
    const ids = await arrange(14);
    expect(await subjectsOf("probation-feedback")).toEqual(ids.slice(0, 5));
    await setStatus(ids.slice(0, 2), "no_show_interviewee");
    expect(await subjectsOf("probation-feedback")).toEqual(ids.slice(2, 7));
    await setStatus(ids.slice(2, 11), "no_show_interviewee");
    expect(await subjectsOf("probation-feedback")).toEqual(ids.slice(11));
    await setStatus(ids, "completed");
    expect(await subjectsOf("probation-feedback")).toEqual(ids.slice(0, 5));
  });

  it("includes a file that comes late and one that is sent again", async () => {
    const { bookingId } = await interview(0);
    const others = await arrange(0);
    for (let day = 1; day <= 12; day += 1) others.push((await interview(day)).bookingId);
    await upload(bookingId, 0);
    await upload(others[7] as string, 0);
    expect(await subjectsOf("probation-feedback")).toEqual([bookingId]);
    await app.deps.database.deleteFrom("feedbackFiles").where("bookingId", "=", bookingId).execute();
    expect(await subjectsOf("probation-feedback")).toEqual([]);
    await upload(bookingId, 1);
    expect(await subjectsOf("probation-feedback")).toEqual([bookingId]);
  });

  it("is left out when it is held, older than two weeks, or of a deleted account", async () => {
    const [held, old] = (await arrange(2)) as [string, string];
    const change = (bookingId: string, fields: { heldAt?: Date; uploadedAt?: Date }) =>
      app.deps.database.updateTable("feedbackFiles").set(fields).where("bookingId", "=", bookingId).execute();
    await change(held, { heldAt: app.clock.now() });
    await change(old, { uploadedAt: addMinutes(app.clock.now(), -60 * 24 * 15) });
    expect(await subjectsOf("probation-feedback")).toEqual([]);
    await change(old, { uploadedAt: app.clock.now() });
    expect(await subjectsOf("probation-feedback")).toEqual([old]);
    await app.deps.database
      .updateTable("users")
      .set({ deletedAt: app.clock.now(), blockedAt: app.clock.now() })
      .where("id", "=", interviewerId)
      .execute();
    expect(await subjectsOf("probation-feedback")).toEqual([]);
  });
});

describe("low ratings", () => {
  let day: number;
  beforeEach(() => {
    day = 0;
  });

  async function rate(interviewScore: number, database: Database | Tx = app.deps.database): Promise<string> {
    day += 1;
    const { bookingId, endsAt } = await interview(day);
    const id = newId();
    const ids = { id, bookingId, interviewerId, intervieweeId };
    await database
      .insertInto("feedback")
      .values({ ...ids, interviewScore, overallSummary: "So so.", createdAt: endsAt })
      .execute();
    return id;
  }

  it("are those of the last ten, from three on", async () => {
    await rate(1);
    await rate(1);
    expect(await subjectsOf("low-rating")).toEqual([]);
    await rate(1);
    expect(await subjectsOf("low-rating")).toEqual([interviewerId]);
    // The first rating is no longer one of the last ten: two of 1 and eight of 5 are 4.2 on average.
    for (let more = 0; more < 8; more += 1) await rate(5);
    expect(await subjectsOf("low-rating")).toEqual([]);
  });

  it("follow a rating that is changed or deleted", async () => {
    for (const score of [5, 5, 5]) await rate(score);
    const id = await rate(1);
    expect(await subjectsOf("low-rating")).toEqual([]);
    const { database } = app.deps;
    await database
      .updateTable("feedback")
      .set({ interviewScore: 1 })
      .where("interviewerId", "=", interviewerId)
      .execute();
    expect(await subjectsOf("low-rating")).toEqual([interviewerId]);
    await database
      .deleteFrom("feedback")
      .where("id", "<>", id)
      .where("interviewerId", "=", interviewerId)
      .execute();
    expect(await subjectsOf("low-rating")).toEqual([]);
  });

  it("count both of two ratings at the same moment", async () => {
    for (const score of [5, 5]) await rate(score);
    // Each alone makes the average 4, and both make it 3.5.
    const first = await app.deps.database.startTransaction().execute();
    await rate(2, first);
    const second = rate(2);
    await settledOrLocked(app, second);
    await first.commit().execute();
    await second;
    expect(await subjectsOf("low-rating")).toEqual([interviewerId]);
  });
});

async function insertApproval(hoursAgo: number, reason: string) {
  const askedAt = addMinutes(app.clock.now(), -60 * hoursAgo);
  const lines = JSON.stringify([{ label: "Sessions", text: "8 for Meera Iyer" }]);
  const row = { id: newId(), kind: "grant", payload: "{}", lines, version: "1", reason } as const;
  await app.deps.database
    .insertInto("operatorApprovals")
    .values({ ...row, askedBy: operator.user._id, askedAt, expiresAt: addMinutes(askedAt, 60 * 24) })
    .execute();
  return row.id;
}

it("lists an approval on Today until it expires, and it can be done", async () => {
  const subject = await insertApproval(1, "The room froze");
  await insertApproval(25, "Expired an hour ago");
  const read = async () => await app.read(operator, "/api/operator/today");
  const linesOf = async () => (await read()).lines.filter(({ kind }: WorkLine) => kind === "approval");
  const [line, ...others] = await linesOf();
  expect(others).toEqual([]);
  expect(line).toMatchObject({
    subject,
    people: [{ _id: operator.user._id }],
    detail:
      "A grant of sessions, which another owner decides within 24 hours: 8 for Meera Iyer · The room froze",
  });
  const body = { kind: "approval", subject, since: line.since, note: "Told the other owner" };
  const done = await app.post(operator, "/api/operator/today/lines/done", body);
  expect(done.status).toBe(204);
  expect(await linesOf()).toEqual([]);
});
