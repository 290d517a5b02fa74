/* Who a claim says did or said something. A claim may credit the candidate only with what is their own. */

const saying =
  "said|say|says|saying|explain(?:ed|s)?|mention(?:ed|s)?|describ(?:ed|es)|told|tell|tells|answer(?:ed|s)?|stat(?:ed|es)|argu(?:ed|es)|noted|pointed out|asked|ask|asks|suggest(?:ed|s)?|propos(?:ed|es)|claim(?:ed|s)?|talked|spoke|defin(?:ed|es)|outlin(?:ed|es)|clarif(?:ied|ies)|admitted|acknowledged|summari[sz](?:ed|es)|articulated|stressed that|walked through|replied|responded|conceded|volunteered";
const attributed = new RegExp(
  `\\b(?:you|the candidate|candidate|interviewee|they|he|she)(?:'ve|'d)?\\b(?: \\S+){0,3}? (?:${saying})\\b`,
  "iu",
);
const saysSomething = new RegExp(`\\b(?:${saying})\\b`, "iu");
const attributedInHindi =
  /(?:आपने|आप|उम्मीदवार ने|उन्होंने)(?:\s+\S+){0,12}?\s*(?:कहा|बताया|बताई|बताए|समझाया|समझाई|समझाए|पूछा|पूछी|बोला|बोले|बोली|सुझाया|सुझाव दिया|जवाब दिया|उत्तर दिया)/u;

const candidate = "(?:you|the candidate|the interviewee)";
/** What an interviewer does to a candidate: it credits the candidate with nothing. */
const askedOfCandidate = new RegExp(
  [
    "\\byour (?:interviewer|mentor)(?:'s)?\\b",
    `\\b${candidate} (?:were|was|are|is|have been|has been|had been) (?:\\S+ )?(?:asked|told|shown|given|offered|reminded)\\b`,
    `\\b(?:ask(?:ed|s)|told|tells|show(?:ed|s)|gave|gives|offer(?:ed|s)|remind(?:ed|s)|advis(?:ed|es)) ${candidate}\\b`,
  ].join("|"),
  "giu",
);
const namesCandidate = /\b(?:you|your|yours|yourself|candidate|interviewee)\b/iu;
const namesCandidateInHindi = /(?<![\p{L}\p{M}])(?:आप|आपने|आपका|आपकी|आपके|उम्मीदवार)(?![\p{L}\p{M}])/u;

/** True if a sentence claims that the candidate said something. */
export function attributesWords(text: string): boolean {
  if (attributedInHindi.test(text)) return true;
  const rest = text.replace(askedOfCandidate, " ");
  return attributed.test(text) && (rest === text || saysSomething.test(rest));
}

/** True if a sentence is about the candidate, and not only about what their interviewer asked or told them. */
export function isAboutCandidate(text: string): boolean {
  return namesCandidate.test(text.replace(askedOfCandidate, " ")) || namesCandidateInHindi.test(text);
}

/**
 * The parts of a claim between quotation marks, which it presents as somebody's words. Apostrophes do not count.
 */
export function quotesInside(text: string): string[] {
  const found = text.matchAll(
    /"([^"]+)"|«([^»]+)»|‹([^›]+)›|「([^」]+)」|『([^』]+)』|``([^`]+?)''|(?<![\p{L}\p{N}])'([^']{3,})'(?![\p{L}\p{N}])|`([^`]+)`/gu,
  );
  return [...found].map((match) =>
    (match.slice(1).find((inner) => inner !== undefined) ?? "").trim().replace(/[.,;:!?…]+$/u, ""),
  );
}
