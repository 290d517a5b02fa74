import type { Actor } from "../../../kernel/actor.ts";
import type { Deps } from "../../../kernel/deps.ts";
import { AppError } from "../../../kernel/errors.ts";
import type { ReportInput } from "../drafting/draft-report.ts";
import { getOwnReport, type OwnReport } from "../get-report.ts";
import { readReportInput } from "../read-report-input.ts";
import { hasOpenAccount } from "../store.ts";

/**
 * The actor's measured report, which their device may add points to, with its source data, and whether the interviewer's
 * account was open before it was read. Throws `not_found`, and
 * `conflict` if a model has drafted the report or it is from before points were checked.
 */
export async function getDraftableReport(
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
