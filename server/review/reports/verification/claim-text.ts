import { normalText } from "./normal-text.ts";
import { addressesJudge } from "./planted-orders.ts";

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
    "(?:seem|sound|look|appear|act)(?:s|ed)? (?:\\w+ )?(?:shy|happy|sad|angry|bored|tired|friendly|polite|motivated|eager|honest)",
    "(?:certified|accredited|endorsed) (?:by|as|at|for)|certif(?:y|ies|ied) (?:that you|you|the candidate)|certificate (?:of|that|in|from)|certification",
    `(?:entry|junior|mid|middle|senior|staff|principal|expert)[- ](?:levels?|grade)|(?:junior|senior|staff|principal) (?:\\w+ )?(?:${job})s?|seniority`,
    "(?:(?:to|would|will|should|must) be|get|been) hired|hire you|(?:strong|clear|no) hire|hireable|employable|job offer|(?:job|hire|interview|industry)[- ]ready",
    "(?:ready|qualified|fit|prepared) (?:for|to (?:work|join|start))(?: \\S+){0,3} (?:jobs?|roles?|positions?|offers?|interviews?|industry|company|google|amazon|microsoft|meta|faang)|pass(?:ed)? (?:the|this|your) interview",
    "(?:than|like|unlike) (?:almost |nearly )?(?:anyone|anybody|everyone|everybody)|(?:most|other|every|any|average|best|strongest) (?:candidate|applicant|interviewee)s?|world[- ]class",
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
