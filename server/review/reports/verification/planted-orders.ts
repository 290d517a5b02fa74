import type { InterviewItem, InterviewRecord } from "@greenroom/contract/review/reports/interview-record.ts";

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
