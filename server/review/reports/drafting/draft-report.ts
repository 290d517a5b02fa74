import type { InterviewRecord } from "@greenroom/contract/review/reports/interview-record.ts";
import {
  type AiFeedback,
  type LeftOut,
  type Measured,
  planExercises,
  type ReportSource,
  shownClaims,
} from "@greenroom/contract/schedule/report-shape.ts";
import type { ClaimToReview, DraftClaim, ReportRubric } from "../../../vendors/ai/port.ts";
import { measuredClaims, sessionArea } from "../measuring/local-judge.ts";
import { measure } from "../measuring/measure.ts";
import { mentionsInterviewer } from "../verification/claim-text.ts";
import { normalText } from "../verification/normal-text.ts";
import { withoutInstructions } from "../verification/planted-orders.ts";
import { isOf } from "../verification/quotable-text.ts";
import { type VerifiedClaim, verifyClaims } from "../verification/verify-claims.ts";
import { planExercisesOf } from "./plan-exercises.ts";
import { draftParts } from "./prompt.ts";

declare module "../../../workers/worker-pool.ts" {
  interface Tasks {
    checkDraft: typeof checkDraft;
    measureReport: typeof measureReport;
  }
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

export interface DeviceReportInput {
  input: ReportInput;
  drafts: readonly DraftClaim[];
  /** The browser's name for its model. */
  model: string;
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

/**
 * The measured report with points that a model on the interviewee's device drafted. No second model reviews them
 * the interviewee controls the device, so only literal quotes from the record can be
 * trusted.
 */
export function deviceReport({
  input: { record, rubric, mentorScores, earlier, now },
  drafts,
  model,
}: DeviceReportInput): AiFeedback {
  const clean = withoutInstructions(record);
  const measured = measure(record, mentorScores);
  const counted = measuredClaims({ record: clean, original: record, earlier });
  const areas = rubric.areas.map(({ name }) => name);
  // The interviewee controls the drafts, and a quote cannot show that the interviewer meant what they say.
  const stated = drafts.filter(({ text }) => !mentionsInterviewer(normalText(text)));
  const { claims, checked } = verifyClaims(record, stated, areas);
  // The interviewee could otherwise draft so many points that the counted ones and the mentor's marks are not shown.
  const room = Math.max(0, shownClaims - counted.length);
  return finish({
    claims: [...claims.slice(0, room), ...counted, ...claims.slice(room)],
    planned: [...counted, ...claims.slice(0, room)],
    checked: checked + drafts.length - stated.length + counted.length,
    source: { kind: "device", name: model },
    ...leftOutOf(draftParts({ record: clean, goal: record.goal, rubric }).leftOut),
    areas: [...rubric.areas, sessionArea],
    measured,
    now,
  });
}

export interface CheckInput {
  record: InterviewRecord;
  drafts: readonly DraftClaim[];
  areas: readonly string[];
  mentorScores: Measured["mentorScores"];
  unrelated?: ReadonlySet<string>;
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

/** What a draft left out, as a report has it. */
export function leftOutOf(leftOut: LeftOut[]): Pick<AiFeedback, "leftOut"> {
  return leftOut.length === 0 ? {} : { leftOut };
}

interface Finish {
  claims: readonly VerifiedClaim[];
  /** The claims in the order in which their exercises are planned; as they are shown if omitted. */
  planned?: readonly VerifiedClaim[];
  checked: number;
  source: ReportSource;
  leftOut?: LeftOut[] | undefined;
  areas: ReportRubric["areas"];
  measured: Measured;
  now: Date;
}

/** A report of these claims. */
export function finish({ claims, planned, now, areas, ...rest }: Finish): AiFeedback {
  const shown = claims.slice(0, shownClaims);
  return {
    ...rest,
    areas: areas.map(({ name, label }) => ({ name, label })),
    claims: shown.map(({ exercise: _, ...claim }) => claim),
    verified: claims.length,
    shown: shown.length,
    plan: planExercisesOf((planned ?? claims).filter((claim) => shown.includes(claim))).slice(
      0,
      planExercises,
    ),
    madeAt: now.toISOString(),
    isLate: false,
  };
}
