import { addMinutes } from "@greenroom/contract/kernel/time.ts";
import { afterEach, beforeEach } from "vitest";
import { importVisits } from "../room/record/import-interview.ts";
import { type BookedInterview, createBookedInterview } from "../schedule/bookings/bookings.testing.ts";
import { createTestApp, type SignedUpUser, type TestApp } from "./app.ts";

/** The app and the booked interview of the current test. */
export let app: TestApp;
export let booked: BookedInterview;

/** Gives each test of a file its own app and interview. */
export function setUpEachTest(): void {
  beforeEach(async () => {
    app = await createTestApp();
    booked = await createBookedInterview(app);
  });
  afterEach(() => app.close());
}

/** Moves the clock to this many minutes after the interview's start. */
export function advanceToMinute(minutes: number): void {
  app.clock.set(addMinutes(new Date(booked.booking.startTime), minutes));
}

export function postNoShowReport({ token }: SignedUpUser) {
  return app.call("POST", `/api/bookings/${booked.booking._id}/no-show`, { token });
}

/** Records this person's presence in the room. */
export function postPresence({ token }: SignedUpUser) {
  return app.call("POST", `/api/rooms/${booked.booking._id}/presence`, { token });
}

/** Records that these people were in the room between two minutes of the interview. */
export async function recordStay(people: SignedUpUser[], from: number, to: number): Promise<void> {
  const at = (minutes: number) => addMinutes(new Date(booked.booking.startTime), minutes);
  const visits = people.map(({ user }) => ({ personId: user._id, from: at(from), to: at(to) }));
  await importVisits(app.deps, booked.booking._id, visits);
}

/** The states of booking, session and earning, as each party's API shows them. */
export async function currentOutcome() {
  const { interviewee, interviewer } = booked;
  const [mine] = (await app.call("GET", "/api/user/sessions", { token: interviewee.token })).body;
  const profile = await app.call("GET", "/api/user/profile", { token: interviewee.token });
  const earnings = await app.call("GET", "/api/interviewer/earnings", { token: interviewer.token });
  return {
    status: mine.status,
    sessions: profile.body.sessionCount,
    earning: earnings.body.transactions[0]?.status,
  };
}

/** Makes another provider hold the meeting, so that nothing is recorded. */
export async function meetElsewhere(): Promise<void> {
  const meeting = { bookingId: booked.booking._id, provider: "zoom", joinUrl: "https://zoom.example/j/1" };
  await app.deps.database
    .insertInto("meetings")
    .values({ ...meeting, createdAt: app.clock.now() })
    .execute();
}
