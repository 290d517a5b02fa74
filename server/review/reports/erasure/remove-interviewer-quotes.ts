import type { AiFeedback, Evidence } from "@greenroom/contract/schedule/report-shape.ts";

/** The kinds of evidence that one person said, wrote, ran or marked. Both draw on the whiteboard. */
const personalKinds: ReadonlySet<Evidence["kind"]> = new Set(["utterance", "chat", "run", "mark"]);

/**
 * A report without its interviewer's words; null if it has none of them. Every claim that rests on some of them is
 * withdrawn, with its exercise, because its text may repeat them in other words. `bankQuestions`: the ids of its questions that came from the bank, whose text is ours.
 */
export function removeInterviewerQuotes(
  report: AiFeedback,
  bankQuestions: ReadonlySet<string>,
): AiFeedback | null {
  const isTheirs = ({ kind, isOwn, itemId }: Evidence): boolean => {
    // An older report does not tell whose words or code it quotes, so they count as the interviewer's.
    if (kind === null || kind === "code") return isOwn !== true;
    if (kind === "question") return !bankQuestions.has(itemId);
    return isOwn === false && personalKinds.has(kind);
  };
  if (!report.claims.some(({ evidence }) => evidence.some(isTheirs))) return null;
  const claims = report.claims.filter(({ evidence }) => !evidence.some(isTheirs));
  return {
    ...report,
    claims,
    shown: claims.length,
    withdrawn: (report.withdrawn ?? 0) + report.claims.length - claims.length,
    plan: report.plan.filter(({ claimId }) => claims.some(({ id }) => id === claimId)),
  };
}
