import type { InterviewItem, InterviewRecord } from "@greenroom/contract/reports/interview-record.ts";
import {
  type Claim,
  claimCharacters,
  claimEvidence,
  type Evidence,
  quoteCharacters,
} from "@greenroom/contract/reports/report-shape.ts";
import { v5 as nameId } from "uuid";
import type { DraftClaim } from "../../../ports/ai.ts";
import { attributesWords, isAboutInterviewerAlone, quotesInside } from "./attribution.ts";
import { isCorrected, wasSaid } from "./authorship/corrected-words.ts";
import { quotesOwnCode } from "./authorship/own-code.ts";
import { isInReportLanguage } from "./claim-text/claim-language.ts";
import { hasOnlyCitedNumbers } from "./claim-text/claim-numbers.ts";
import {
  comparesPeople,
  mentionsInterviewer,
  reportsJudgment,
  reportsOpinion,
} from "./claim-text/claim-statements.ts";
import { isPlainExercise } from "./claim-text/exercise-text.ts";
import { quotesExecutableCode } from "./executable-code.ts";
import { namesForbiddenSubject, withoutQuotedWords } from "./forbidden-subjects.ts";
import { normalItemText } from "./item-texts.ts";
import { normalText } from "./normal-text.ts";
import { addressesJudge, withoutInstructions } from "./planted/addresses-judge.ts";
import { isOf, isSpoken, quotableTexts } from "./quotable-text.ts";
import { quotedLines } from "./quoted-lines.ts";
import { isLongEnough, occursIn } from "./quotes.ts";
import { withoutSelfRating } from "./self-rating.ts";

/* Decides which claims of a draft readers see: rules alone check every claim against the record. */

/** The most quotes inside the text of a claim. */
const claimQuotes = 5;

/** Why a claim was dropped. */
export type Refusal =
  | "unknown-area"
  | "malformed-text"
  | "forbidden-subject"
  | "instruction"
  | "other-language"
  | "comparison"
  | "uncited-number"
  | "uncited-opinion"
  | "no-evidence"
  | "off-topic"
  | "not-the-interviewee"
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

/** A quote that occurs in its item. */
interface Quoted extends QuotableItem {
  quote: string;
}

function verifyClaim(checks: Checks, draft: DraftClaim): VerifiedClaim | Refusal {
  const text = normalText(draft.text);
  const problem = findTextProblem(checks.areas, draft, text);
  if (problem !== null) return problem;
  const quoted = distinct(draft.evidence).flatMap(({ itemId, quote }) => {
    const found = checks.items.get(itemId.toLowerCase());
    return found !== undefined && isEvidence(found, quote, draft.kind) ? [{ ...found, quote }] : [];
  });
  if (quoted.length === 0) return "no-evidence";
  const onTopic = quoted.filter(({ item }) => draft.kind !== "strength" || !checks.unrelated.has(item.id));
  if (onTopic.length === 0) return "off-topic";
  const support = findSupport(onTopic, draft.kind, text);
  if (support.length === 0) return "not-the-interviewee";
  const isInSupport = (words: string) => support.some((found) => occursInItem(found, words));
  const inner = quotesInside(text);
  if (inner.length > claimQuotes) return "malformed-text";
  if (!inner.every(isInSupport)) return "invented-quote";
  const shown = findShownEvidence(onTopic, support, text);
  if (typeof shown === "string") return shown;
  return {
    id: claimId(checks.record, draft.area, text),
    area: draft.area,
    kind: draft.kind,
    text,
    evidence: distinct(shown.map(({ item, quote }) => evidenceOf(checks.record, item, quote))),
    exercise: exerciseOf(draft, isInSupport),
  };
}

/** Why the text of a claim alone cannot be shown; null if it can. */
function findTextProblem(areas: readonly string[], draft: DraftClaim, text: string): Refusal | null {
  if (!areas.includes(draft.area)) return "unknown-area";
  if (!isReadable(draft.text) || text === "" || text.length > claimCharacters) return "malformed-text";
  // Words in quotation marks are checked against the evidence later.
  if (namesForbiddenSubject(withoutQuotedWords(text))) return "forbidden-subject";
  if (addressesJudge(text)) return "instruction";
  if (!isInReportLanguage(text)) return "other-language";
  return comparesPeople(text) ? "comparison" : null;
}

/**
 * The evidence that a claim rests on, at most as much as a report shows: what the interviewee said or did themselves.
 * Only an observation about the interviewer may rest on other items, and on code that both wrote.
 */
function findSupport(onTopic: readonly Quoted[], kind: DraftClaim["kind"], text: string): Quoted[] {
  if (kind === "observation" && isAboutInterviewerAlone(text)) return onTopic.slice(0, claimEvidence);
  return onTopic
    .filter(({ item, quote }) => isOf(item, "interviewee") && quotesOwnCode(item, quote))
    .filter(({ item }) => !attributesWords(text) || isSpoken(item))
    .slice(0, claimEvidence);
}

/**
 * The evidence that readers see beside a claim. It contains what the interviewer said or marked if the claim reports
 * their opinion, and every number of the claim; a claim that names the interviewer may repeat a number of the
 * interviewer's.
 */
function findShownEvidence(
  onTopic: readonly Quoted[],
  support: readonly Quoted[],
  text: string,
): Quoted[] | Refusal {
  const statements = onTopic.filter(({ item }) => isInterviewersStatement(item));
  if (reportsOpinion(text) && statements.length === 0) return "uncited-opinion";
  const marks = statements.filter(({ item }) => item.kind === "mark");
  if (reportsJudgment(text) && marks.length === 0) return "uncited-opinion";
  const withOpinions = limited(support, reportsOpinion(text) ? [...marks, ...statements] : []);
  const choices = mentionsInterviewer(text) ? [withOpinions, limited(withOpinions, onTopic)] : [withOpinions];
  const hasNumbers = (evidence: readonly Quoted[]) =>
    hasOnlyCitedNumbers(
      text,
      evidence.flatMap(({ clean }) => quotableTexts(clean)),
    );
  return choices.find(hasNumbers) ?? "uncited-number";
}

/** As much evidence as a report shows, with at least the first of the needed ones. */
function limited(evidence: readonly Quoted[], needed: readonly Quoted[]): Quoted[] {
  const added = [...new Set(needed)].filter((one) => !evidence.includes(one));
  const kept = evidence.slice(0, added.length === 0 ? claimEvidence : claimEvidence - 1);
  return [...kept, ...added].slice(0, claimEvidence);
}

/** What a draft proposes to practice. Empty unless the claim is an improvement and the text only proposes an exercise. */
function exerciseOf(draft: DraftClaim, isQuoted: (words: string) => boolean): VerifiedClaim["exercise"] {
  const exercise = { title: normalText(draft.exerciseTitle), text: normalText(draft.exercise) };
  const isKept =
    draft.kind === "improvement" &&
    [draft.exerciseTitle, draft.exercise].every(isReadable) &&
    isPlainExercise(exercise, isQuoted);
  return isKept ? exercise : { title: "", text: "" };
}

/** True for what the interviewer said, wrote or marked. */
function isInterviewersStatement(item: InterviewItem): boolean {
  return isOf(item, "interviewer") && (item.kind === "mark" || isSpoken(item));
}

/**
 * The same text about the same area of one interview gets the same id, so a dispute survives when the report is
 * made again.
 */
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
  // A person may say themselves what they lack; only their work shows what they can do.
  if (kind !== "improvement" && isSpoken(found.item) && !isLongEnough(withoutSelfRating(quote))) return false;
  if (kind === "strength" && !(quotesExecutableCode(found.item, quote) && wasSaid(found.item, quote)))
    return false;
  return occursInItem(found, quote, kind === "strength");
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

/** True for text without control characters, halves of characters, links and markup. */
function isReadable(text: string): boolean {
  return !/[\p{Cc}\p{Cs}\p{Co}\p{Cn}]|https?:|www\.|<[a-z/!]|\]\(/iu.test(text.replace(/[\n\t]/g, " "));
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
