import { addMinutes, slotMinutes } from "@greenroom/contract/time.ts";
import type { Deps } from "../deps.ts";
import { addAvailability } from "../domains/availability/add-availability.ts";
import { bookSlot } from "../domains/bookings/book-slot.ts";
import { completeDueBookings } from "../domains/bookings/complete-due-bookings.ts";
import { giveFeedback } from "../domains/feedback/give-feedback.ts";
import { getBookingToReport, uploadFeedbackFile } from "../domains/feedback/upload-feedback-file.ts";
import { createBookedMeeting } from "../domains/meetings/create-booked-meeting.ts";
import { type Actors, actorOf } from "./actors.ts";
import { atHour } from "./demo-time.ts";
import type { pastSessions } from "./people.ts";
import { writePdf } from "./write-pdf.ts";

type At = (instant: Date) => Deps;

/** One interview of the past: offered, booked, held, rated, reported. */
export async function holdPastSession(
  at: At,
  actors: Actors,
  session: (typeof pastSessions)[number],
  startsAt: Date,
): Promise<void> {
  const interviewer = actorOf(actors, session.interviewer);
  const interviewee = actorOf(actors, session.interviewee);
  const before = at(addMinutes(startsAt, -24 * 60));
  await addAvailability(before, interviewer, startsAt);
  const booking = await bookSlot(before, interviewee, {
    interviewerId: interviewer.userId,
    startsAt,
    idempotencyKey: null,
  });
  await createBookedMeeting(before, interviewee, { bookingId: booking._id, startsAt });
  const after = at(addMinutes(startsAt, slotMinutes + 20));
  await completeDueBookings(after);
  if (session.said !== null) {
    await giveFeedback(after, interviewee, {
      bookingId: booking._id,
      interviewerId: interviewer.userId,
      ...session.said,
    });
  }
  if (session.mentorNotes !== null) {
    const toReport = await getBookingToReport(after, interviewer, booking._id);
    await uploadFeedbackFile(after, toReport, {
      fileName: "mentor-feedback.pdf",
      contentType: "application/pdf",
      content: writePdf("Mentor feedback", session.mentorNotes),
    });
  }
}

/** When each interviewer has time, hour and minute of the business's day, over and over for two weeks. */
const hours: readonly (readonly [number, number])[][] = [
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

/** Lays out two weeks of free slots; each interviewer rests every third or fourth day. */
export async function offerSlots(deps: Deps, actors: Actors, emails: string[]): Promise<void> {
  const now = deps.clock.now();
  for (const [index, email] of emails.entries()) {
    for (let day = 0; day < 14; day += 1) {
      if ((day + index) % (3 + (index % 2)) === 2) continue;
      for (const [hour, minute] of hours[(index + day) % hours.length] ?? []) {
        const startsAt = atHour(now, deps.config.business.timeZone, day, hour, minute);
        // The newcomer's first minutes belong to the interview that is about to start.
        if (startsAt < addMinutes(now, 120)) continue;
        await addAvailability(deps, actorOf(actors, email), startsAt);
      }
    }
  }
}

/** An interview that starts in a few minutes, so that a newcomer can walk into its room. */
export async function offerSoonSlot(
  deps: Deps,
  actors: Actors,
  { interviewer, interviewee, startsAt }: { interviewer: string; interviewee: string; startsAt: Date },
): Promise<void> {
  const host = actorOf(actors, interviewer);
  const guest = actorOf(actors, interviewee);
  await addAvailability(deps, host, startsAt);
  const booking = await bookSlot(deps, guest, { interviewerId: host.userId, startsAt, idempotencyKey: null });
  await createBookedMeeting(deps, guest, { bookingId: booking._id, startsAt });
}
