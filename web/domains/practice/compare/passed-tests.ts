import type { TestResults } from "@greenroom/contract/practice/rounds.ts";

/** The tests that the submitted code passed, in words; null when none ran. */
export function describePassedTests(tests: TestResults | null): string | null {
  const ran = [tests?.visible, tests?.hidden].flatMap((count) => count ?? []);
  if (ran.length === 0) return null;
  const sum = (part: "passed" | "total") => ran.reduce((all, count) => all + count[part], 0);
  return `${sum("passed")} of ${sum("total")} tests passed`;
}
