import type { DraftedClaim } from "@greenroom/contract/review/reports/device-draft.ts";
import type { ReportView } from "@greenroom/contract/review/reports/reports.ts";
import type { AiFeedback } from "@greenroom/contract/schedule/report-shape.ts";
import type { Actor } from "../../../kernel/actor.ts";
import { inTransaction } from "../../../kernel/db/transaction.ts";
import type { Deps } from "../../../kernel/deps.ts";
import { AppError, invalidField } from "../../../kernel/errors.ts";
import { keepTranscript } from "../../../room/transcript/keep-transcript.ts";
import { WorkerStopped } from "../../../workers/worker-pool.ts";
import { findMentorReview } from "../../feedback/list-feedback-scores.ts";
import { withDisputedPoints } from "../answers/keep-disputed.ts";
import { getReport } from "../get-report.ts";
import { lockReport, withMentorScores } from "../mentor-scores.ts";
import { findReportForUpdate, lockAccountIfOpen, replaceChecked } from "../store.ts";
import { getDraftableReport } from "./draftable-report.ts";

interface DeviceDraft {
  bookingId: string;
  model: string;
  claims: readonly DraftedClaim[];
}

/**
 * Adds the points that the record supports to the actor's measured report, and returns it. They are checked in a worker
 * process, because the actor chooses them. Throws `not_found`, `conflict`, `unavailable` if too many drafts are being
 * checked, and `invalid_input` for points that take too long.
 */
export async function saveDeviceDraft(
  deps: Deps,
  actor: Actor,
  { bookingId, model, claims }: DeviceDraft,
): Promise<ReportView> {
  const { input, booking, isWithInterviewer } = await getDraftableReport(deps, actor, bookingId);
  const report = await deps.workers
    .run("checkDeviceDraft", { input, claims, model })
    .catch((cause: unknown) => {
      if (cause instanceof WorkerStopped) {
        throw invalidField(
          "claims",
          "These points take too long to check. Please draft fewer or shorter ones.",
        );
      }
      throw cause;
    });
  await inTransaction(deps.database, async (tx) => {
    await lockReport(tx, bookingId);
    if (!(await keepTranscript(tx, input.record))) {
      throw new AppError("conflict", {
        msg: "The transcript has since been deleted or corrected. Please draft again.",
      });
    }
    if (isWithInterviewer && !(await lockAccountIfOpen(tx, booking.interviewerId))) {
      throw new AppError("conflict", {
        msg: "Your interviewer has since deleted their account. Please draft again.",
      });
    }
    const stored = await findReportForUpdate(tx, bookingId);
    // Meanwhile the account was closed, or the operator had a model make the report.
    const kept = stored?.checked as AiFeedback | null | undefined;
    if (kept == null || kept.source.kind === "model") return;
    const whole = await withDisputedPoints(tx, bookingId, report, input.record);
    await replaceChecked(tx, bookingId, withMentorScores(whole, await findMentorReview(tx, bookingId)));
  });
  return await getReport(deps, actor, bookingId, "interviewee");
}
