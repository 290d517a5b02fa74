import { formatInterviewTime } from "../../schedule/bookings/mail-context.ts";

interface BegunInterview {
  startsAt: Date;
  endsAt: Date;
}

/** Names the interviews that a cancellation leaves alone; empty without one, and otherwise with a space before it. */
export function nameBegun(begun: readonly BegunInterview[], timeZone: string): string {
  if (begun.length === 0) return "";
  const names = begun.map((booking) => formatInterviewTime(booking, timeZone).short);
  const reason = begun.length === 1 ? "it has begun" : "they have begun";
  return ` Left alone, because ${reason}: ${names.join("; ")}.`;
}
