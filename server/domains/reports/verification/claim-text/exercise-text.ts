import { quotesInside } from "../attribution.ts";
import { namesForbiddenSubject } from "../forbidden-subjects.ts";
import { addressesJudge } from "../planted/addresses-judge.ts";
import { isInReportLanguage } from "./claim-language.ts";
import { comparesPeople, mentionsInterviewer } from "./claim-statements.ts";

/* An exercise says what to practice. What happened in the interview is for claims, which have evidence. */

const past =
  /\b(?:you|the candidate|the interviewee|they|he|she)(?:'ve|'d| have| had)?(?: \S+){0,3}? (?:said|explained|mentioned|described|told|answered|stated|argued|noted|pointed out|asked|suggested|proposed|claimed|talked|spoke|defined|outlined|clarified|admitted|acknowledged|summari[sz]ed|stressed|replied|responded|solved|won|beat|impressed|excelled|aced|nailed)\b/iu;
const pastInHindi = /(?:आपने|उम्मीदवार ने)(?:\s+\S+){0,12}?\s*(?:कहा|बताया|बताई|समझाया|समझाई|पूछा|सुझाया|दिया)/u;

/**
 * True for an exercise that only says what to practice. `isQuoted` tells whether words stand in the evidence of its
 * claim.
 */
export function isPlainExercise(
  { title, text }: { title: string; text: string },
  isQuoted: (words: string) => boolean,
): boolean {
  // A short title may have no common word, so both are read together.
  if (!isInReportLanguage(`${title} ${text}`)) return false;
  return [title, text].every(
    (part) =>
      !namesForbiddenSubject(part) &&
      !addressesJudge(part) &&
      !comparesPeople(part) &&
      !mentionsInterviewer(part) &&
      !past.test(part) &&
      !pastInHindi.test(part) &&
      quotesInside(part).every(isQuoted),
  );
}
