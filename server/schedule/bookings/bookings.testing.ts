import { createHash } from "node:crypto";
import { addMinutes } from "@greenroom/contract/kernel/time.ts";
import type { User } from "@greenroom/contract/people/accounts.ts";
import { inTransaction } from "../../kernel/db/transaction.ts";
import type { Clock, Deps } from "../../kernel/deps.ts";
import { newId } from "../../kernel/ids.ts";
import { grantCredits } from "../../money/credits/credits.ts";
import { importVisits } from "../../room/record/import-interview.ts";

/*
 * For tests only. Declares the part of the test app that it uses, because product folders may not import test code.
 */

interface ApiResponse {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests read any response and assert its shape
  body: any;
  headers: Headers;
}

interface SignedUpUser {
  token: string;
  user: User;
  password: string;
}

interface TestApp {
  deps: Deps;
  clock: Clock & { set(now: Date): void };
  call(
    method: string,
    path: string,
    options?: { token?: string; body?: unknown; headers?: Record<string, string> },
  ): Promise<ApiResponse>;
  signUp(person?: { firstName?: string; lastName?: string }): Promise<SignedUpUser>;
  signUpInterviewer(person?: { firstName?: string; lastName?: string }): Promise<SignedUpUser>;
}

/** Grants credits worth `pricePaise` in total, without a purchase. */
export async function grantTestCredits(
  { deps }: TestApp,
  person: SignedUpUser,
  { sessions, pricePaise = 0 }: { sessions: number; pricePaise?: number },
): Promise<void> {
  await inTransaction(deps.database, (tx) =>
    grantCredits(tx, {
      source: "gift",
      userId: person.user._id,
      sessions,
      pricePaise,
      reason: "A gift",
      now: deps.clock.now(),
    }),
  );
}

/** The full hour that is this many hours after the test's current time. */
export function hoursFromNow({ clock }: TestApp, hours: number): string {
  const whole = Math.floor(clock.now().getTime() / 3_600_000) * 3_600_000;
  return new Date(whole + hours * 3_600_000).toISOString();
}

/** Offers a slot through the API and returns its id. */
export async function offerSlot(app: TestApp, interviewer: SignedUpUser, slotTime: string): Promise<string> {
  const answer = await app.call("POST", "/api/interviewer/availability", {
    token: interviewer.token,
    body: { slotTime },
  });
  if (answer.status !== 201) throw new Error(`offering a slot: ${JSON.stringify(answer.body)}`);
  return answer.body._id;
}

export function postBooking(
  app: TestApp,
  interviewee: SignedUpUser,
  body: { startTime: string; interviewerId: string },
  headers: Record<string, string> = {},
): Promise<ApiResponse> {
  return app.call("POST", "/api/user/bookings", { token: interviewee.token, body, headers });
}

/**
 * Creates users and their bearer tokens directly in SQL, for race tests in which signing everyone up would take
 * minutes.
 */
export async function createUsers({ deps, signUp }: TestApp, count: number): Promise<SignedUpUser[]> {
  const template = await signUp();

  const people: SignedUpUser[] = [];
  for (let index = 0; index < count; index += 1) {
    const [id, token] = [newId(), newId().replaceAll("-", "")];
    const now = deps.clock.now();
    const email = `crowd-${id}@test.example`;
    await deps.database
      .insertInto("users")
      .values({
        id,
        email,
        firstName: `Crowd${index}`,
        mobileNumber: "+911234567890",
        passwordHash: "none",
        passwordChangedAt: now,
        createdAt: now,
      })
      .execute();
    await deps.database
      .insertInto("authSessions")
      .values({
        id: newId(),
        userId: id,
        tokenHash: createHash("sha256").update(token).digest(),
        createdAt: now,
        lastSeenAt: now,
        expiresAt: addMinutes(now, 60 * 24 * 90),
      })
      .execute();
    people.push({ token, password: "", user: { ...template.user, _id: id, email } });
  }
  return people;
}

export interface BookedInterview {
  interviewer: SignedUpUser;
  interviewee: SignedUpUser;
  /** As the booking call returned it to the interviewee. */
  booking: { _id: string; startTime: string; endTime: string };
}

/** Creates one booked interview, this many hours from now, paid with a credit worth `pricePaise`. */
export async function createBookedInterview(
  app: TestApp,
  options: {
    pricePaise?: number;
    hours?: number;
    interviewer?: SignedUpUser;
    interviewee?: SignedUpUser;
  } = {},
): Promise<BookedInterview> {
  const { pricePaise = 49_900, hours = 2 } = options;
  const interviewer =
    options.interviewer ?? (await app.signUpInterviewer({ firstName: "Ira", lastName: "Viewer" }));
  const interviewee = options.interviewee ?? (await app.signUp({ firstName: "Cand", lastName: "Idate" }));
  await grantTestCredits(app, interviewee, { sessions: 1, pricePaise });
  const startTime = hoursFromNow(app, hours);
  await offerSlot(app, interviewer, startTime);
  const answer = await postBooking(app, interviewee, { startTime, interviewerId: interviewer.user._id });
  if (answer.status !== 201) throw new Error(`booking: ${JSON.stringify(answer.body)}`);
  return { interviewer, interviewee, booking: answer.body };
}

/** A completed interview of an earlier time, written directly. Returns its booking's id and its end. */
export async function insertCompletedInterview(
  { deps: { database } }: Pick<TestApp, "deps">,
  { startsAt, ...people }: { interviewerId: string; intervieweeId: string; startsAt: Date },
): Promise<{ bookingId: string; endsAt: Date }> {
  const endsAt = addMinutes(startsAt, 45);
  const [slotId, bookingId] = [newId(), newId()];
  const { interviewerId } = people;
  await database
    .insertInto("availability")
    .values({ id: slotId, interviewerId, startsAt, endsAt, status: "booked", createdAt: startsAt })
    .execute();
  await database
    .insertInto("bookings")
    .values({
      ...{ id: bookingId, slotId, ...people, startsAt, endsAt },
      ...{ status: "completed", createdAt: startsAt, completedAt: endsAt },
    })
    .execute();
  return { bookingId, endsAt };
}

/** Records that both parties were in the room for the whole interview. */
export async function recordInterview({ deps }: Pick<TestApp, "deps">, bookingId: string): Promise<void> {
  const { intervieweeId, interviewerId, ...times } = await getTimes(deps, bookingId);
  const visits = [intervieweeId, interviewerId].map((personId) => ({ personId, ...times }));
  await importVisits(deps, bookingId, visits);
}

/** Records that the interviewer waited alone for the first ten minutes of the interview. */
export async function recordWait({ deps }: Pick<TestApp, "deps">, bookingId: string): Promise<void> {
  const { interviewerId: personId, from } = await getTimes(deps, bookingId);
  await importVisits(deps, bookingId, [{ personId, from, to: addMinutes(from, 10) }]);
}

function getTimes({ database }: TestApp["deps"], bookingId: string) {
  return database
    .selectFrom("bookings")
    .select(["intervieweeId", "interviewerId", "startsAt as from", "endsAt as to"])
    .where("id", "=", bookingId)
    .executeTakeFirstOrThrow();
}

/** Both parties are in the room until the interview's end, and the clock then stands after it. The job has not run yet. */
export async function holdInterview(app: TestApp, booking: { _id: string; endTime: string }): Promise<void> {
  await recordInterview(app, booking._id);
  advancePastEnd(app, booking);
}

/** Moves the clock past the interview's end. The job that settles bookings has not run yet. */
function advancePastEnd(app: TestApp, { endTime }: { endTime: string }): void {
  app.clock.set(addMinutes(new Date(endTime), 1));
}

export function countStatuses(answers: ApiResponse[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}
