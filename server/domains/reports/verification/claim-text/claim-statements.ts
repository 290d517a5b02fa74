import { latinSkeleton } from "../normal-text.ts";

/* Statements that no record of one interview can support: how a person compares with others, and what the interviewer
   thought of them, unless they said it. */

const people =
  "(?:candidate|person|people|engineer|applicant|interviewee|peer|student|scientist|developer|programmer)s?";
const comparison = new RegExp(
  [
    "\\b(?:than|like|unlike|compared (?:to|with)|beat|beats|ahead of|above|outperform\\w*) (?:almost |nearly |all |any )?(?:anyone|anybody|everyone|everybody)\\b",
    `\\b(?:than|unlike|compared (?:to|with)|beat|beats|ahead of|outperform\\w*) (?:\\S+ ){0,2}(?:any|every|most|many|other|all|average|typical) (?:other |the )?${people}\\b`,
    "\\bthan most(?= *(?:[.,;:!?]|$))",
    // A recommender has "top candidates", too.
    `\\b(?:you (?:are|were)|you're|as|like) (?:(?:easily|clearly|truly) )?(?:one of |among )?(?:(?:a|an|the|my|our) )?(?:\\S+ )?(?:best|top|strongest|worst|weakest|average) (?:\\d+ ?% )?(?:${people})\\b`,
    `\\b(?:most|few|many|hardly any|no other) (?:other )?${people} (?:would|could|can|do|did|will|might|have|miss|know|get)\\b`,
    `\\b(?:first|best|top|fastest|strongest|ahead|rare|unique) among (?:your |all |the |other )?(?:\\S+ )?${people}\\b`,
    "\\b(?:above|below|over|clears?|cleared|raises?|raised) the (?:\\S+ )?bar\\b(?! (?:chart|plot|graph))",
    "\\b(?:world|best)[- ](?:class|in[- ]class)\\b|\\bsecond to none\\b|\\bin a class of your own\\b|\\b(?:top|bottom) (?:\\d+ ?(?:%|percent)|decile|quartile) of\\b",
  ].join("|"),
  "iu",
);
const comparisonInHindi =
  /(?:बाकी|अन्य|दूसरे|और) (?:सब|सभी|उम्मीदवारों|लोगों) (?:से|की तुलना)|(?:औरों|दूसरों|सबसे|किसी और) से (?:बेहतर|तेज़|अच्छा|अच्छे)|सबसे (?:अच्छे|बेहतर|तेज़) उम्मीदवार/u;

const interviewer = "(?:interviewer|mentor)";
const opinion =
  "(?:said|says|told|agreed|agrees|praised|praises|called|calls|rated|rates|scored|scores|graded|grades|marked|marks|liked|likes|loved|thought|thinks|felt|found|confirmed|confirms|approved|recommended|considered|believed|(?:was|is|were|seemed|looked) (?:\\S+ly )?(?:impressed|happy|pleased|satisfied|convinced|surprised|delighted))";
const hearsay = new RegExp(
  [
    `\\b${interviewer}(?: (?:also|then|even|later|clearly|has|had|would|did|\\w+ly)){0,3} ${opinion}\\b`,
    `\\b(?:praised|rated|scored|graded|marked|called|liked|confirmed|approved|recommended) by (?:your|the) ${interviewer}\\b`,
    `\\b${interviewer}'s (?:praise|rating|score|opinion|verdict|view|recommendation|agreement)\\b`,
    `\\b(?:impressed|convinced|delighted|surprised|pleased) (?:your|the) ${interviewer}\\b`,
  ].join("|"),
  "iu",
);
const hearsayInHindi =
  /(?:साक्षात्कारकर्ता|इंटरव्यूअर|मेंटर) (?:ने|को)(?: \S+){0,6} (?:कहा|बताया|सराहा|तारीफ़?|अंक|पसंद|माना)/u;

/**
 * A statement of the interviewer's opinion of the interviewee, or of how the interview ended. The interviewee's words
 * alone are no evidence of either.
 */
const judgment = new RegExp(
  [
    `\\b${interviewer}(?: \\S+){0,3} (?:agreed|agrees|praised|praises|rated|rates|scored|scores|graded|grades|liked|likes|loved|thought|thinks|felt|confirmed|approved|recommended|considered|believed|(?:was|is|were|seemed|looked|left) (?:\\S+ )?(?:impressed|happy|pleased|satisfied|convinced|surprised|delighted|won over))\\b`,
    `\\b${interviewer}(?: \\S+){0,8} (?:strongest|best|great|excellent|outstanding|exceptional|brilliant|perfect|impressive|very good|well done)\\b`,
    `\\b(?:praised|rated|scored|graded|liked|confirmed|approved|recommended) by (?:your|the) ${interviewer}\\b`,
    `\\b${interviewer}'s (?:praise|rating|score|opinion|verdict|view|recommendation|agreement)\\b`,
    `\\b(?:impress(?:ed)?|convinced|delighted|surprised|pleased|w[io]n over) (?:your|the) ${interviewer}\\b`,
    `\\bw[io]n (?:your|the) ${interviewer} over\\b`,
    "\\b(?:would|will|should|wants? to|wanted to) (?:\\S+ )?hire you\\b|\\byou (?:would|will|should|are going to) (?:\\S+ )?be hired\\b",
    "\\byou (?:have |easily |clearly )?(?:passed|aced|failed|nailed|will pass|would pass) (?:the|this|your) (?:\\S+ )?(?:interview|round)\\b",
  ].join("|"),
  "iu",
);

const anyMention = new RegExp(`\\b(?:your|the|my|our) ${interviewer}s?\\b|साक्षात्कारकर्ता|इंटरव्यूअर|मेंटर`, "iu");

/** True for a text that compares the interviewee with other people. */
export function comparesPeople(text: string): boolean {
  // A skeleton has letters in place of digits, so the plain text is checked as well.
  return comparison.test(text) || comparison.test(latinSkeleton(text)) || comparisonInHindi.test(text);
}

/** True for a text that says what the interviewer said or thought of something. */
export function reportsOpinion(text: string): boolean {
  return hearsay.test(text) || hearsayInHindi.test(text) || reportsJudgment(text);
}

/** True for a text that says what the interviewer thought of the interviewee. Only the interviewer's mark can show it. */
export function reportsJudgment(text: string): boolean {
  return judgment.test(text) || judgment.test(latinSkeleton(text));
}

/** True for a text that mentions the interviewer at all. */
export function mentionsInterviewer(text: string): boolean {
  return anyMention.test(text);
}
