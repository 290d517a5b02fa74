import type { InterviewRecord } from "@greenroom/contract/review/reports/interview-record.ts";
import {
  type AiFeedback,
  aiFeedbackSchema,
  planExercises,
  shownClaims,
} from "@greenroom/contract/schedule/report-shape.ts";
import type { Tx } from "../../../kernel/db/database.ts";
import { findReportForUpdate } from "../store.ts";
import { selectDisputes } from "./store.ts";

/**
 * A report that replaces the stored one, with the disputed points of the stored one unchanged. A new draft may word a
 * point differently, and the dispute would then belong to no point. A point that rests on words that were deleted
 * from the record since does not come back. Call it after `lockReport`.
 */
export async function withDisputedPoints(
  tx: Tx,
  bookingId: string,
  report: AiFeedback,
  record: Pick<InterviewRecord, "items">,
): Promise<AiFeedback> {
  const row = await findReportForUpdate(tx, bookingId);
  const stored = aiFeedbackSchema.safeParse(row?.checked).data;
  if (stored === undefined) return report;
  const disputed = new Set((await selectDisputes(tx, { bookingId })).map(({ claimId }) => claimId));
  const left = new Set(record.items.map(({ id }) => id));
  const kept = stored.claims
    .filter(({ id }) => disputed.has(id) && !report.claims.some((claim) => claim.id === id))
    .filter(({ evidence }) => evidence.every(({ itemId }) => left.has(itemId)));
  if (kept.length === 0) return report;
  // The last points without a dispute make room.
  const others = report.claims.filter(({ id }) => !disputed.has(id));
  const tooMany = Math.max(0, report.claims.length + kept.length - shownClaims);
  const removed = others.slice(Math.max(0, others.length - tooMany));
  const claims = [...report.claims.filter((claim) => !removed.includes(claim)), ...kept].slice(
    0,
    shownClaims,
  );
  const isShown = ({ claimId }: { claimId: string }) => claims.some(({ id }) => id === claimId);
  const exercises = stored.plan.filter(({ claimId }) => kept.some(({ id }) => id === claimId));
  const newAreas = stored.areas.filter(
    ({ name }) => kept.some(({ area }) => area === name) && !report.areas.some((area) => area.name === name),
  );
  return {
    ...report,
    claims,
    areas: [...report.areas, ...newAreas],
    checked: report.checked + kept.length,
    verified: report.verified + kept.length,
    shown: claims.length,
    plan: [...report.plan.filter(isShown), ...exercises].slice(0, planExercises),
  };
}
