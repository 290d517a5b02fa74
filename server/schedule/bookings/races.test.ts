import { beforeAll, describe, expect, it } from "vitest";
import { type SignedUpUser, useTestApp } from "../../testing/app.ts";
import {
  countStatuses,
  createUsers,
  grantTestCredits,
  hoursFromNow,
  offerSlot,
  postBooking,
} from "./bookings.testing.ts";

const app = useTestApp();
let interviewers: SignedUpUser[];

beforeAll(async () => {
  interviewers = await Promise.all([app.signUpInterviewer({ email: "a@test.example" })]);
  interviewers.push(await app.signUpInterviewer({ email: "b@test.example" }));
});

const [first, second] = [() => interviewers[0] as SignedUpUser, () => interviewers[1] as SignedUpUser];
const book = (person: SignedUpUser, startTime: string, { user } = first()) =>
  postBooking(app, person, { startTime, interviewerId: user._id });

/** Slots of the first interviewer, an hour apart. */
async function offerSlots(count: number, hours: number): Promise<string[]> {
  const times = Array.from({ length: count }, (_, index) => hoursFromNow(app, hours + index));
  for (const time of times) await offerSlot(app, first(), time);
  return times;
}

async function createPerson(sessions: number): Promise<SignedUpUser> {
  const [person] = (await createUsers(app, 1)) as [SignedUpUser];
  await grantTestCredits(app, person, { sessions });
  return person;
}

describe("races", () => {
  it("64 people book one slot: one gets 201, the others 409 and keep their credit", async () => {
    const people = await createUsers(app, 64);
    for (const person of people) await grantTestCredits(app, person, { sessions: 1 });
    const [startTime = ""] = await offerSlots(1, 24);
    const answers = await Promise.all(people.map((person) => book(person, startTime)));
    expect(countStatuses(answers)).toEqual({ 201: 1, 409: 63 });
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

  it("one person books two overlapping slots at once: one succeeds", async () => {
    const person = await createPerson(20);
    for (let round = 0; round < 10; round += 1) {
      const [startTime = ""] = await offerSlots(1, 48 + round * 2);
      const later = new Date(new Date(startTime).getTime() + 30 * 60_000).toISOString();
      await offerSlot(app, second(), later);
      const answers = await Promise.all([book(person, startTime), book(person, later, second())]);
      expect(countStatuses(answers)).toEqual({ 201: 1, 409: 1 });
    }
  });

  it("one person makes 10 bookings at once with the last credit: one succeeds", async () => {
    const person = await createPerson(1);
    const times = await offerSlots(10, 100);
    const answers = await Promise.all(times.map((time) => book(person, time)));
    expect(countStatuses(answers)).toEqual({ 201: 1, 409: 9 });
    const taken = await app.deps.database
      .selectFrom("bookings")
      .select("id")
      .where("intervieweeId", "=", person.user._id)
      .execute();
    expect(taken).toHaveLength(1);
  });

  it("one person books four slots at once: all succeed, each with a credit of its own, the oldest first", async () => {
    const person = await createPerson(1);
    for (const sessions of [1, 3]) await grantTestCredits(app, person, { sessions });
    const times = await offerSlots(4, 130);
    const answers = await Promise.all(times.map((time) => book(person, time)));
    expect(countStatuses(answers)).toEqual({ 201: 4 });
    const { rows } = await app.deps.pool.query(
      `select array_agg(status order by granted_at, lot_id, ordinal) as statuses from credits where user_id = $1`,
      [person.user._id],
    );
    expect(rows[0].statuses).toEqual(["spent", "spent", "spent", "spent", "available"]);
  });

  it("people without credits never take a slot from someone with credits, however many requests arrive at once", async () => {
    const people = await createUsers(app, 12);
    const rich = people[7] as SignedUpUser;
    await grantTestCredits(app, rich, { sessions: 1 });
    const [startTime = ""] = await offerSlots(1, 150);
    const answers = await Promise.all(people.map((person) => book(person, startTime)));
    expect(answers.map(({ status }) => status === 201).indexOf(true)).toBe(7);
    expect(countStatuses(answers)).toEqual({ 201: 1, 409: 11 });
  });

  it("bookings of one moment share a statement, and each succeeds or fails independently", async () => {
    const people = await createUsers(app, 8);
    const [poor, broken] = [people[0] as SignedUpUser, people[1] as SignedUpUser];
    for (const person of people.slice(1)) await grantTestCredits(app, person, { sessions: 1 });
    const times = await offerSlots(people.length, 200);
    // An error that is not a constraint violation, such as a bug or a full disk, fails the whole statement.
    await app.deps.pool.query(`
      create function refuse_broken() returns trigger language plpgsql as $$ begin raise exception 'broken'; end $$;
      create trigger broken before insert on bookings for each row when (new.interviewee_id = '${broken.user._id}')
        execute function refuse_broken()`);
    const answers = await Promise.all(people.map((person, index) => book(person, times[index] as string)));
    await app.deps.pool.query("drop trigger broken on bookings; drop function refuse_broken()");
    expect(answers.map(({ status }) => status)).toEqual([409, 500, 201, 201, 201, 201, 201, 201]);
    expect(answers[0]?.body.code).toBe("no_plan");
    expect((await book(poor, times[2] as string)).status).toBe(409);
    expect((await book(broken, times[1] as string)).status).toBe(201);
  });
});
