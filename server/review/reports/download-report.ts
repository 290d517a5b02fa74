import { interviewBefore } from "@greenroom/contract/review/progress.ts";
import type { Actor } from "../../kernel/actor.ts";
import type { Deps } from "../../kernel/deps.ts";
import { describeInterview, interviewFileName } from "../feedback/feedback-file.ts";
import { getProgress } from "../progress.ts";
import { getOwnReport, presentReport } from "./read.ts";

/** The actor's report as a PDF, with its file name. */
export async function downloadReport(
  deps: Deps,
  actor: Actor,
  bookingId: string,
): Promise<{ content: Buffer; fileName: string }> {
  const own = await getOwnReport(deps, actor, bookingId, "interviewee");
  const { bookingId: _, useful: __, ...view } = await presentReport(deps, own, "interviewee");
  const { publicUrl } = deps.config;
  const { heading, timeZone } = await describeInterview(deps, own.booking);
  const content = await deps.workers.run("renderAiReport", {
    ...heading,
    ...view,
    timeZone,
    before: interviewBefore(await getProgress(deps, actor), bookingId),
    siteUrl: publicUrl,
    recordUrl: view.record.isDeleted ? null : `${publicUrl}/session-record/${bookingId}`,
  });
  const { startsAt } = own.booking;
  const named = { startsAt, timeZone, interviewer: heading.interviewer, track: view.track };
  return { content: Buffer.from(content), fileName: interviewFileName({ document: "report", ...named }) };
}
