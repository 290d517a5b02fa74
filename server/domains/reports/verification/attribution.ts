/* Finds the person to whom a claim attributes words or an action. It may credit the interviewee only with their own. */

const saying =
  "said|say|says|saying|explain(?:ed|s)?|mention(?:ed|s)?|describ(?:ed|es)|told|tell|tells|answer(?:ed|s)?|stat(?:ed|es)|argu(?:ed|es)|noted|pointed out|asked|ask|asks|suggest(?:ed|s)?|propos(?:ed|es)|claim(?:ed|s)?|talked|spoke|defin(?:ed|es)|outlin(?:ed|es)|clarif(?:ied|ies)|admitted|acknowledged|summari[sz](?:ed|es)|articulated|stressed that|walked through|replied|responded|conceded|volunteered";
const attributed = new RegExp(
  `\\b(?:you|the candidate|candidate|interviewee|they|he|she)(?:'ve|'d)?\\b(?: \\S+){0,3}? (?:${saying})\\b`,
  "iu",
);
const saysSomething = new RegExp(`\\b(?:${saying})\\b`, "iu");
const attributedInHindi =
  /(?:आपने|आप|उम्मीदवार ने|उन्होंने)(?:\s+\S+){0,12}?\s*(?:कहा|बताया|बताई|बताए|समझाया|समझाई|समझाए|पूछा|पूछी|बोला|बोले|बोली|सुझाया|सुझाव दिया|जवाब दिया|उत्तर दिया)/u;

const interviewee = "(?:you|the candidate|the interviewee)";
/** Phrases for what the interviewer did, such as "you were asked": they credit the interviewee with nothing. */
const askedOfInterviewee = new RegExp(
  [
    "\\byour (?:interviewer|mentor)(?:'s)?\\b",
    `\\b${interviewee} (?:were|was|are|is|have been|has been|had been) (?:\\S+ )?(?:asked|told|shown|given|offered|reminded)\\b`,
    `\\b(?:ask(?:ed|s)|told|tells|show(?:ed|s)|gave|gives|offer(?:ed|s)|remind(?:ed|s)|advis(?:ed|es)) ${interviewee}\\b`,
  ].join("|"),
  "giu",
);
/** The beginning of a sentence about nothing but what the interviewer did, or what a question is about. */
const interviewerDid = new RegExp(
  [
    "^(?:your|the) (?:interviewer|mentor) (?:\\S+ly )?(?:ask(?:ed|s)|told|tells|show(?:ed|s)|gave|gives|offer(?:ed|s)|remind(?:ed|s)|advis(?:ed|es)|said|says|explain(?:ed|s)|suggest(?:ed|s)|describ(?:ed|es)|mention(?:ed|s)|rais(?:ed|es)|point(?:ed|s) out|mark(?:ed|s)|not(?:ed|es)|introduc(?:ed|es)|began|begins|opened|opens|closed|closes|set|sets|posed|poses|wanted|wants|wrote|writes|typed|drew|draws|ran|runs|moved on)\\b",
    `^${interviewee} (?:were|was|are|is|have been|has been|had been) (?:\\S+ )?(?:asked|told|shown|given|offered|reminded)\\b`,
    "^(?:the|this|one|a) (?:\\S+ )?(?:question|task|problem) (?:asks?|asked|covers?|covered|concerns?|concerned|(?:is|was) about)\\b",
    "\\b(?:was|is|were|are) (?:a|the|one|part) (?:\\S+ )?(?:questions?|tasks?|problems?|topics?)\\b",
  ].join("|"),
  "iu",
);
const interviewerDidInHindi =
  /^(?:आपके |इस )?(?:साक्षात्कारकर्ता|इंटरव्यूअर|मेंटर) ने(?: \S+){0,3} (?:पूछा|बताया|समझाया|दिखाया|कहा)(?![\p{L}\p{M}])|^आपसे (?:\S+ ){0,12}पूछा गया/u;
/** A person who may be the interviewee, or something of theirs. */
const namesSomebodyElse =
  /\b(?:you|your|yours|yourself|candidate|interviewee|applicant|they|them|their|theirs|he|him|his|she|her|hers|answer\w*|repl(?:y|ies|ied)|respon\w+|solution|solved|hear|heard|got|received)\b/iu;
const namesSomebodyElseInHindi =
  /(?<![\p{L}\p{M}])(?:आप|आपने|आपका|आपकी|आपके|उम्मीदवार|उन्होंने|उसने|जवाब|उत्तर)(?![\p{L}\p{M}])/u;
const interviewerInHindi = /^(?:आपके |इस )?(?:साक्षात्कारकर्ता|इंटरव्यूअर|मेंटर)/u;

/** True if a sentence claims that the interviewee said something. */
export function attributesWords(text: string): boolean {
  if (attributedInHindi.test(text)) return true;
  const rest = text.replace(askedOfInterviewee, " ");
  return attributed.test(text) && (rest === text || saysSomething.test(rest));
}

/**
 * True if every sentence is about what the interviewer did or what a question asks. Only such a text may rest on words
 * that are not the interviewee's: a reader takes any other sentence of a report for one about the interviewee.
 */
export function isAboutInterviewerAlone(text: string): boolean {
  const sentences = text.split(/(?<=[.!?।;])\s+/u);
  return sentences.every(
    (sentence) =>
      (interviewerDid.test(sentence) && !namesSomebodyElse.test(sentence.replace(askedOfInterviewee, " "))) ||
      (interviewerDidInHindi.test(sentence) &&
        !namesSomebodyElseInHindi.test(sentence.replace(interviewerInHindi, " "))),
  );
}

/** Kinds of double quotation marks, each with all of its characters. `normalText` makes curly ones straight. */
const doubleMarks = [
  '"',
  "«»",
  "‹›",
  "「」",
  "『』",
  "❝❞❠",
  "〝〞〟",
  "⟪⟫",
  "《》",
  "〈〉〈〉⟨⟩",
  "❮❯",
  "״ʺ",
  "〃",
];
const anyDoubleMark = new RegExp(`[${doubleMarks.join("")}]`, "gu");
const anySingleMark = /[❛❜❟ʻʼʽ′‵]/gu;
/** Doubled single marks that look like a double one; `normalText` splits a double prime. */
const doubledMark = /′′|‵‵|,,/gu;
const singleQuote =
  /(?<![\p{L}\p{N}])'((?:[^']|(?<=\p{L})'(?=\p{L}))+)(?:'(?![\p{L}\p{N}])|$)|`([^`]+)(?:`|$)/gu;

/**
 * The parts of a claim between quotation marks, which it presents as somebody's words; a quote without its end goes to
 * the end of the text. Apostrophes do not count.
 */
export function quotesInside(text: string): string[] {
  const plain = (text.includes("``") ? text.replace(/``|''/g, '"') : text).replace(doubledMark, '"');
  const parts = plain.split(anyDoubleMark);
  const kinds = new Set((plain.match(anyDoubleMark) ?? []).map((mark) => kindOf(mark)));
  // Between marks of several kinds, the end of a quote is uncertain, so the rest of the text counts as one.
  const double = kinds.size > 1 ? [parts.slice(1).join('"')] : parts.filter((_, index) => index % 2 === 1);
  const single = [...plain.replace(anySingleMark, "'").matchAll(singleQuote)].flatMap(
    ([, words, code]) => code ?? (words !== undefined && words.length >= 3 ? words : []),
  );
  return [...double, ...single].map((inner) => inner.trim().replace(/[.,;:!?…]+$/u, ""));
}

function kindOf(mark: string): number {
  return doubleMarks.findIndex((kind) => kind.includes(mark));
}
