import { addMinutes } from "@greenroom/contract/kernel/time.ts";
import { afterAll, beforeAll, beforeEach } from "vitest";
import type { Environment } from "../kernel/config/environment.ts";
import { inTransaction } from "../kernel/db/transaction.ts";
import { creditEarning } from "../money/earnings/earnings.ts";
import { importVisits } from "../room/record/import-interview.ts";
import { announceBookings } from "../schedule/bookings/book.ts";
import {
  type BookedInterview,
  createBookedInterview,
  holdInterview,
} from "../schedule/bookings/bookings.testing.ts";
import { completeDueBookings } from "../schedule/bookings/end.ts";
import { createTestApp, type SignedUpUser, type TestApp, testNow } from "./app.ts";

/** The app of a file's tests, and the booked interview of the current test. */
export let app: TestApp;
export let booked: BookedInterview;

/**
 * Gives a file one app, and each of its tests a new interview in some hours. Each test begins ten days after the one
 * before, whose bookings are settled and whose jobs are gone.
 */
export function useBookedInterview({
  hours = 2,
  environment = async () => ({}),
}: {
  hours?: number;
  environment?: () => Promise<Environment>;
} = {}): void {
  let start = new Date(testNow);
  beforeAll(async () => {
    app = await createTestApp({ environment: await environment() });
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    app.clock.set(start);
    start = addMinutes(start, 10 * 24 * 60);
    await completeDueBookings(app.deps);
    // The announcer stays: its server enqueues none within a second of the last one.
    await app.deps.pool.query("delete from pgboss.job where name <> $1", [announceBookings.name]);
    booked = await createBookedInterview(app, { hours });
  });
}

/** Moves the clock to this many minutes after the interview's start. */
export function advanceToMinute(minutes: number): void {
  app.clock.set(addMinutes(new Date(booked.booking.startTime), minutes));
}

export const postNoShowReport = (person: SignedUpUser) =>
  app.post(person, `/api/bookings/${booked.booking._id}/no-show`);

/** Records this person's presence in the room. */
export const postPresence = (person: SignedUpUser) =>
  app.post(person, `/api/rooms/${booked.booking._id}/presence`);

/** The interviewer ends the interview. */
export const endNow = (reason?: string, person = booked.interviewer, { booking } = booked) =>
  app.post(
    person,
    `/api/interviewer/bookings/${booking._id}/complete`,
    reason === undefined ? undefined : { reason },
  );

/** The interviewer cancels it. */
export const callOff = (person = booked.interviewer, { booking } = booked) =>
  app.post(person, `/api/interviewer/bookings/${booking._id}/cancel`);

/** The interviewee cancels it. */
export const cancel = (body?: unknown, person = booked.interviewee) =>
  app.post(person, `/api/user/bookings/${booked.booking._id}/cancel`, body);

/** The interviewee rates it. */
export const rate = () =>
  app.post(booked.interviewee, "/api/user/feedback", {
    bookingId: booked.booking._id,
    interviewerId: booked.interviewer.user._id,
    interviewScore: 1,
    overallSummary: "Hm.",
  });

/** Records that these people were in the room between two minutes of the interview. */
export async function recordStay(people: SignedUpUser[], from: number, to: number): Promise<void> {
  const at = (minutes: number) => addMinutes(new Date(booked.booking.startTime), minutes);
  const visits = people.map(({ user }) => ({ personId: user._id, from: at(from), to: at(to) }));
  await importVisits(app.deps, booked.booking._id, visits);
}

/** Holds an interview, which its interviewer has then earned. */
export async function earnWith(
  testApp: TestApp,
  { _id, endTime }: Pick<BookedInterview["booking"], "_id" | "endTime">,
): Promise<void> {
  const { deps, clock } = testApp;
  await holdInterview(testApp, { _id, endTime });
  await completeDueBookings(deps);
  await inTransaction(deps.database, (tx) => creditEarning(tx, _id, clock.now()));
}

/** The interviewer's earnings page. */
export const earningsPage = async (by = booked.interviewer) =>
  await app.read(by, "/api/interviewer/earnings");

/** The states of booking, session and earning, as each party's API shows them. */
export async function currentOutcome() {
  const { token } = booked.interviewee;
  const [mine] = await app.read({ token }, "/api/user/sessions");
  const profile = await app.get({ token }, "/api/user/profile");
  const { transactions } = await earningsPage();
  return { status: mine.status, sessions: profile.body.sessionCount, earning: transactions[0]?.status };
}

/** The text of all mails to a person. */
export async function mailTextsTo({ user }: SignedUpUser): Promise<string> {
  await app.runJobs();
  return (await app.mailsTo(user.email)).map(({ text }) => text).join();
}

/** Makes another provider hold the meeting, so that nothing is recorded. */
export async function meetElsewhere({ booking } = booked): Promise<void> {
  const meeting = { bookingId: booking._id, provider: "zoom", joinUrl: "https://zoom.example/j/1" };
  await app.deps.database
    .insertInto("meetings")
    .values({ ...meeting, createdAt: app.clock.now() })
    .execute();
}
