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

const anyMention = new RegExp(`\\b(?:your|the|my|our) ${interviewer}s?\\b|साक्षात्कारकर्ता|इंटरव्यूअर|मेंटर`, "iu");

/** True for a text that compares the candidate with other people. */
export function comparesPeople(text: string): boolean {
  return comparison.test(text) || comparisonInHindi.test(text);
}

/** True for a text that says what the interviewer said or thought of something. */
export function reportsOpinion(text: string): boolean {
  return hearsay.test(text) || hearsayInHindi.test(text);
}

/** True for a text that mentions the interviewer at all. */
export function mentionsInterviewer(text: string): boolean {
  return anyMention.test(text);
}
