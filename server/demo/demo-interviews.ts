import { addMinutes, slotMinutes } from "@greenroom/contract/kernel/time.ts";
import type { Actor } from "../kernel/actor.ts";
import type { Deps } from "../kernel/deps.ts";
import { writeFeedbackReport } from "../review/feedback/feedback-file.ts";
import { tickExercise } from "../review/progress.ts";
import { giveFeedback } from "../review/ratings.ts";
import { makeDueReport } from "../review/reports/make-report.ts";
import { getReport } from "../review/reports/read.ts";
import { importVisits } from "../room/record/import-interview.ts";
import { addAvailability } from "../schedule/availability/slots.ts";
import { bookSlot } from "../schedule/bookings/book.ts";
import { completeDueBookings } from "../schedule/bookings/end.ts";
import { createBookedMeeting } from "../schedule/meetings/create.ts";
import { importDemoInterview, rankingGoal } from "./demo-interview.ts";
import { type Actors, getDemoActor, type pastInterviews } from "./demo-people.ts";

/** The instant at which clocks in `timeZone` show `hour`:`minute`, `days` after the day of `now` there. */
export function instantAtHour(now: Date, timeZone: string, days: number, hour: number, minute = 0): Date {
  const parts = Object.fromEntries(
    new Intl.DateTimeFormat("en-CA", { timeZone, year: "numeric", month: "2-digit", day: "2-digit" })
      .formatToParts(now)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const asUtc = Date.UTC(parts.year ?? 0, (parts.month ?? 1) - 1, (parts.day ?? 1) + days, hour, minute);
  return new Date(asUtc - zoneOffsetAt(new Date(asUtc), timeZone));
}

/** Milliseconds by which the zone is ahead of UTC at an instant. */
function zoneOffsetAt(instant: Date, timeZone: string): number {
  const shown = new Intl.DateTimeFormat("sv-SE", {
    timeZone,
    dateStyle: "short",
    timeStyle: "medium",
  }).format(instant);
  return Date.parse(`${shown.replace(" ", "T")}Z`) - Math.floor(instant.getTime() / 1000) * 1000;
}

/**
 * The next time of day that is a multiple of five minutes and at least `minutes` away, so at most five minutes
 * later than that.
 */
export function nextFiveMinutes(now: Date, minutes: number): Date {
  const five = 5 * 60_000;
  return new Date(Math.ceil((now.getTime() + minutes * 60_000) / five) * five);
}

type DepsAt = (instant: Date) => Deps;

/** Creates one past interview: offered, booked, held, rated and reported. Returns the id of its booking. */
export async function createPastInterview(
  at: DepsAt,
  actors: Actors,
  interview: (typeof pastInterviews)[number],
  startsAt: Date,
): Promise<string> {
  const interviewer = getDemoActor(actors, interview.interviewer);
  const interviewee = getDemoActor(actors, interview.interviewee);
  const before = at(addMinutes(startsAt, -24 * 60));
  await addAvailability(before, interviewer, startsAt);
  const booking = await bookSlot(before, interviewee, {
    interviewerId: interviewer.userId,
    startsAt,
    idempotencyKey: null,
    goal: interview.goal ?? null,
  });
  await createBookedMeeting(before, interviewee, { bookingId: booking._id, startsAt });
  const { script } = interview;
  if (script === undefined) {
    const [from, to] = [startsAt, addMinutes(startsAt, slotMinutes)];
    const people = [interviewer, interviewee];
    await importVisits(
      before,
      booking._id,
      people.map(({ userId: personId }) => ({ personId, from, to })),
    );
  } else
    await importDemoInterview(at, { bookingId: booking._id, startsAt, interviewee, interviewer, script });
  const after = at(addMinutes(startsAt, slotMinutes + 20));
  await completeDueBookings(after);
  if (script !== undefined) {
    await makeDueReport(after, { bookingId: booking._id });
    await doExercises(at(addMinutes(startsAt, 3 * 24 * 60)), interviewee, {
      bookingId: booking._id,
      count: interview.exercisesDone ?? 0,
    });
  }
  if (interview.rating !== null) {
    await giveFeedback(after, interviewee, {
      bookingId: booking._id,
      interviewerId: interviewer.userId,
      ...interview.rating,
    });
  }
  if (interview.feedback !== null) {
    await writeFeedbackReport(
      after,
      interviewer,
      { bookingId: booking._id, rubric: interview.feedback },
      null,
    );
  }
  return booking._id;
}

/** Ticks the first exercises of a report's plan. */
async function doExercises(
  deps: Deps,
  interviewee: Actor,
  { bookingId, count }: { bookingId: string; count: number },
): Promise<void> {
  if (count === 0) return;
  const { report } = await getReport(deps, interviewee, bookingId, "interviewee");
  for (const { claimId } of report.plan.slice(0, count)) {
    await tickExercise(deps, interviewee, { bookingId, claimId, done: true });
  }
}

/** Free times of the interviewers, as hour and minute in the business's zone, repeated over two weeks. */
const slotTimes: readonly (readonly [number, number])[][] = [
  [
    [10, 0],
    [18, 0],
    [20, 15],
  ],
  [
    [8, 30],
    [12, 30],
    [19, 0],
  ],
  [
    [11, 0],
    [15, 15],
    [20, 0],
    [21, 30],
  ],
  [
    [9, 15],
    [17, 0],
  ],
];

/** Creates two weeks of free slots; each interviewer has every third or fourth day off. */
export async function offerDemoSlots(deps: Deps, actors: Actors, emails: string[]): Promise<void> {
  const now = deps.clock.now();
  for (const [index, email] of emails.entries()) {
    for (let day = 0; day < 14; day += 1) {
      if ((day + index) % (3 + (index % 2)) === 2) continue;
      for (const [hour, minute] of slotTimes[(index + day) % slotTimes.length] ?? []) {
        const startsAt = instantAtHour(now, deps.config.business.timeZone, day, hour, minute);
        // The next two hours stay free for the interview that is about to start.
        if (startsAt < addMinutes(now, 120)) continue;
        await addAvailability(deps, getDemoActor(actors, email), startsAt);
      }
    }
  }
}

/** Books an interview that starts in a few minutes, so that a new user can enter its room at once. */
export async function bookUpcomingInterview(
  deps: Deps,
  actors: Actors,
  { interviewer, interviewee, startsAt }: { interviewer: string; interviewee: string; startsAt: Date },
): Promise<void> {
  const interviewerActor = getDemoActor(actors, interviewer);
  const intervieweeActor = getDemoActor(actors, interviewee);
  await addAvailability(deps, interviewerActor, startsAt);
  const booking = await bookSlot(deps, intervieweeActor, {
    interviewerId: interviewerActor.userId,
    startsAt,
    idempotencyKey: null,
    goal: rankingGoal,
  });
  await createBookedMeeting(deps, intervieweeActor, { bookingId: booking._id, startsAt });
}
