import { goalPracticeNames } from "@greenroom/contract/schedule/goals/goal-labels.ts";
import type { Database } from "../../kernel/db/database.ts";
import { findResume } from "../../people/resumes/find-resume.ts";
import { findBooking } from "../../schedule/bookings/find-booking.ts";
import { findBookingGoal } from "../../schedule/bookings/goal.ts";

const maxTerms = 60;

/**
 * Terms that are likely to be said in an interview, from its goal and the interviewee's skills. The transcription
 * service uses them to spell words correctly.
 */
export async function listVocabulary(database: Database, bookingId: string): Promise<string[]> {
  const booking = await findBooking(database, bookingId);
  if (booking === null) return [];
  const goal = await findBookingGoal(database, bookingId);
  const { data } = await findResume(database, booking.intervieweeId);
  const terms = [
    ...(goal === null
      ? []
      : [goal.role, ...goal.practice.map((name) => goalPracticeNames[name]), goal.practiceOther]),
    ...(data?.skills ?? []).map(({ name }) => name),
  ];
  return [
    ...new Set(terms.map((term) => term.replace(/\s+/g, " ").trim()).filter((term) => term !== "")),
  ].slice(0, maxTerms);
}
