import { addMinutes } from "@greenroom/contract/kernel/time.ts";
import type { Booking, BookingStatus, Party } from "@greenroom/contract/schedule/bookings.ts";
import type { UnclearRow } from "./unclear-store.ts";

type Unclear = Pick<UnclearRow, "found" | "outcome" | "intervieweeConfirmed" | "interviewerConfirmed">;

/** The parties whose word on whether the interview took place is still missing. */
export function askedParties({ status }: { status: BookingStatus }, unclear: Unclear): Party[] {
  if (status !== "pending" || unclear.outcome !== null) return [];
  const asked: Party[] = [];
  if (unclear.intervieweeConfirmed === null) asked.push("interviewee");
  if (unclear.found === "nobody-came" && unclear.interviewerConfirmed === null) asked.push("interviewer");
  return asked;
}

/** Within so many days, an interviewee may take back at most `mostOwnReturns` short interviews by themselves. */
export const ownReturnDays = 90;

/** Nobody decides for themselves again and again. `lastReturn`: the earliest of an interviewee's last two returns. */
export function mayReturn(lastReturn: Date | null, now: Date): boolean {
  return lastReturn === null || lastReturn <= addMinutes(now, -60 * 24 * ownReturnDays);
}

/** Whether the other party's report about this one waits for our decision, which an answer must not forestall. */
export function isDisputed(party: Party, reports: readonly { by: Party; outcome: string }[]): boolean {
  return reports.some(({ by, outcome }) => by !== party && outcome === "pending");
}

/** The question that an unclear interview asks this party now. */
export function questionTo(
  party: Party,
  booking: { status: BookingStatus },
  unclear: Unclear & Pick<UnclearRow, "reason">,
  reports: readonly { by: Party; outcome: string }[],
): NonNullable<Booking["unclear"]>["asks"] {
  if (askedParties(booking, unclear).includes(party)) return isDisputed(party, reports) ? null : "took-place";
  const needsReason = unclear.found === "ended-early" && unclear.reason === null;
  const isOpen = booking.status === "pending" && unclear.outcome === null;
  return party === "interviewer" && isOpen && needsReason ? "reason" : null;
}

/**
 * Whether a party may still report the other as absent. The question takes the place of a report, except that of a short
 * interview, to which somebody may have come for a moment only.
 */
export function allowsReport(unclear: Pick<UnclearRow, "found" | "outcome"> | null): boolean {
  if (unclear === null || unclear.outcome === "missed") return true;
  return unclear.found === "ended-early" && unclear.outcome === null;
}
