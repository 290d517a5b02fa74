import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestApp, type SignedUp, type TestApp } from "../../testing/app.ts";
import { book, crowd, giveCredits, hoursOn, offer, tally } from "./bookings.testing.ts";

let app: TestApp;
let interviewers: SignedUp[];

beforeAll(async () => {
  app = await createTestApp();
  interviewers = await Promise.all([app.signUpInterviewer({ email: "a@test.example" })]);
  interviewers.push(await app.signUpInterviewer({ email: "b@test.example" }));
});
afterAll(() => app.close());

const [first, second] = [() => interviewers[0] as SignedUp, () => interviewers[1] as SignedUp];

describe("races", () => {
  it("64 people for one slot: one 201, the rest 409 and with their session in hand", async () => {
    const people = await crowd(app, 64);
    for (const person of people) await giveCredits(app, person, { sessions: 1 });
    const startTime = hoursOn(app, 24);
    await offer(app, first(), startTime);
    const answers = await Promise.all(
      people.map((person) => book(app, person, { startTime, interviewerId: first().user._id })),
    );
    expect(tally(answers)).toEqual({ 201: 1, 409: 63 });
    expect(answers.filter(({ body }) => body.code === "slot_taken")).toHaveLength(63);
    const { left } = await app.deps.database
      .selectFrom("creditAccounts")
      .select(({ fn }) => fn.sum<string>("balance").as("left"))
      .where(
        "userId",
        "in",
        people.map(({ user }) => user._id),
      )
      .executeTakeFirstOrThrow();
    expect(Number(left)).toBe(63);
  });

  it("one person, two overlapping slots at once: one", async () => {
    const [person] = await crowd(app, 1);
    await giveCredits(app, person as SignedUp, { sessions: 20 });
    for (let round = 0; round < 10; round += 1) {
      const startTime = hoursOn(app, 48 + round * 2);
      const later = new Date(new Date(startTime).getTime() + 30 * 60_000).toISOString();
      await offer(app, first(), startTime);
      await offer(app, second(), later);
      const answers = await Promise.all([
        book(app, person as SignedUp, { startTime, interviewerId: first().user._id }),
        book(app, person as SignedUp, { startTime: later, interviewerId: second().user._id }),
      ]);
      expect(tally(answers)).toEqual({ 201: 1, 409: 1 });
    }
  });

  it("the last session, 10 bookings at once: one", async () => {
    const [person] = await crowd(app, 1);
    await giveCredits(app, person as SignedUp, { sessions: 1 });
    const times = Array.from({ length: 10 }, (_, index) => hoursOn(app, 100 + index));
    for (const time of times) await offer(app, first(), time);
    const answers = await Promise.all(
      times.map((startTime) => book(app, person as SignedUp, { startTime, interviewerId: first().user._id })),
    );
    expect(tally(answers)).toEqual({ 201: 1, 409: 9 });
    const taken = await app.deps.database
      .selectFrom("bookings")
      .select("id")
      .where("intervieweeId", "=", (person as SignedUp).user._id)
      .execute();
    expect(taken).toHaveLength(1);
  });

  it("one person, four slots in one moment: four, each with a session of its own, the oldest first", async () => {
    const [person] = (await crowd(app, 1)) as [SignedUp];
    for (const sessions of [1, 1, 3]) await giveCredits(app, person, { sessions });
    const times = Array.from({ length: 4 }, (_, index) => hoursOn(app, 130 + index));
    for (const time of times) await offer(app, first(), time);
    const answers = await Promise.all(
      times.map((startTime) => book(app, person, { startTime, interviewerId: first().user._id })),
    );
    expect(tally(answers)).toEqual({ 201: 4 });
    const { rows } = await app.deps.pool.query(
      `select array_agg(status order by granted_at, lot_id, ordinal) as statuses from credits where user_id = $1`,
      [person.user._id],
    );
    expect(rows[0].statuses).toEqual(["spent", "spent", "spent", "spent", "available"]);
  });

  it("somebody without a session takes no slot from who has one, however many come in one moment", async () => {
    const people = await crowd(app, 12);
    const rich = people[7] as SignedUp;
    await giveCredits(app, rich, { sessions: 1 });
    const startTime = hoursOn(app, 150);
    await offer(app, first(), startTime);
    const answers = await Promise.all(
      people.map((person) => book(app, person, { startTime, interviewerId: first().user._id })),
    );
    expect(answers.map(({ status }) => status === 201).indexOf(true)).toBe(7);
    expect(tally(answers)).toEqual({ 201: 1, 409: 11 });
  });

  it("bookings of one moment share a statement, and each stands or falls by itself", async () => {
    const people = await crowd(app, 8);
    const [poor, broken] = [people[0] as SignedUp, people[1] as SignedUp];
    for (const person of people.slice(1)) await giveCredits(app, person, { sessions: 1 });
    const times = people.map((_, index) => hoursOn(app, 200 + index));
    for (const time of times) await offer(app, first(), time);
    // An error that is no rule's, as a bug or a full disk would be: it fails the whole statement.
    await app.deps.pool.query(`
      create function refuse_broken() returns trigger language plpgsql as $$ begin raise exception 'broken'; end $$;
      create trigger broken before insert on bookings for each row when (new.interviewee_id = '${broken.user._id}')
        execute function refuse_broken()`);
    const answers = await Promise.all(
      people.map((person, index) =>
        book(app, person, { startTime: times[index] as string, interviewerId: first().user._id }),
      ),
    );
    await app.deps.pool.query("drop trigger broken on bookings; drop function refuse_broken()");
    expect(answers.map(({ status }) => status)).toEqual([409, 500, 201, 201, 201, 201, 201, 201]);
    expect(answers[0]?.body.code).toBe("no_plan");
    expect(
      (await book(app, poor, { startTime: times[2] as string, interviewerId: first().user._id })).status,
    ).toBe(409);
    const late = await book(app, broken, { startTime: times[1] as string, interviewerId: first().user._id });
    expect(late.status).toBe(201);
  });
});
