import { openQuestionBank } from "../server/room/question-bank/bank.ts";
import type { TextModel } from "../server/vendors/ai/port.ts";
import type { Bar } from "./bars.ts";
import { candidates } from "./interviews/candidates.ts";
import { interviewerBars } from "./interviews/interviewer-bars.ts";
import { type SimulatedFollowUp, simulate } from "./interviews/simulate.ts";

interface Run {
  /** 3: every third question of the bank is asked. */
  every: number;
  /** The least share of follow-ups that must be the model's; null for a model that is expected to fail. */
  leastAdapted: number | null;
  /** Tells a local model what it leaks. */
  prepare?: (modelAnswer: string) => void;
}

/** Has every simulated candidate interviewed about questions of the whole bank. */
export async function judgeInterviewer(
  model: Pick<TextModel, "stream">,
  { every, leastAdapted, prepare }: Run,
): Promise<{ bars: Bar[]; asked: SimulatedFollowUp[] }> {
  const { all } = await openQuestionBank();
  const asked: SimulatedFollowUp[] = [];
  for (const question of all.filter((_, index) => index % every === 0)) {
    prepare?.(question.modelAnswer);
    for (const candidate of candidates) asked.push(...(await simulate(model, question, candidate)));
  }
  return { bars: interviewerBars(asked, { leastAdapted }), asked };
}
