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
  | "not-the-candidate"
  | "invented-quote"
  | "duplicate";

export interface Verification {
  /** How many different claims were drafted. */
  checked: number;
  claims: VerifiedClaim[];
  refused: { text: string; why: Refusal }[];
}

export interface VerifiedClaim extends Claim {
  /** As drafted; both fields are empty if the draft proposes nothing. */
  exercise: { title: string; text: string };
}

/**
 * Keeps the claims that the record supports. Times come from the items. Claims with the same text get the same id.
 * `unrelated`: the ids of answers that have nothing to do with their question, which no praise may quote.
 */
export function verifyClaims(
  record: InterviewRecord,
  drafts: readonly DraftClaim[],
  areas: readonly string[],
  unrelated: ReadonlySet<string> = new Set(),
): Verification {
  const items = new Map(record.items.map((item) => [item.id, { item, clean: item }]));
  // Text that addresses the judge is not evidence: a quote must occur in the item both with and without such text.
  const left = new Map(withoutInstructions(record).items.map((item) => [item.id, item]));
  for (const [id, entry] of items) {
    const clean = left.get(id);
    if (clean === undefined) items.delete(id);
    else entry.clean = clean;
  }
  const claims = new Map<string, VerifiedClaim>();
  const refused: Verification["refused"] = [];
  for (const draft of drafts) {
    const result = verifyClaim({ record, items, areas, unrelated }, draft);
    if (typeof result === "string") {
      refused.push({ text: draft.text, why: result });
      continue;
    }
    const same = [...claims.values()].find((claim) => isSameClaim(claim, result));
    if (same === undefined) claims.set(result.id, result);
    else {
      same.evidence = mergeEvidence(same.evidence, result.evidence);
      refused.push({ text: draft.text, why: "duplicate" });
    }
  }
  // A repeated claim is merged into the first one: it is neither dropped nor another point.
  const repeated = refused.filter(({ why }) => why === "duplicate").length;
  return { checked: drafts.length - repeated, claims: [...claims.values()], refused };
}

interface CheckedItem {
  item: InterviewItem;
  /** The item without text that addresses the judge. */
  clean: InterviewItem;
}

interface Checks {
  record: InterviewRecord;
  items: ReadonlyMap<string, CheckedItem>;
  areas: readonly string[];
  unrelated: ReadonlySet<string>;
}

function verifyClaim(
  { record, items, areas, unrelated }: Checks,
  draft: DraftClaim,
): VerifiedClaim | Refusal {
  const text = normalText(draft.text);
  if (!areas.includes(draft.area)) return "unknown-area";
  if (!isReadable(draft.text) || text === "" || text.length > claimCharacters) return "malformed-text";
  // What stands in quotation marks must stand in the evidence, too.
  if (namesForbiddenSubject(withoutQuotedWords(text))) return "forbidden-subject";
  if (addressesJudge(text)) return "instruction";
  if (!isInReportLanguage(text)) return "other-language";
  if (comparesPeople(text)) return "comparison";
  const standing = withoutRepetitions(draft.evidence).flatMap(({ itemId, quote }) => {
    const found = items.get(itemId.toLowerCase());
    return found !== undefined && isEvidence(found, quote, draft.kind) ? [{ ...found, quote }] : [];
  });
  if (standing.length === 0) return "no-evidence";
  const valid = standing.filter(({ item }) => draft.kind !== "strength" || !unrelated.has(item.id));
  if (valid.length === 0) return "off-topic";
  // Code that both wrote is no work of the candidate. Only what is about the interviewer may rest on it.
  const own = valid.filter(({ item, quote }) => isOf(item, "interviewee") && quotesOwnCode(item, quote));
  // Everything but an observation about the interviewer rests on what the candidate said or did themselves.
  const isAboutThem = draft.kind !== "observation" || !isAboutInterviewerAlone(text);
  const theirs = attributesWords(text) ? own.filter(({ item }) => isSpoken(item)) : own;
  const usable = isAboutThem ? theirs : valid;
  if (usable.length === 0) return "not-the-candidate";
  const quoted = quotesInside(text);
  if (quoted.length > claimQuotes) return "malformed-text";
  if (!quoted.every((inner) => usable.some((found) => standsIn(found, inner)))) return "invented-quote";
  // What the interviewer said or marked, as far as the claim cites it.
  const interviewers = valid.filter(({ item }) => isOpinion(item));
  if (reportsOpinion(text) && interviewers.length === 0) return "uncited-opinion";
  if (reportsJudgment(text) && !interviewers.some(({ item }) => item.kind === "mark"))
    return "uncited-opinion";
  const needed = reportsOpinion(text) ? [...new Set([...usable, ...interviewers])] : usable;
  // A claim that names the interviewer may repeat a number of theirs, and then shows where it is from.
  const cited = [needed, ...(mentionsInterviewer(text) ? [[...new Set([...needed, ...valid])]] : [])].find(
    (evidence) =>
      hasOnlyCitedNumbers(
        text,
        evidence.flatMap(({ clean }) => quotableTexts(clean)),
      ),
  );
  if (cited === undefined) return "uncited-number";
  const evidence = mergeEvidence(
    [],
    cited.map(({ item, quote }) => evidenceOf(record, item, quote)),
  );
  const exercise = exerciseOf(draft, (inner) => usable.some((found) => standsIn(found, inner)));
  return {
    id: claimId(record, draft.area, text),
    area: draft.area,
    kind: draft.kind,
    text,
    evidence,
    exercise,
  };
}

/** What a draft proposes to practice; empty unless it closes a gap and says nothing else. */
function exerciseOf(draft: DraftClaim, isQuoted: (words: string) => boolean): VerifiedClaim["exercise"] {
  const exercise = { title: normalText(draft.exerciseTitle), text: normalText(draft.exercise) };
  const isKept =
    draft.kind === "improvement" &&
    [draft.exerciseTitle, draft.exercise].every(isReadable) &&
    isPlainExercise(exercise, isQuoted);
  return isKept ? exercise : { title: "", text: "" };
}

/** True for what the interviewer said, wrote or marked. */
function isOpinion(item: InterviewItem): boolean {
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
  return {
    itemId: item.id,
    quote: normalText(quote),
    at: item.at,
    atSeconds: Math.round(seconds),
    kind: item.kind,
    isOwn: isOwnEvidence(item, quote),
    ...(isCorrected(item) ? { isCorrected: true } : {}),
  };
}

/** Null for what is nobody's. Code that both wrote is not the candidate's own, nor is it in a run. */
function isOwnEvidence(item: InterviewItem, quote: string): boolean | null {
  if (item.kind === "code") return quotesOwnCode(item, quote === "" ? item.text : quote);
  if (!("party" in item)) return null;
  return item.party === "interviewee" && (quote === "" || quotesOwnCode(item, quote));
}

function withoutRepetitions(evidence: DraftClaim["evidence"]): DraftClaim["evidence"] {
  return [
    ...new Map(evidence.map((one) => [JSON.stringify([one.itemId.toLowerCase(), one.quote]), one])).values(),
  ];
}

function isEvidence(found: CheckedItem, quote: string, kind: DraftClaim["kind"]): boolean {
  if (quote.length > quoteCharacters || /\p{Surrogate}/u.test(quote) || !isLongEnough(quote)) return false;
  // A gap may be shown by what a person says about it; praise needs the work itself.
  if (kind !== "improvement" && isSpoken(found.item) && !isLongEnough(withoutSelfRating(quote))) return false;
  if (kind === "strength" && !(quotesExecutableCode(found.item, quote) && wasSaid(found.item, quote)))
    return false;
  return standsIn(found, quote, kind === "strength");
}

function standsIn({ item, clean }: CheckedItem, quote: string, mindsNegation = false): boolean {
  const part = normalText(quote);
  return (item === clean ? [item] : [item, clean]).every((version) =>
    quotableTexts(version).some((text) => occursIn(part, normalItemText(version, text), { mindsNegation })),
  );
}

/** True for text without control characters, halves of characters, links and markup. */
function isReadable(text: string): boolean {
  return !/[\p{Cc}\p{Cs}\p{Co}\p{Cn}]|https?:|www\.|<[a-z/!]|\]\(/iu.test(text.replace(/[\n\t]/g, " "));
}

function isSameClaim(a: VerifiedClaim, b: VerifiedClaim): boolean {
  if (a.area !== b.area || a.kind !== b.kind) return false;
  if (a.id === b.id) return true;
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

function mergeEvidence(first: readonly Evidence[], second: readonly Evidence[]): Evidence[] {
  const merged = new Map([...first, ...second].map((one) => [`${one.itemId} ${one.quote}`, one]));
  return [...merged.values()].slice(0, claimEvidence);
}
