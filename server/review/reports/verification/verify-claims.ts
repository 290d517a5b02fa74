import type {
  InterviewItem,
  InterviewItemOf,
  InterviewRecord,
} from "@greenroom/contract/review/interview-record.ts";
import {
  type Claim,
  claimCharacters,
  claimEvidence,
  type Evidence,
  quoteCharacters,
} from "@greenroom/contract/schedule/report-shape.ts";
import { v5 as nameId } from "uuid";
import type { DraftClaim } from "../../../vendors/ai/port.ts";
import {
  findTextProblem,
  hasOnlyCitedCareerWords,
  hasOnlyCitedNumbers,
  mentionsInterviewer,
  quotesInside,
  type TextProblem,
  withoutInstructions,
} from "./claim-text.ts";
import {
  isLongEnough,
  isOf,
  normalItemText,
  normalText,
  occursIn,
  quotableTexts,
  quotedLines,
  stopWords,
  wordsOf,
} from "./quotes.ts";

/* Decides which claims of a draft readers see: their quotes stand in the record, by their speaker. */

export type Refusal =
  | TextProblem
  | "unknown-area"
  | "no-evidence"
  | "off-topic"
  | "not-the-interviewee"
  | "uncited-opinion"
  | "uncited-number"
  | "invented-quote";

export interface Verification {
  /** How many different claims were drafted. */
  checked: number;
  claims: VerifiedClaim[];
  refused: { text: string; why: Refusal }[];
  /** How many claims repeated an earlier one, whose evidence then includes theirs. */
  repeated: number;
}

export interface VerifiedClaim extends Claim {
  /** As drafted; both fields are empty if the draft proposes nothing. */
  exercise: { title: string; text: string };
}

/**
 * Keeps the claims that the record supports. Times come from the items.
 * `unrelated`: the ids of answers that have nothing to do with their question, which no praise may quote.
 */
export function verifyClaims(
  record: InterviewRecord,
  drafts: readonly DraftClaim[],
  areas: readonly string[],
  unrelated: ReadonlySet<string> = new Set(),
): Verification {
  const checks = { record, items: quotableItems(record), areas, unrelated };
  const claims: VerifiedClaim[] = [];
  const refused: Verification["refused"] = [];
  for (const draft of drafts) {
    const result = verifyClaim(checks, draft);
    if (typeof result === "string") {
      refused.push({ text: draft.text, why: result });
      continue;
    }
    const earlier = claims.find((claim) => isSameClaim(claim, result));
    if (earlier === undefined) claims.push(result);
    // Praise has stricter rules for its evidence than other kinds.
    else if (earlier.kind === result.kind) {
      earlier.evidence = distinct([...earlier.evidence, ...result.evidence]).slice(0, claimEvidence);
    }
  }
  const repeated = drafts.length - claims.length - refused.length;
  return { checked: drafts.length - repeated, claims, refused, repeated };
}

interface QuotableItem {
  item: InterviewItem;
  /** The item without text that addresses the judge. */
  clean: InterviewItem;
}

/** Text that addresses the judge is not evidence: a quote must occur in the item both with and without such text. */
function quotableItems(record: InterviewRecord): Map<string, QuotableItem> {
  const cleanById = new Map(withoutInstructions(record).items.map((item) => [item.id, item]));
  return new Map(
    record.items.flatMap((item) => {
      const clean = cleanById.get(item.id);
      return clean === undefined ? [] : [[item.id, { item, clean }]];
    }),
  );
}

interface Checks {
  record: InterviewRecord;
  items: ReadonlyMap<string, QuotableItem>;
  areas: readonly string[];
  unrelated: ReadonlySet<string>;
}

function verifyClaim(checks: Checks, draft: DraftClaim): VerifiedClaim | Refusal {
  const text = normalText(draft.text);
  if (!checks.areas.includes(draft.area)) return "unknown-area";
  if (text === "" || text.length > claimCharacters) return "malformed-text";
  const problem = findTextProblem(draft.text);
  if (problem !== null) return problem;
  const quoted = distinct(draft.evidence).flatMap(({ itemId, quote }) => {
    const found = checks.items.get(itemId.toLowerCase());
    return found !== undefined && isEvidence(found, quote, draft.kind) ? [{ ...found, quote }] : [];
  });
  if (quoted.length === 0) return "no-evidence";
  const onTopic = quoted.filter(({ item }) => draft.kind !== "strength" || !checks.unrelated.has(item.id));
  if (onTopic.length === 0) return "off-topic";
  // A reader takes each claim for one about what the interviewee said or did.
  const own = onTopic.filter(({ item, quote }) => isOf(item, "interviewee") && quotesOwnCode(item, quote));
  if (own.length === 0) return "not-the-interviewee";
  const isInOwn = (words: string) => own.some((found) => occursInItem(found, words));
  if (!quotesInside(text).every(isInOwn)) return "invented-quote";
  const theirs = mentionsInterviewer(text) ? onTopic.filter(({ item }) => isOf(item, "interviewer")) : [];
  if (mentionsInterviewer(text) && theirs.length === 0) return "uncited-opinion";
  const shown = [...own.slice(0, claimEvidence - Math.min(1, theirs.length)), ...theirs].slice(
    0,
    claimEvidence,
  );
  const cited = shown.flatMap(({ clean }) => quotableTexts(clean));
  if (!hasOnlyCitedNumbers(text, cited)) return "uncited-number";
  if (!hasOnlyCitedCareerWords(text, cited)) return "forbidden-subject";
  return {
    id: claimId(checks.record, draft.area, text),
    area: draft.area,
    kind: draft.kind,
    text,
    evidence: distinct(shown.map(({ item, quote }) => evidenceOf(checks.record, item, quote))),
    exercise: exerciseOf(draft, isInOwn, cited),
  };
}

/** What a draft proposes to practice. Empty unless the claim is an improvement; what happened needs a claim. */
function exerciseOf(
  draft: DraftClaim,
  isQuoted: (words: string) => boolean,
  cited: readonly string[],
): VerifiedClaim["exercise"] {
  const exercise = { title: normalText(draft.exerciseTitle), text: normalText(draft.exercise) };
  // A short title may have no common word, so both are read together.
  const both = `${draft.exerciseTitle}. ${draft.exercise}`;
  const isKept =
    draft.kind === "improvement" &&
    findTextProblem(both) === null &&
    !mentionsInterviewer(both) &&
    hasOnlyCitedCareerWords(both, cited) &&
    quotesInside(normalText(both)).every(isQuoted);
  return isKept ? exercise : { title: "", text: "" };
}

/** The same text about the same area gets the same id, so that a dispute survives a remake. */
export function claimId(record: Pick<InterviewRecord, "bookingId">, area: string, text: string): string {
  return nameId(`${area}\n${text}`, record.bookingId);
}

export function evidenceOf(
  record: Pick<InterviewRecord, "startTime">,
  item: InterviewItem,
  quote: string,
): Evidence {
  const seconds = (Date.parse(item.at) - Date.parse(record.startTime)) / 1000;
  const lines = quotedLines(item, quote);
  return {
    itemId: item.id,
    quote: normalText(quote),
    ...(lines === undefined ? {} : { lines }),
    at: item.at,
    atSeconds: Math.round(seconds),
    kind: item.kind,
    isOwn: isOwnEvidence(item, quote),
    ...(isCorrected(item) ? { isCorrected: true } : {}),
  };
}

/** Null if the item has no party. Code that both wrote is not the interviewee's own, also in a run. */
function isOwnEvidence(item: InterviewItem, quote: string): boolean | null {
  if (item.kind === "code") return quotesOwnCode(item, quote === "" ? item.text : quote);
  if (!("party" in item)) return null;
  return item.party === "interviewee" && (quote === "" || quotesOwnCode(item, quote));
}

/** The first of each quote of an item. */
function distinct<T extends { itemId: string; quote: string }>(evidence: readonly T[]): T[] {
  const byQuote = new Map<string, T>();
  for (const one of evidence) {
    const key = `${one.itemId.toLowerCase()} ${one.quote}`;
    if (!byQuote.has(key)) byQuote.set(key, one);
  }
  return [...byQuote.values()];
}

function isEvidence(found: QuotableItem, quote: string, kind: DraftClaim["kind"]): boolean {
  if (quote.length > quoteCharacters || /\p{Surrogate}/u.test(quote) || !isLongEnough(quote)) return false;
  const isPraise = kind === "strength";
  if (isPraise && !(quotesWorkingCode(found.item, quote) && wasSaid(found.item, quote))) return false;
  return occursInItem(found, quote, isPraise);
}

/** True if the words occur in the item, also without the text that addresses the judge. */
function occursInItem({ item, clean }: QuotableItem, quote: string, refusesCutNegation = false): boolean {
  const part = normalText(quote);
  return (item === clean ? [item] : [item, clean]).every((version) =>
    quotableTexts(version).some((text) =>
      occursIn(part, normalItemText(version, text), { refusesCutNegation }),
    ),
  );
}

function isSameClaim(a: VerifiedClaim, b: VerifiedClaim): boolean {
  if (a.id === b.id) return true;
  if (a.area !== b.area || a.kind !== b.kind) return false;
  const [first, second] = [wordSet(a.text), wordSet(b.text)];
  const shared = [...first].filter((word) => second.has(word)).length;
  const sharesEvidence = a.evidence.some(({ itemId, quote }) =>
    b.evidence.some((other) => other.itemId === itemId && other.quote === quote),
  );
  // Two points with the same evidence count as one if most of their words are the same.
  return shared / Math.max(1, Math.min(first.size, second.size)) >= (sharesEvidence ? 0.6 : 0.9);
}

function wordSet(text: string): Set<string> {
  return new Set(text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? []);
}

/* Whether a quote shows the interviewee's own work: code of their own, and words that they said in the interview. */

type CodeItem = InterviewItemOf<"code"> | InterviewItemOf<"run">;

/** A character that no quote contains. It takes the place of a line that is not the interviewee's own. */
const blank = "\uE001";

/** True unless the quote has a line of code that the interviewee did not write alone, or what such code printed. */
export function quotesOwnCode(item: InterviewItem, quote: string): boolean {
  if (item.kind !== "code" && item.kind !== "run") return true;
  const part = normalText(quote);
  const { own, isMostlyOthers } = ownCodeOf(item);
  if (occursIn(part, normalItemText(item, own))) return true;
  return item.kind === "run" && !isMostlyOthers && occursIn(part, normalItemText(item, item.output));
}

interface OwnCode {
  /** The code with a blank for each line that is not the interviewee's own. */
  own: string;
  /** Fewer than a fifth of the lines are the interviewee's, so what the code prints is hardly their work. */
  isMostlyOthers: boolean;
}

const known = new WeakMap<CodeItem, OwnCode>();

function ownCodeOf(item: CodeItem): OwnCode {
  const found = known.get(item) ?? readOwnCode(item);
  known.set(item, found);
  return found;
}

function readOwnCode(item: CodeItem): OwnCode {
  const lines = codeOf(item).split("\n");
  const others = new Set(item.otherLines ?? (isOnlyTheirs(item) ? [] : lines.keys()));
  const isWritten = (line: string) => /[\p{L}\p{N}]/u.test(line);
  const own = lines.filter((line, index) => isWritten(line) && !others.has(index)).length;
  return {
    own: lines.map((line, index) => (others.has(index) ? blank : line)).join("\n"),
    isMostlyOthers: own * 5 < lines.filter(isWritten).length,
  };
}

const codeOf = (item: CodeItem) => (item.kind === "code" ? item.text : item.code);

function isOnlyTheirs(item: CodeItem): boolean {
  return item.kind === "run" || (item.editedBy.length === 1 && item.editedBy[0] === "interviewee");
}

/** Comments and strings, also those that are not closed. */
const writtenText: Readonly<Record<string, RegExp>> = {
  python: /("""|''')[\s\S]*?(?:\1|$)|"(?:\\.|[^"\\\n])*"?|'(?:\\.|[^'\\\n])*'?|#.*/g,
  sql: /\/\*[\s\S]*?(?:\*\/|$)|--.*|'(?:''|[^'])*'?/g,
};
const otherWrittenText =
  /\/\*[\s\S]*?(?:\*\/|$)|\/\/.*|#.*|"(?:\\.|[^"\\\n])*"?|'(?:\\.|[^'\\\n])*'?|`(?:\\.|[^`\\])*`?/g;

const writtenWords = new WeakMap<CodeItem, ReadonlySet<string>>();

/** False for a quote of code or its output with hardly a word but those of the code's comments and strings. */
export function quotesWorkingCode(item: InterviewItem, quote: string): boolean {
  if (item.kind !== "code" && item.kind !== "run") return true;
  const written = writtenWords.get(item) ?? readWrittenWords(item);
  writtenWords.set(item, written);
  const others = wordsOf(normalText(quote)).filter((word) => !written.has(word.toLowerCase()));
  return isLongEnough(others.join(" "));
}

function readWrittenWords(item: CodeItem): ReadonlySet<string> {
  const texts = codeOf(item).match(writtenText[item.language] ?? otherWrittenText) ?? [];
  return new Set(wordsOf(texts.join(" ").toLowerCase()));
}

/** True for words that their speaker corrected. */
export function isCorrected(item: InterviewItem): boolean {
  return item.kind === "utterance" && item.originalText !== null && item.originalText !== item.text;
}

/**
 * True if most of the distinctive words of a quote were transcribed before its speaker corrected them. A correction
 * repairs words; it must not replace the answer.
 */
export function wasSaid(item: InterviewItem, quote: string): boolean {
  if (item.kind !== "utterance" || item.originalText === null) return true;
  const words = wordsOf(normalText(quote).toLowerCase()).filter((word) => !stopWords.has(word));
  // A transcription often splits a technical word: "cross well i dation".
  const original = wordsOf(normalText(item.originalText).toLowerCase());
  const joined = original.join("");
  const there = words.filter(
    (word) => original.includes(word) || (word.length >= 5 && joined.includes(word)),
  );
  return there.length * 2 > words.length;
}
