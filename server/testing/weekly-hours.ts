import { grantTestCredits, postBooking } from "../schedule/bookings/bookings.testing.ts";
import type { ApiResponse, SignedUpUser, TestApp } from "./app.ts";

export const weeklyRulesPath = "/api/interviewer/weekly-rules";

// The test's clock starts on Friday 20 November 2026, noon in India.
export const evenings = {
  weekdays: [1, 3, 5],
  windows: [{ from: "18:00", to: "20:15" }],
  timeZone: "Asia/Kolkata",
  startsOn: "2026-11-20",
  endsOn: null,
  exceptions: [],
  minimumNoticeHours: 0,
  mostPerDay: null,
};

export interface WeeklyPeople {
  interviewer: SignedUpUser;
  interviewee: SignedUpUser;
}

/** Two new people: an interviewer who sends these weekly hours, and an interviewee with one session. */
export async function startWeekly(
  app: TestApp,
  fields: object = {},
): Promise<WeeklyPeople & { answer: ApiResponse }> {
  const interviewer = await app.signUpInterviewer();
  const interviewee = await app.signUp();
  await grantTestCredits(app, interviewee, { sessions: 1 });
  const body = { ...evenings, ...fields };
  const answer = await app.post(interviewer, weeklyRulesPath, body);
  return { interviewer, interviewee, answer };
}

/** The interviewer's slots as their calendar lists them. */
export async function listOwnSlots(app: TestApp, by: SignedUpUser) {
  const { body } = await app.get(by, "/api/interviewer/availability");
  return body as { _id: string; slotTime: string; booking: null | { status: string } }[];
}

/** Books the interviewer's first slot and returns its start. */
export async function bookFirstSlot(
  app: TestApp,
  { interviewer, interviewee }: WeeklyPeople,
): Promise<string> {
  const [first] = await listOwnSlots(app, interviewer);
  const startTime = first?.slotTime ?? "";
  const { status } = await postBooking(app, interviewee, { startTime, interviewerId: interviewer.user._id });
  if (status !== 201) throw new Error(`the first slot could not be booked: ${status}`);
  return startTime;
}
