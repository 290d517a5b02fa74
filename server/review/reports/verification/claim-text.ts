import type { InterviewItem, InterviewRecord } from "@greenroom/contract/review/interview-record.ts";
import { normalText } from "./quotes.ts";

/* What the text of a claim may say, whatever its evidence. The second pass judges whether the evidence supports it. */

/** Why the text of a claim alone cannot be shown. */
export type TextProblem = "malformed-text" | "forbidden-subject" | "instruction" | "other-language";

export function findTextProblem(text: string): TextProblem | null {
  if (!isReadable(text)) return "malformed-text";
  const plain = normalText(text);
  if (namesForbiddenSubject(withoutQuotedWords(plain))) return "forbidden-subject";
  if (addressesJudge(plain)) return "instruction";
  return englishWord.test(plain) ? null : "other-language";
}

const englishWord = /\b(?:you|your|the|this|that|with|and|because)\b/iu;
const linkOrMarkup = /https?:|www\.|<[a-z/!]|\]\(/iu;
const unreadable = /[\p{Cc}\p{Cs}\p{Co}\p{Cn}]/u;
/** Letters of other scripts look like Latin ones. Greek ones alone name variables. */
const foreignLetter =
  /(?=\p{L})[^\p{Script=Latin}\p{Script=Devanagari}\p{Script=Greek}]|\p{Script=Latin}\p{Script=Greek}/u;

/** True for text without control characters, halves of characters, links, markup and look-alike letters. */
function isReadable(text: string): boolean {
  const inOneLine = text.replace(/[\n\t]/g, " ");
  return (
    !unreadable.test(inOneLine) && !linkOrMarkup.test(inOneLine) && !foreignLetter.test(normalText(text))
  );
}

const whose = "(?:your|his|her|their|the (?:candidate|interviewee)'s)";
const traits =
  "confidence|nerves|emotions?|feelings?|mood|voice|tone|accent|pronunciation|face|smile|looks?|appearance|age|gender|religion|personality|character|attitude|motivation";
const job = "engineer|developer|analyst|scientist|candidate|role|position|hire";

/**
 * A report is about work in one interview: not about a person's confidence, feelings, voice, looks or character, nor
 * about their level, a certificate, a job, or how they compare with others.
 */
const forbiddenSubject = new RegExp(
  [
    `${whose} (?:\\w+ ){0,2}(?:${traits})(?! (?:intervals?|levels?|scores?|bounds?|thresholds?|detection|recognition|features?|columns?))`,
    "(?:over|un|self-)?confident(?:ly)?|nervous(?:ly|ness)?|anxious(?:ly)?|calm(?:ly)?|arrogant|enthusias\\w+|eye contact|body language|facial expressions?|you smiled",
    "(?:seem|sound|look|appear|act)(?:s|ed)? (?:\\w+ )?(?:shy|happy|sad|angry|bored|tired|friendly|polite|motivated|eager|honest|unsure|hesitant|tense|stressed)",
    "you are (?:very |so |really |clearly )?(?:smart|talented|gifted|intelligent|clever|brilliant)|your english",
    "(?:certified|accredited|endorsed) (?:by|as|at|for)|certificate of (?:completion|merit|excellence|achievement)|passed with (?:\\w+ )?(?:distinction|merit|honou?rs)|(?:certif|verif)(?:y|ies|ied) (?:that you|you|the candidate)|your certificat(?:e|ion)|(?:hold|have|earned) an? (?:\\w+ )?certification|this (?:interview|report) is (?:verified|certified|guaranteed)|greenroom",
    `(?:entry|junior|mid|middle|senior|staff|principal|expert)[- ](?:levels?|grade)(?! (?:features?|columns?|labels?|class\\w*|cache|api)\\b)|your level|you (?:are|were) (?:at |an? )?(?:l|e|ic|sde|swe)[- ]?\\d|(?:junior|senior|staff|principal)[- ](?:\\w+ )?(?:${job})s?|seniority|you (?:are|were) (?:\\w+ )?(?:at )?(?:an? )?(?:senior|junior)|(?:of|like|beyond|above|below) an? (?:senior|junior)(?= (?:with|in|at|here|now)\\b|[^\\w ]|$)|promoted to (?:senior|staff|lead|principal)|expert knowledge|you are an? (?:\\w+ )?(?:expert|specialist|professional)|(?:competence|skills?|abilit(?:y|ies)|maturity) of an? (?:\\w+ )?(?:lead|manager|architect|expert|professional|${job})`,
    "(?:(?:to|would|will|should|must) be|get|been) hired|hir(?:e|ing) you|(?:strong|clear|no) hire|hire?able|hire[- ]worthy|employable|job offer|you (?:would |could |should |will )?(?:get|receive|earn) an offer(?! \\w+'s)|you beat (?:the |most |all )?(?:other )?(?:candidate|applicant)s|(?:qualif(?:y|ied) for|clear(?:ed)?|pass(?:ed)?) (?:the|an?) (?:next|first|second|last|final|screening|technical|hr) round|you (?:\\w+ )?(?:should|could|can) apply (?:at|to|for) (?:faang|maang|google|amazon|microsoft|meta|a job|jobs)|(?:you|candidate|interviewee) (?:\\w+ ){0,2}(?:clear(?:s|ed)?|pass(?:es|ed)?|meets?|met) (?:the|a|our) bar(?! of)|(?:above|over|beyond|below|meets?|met) (?:the|a|our|any) hiring (?:bar|threshold|standard)s?|guarantee[ds]? (?:an? )?(?:placement|job|offer|interview)s?|start (?:work|working) as|bar raiser|you (?:\\w+ ){0,2}shortlisted|recommend you|get the job|you outperform(?:ed)?|(?:deserve|merit)s? (?:an?|the|this) \\w+|(?:job|hire|interview|industry|placement|faang|maang|google|amazon|microsoft|meta)[- ]ready",
    `(?:ready|qualified|fit|prepared) (?:for|to (?:work|join|start))(?: \\S+){0,4} (?:(?:${job}|job|offer|interview)s?|industry|company|google|amazon|microsoft|meta|faang)|qualif(?:y|ies|ied) you|(?:pass|clear|ace|crack)(?:e[ds])? (?:\\w+ ){1,2}interviews?`,
    "(?:than|like|unlike|among|above|of) (?:almost |nearly )?(?:anyone|anybody|everyone|everybody|(?:the |an? )?(?:most|other|every|any|all|average|best|strongest) (?:candidate|applicant|interviewee)s?)|you (?:are|were|rank|have been|belong) (?:\\w+ ){0,3}top|world[- ]class",
  ]
    .map((words) => `\\b(?:${words})\\b`)
    .join("|"),
  "iu",
);

export function namesForbiddenSubject(text: string): boolean {
  return forbiddenSubject.test(normalText(text));
}

/** Words that somebody said or wrote, such as the name of a column. They are checked against the evidence. */
function withoutQuotedWords(text: string): string {
  return text.replace(
    /(?<=\b(?:said|wrote|called|named|mentioned|column|field|class|table)(?: \S+)? )"[^"]*"/gu,
    " ",
  );
}

/** True for a text that mentions the interviewer, and so may tell what they said or thought. */
export function mentionsInterviewer(text: string): boolean {
  return /\b(?:interviewer|mentor)s?\b/iu.test(text);
}

/** False if the text has a number in digits that none of the cited texts has. A reader takes it for a counted fact. */
export function hasOnlyCitedNumbers(text: string, cited: readonly string[]): boolean {
  const there = new Set(cited.flatMap(numbersIn));
  return numbersIn(text).every((number) => there.has(number));
}

/**
 * Words about careers. A sentence can promise a level, a certificate or a job in more ways than patterns know, so a claim
 * may use these words only if its evidence does.
 */
const careerWord =
  /\b(?:hir(?:e[ds]?|ing)|recruit\w*|employ(?:ers?|able|ability|ment)|overqualified|placements?|appraisals?|salar(?:y|ies)|lpa|careers?|seniors?|juniors?|freshers?|interns?(?:hips?)?|swe|sde|l[3-9]|certif\w+|accredit\w*|badges?|engineers?|scientists?|analysts?|developers?|managers?|architects?|professionals?|percentiles?|years? of experience|faang|maang|google|amazon|microsoft|netflix|flipkart|infosys|tcs|wipro)\b/giu;

/** False if the text has a word about careers that none of the cited texts has. */
export function hasOnlyCitedCareerWords(text: string, cited: readonly string[]): boolean {
  // "hired" and "hiring" count as one word.
  const stems = (from: string) =>
    (normalText(from).toLowerCase().match(careerWord) ?? []).map((word) => word.slice(0, 3));
  const there = new Set(cited.flatMap(stems));
  return stems(text).every((stem) => there.has(stem));
}

function numbersIn(text: string): string[] {
  const found = normalText(text).match(/(?<![\p{L}\p{N}_.])\d+(?:[.,]\d+)*/gu) ?? [];
  return found.map((number) => number.replaceAll(",", ""));
}

const doubleMark = /["«»‹›„‟❝❞〝〞″״ʺ「」『』《》〈〉〈〉⟪⟫❮❯]|``|''|′′|,,/gu;
const singleQuote =
  /(?<![\p{L}\p{N}])['‚′❛]((?:[^'‘’′❜]|(?<=\p{L})'(?=\p{L}))+)(?:['‘’′❜](?![\p{L}\p{N}])|$)|`([^`]+)(?:`|$)/gu;

/**
 * The parts of a claim between quotation marks, which it presents as somebody's words; a quote without its end goes to
 * the end of the text. Apostrophes do not count.
 */
export function quotesInside(text: string): string[] {
  const double = text.split(doubleMark).filter((_, index) => index % 2 === 1);
  const single = [...text.replace(doubleMark, " ").matchAll(singleQuote)].flatMap(
    ([, words, code]) => code ?? (words !== undefined && words.length >= 3 ? words : []),
  );
  return [...double, ...single].map((inner) => inner.trim().replace(/[.,;:!?…]+$/u, ""));
}

/*
 * Withholds plain orders to the judge of a record, so that fewer reach a model. What protects a report from all others is
 * that claims need quotes, and the control in each review. People who interview for AI roles talk about prompts, judges
 * and scores all the time, so a pattern needs an order about this interview's person, or one at the beginning of a
 * sentence. Every repetition has a limit, because a pad of a hundred thousand spaces would otherwise take minutes.
 */

/** The beginning of a sentence, a line or a comment, with the small words before an order. */
const start =
  "(?:^|[.!?;।\\n#*>/-]\\s{0,3})(?:(?:please|kindly|now|so|ok|okay|and|then|also|hey|hello),?\\s{1,3}){0,4}";
/** "The candidate items" of a recommender are no person. */
const person =
  "(?:me|(?:this|the) (?:candidate|interviewee|applicant)(?! (?:\\w{3,}s|set|pool|list|item|document|answer|passage|generat\\w+|model)\\b))";
const topMark =
  "(?:\\b(?:5|five) ?(?:out of|\\/) ?(?:5|five)\\b|\\bfull marks\\b|\\b(?:perfect|highest|maximum) (?:score|mark|rating)s?\\b|\\b(?:5|five) in (?:every|all|each)\\b)";
const praise = "\\b(?:excellent|outstanding|exceptional|brilliant|strong[ -]hire)\\b";

const anywhere = [
  `${start}(?:ignore|disregard|forget|override)\\b.{0,30}\\b(?:(?:all|any|previous|prior|above|earlier|your)\\b.{0,30}\\b(?:instructions?|prompts?|guidelines)|rubric|the record)\\b`,
  `${start}(?:(?:a|an|this is a|important|secret) ){0,2}(?:note|memo|message|instructions?) (?:to|for) (?:the |any )?(?:ai )?(?:judge|grader|evaluator)\\b`,
  `${start}you are (?:now (?:an? |the )?(?:judge|grader|evaluator|assistant)|(?:an? |the )?(?:judge|grader|evaluator) now)\\b`,
  `\\b(?:give|award|assign|score|grade|rate)\\b (?:\\S{1,30} ){0,3}?${person}\\b.{0,40}(?:${topMark}|${praise})`,
  `${start}(?:give|award|assign)\\b.{0,30}${topMark}`,
  `\\b${person}\\b.{0,20}\\b(?:must|should|has to) (?:be hired|(?:get|receive)\\b.{0,20}${topMark})`,
].map((pattern) => new RegExp(pattern, "u"));

/** Only in what people say and write to each other; code contains such signs for good reasons. */
const inWords = /"(?:claims|evidence)"\s*:\s*\[|"supported"\s*:|<\/(?:record|rubric|goal|claims)\b/u;

const inHindi = [
  /(?:पिछले|पहले|ऊपर|सभी|सारे)[^।\n]{0,40}(?:निर्देश|आदेश|नियम)[^।\n]{0,40}(?:अनदेखा|अनदेखी|नज़रअंदाज़|भूल|छोड़)/u,
  /(?:पूरे|पाँच|अधिकतम)\s*(?:अंक|नंबर|स्कोर)\s*(?:दो|दें|दीजिए)/u,
];

type Medium = "words" | "code";

/** True for a sentence or line that instructs a judge. */
export function addressesJudge(text: string, medium: Medium = "words"): boolean {
  const plain = text
    .normalize("NFKC")
    .replace(/\p{Cf}/gu, "")
    .toLowerCase();
  return (
    anywhere.some((pattern) => pattern.test(plain)) ||
    (medium === "words" && inWords.test(plain)) ||
    inHindi.some((pattern) => pattern.test(text.normalize("NFC")))
  );
}

/** The text without the sentences and lines that address the judge. */
export function withholdInstructions(text: string, medium: Medium = "words"): string {
  const inOneLine = text.replace(/\s+/gu, " ");
  if (!addressesJudge(inOneLine, medium) && (inOneLine === text || !addressesJudge(text, medium)))
    return text;
  const kept = text.split(/(?<=[.!?।])\s+|\n/u).filter((sentence) => !addressesJudge(sentence, medium));
  // If the instruction spans several sentences, all of them are dropped.
  return addressesJudge(kept.join(" "), medium) ? "" : kept.join("\n");
}

/** Several steps of a report need the same. */
const known = new WeakMap<InterviewRecord, InterviewRecord>();

/**
 * The record without text that addresses judges: no judge reads it, and no claim can cite it. An item with nothing
 * else is left out. Only for judges: what is measured is measured in the whole record.
 */
export function withoutInstructions(record: InterviewRecord): InterviewRecord {
  const found = known.get(record) ?? { ...record, items: record.items.flatMap(cleanItem) };
  known.set(record, found);
  return found;
}

/** The same item if nothing in it addresses a judge; none if all of its text does. */
function cleanItem(item: InterviewItem): InterviewItem[] {
  const medium = item.kind === "code" || item.kind === "run" ? "code" : "words";
  const changed = (["text", "code", "output", "title", "prompt", "note"] as const).flatMap((name) => {
    const text = (item as Partial<Record<typeof name, string>>)[name] ?? "";
    const clean = withholdInstructions(text, medium);
    return clean === text ? [] : [[name, clean] as const];
  });
  if (changed.length === 0) return [item];
  const clean = { ...item, ...Object.fromEntries(changed) };
  return "text" in clean && clean.text.trim() === "" ? [] : [clean];
}
