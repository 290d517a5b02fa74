/** Length of a slot, in minutes (requirements §9): 30 interview, 10 feedback, 5 as a break. */
export const slotMinutes = 45;
export const interviewMinutes = 30;
export const feedbackMinutes = 10;

/** How long before the interview our own room opens. */
export const roomOpensMinutesBefore = 10;

/** How many days ahead slots are listed by default. */
export const slotHorizonDays = 60;

const millisecondsPerMinute = 60_000;

/** Adds minutes to `instant`; `minutes` may be negative. */
export function addMinutes(instant: Date, minutes: number): Date {
  return new Date(instant.getTime() + minutes * millisecondsPerMinute);
}
