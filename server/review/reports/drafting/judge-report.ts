import type { AiFeedback } from "@greenroom/contract/schedule/report-shape.ts";
import type { Judge, TokenUsage } from "../../../vendors/ai/port.ts";
import type { WorkerPool } from "../../../workers/worker-pool.ts";
import type { Verification, VerifiedClaim } from "../verification/verify-claims.ts";
import { finish, leftOutOf, type ReportInput } from "./draft-report.ts";
import { draftData } from "./prompt.ts";

export interface DraftedReport {
  report: AiFeedback;
  usage: TokenUsage;
  refused: Verification["refused"];
}

/** Runs the steps that read the whole record, which take long for a hostile one. */
export type ReportWorkers = Pick<WorkerPool, "run">;

/**
 * Makes a report that a judge drafts and rules check. A review drops claims that their quotes do not support.
 * `within`: the time limit for all calls of the model, in milliseconds. Rejects if the judge is unavailable or its answers
 * are unusable.
 */
export async function judgeReport(
  judge: Judge,
  { record, rubric, mentorScores, now, unrelated }: ReportInput,
  { workers, within }: { workers: ReportWorkers; within: number },
): Promise<DraftedReport> {
  const areas = rubric.areas.map(({ name }) => name);
  const prepared = await workers.run("prepareDraft", { record, goal: record.goal, rubric });
  const { itemIds, leftOut } = prepared;
  const signal = AbortSignal.timeout(within);
  const draft = prepared.hasWords
    ? await judge.judge({ data: draftData(prepared), itemIds, leftOut }, signal)
    : { claims: [], usage: { inputTokens: 0, outputTokens: 0 }, leftOut: [] };
  const { verification, toReview, measured } = await workers.run("checkDraft", {
    record,
    drafts: draft.claims,
    areas,
    mentorScores,
    ...(unrelated === undefined ? {} : { unrelated }),
  });
  const review = await judge.review(toReview, signal);
  const claims = verification.claims
    .filter(({ id }) => review.supported.includes(id))
    .map((claim) => (review.plainExercises.includes(claim.id) ? claim : withoutExercise(claim)));
  const report = finish({
    claims,
    checked: verification.checked,
    source: judge.source,
    ...leftOutOf(draft.leftOut),
    areas: rubric.areas,
    measured,
    now,
  });
  return {
    report,
    refused: verification.refused,
    usage: {
      inputTokens: draft.usage.inputTokens + review.usage.inputTokens,
      outputTokens: draft.usage.outputTokens + review.usage.outputTokens,
    },
  };
}

function withoutExercise(claim: VerifiedClaim): VerifiedClaim {
  return { ...claim, exercise: { title: "", text: "" } };
}
