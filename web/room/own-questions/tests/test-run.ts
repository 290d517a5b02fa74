import type { CodeTask } from "@greenroom/contract/room/questions.ts";

/** Why a test failed, as far as the language reports it. */
export interface TestProblem {
  error: string;
  /** The line in the candidate's code. */
  line?: number | undefined;
  call?: string | undefined;
  got?: string | undefined;
  wanted?: string | undefined;
}

export interface TestOutcome {
  name: string;
  passed: boolean;
  problem: TestProblem | null;
}

/** All tests of one run, in order. */
export interface TestRun {
  outcomes: TestOutcome[];
  /** The output of the code during the first test. */
  printed: string;
  durationMs: number;
  /** The reason why the run ended early; null when all tests ran. */
  stoppedBy: string | null;
}

export function countTests(outcomes: readonly TestOutcome[]): { passed: number; total: number } {
  return { passed: outcomes.filter(({ passed }) => passed).length, total: outcomes.length };
}

/** "1 visible test. 2 hidden ones run": the beginning of a sentence that says when. */
export function testsAhead({
  visibleTests,
  hiddenTests,
}: Pick<CodeTask, "visibleTests" | "hiddenTests">): string {
  const visible = visibleTests.length === 1 ? "1 visible test" : `${visibleTests.length} visible tests`;
  return `${visible}. ${hiddenTests === 1 ? "1 hidden one runs" : `${hiddenTests} hidden ones run`}`;
}
