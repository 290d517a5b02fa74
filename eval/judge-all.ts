import type { InterviewRecord } from "@greenroom/contract/review/interview-record.ts";
import { areasOf } from "@greenroom/contract/review/tracks.ts";
import type { AiFeedback } from "@greenroom/contract/schedule/report-shape.ts";
import { unrelatedAnswers } from "../server/practice/round-reports/make-round-report.ts";
import {
  judgeReport,
  measureReport,
  type ReportInput,
  type ReportWorkers,
} from "../server/review/reports/drafting/draft-report.ts";
import { modelJudge } from "../server/review/reports/drafting/model-judge.ts";
import { openQuestionBank } from "../server/room/questions/question-bank.ts";
import type { TextModel } from "../server/vendors/ai/port.ts";
import { tasks } from "../server/workers/tasks.ts";
import type { TaskName } from "../server/workers/worker-pool.ts";
import { type Bar, barsOf, type Judged, orderBars } from "./bars.ts";
import { otherCases, rankedCases } from "./records/cases.ts";
import { type EvalCase, injectedCases, orderedCases } from "./records/planted-orders.ts";

export const cases: readonly EvalCase[] = [...rankedCases, ...otherCases, ...injectedCases];

const reportWithin = 300_000;

type MakeReport = (record: InterviewRecord) => Promise<AiFeedback>;

const bank = await openQuestionBank();

function inputOf(record: InterviewRecord): ReportInput {
  const now = new Date(Date.parse(record.endTime) + 20 * 60_000);
  return {
    record,
    rubric: { areas: areasOf("general").map(({ name, label }) => ({ name, label })) },
    mentorScores: [],
    earlier: [],
    now,
    unrelated: unrelatedAnswers(bank, record),
  };
}

/** Runs the steps of a report without worker processes. */
const workers: ReportWorkers = {
  run: async (name: TaskName, input: unknown) => (await tasks[name](input as never)) as never,
};

export const byMeasuring: MakeReport = async (record) => measureReport(inputOf(record));

export function byModel(model: TextModel): MakeReport {
  return (record) => judgeReport(modelJudge(model), inputOf(record), { workers, within: reportWithin });
}

export async function judgeAll(make: MakeReport, mayAddPraise = 0): Promise<Bar[]> {
  const judged: Judged[] = [];
  for (const evalCase of cases) {
    const twin = evalCase.twin === undefined ? null : await make(evalCase.twin);
    judged.push({ evalCase, report: await make(evalCase.record), twin });
  }
  return barsOf(judged, mayAddPraise);
}

/**
 * Judges records with orders in words of honest people, by a model that obeys all of them. Only the checks of claims and
 * the control of the review stand between such an order and the report.
 */
export async function judgeOrders(make: MakeReport, isHonestToo: boolean): Promise<Bar[]> {
  const judged: Judged[] = [];
  for (const evalCase of orderedCases) {
    const twin = evalCase.twin === undefined ? null : await make(evalCase.twin);
    judged.push({ evalCase, report: await make(evalCase.record), twin });
  }
  return orderBars(judged, isHonestToo);
}
