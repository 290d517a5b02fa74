import { addMinutes, slotMinutes } from "@greenroom/contract/kernel/time.ts";
import type { Party } from "@greenroom/contract/schedule/bookings.ts";
import { Temporal } from "temporal-polyfill";
import type { Actor } from "../kernel/actor.ts";
import { dayOf } from "../kernel/days.ts";
import type { Deps } from "../kernel/deps.ts";
import { newId } from "../kernel/ids.ts";
import { writeFeedbackReport } from "../review/feedback/feedback-file.ts";
import { tickExercise } from "../review/progress.ts";
import { giveFeedback } from "../review/ratings.ts";
import { makeDueReport } from "../review/reports/make-report.ts";
import { getReport } from "../review/reports/read.ts";
import { showQuestion } from "../room/questions/asked-questions.ts";
import { createOwnQuestion } from "../room/questions/own-questions.ts";
import { type InterviewEvent, importInterview, importVisits } from "../room/record/import-interview.ts";
import { markMoment } from "../room/record/room-record.ts";
import { saveNotes } from "../room/rooms.ts";
import { setConsent } from "../room/transcript/consent.ts";
import { addUtterance } from "../room/transcript/utterances.ts";
import { addAvailability } from "../schedule/availability/slots.ts";
import { bookSlot } from "../schedule/bookings/book.ts";
import { completeDueBookings } from "../schedule/bookings/end.ts";
import { createBookedMeeting } from "../schedule/meetings/create.ts";
import { type Actors, getDemoActor, type pastInterviews } from "./demo-people.ts";
import { type InterviewScript, rankingGoal } from "./demo-scripts.ts";

/** The instant at which clocks in `timeZone` show `time`, `days` after the day of `now` there. */
export function instantAt(now: Date, timeZone: string, days: number, time: string): Date {
  const day = Temporal.PlainDate.from(dayOf(now, timeZone)).add({ days });
  return new Date(day.toZonedDateTime({ timeZone, plainTime: time }).epochMilliseconds);
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
    const later = at(addMinutes(startsAt, 3 * 24 * 60));
    const { report } = await getReport(later, interviewee, booking._id, "interviewee");
    for (const { claimId } of report.plan.slice(0, interview.exercisesDone ?? 0))
      await tickExercise(later, interviewee, { bookingId: booking._id, claimId, done: true });
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

/** Free times of the interviewers in the business's zone, repeated over two weeks. */
const slotTimes = [
  ["10:00", "18:00", "20:15"],
  ["08:30", "12:30", "19:00"],
  ["11:00", "15:15", "20:00", "21:30"],
  ["09:15", "17:00"],
];

/** Creates two weeks of free slots; each interviewer has every third or fourth day off. */
export async function offerDemoSlots(deps: Deps, actors: Actors, emails: string[]): Promise<void> {
  const now = deps.clock.now();
  for (const [index, email] of emails.entries()) {
    for (let day = 0; day < 14; day += 1) {
      if ((day + index) % (3 + (index % 2)) === 2) continue;
      for (const time of slotTimes[(index + day) % slotTimes.length] ?? []) {
        const startsAt = instantAt(now, deps.config.business.timeZone, day, time);
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

const wordsPerSecond = 2.4;

interface Interview {
  bookingId: string;
  startsAt: Date;
  interviewee: Actor;
  interviewer: Actor;
  script: InterviewScript;
}

/**
 * Imports a past interview in full detail: people entering and leaving, questions, growing code, runs, chat,
 * marks and notes.
 */
export async function importDemoInterview(
  at: (instant: Date) => Deps,
  { bookingId, startsAt, interviewee, interviewer, script }: Interview,
): Promise<void> {
  const second = (seconds: number) => new Date(startsAt.getTime() + seconds * 1000);
  const idOf = (party: Party) => (party === "interviewee" ? interviewee : interviewer).userId;
  const events: InterviewEvent[] = [
    ...script.chat.map(([seconds, party, body]) => ({
      kind: "chat" as const,
      at: second(seconds),
      personId: idOf(party),
      body,
    })),
    ...script.code.map(([seconds, text]) => ({
      kind: "code" as const,
      at: second(seconds),
      personId: interviewee.userId,
      text,
    })),
    ...script.runs.map(([seconds, output, outcome, durationMs]) => ({
      kind: "run" as const,
      at: second(seconds),
      personId: interviewee.userId,
      run: { language: "python" as const, output, outcome, durationMs },
    })),
  ];
  events.sort((a, b) => a.at.getTime() - b.at.getTime());
  const visits = [
    { personId: interviewer.userId, from: second(-95), to: second(2_664) },
    { personId: interviewee.userId, from: second(-40), to: second(2_660) },
  ];
  await importInterview(at(startsAt), { bookingId, language: "python", visits, events });
  await importTranscript(at, { bookingId, second, interviewee, interviewer, script });
  for (const [seconds, question] of script.questions) {
    const then = at(second(seconds));
    const questionId =
      typeof question === "string" ? question : (await createOwnQuestion(then, interviewer, question)).id;
    await showQuestion(then, interviewer, { bookingId, id: newId(), questionId });
  }
  for (const [seconds, label, note] of script.marks) {
    await markMoment(at(second(seconds)), interviewer, {
      bookingId,
      id: newId(),
      label,
      note,
      secondsAgo: 0,
    });
  }
  await saveNotes(at(second(2_200)), interviewer, bookingId, script.notes);
}

/** Lets both parties consent to the transcript before the first word, and adds each utterance when it ends. */
async function importTranscript(
  at: (instant: Date) => Deps,
  {
    bookingId,
    second,
    interviewee,
    interviewer,
    script,
  }: Omit<Interview, "startsAt"> & { second: (seconds: number) => Date },
): Promise<void> {
  for (const actor of [interviewer, interviewee])
    await setConsent(at(second(-20)), actor, { bookingId, agree: true });
  for (const [seconds, party, text] of script.spoken) {
    const endedAt = second(seconds + text.split(" ").length / wordsPerSecond);
    await addUtterance(at(endedAt), party === "interviewer" ? interviewer : interviewee, {
      id: newId(),
      bookingId,
      startedAt: second(seconds),
      endedAt,
      language: "en",
      text,
    });
  }
}
