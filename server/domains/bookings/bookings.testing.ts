import { createHash } from "node:crypto";
import type { User } from "@greenroom/contract/accounts.ts";
import { addMinutes } from "@greenroom/contract/time.ts";
import { newId } from "../../db/ids.ts";
import { inTransaction } from "../../db/transaction.ts";
import type { Deps } from "../../deps.ts";
import type { Clock } from "../../ports/clock.ts";
import { grantCredits } from "../credits/grant-credits.ts";

/* For tests only. Written against what it needs of the test app, for product folders may not import test code. */

interface Answer {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests read whatever came back, and say what it should be
  body: any;
  headers: Headers;
}

interface SignedUp {
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
  ): Promise<Answer>;
  signUp(person?: { firstName?: string; lastName?: string }): Promise<SignedUp>;
  signUpInterviewer(person?: { firstName?: string; lastName?: string }): Promise<SignedUp>;
}

/** Sessions in hand, worth `pricePaise` together, without a purchase. */
export async function giveCredits(
  { deps }: TestApp,
  person: SignedUp,
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

/** An instant so many hours after the test's now, on a whole hour. */
export function hoursOn({ clock }: TestApp, hours: number): string {
  const whole = Math.floor(clock.now().getTime() / 3_600_000) * 3_600_000;
  return new Date(whole + hours * 3_600_000).toISOString();
}

/** Offers a slot through the API; answers its id. */
export async function offer(app: TestApp, interviewer: SignedUp, slotTime: string): Promise<string> {
  const answer = await app.call("POST", "/api/interviewer/availability", {
    token: interviewer.token,
    body: { slotTime },
  });
  if (answer.status !== 201) throw new Error(`offering a slot: ${JSON.stringify(answer.body)}`);
  return answer.body._id;
}

export function book(
  app: TestApp,
  interviewee: SignedUp,
  body: { startTime: string; interviewerId: string },
  headers: Record<string, string> = {},
): Promise<Answer> {
  return app.call("POST", "/api/user/bookings", { token: interviewee.token, body, headers });
}

/** People made straight in SQL with a bearer token each: for races, where a sign-up each would take minutes. */
export async function crowd({ deps, signUp }: TestApp, count: number): Promise<SignedUp[]> {
  const model = await signUp();

  const people: SignedUp[] = [];
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
    people.push({ token, password: "", user: { ...model.user, _id: id, email } });
  }
  return people;
}

export interface Staged {
  interviewer: SignedUp;
  interviewee: SignedUp;
  /** As the interviewee's call answered it. */
  booking: { _id: string; startTime: string; endTime: string };
}

/** One booked session, so many hours from now, paid with a session worth `pricePaise`. */
export async function stageBooking(app: TestApp, { pricePaise = 49_900, hours = 2 } = {}): Promise<Staged> {
  const interviewer = await app.signUpInterviewer({ firstName: "Ira", lastName: "Viewer" });
  const interviewee = await app.signUp({ firstName: "Cand", lastName: "Idate" });
  await giveCredits(app, interviewee, { sessions: 1, pricePaise });
  const startTime = hoursOn(app, hours);
  await offer(app, interviewer, startTime);
  const answer = await book(app, interviewee, { startTime, interviewerId: interviewer.user._id });
  if (answer.status !== 201) throw new Error(`booking: ${JSON.stringify(answer.body)}`);
  return { interviewer, interviewee, booking: answer.body };
}

/** Moves the clock past the session's end; the job has not run yet. */
export function letItPass(app: TestApp, { endTime }: { endTime: string }): void {
  app.clock.set(addMinutes(new Date(endTime), 1));
}

/** How often each status came. */
export function tally(answers: Answer[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}
