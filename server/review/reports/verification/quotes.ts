import type { InterviewItem } from "@greenroom/contract/review/interview-record.ts";
import { shortenedLines } from "@greenroom/contract/review/report-labels.ts";
import type { Party } from "@greenroom/contract/schedule/bookings.ts";
import { maxQuotedLinesCharacters } from "@greenroom/contract/schedule/report-shape.ts";

/** The shortest quote, in characters after normalizing, and the fewest words. */
const minCharacters = 8;
const minWords = 2;

/** Words of any conversation. A quote of nothing else identifies nothing. */
export const stopWords: ReadonlySet<string> = new Set(
  (
    "a about actually ah all also am an and any are as at be because been but by can could did do does for from get go going good got had has have he her here him his hmm how i i'd i'll i'm i've if in into is it it's its just kind know let like little lot make maybe me mean my no not now of oh ok okay on one or our out really right say see she so some something sort sure that that's the their them then there these they thing things think this those to uh um up us very want was we well were what when where which who will with would yeah yes you your " +
    "अच्छा अब अगर और एक ऐसा ओके कर करते करना करने का कि किया की कुछ के को क्या गया जब जी जो ठीक तक तब तो था थी थे दो न नहीं पर फिर बस बहुत भी मुझे में मैं मैंने यह ये या यार रहा रही लिए वह वो सब से सही हम हाँ हां ही हुआ है हैं हो होगा होता"
  ).split(" "),
);

/** True for a quote that is distinctive: long enough, with several words, and not only common ones. */
export function isLongEnough(quote: string): boolean {
  const text = normalText(quote);
  const words = wordsOf(text.toLowerCase());
  return (
    [...text].length >= minCharacters &&
    words.length >= minWords &&
    words.some((word) => !stopWords.has(word))
  );
}

interface QuoteOptions {
  /** Refuses a quote whose negation was cut off, such as "know how it works" from "I don't know how it works". */
  refusesCutNegation?: boolean;
}

/** True if the quote occurs literally in the text, both normalized, and begins and ends at word boundaries. */
export function isQuoted(quote: string, text: string, options: QuoteOptions = {}): boolean {
  return occursIn(normalText(quote), normalText(text), options);
}

/** `isQuoted` for a quote and a text that are normalized already. */
export function occursIn(
  part: string,
  whole: string,
  { refusesCutNegation = false }: QuoteOptions = {},
): boolean {
  if (part === "") return false;
  for (const at of occurrences(part, whole)) {
    const end = at + part.length;
    const startsInside = isWordCharacter(lastCharacter(whole.slice(0, at))) && isWordCharacter([...part][0]);
    const endsInside =
      isWordCharacter([...whole.slice(end, end + 2)][0]) && isWordCharacter(lastCharacter(part));
    if (startsInside || endsInside) continue;
    const around = [
      whole.slice(Math.max(0, at - sentenceCharacters), at),
      whole.slice(end, end + sentenceCharacters),
    ];
    if (refusesCutNegation && isCutFromNegation(around[0] ?? "", around[1] ?? "")) continue;
    return true;
  }
  return false;
}

/** Where the part begins in the text; at most the first hundred places, because a hostile text can have thousands. */
export function* occurrences(part: string, whole: string): Generator<number> {
  let count = 0;
  for (let at = whole.indexOf(part); at >= 0 && count < 100; at = whole.indexOf(part, at + 1)) {
    count += 1;
    yield at;
  }
}

function lastCharacter(text: string): string | undefined {
  return [...text.slice(-2)].at(-1);
}

/** How far around a quote a negation is searched; the patterns allow three words. */
const sentenceCharacters = 200;
const negationBefore =
  /(?:\b(?:not|no|never|cannot|without|hardly|can't|don't|didn't|doesn't|isn't|wasn't|won't|couldn't|wouldn't|haven't|unable to|no idea|unsure|not sure|forgot|wrong to say)|नहीं|मत|बिना)(?: [^\s.!?;,।]+){0,3} ?$/iu;
const negationAfter =
  /^ ?(?:[^\s.!?;,।]+ ){0,2}(?:नहीं|मत|ना|is wrong|are wrong|is false|is not true)(?![\p{L}\p{M}])/u;

function isCutFromNegation(before: string, after: string): boolean {
  return negationBefore.test(before) || negationAfter.test(after);
}

/** The texts of an item that can be quoted, one by one. An item without words has none. */
export function quotableTexts(item: InterviewItem): string[] {
  switch (item.kind) {
    case "run":
      return [item.output, item.code].filter((text) => text !== "");
    case "question":
      return [item.title, item.prompt].filter((text) => text !== "");
    case "mark":
      return item.note === "" ? [] : [item.note];
    case "utterance":
    case "code":
    case "board":
    case "chat":
      return item.text === "" ? [] : [item.text];
    case "phase":
    case "presence":
    case "consent":
      return [];
  }
}

/** True if this party said, wrote or ran it. Code that both edited belongs to both. */
export function isOf(item: InterviewItem, party: Party): boolean {
  if (item.kind === "code") return item.editedBy.includes(party);
  return "party" in item && item.party === party;
}

/** By item and text. A draft is checked against the same long items many times, and normalizing takes the most time. */
const known = new WeakMap<InterviewItem, Map<string, string>>();

/** `normalText` of a text of this item, kept as long as the item. */
export function normalItemText(item: InterviewItem, text: string): string {
  const texts = known.get(item) ?? new Map<string, string>();
  known.set(item, texts);
  const normal = texts.get(text) ?? normalText(text);
  texts.set(text, normal);
  return normal;
}

/**
 * A quote of code or of its output with the line breaks that it has in its item; a quote itself has single spaces.
 * Undefined if it is of one line or of too many, or if the item has it in other characters.
 */
export function quotedLines(item: InterviewItem, quote: string): string | undefined {
  if (quote === "" || (item.kind !== "code" && item.kind !== "run")) return undefined;
  const words = normalText(quote).split(" ").map(escapeForRegExp);
  const pattern = new RegExp(words.join("\\s+"), "u");
  for (const text of quotableTexts(item)) {
    const found = pattern.exec(text);
    if (found === null) continue;
    // The indentation of the first line is not part of the quote.
    const [, indentation = ""] = /(?:^|\n)([ \t]*)$/.exec(text.slice(0, found.index)) ?? [];
    const lines = shortenedLines(`${indentation}${found[0]}`);
    if (lines === undefined || !lines.includes("\n")) return undefined;
    const shown = withoutCommonIndentation(lines);
    return shown.length <= maxQuotedLinesCharacters ? shown : undefined;
  }
  return undefined;
}

function withoutCommonIndentation(text: string): string {
  const lines = text.split("\n");
  const widths = lines.filter((line) => line.trim() !== "").map((line) => line.search(/\S/));
  const common = Math.min(...widths);
  return lines.map((line) => line.slice(common)).join("\n");
}

function escapeForRegExp(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

/** Invisible characters, such as joiners and soft hyphens. Inside a word they would hide it from a search. */
const invisible = /\p{Default_Ignorable_Code_Point}|\p{Cf}/gu;

/**
 * Gives texts that look the same to people the same form: Unicode NFKC, no invisible characters, one space
 * between words, straight quotation marks. Case is kept.
 */
export function normalText(text: string): string {
  return text
    .normalize("NFKC")
    .replace(invisible, "")
    .replace(/[\u2018-\u201b]/g, "'")
    .replace(/[\u201c-\u201f]/g, '"')
    .replace(/\s+/gu, " ")
    .trim();
}

/**
 * True for a character that continues a word: a letter, a mark on a letter, a digit or an underscore. False
 * for undefined, the edge of a text.
 */
export function isWordCharacter(character: string | undefined): boolean {
  return character !== undefined && /[\p{L}\p{M}\p{N}_]/u.test(character);
}

/** The words of a text. An apostrophe, straight or curly, belongs to a word only between two of its letters. */
export function wordsOf(text: string): string[] {
  return text.match(/[\p{L}\p{M}\p{N}_]+(?:['\u2019][\p{L}\p{M}\p{N}_]+)*/gu) ?? [];
}
