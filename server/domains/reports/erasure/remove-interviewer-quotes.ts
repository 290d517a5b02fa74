import type { AiFeedback, Claim, Evidence } from "@greenroom/contract/reports/report-shape.ts";
import { quotesInside } from "../verification/attribution.ts";
import { normalText } from "../verification/normal-text.ts";
import { isQuoted } from "../verification/quotes.ts";

/** The kinds of evidence that one person said, wrote, ran or marked. Both write code and draw on the whiteboard. */
const personalKinds: ReadonlySet<Evidence["kind"]> = new Set(["utterance", "chat", "run", "mark"]);

/**
 * A report without its interviewer's words; null if it has none of them. A claim that rests on nothing else is
 * withdrawn, with its exercise. `bankQuestions`: the ids of its questions that came from the bank, whose text is ours.
 */
export function removeInterviewerQuotes(
  report: AiFeedback,
  bankQuestions: ReadonlySet<string>,
): AiFeedback | null {
  const isTheirs = ({ kind, isOwn, itemId }: Evidence): boolean => {
    // An older report does not tell whose words it quotes, so they count as the interviewer's.
    if (kind === null) return isOwn !== true;
    if (kind === "question") return !bankQuestions.has(itemId);
    return isOwn === false && personalKinds.has(kind);
  };
  if (!report.claims.some(({ evidence }) => evidence.some(isTheirs))) return null;
  const claims = report.claims.flatMap((claim) => withdrawEvidence(claim, isTheirs) ?? []);
  return {
    ...report,
    claims,
    shown: claims.length,
    withdrawn: (report.withdrawn ?? 0) + report.claims.length - claims.length,
    plan: report.plan.filter(({ claimId }) => claims.some(({ id }) => id === claimId)),
  };
}

/** A claim without the words of this evidence; null if it rests on nothing else, or its text repeats them. */
export function withdrawEvidence(claim: Claim, isGone: (evidence: Evidence) => boolean): Claim | null {
  const removed = claim.evidence.filter(isGone);
  if (removed.length === 0) return claim;
  // The text of such a claim repeats the mark's line.
  if (removed.some(({ kind }) => kind === "mark")) return null;
  const rest = claim.evidence.filter((evidence) => !removed.includes(evidence));
  if (rest.length === 0) return null;
  // A measured claim names questions between curly quotation marks.
  const quoted = quotesInside(normalText(claim.text));
  if (!quoted.every((words) => rest.some(({ quote }) => isQuoted(words, quote)))) return null;
  return {
    ...claim,
    evidence: claim.evidence.map((evidence) =>
      removed.includes(evidence) ? { ...evidence, quote: "", isRemoved: true } : evidence,
    ),
  };
}
