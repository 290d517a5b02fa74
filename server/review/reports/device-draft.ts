import type {
  DraftedClaim,
  prepareDeviceDraft as endpoint,
  ReportView,
} from "@greenroom/contract/review/reports.ts";
import type { AiFeedback } from "@greenroom/contract/schedule/report-shape.ts";
import type { z } from "zod";
import type { Actor } from "../../kernel/actor.ts";
import { inTransaction } from "../../kernel/db/transaction.ts";
import type { Deps } from "../../kernel/deps.ts";
import { AppError, invalidField } from "../../kernel/errors.ts";
import { keepTranscript } from "../../room/transcript/corrections.ts";
import { WorkerStopped } from "../../workers/worker-pool.ts";
import { findMentorReview } from "../feedback/scores.ts";
import type { ReportInput } from "./drafting/draft-report.ts";
import { claimsSchema, prompts } from "./drafting/prompt.ts";
import { readReportInput } from "./make-report.ts";
import { getOwnReport, getReport, type OwnReport } from "./read.ts";
import {
  findReportForUpdate,
  hasOpenAccount,
  lockAccountIfOpen,
  lockReport,
  replaceChecked,
  withDisputedPoints,
  withMentorScores,
} from "./stored-report.ts";

/** The data that a model on the interviewee's device drafts from. Throws `not_found` and `conflict`. */
export async function prepareDeviceDraft(
  deps: Deps,
  actor: Actor,
  bookingId: string,
): Promise<z.input<typeof endpoint.output>> {
  const { input } = await getDraftableReport(deps, actor, bookingId);
  const { record, rubric } = input;
  const { opening, lines } = await deps.workers.run("prepareDraft", { record, goal: record.goal, rubric });
  return { instructions: prompts.draft, opening, lines, schema: claimsSchema.json };
}

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

/**
 * The actor's measured report, which their device may add points to, with its source data, and whether the interviewer's
 * account was open before it was read. Throws `not_found`, and
 * `conflict` if a model has drafted the report or it is from before points were checked.
 */
async function getDraftableReport(
  deps: Deps,
  actor: Actor,
  bookingId: string,
): Promise<OwnReport & { input: ReportInput; isWithInterviewer: boolean }> {
  const own = await getOwnReport(deps, actor, bookingId, "interviewee");
  if (own.report.source.kind === "model") {
    throw new AppError("conflict", {
      msg: "Points can only be added to a report that was made without a model.",
    });
  }
  const isWithInterviewer = await hasOpenAccount(deps.database, own.booking.interviewerId);
  return { ...own, isWithInterviewer, input: await readReportInput(deps, own.booking) };
}
