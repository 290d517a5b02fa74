import { derivedId } from "../../kernel/ids.ts";
import { isShortAbsence, type Span } from "../../schedule/bookings/attendance.ts";

interface Visit {
  id: string;
  userId: string;
  enteredAt: Date;
  lastSeenAt: Date;
  leftAt: Date | null;
}

export interface Presence {
  kind: "joined" | "left";
  id: string;
  at: Date;
  personId: string;
}

/**
 * Lists who entered and left. A person's visits with less than a minute between them count as one, so that reloads
 * and weak networks add no items. A person seen at or after `presentSince` has not left.
 */
export function presenceItems(visits: readonly Visit[], presentSince: Date): Presence[] {
  const items: Presence[] = [];
  for (const userId of new Set(visits.map((visit) => visit.userId))) {
    const own = visits
      .filter((visit) => visit.userId === userId)
      .sort((a, b) => a.enteredAt.getTime() - b.enteredAt.getTime());
    for (const [index, visit] of own.entries()) {
      const [before, after] = [own[index - 1], own[index + 1]];
      if (before === undefined || !isShortAbsence(before, visit)) {
        items.push({
          kind: "joined",
          id: derivedId(`joined ${visit.id}`),
          at: visit.enteredAt,
          personId: userId,
        });
      }
      const hasLeft = visit.leftAt !== null || visit.lastSeenAt < presentSince;
      if (hasLeft && (after === undefined || !isShortAbsence(visit, after))) {
        items.push({
          kind: "left",
          id: derivedId(`left ${visit.id}`),
          at: visit.lastSeenAt,
          personId: userId,
        });
      }
    }
  }
  return items;
}

/** The absences that `presenceItems` leaves out, in order of each person's time. */
export function shortAbsences(
  visits: readonly Pick<Visit, "userId" | keyof Span>[],
): { from: Date; to: Date }[] {
  const absences: { from: Date; to: Date }[] = [];
  for (const userId of new Set(visits.map((visit) => visit.userId))) {
    let before: Span | undefined;
    const own = visits.filter((visit) => visit.userId === userId);
    for (const visit of own.sort((a, b) => a.enteredAt.getTime() - b.enteredAt.getTime())) {
      if (before !== undefined && visit.enteredAt > before.lastSeenAt && isShortAbsence(before, visit))
        absences.push({ from: before.lastSeenAt, to: visit.enteredAt });
      if (before === undefined || visit.lastSeenAt > before.lastSeenAt) before = visit;
    }
  }
  return absences;
}
