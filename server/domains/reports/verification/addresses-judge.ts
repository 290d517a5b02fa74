import type { InterviewItem, InterviewRecord } from "@greenroom/contract/reports/interview-record.ts";
import { latinSkeleton } from "./normal-text.ts";

/* Finds text in a record that addresses the judge of the record, instead of the other person in the room. */

const reader = "(?:ai|a\\.i\\.|llm|language model|judge|grader|evaluator|reviewer|report writer)s?";
const topMark =
  "(?:[5s] ?(?:out of|\\/|of) ?[5s]|five out of five|full marks|(?:top|perfect|maximum|highest|best) (?:score|mark|rating|grade)s?|all (?:[5s]|fives)|(?:[5s]|five) in (?:every|all|each))";

const patterns = [
  "\\b(?:ignore|disregard|forget|override|bypass)\\b.{0,40}\\b(?:instructions?|prompts?|rules|guidelines|rubric|the record|all (?:of )?the above|everything (?:above|before|you))\\b",
  "\\b(?:system|developer|hidden) (?:prompt|message|instructions?|override)\\b",
  `\\b(?:note|message|instructions?|memo)\\b.{0,20}\\b(?:to|for) (?:the |any |an |all )?${reader}\\b`,
  `\\b${reader}\\b.{0,30}\\b(?:give|rate|score|grade|mark|praise|report|write|say|note)\\b.{0,40}\\b(?:candidate|interviewee|applicant|me|this interview|this person|full|maximum|highest|5)\\b`,
  `\\byou are (?:now )?(?:an? |the )?(?:${reader}|assistant|chatbot|dan)\\b`,
  `\\b(?:give|award|assign|score|grade|mark|set|rate)\\b.{0,40}\\b${topMark}`,
  "\\b(?:rate|score|grade|praise|recommend) (?:me|him|her|them|this candidate|the candidate|this person)\\b",
  "\\b(?:the|this) (?:candidate|interviewee|applicant)\\b.{0,20}\\b(?:must|should|has to) (?:be|get|receive)\\b.{0,20}\\b(?:rated|scored|given|hired|praised|described|marked|full|excellent|strong|top)\\b",
  "\\b(?:respond|reply|answer) (?:only|exactly|verbatim)\\b|\\boutput (?:only|exactly) (?:the following|this|json)\\b",
  "<\\/?(?:record|system|instructions?|goal|candidate|interview|assistant|user|resume)\\b",
  "\\[(?:\\/?inst|system|assistant)\\]|<\\|(?:im_start|im_end|system|user|assistant|endoftext)|###\\s*(?:system|instructions?|assistant|response)",
  '"(?:claims|evidence|itemid|item|scores|supported)"\\s*:',
  "\\bend of (?:the )?(?:record|transcript|interview data)\\b",
].map((pattern) => new RegExp(pattern));

const hindiPatterns = [
  /(?:पिछले|पिछली|पहले|ऊपर|सभी|सारे)[^।\n]{0,40}(?:निर्देश|निर्देशों|आदेश|नियम)[^।\n]{0,40}(?:अनदेखा|अनदेखी|नज़रअंदाज़|नजरअंदाज|भूल|छोड़|मत मान)/u,
  /(?:एआई|ए\.आई\.|AI|मॉडल|जज|मूल्यांकनकर्ता)[^।\n]{0,40}(?:के लिए निर्देश|को निर्देश|अंक दो|अंक दें|स्कोर दो|स्कोर दें|तारीफ|तारीफ़|प्रशंसा)/u,
  /(?:पूरे|पाँच|पांच|सबसे ज़्यादा|अधिकतम)\s*(?:अंक|नंबर|स्कोर)\s*(?:दो|दें|दीजिए)/u,
];

/** True for a sentence or line that instructs a judge. */
export function addressesJudge(text: string): boolean {
  // In a skeleton the digits 1, 3 and 5 become letters, so the plain text is checked as well.
  const plain = text
    .normalize("NFKC")
    .replace(/\p{Cf}/gu, "")
    .toLowerCase();
  const skeleton = latinSkeleton(text);
  if (patterns.some((pattern) => pattern.test(plain) || pattern.test(skeleton))) return true;
  return hindiPatterns.some((pattern) => pattern.test(text.normalize("NFC")));
}

/** The text without the sentences and lines that address the judge. */
export function withholdInstructions(text: string): string {
  if (!addressesJudge(text.replace(/\s+/gu, " "))) return text;
  const kept = text.split(/(?<=[.!?।])\s+|\n/u).filter((sentence) => !addressesJudge(sentence));
  // If the instruction spans several sentences, all of them are dropped.
  return addressesJudge(kept.join(" ")) ? "" : kept.join("\n");
}

/**
 * The record without text that addresses judges: no judge reads it, and no claim can cite it. An item with nothing
 * else is left out.
 */
export function withoutInstructions(record: InterviewRecord): InterviewRecord {
  return { ...record, items: record.items.flatMap(cleanItem) };
}

function cleanItem(item: InterviewItem): InterviewItem[] {
  switch (item.kind) {
    case "utterance":
    case "chat":
    case "board":
    case "code":
      return keepChanged(item, { text: withholdInstructions(item.text) });
    case "run":
      return [{ ...item, code: withholdInstructions(item.code), output: withholdInstructions(item.output) }];
    case "question":
      return [
        { ...item, title: withholdInstructions(item.title), prompt: withholdInstructions(item.prompt) },
      ];
    case "mark":
      return [{ ...item, note: withholdInstructions(item.note) }];
    case "phase":
    case "presence":
    case "consent":
      return [item];
  }
}

function keepChanged<Item extends InterviewItem & { text: string }>(
  item: Item,
  { text }: { text: string },
): Item[] {
  if (text === item.text) return [item];
  return text.trim() === "" ? [] : [{ ...item, text }];
}
