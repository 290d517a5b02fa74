import { cutText } from "@greenroom/contract/kernel/plain-text.ts";
import type { InterviewRecord } from "@greenroom/contract/review/interview-record.ts";
import {
  type AiFeedback,
  type LeftOut,
  type Measured,
  type PlannedExercise,
  planExercises,
  type ReportSource,
  shownClaims,
} from "@greenroom/contract/schedule/report-shape.ts";
import type { ClaimToReview, DraftClaim, Judge, ReportRubric } from "../../../vendors/ai/port.ts";
import type { WorkerPool } from "../../../workers/worker-pool.ts";
import { itemsOf, measure } from "../measuring/measure.ts";
import { measuredClaims, sessionArea } from "../measuring/measured-claims.ts";
import { withoutInstructions } from "../verification/claim-text.ts";
import { isOf } from "../verification/quotes.ts";
import { type VerifiedClaim, verifyClaims } from "../verification/verify-claims.ts";
import { type DraftData, type DraftParts, draftData, draftParts } from "./prompt.ts";

declare module "../../../workers/worker-pool.ts" {
  interface Tasks {
    prepareDraft: typeof prepareDraft;
    checkDraft: typeof checkDraft;
    measureReport: typeof measureReport;
  }
}

export interface PreparedDraft extends DraftParts {
  /** The ids of the items by their names: `i1` is the first. */
  itemIds: string[];
  /** False if the interviewee left no text that a claim could quote. */
  hasWords: boolean;
}

/** The data of a draft: the record without text that addresses judges. Runs in a worker process. */
export function prepareDraft(
  { record, goal, rubric }: DraftData,
  clean = withoutInstructions(record),
): PreparedDraft {
  const hasWords =
    clean.items.some((item) => isOf(item, "interviewee") && item.kind !== "presence") ||
    itemsOf(clean, "utterance").length > 0;
  return {
    ...draftParts({ record: clean, goal, rubric }),
    itemIds: clean.items.map(({ id }) => id),
    hasWords,
  };
}

export interface ReportInput {
  record: InterviewRecord;
  rubric: ReportRubric;
  mentorScores: Measured["mentorScores"];
  /** Measurements of the interviewee's earlier interviews, newest first. */
  earlier: readonly Measured[];
  now: Date;
  /** The ids of answers that have nothing to do with their question; omitted where this is not checked. */
  unrelated?: ReadonlySet<string>;
}

/** Runs the steps that read the whole record, which take long for a hostile one. */
export type ReportWorkers = Pick<WorkerPool, "run">;

/**
 * Makes a report that a judge drafts and rules check. A review drops claims that their quotes do not support.
 * `within`: the time limit for all calls of the model, in milliseconds. Rejects if the judge is unavailable or its answers
 * are unusable.
 */
export async function judgeReport(
  judge: Judge,
  { record, rubric, mentorScores, now, unrelated }: ReportInput,
  { workers, within }: { workers: ReportWorkers; within: number },
): Promise<AiFeedback> {
  const areas = rubric.areas.map(({ name }) => name);
  const prepared = await workers.run("prepareDraft", { record, goal: record.goal, rubric });
  const { hasWords, itemIds, leftOut } = prepared;
  const signal = AbortSignal.timeout(within);
  const drafts = hasWords ? await judge.draft(draftData(prepared), itemIds, signal) : [];
  const { verification, toReview, measured } = await workers.run("checkDraft", {
    ...{ record, drafts, areas, mentorScores },
    ...(unrelated === undefined ? {} : { unrelated }),
  });
  const review = await judge.review(toReview, signal);
  const claims = verification.claims
    .filter(({ id }) => review.supported.includes(id))
    .map((claim) =>
      review.plainExercises.includes(claim.id) ? claim : { ...claim, exercise: { title: "", text: "" } },
    );
  return finish({
    claims,
    checked: verification.checked,
    source: judge.source,
    leftOut: hasWords ? leftOut : [],
    areas: rubric.areas,
    measured,
    now,
  });
}

/** Makes a report from what can be counted, without a model. Runs in a worker process. */
export function measureReport({ record, rubric, mentorScores, earlier, now }: ReportInput): AiFeedback {
  const measured = measure(record, mentorScores);
  const claims = measuredClaims({ record: withoutInstructions(record), original: record, earlier });
  return finish({
    claims,
    checked: claims.length,
    source: { kind: "measured" },
    areas: [...rubric.areas, sessionArea],
    measured,
    now,
  });
}

interface CheckInput extends Pick<ReportInput, "record" | "mentorScores" | "unrelated"> {
  drafts: readonly DraftClaim[];
  areas: readonly string[];
}

/** Checks a draft against its record, and measures the record. Runs in a worker process. */
export function checkDraft({ record, drafts, areas, mentorScores, unrelated }: CheckInput) {
  const verification = verifyClaims(record, drafts, areas, unrelated);
  return {
    verification,
    toReview: verification.claims.map((claim) => forReview(record, claim)),
    measured: measure(record, mentorScores),
  };
}

function forReview(record: InterviewRecord, claim: VerifiedClaim): ClaimToReview {
  const { id, area, kind, text, exercise } = claim;
  const items = new Map(record.items.map((item) => [item.id, item]));
  const by = (itemId: string) => {
    const item = items.get(itemId);
    return item !== undefined && isOf(item, "interviewee") ? "interviewee" : "interviewer";
  };
  return {
    id,
    area,
    kind,
    text,
    quotes: claim.evidence.map(({ itemId, quote }) => ({ said: quote, by: by(itemId) })),
    exercise: [exercise.title, exercise.text].filter((part) => part !== "").join(": "),
  };
}

interface Finish {
  claims: readonly VerifiedClaim[];
  checked: number;
  source: ReportSource;
  leftOut?: LeftOut[];
  areas: ReportRubric["areas"];
  measured: Measured;
  now: Date;
}

function finish({ claims, leftOut = [], now, areas, ...rest }: Finish): AiFeedback {
  const shown = claims.slice(0, shownClaims);
  return {
    ...rest,
    ...(leftOut.length > 0 && { leftOut }),
    areas: areas.map(({ name, label }) => ({ name, label })),
    claims: shown.map(({ exercise: _, ...claim }) => claim),
    verified: claims.length,
    shown: shown.length,
    plan: planExercisesOf(shown).slice(0, planExercises),
    madeAt: now.toISOString(),
    isLate: false,
  };
}

const titleCharacters = 120;
const exerciseCharacters = 600;

/** The exercises that claims propose: improvements first, no title twice, and one of a strength, last. */
export function planExercisesOf(claims: readonly VerifiedClaim[]): PlannedExercise[] {
  const proposing = claims.filter(({ exercise }) => exercise.text !== "");
  const ordered = [
    ...proposing.filter(({ kind }) => kind === "improvement"),
    ...proposing.filter(({ kind }) => kind === "observation"),
    ...proposing.filter(({ kind }) => kind === "strength").slice(0, 1),
  ];
  const titles = new Set<string>();
  return ordered.flatMap(({ id, exercise }) => {
    const title = shorten(exercise.title === "" ? exercise.text : exercise.title, titleCharacters);
    if (titles.has(title)) return [];
    titles.add(title);
    const text = shorten(exercise.text, exerciseCharacters);
    return [{ claimId: id, title, exercise: text, questionId: null, drillId: null }];
  });
}

/** Shortens a text at a word boundary. */
function shorten(text: string, most: number): string {
  if (text.length <= most) return text;
  const cut = cutText(text, most - 1);
  return `${cutText(cut, Math.max(cut.lastIndexOf(" "), most / 2))}…`;
}
